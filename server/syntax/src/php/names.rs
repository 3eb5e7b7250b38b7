//! What the names of a PHP suite mean: namespaces, imports, and the classes and functions that it declares itself.

use std::collections::HashMap;

use tree_sitter::Node;

use super::{child_of_kind, is_class_like, last_part, name_of, namespace_name};
use crate::grammar::Parsed;
use crate::tree::{Each, Flow, Place, field, named_children, text_of, walk};

/// A class of the suite.
#[derive(Debug, Default, Clone)]
pub(super) struct OwnClass {
    /// What it extends, resolved; empty when nothing.
    pub(super) parent: String,
    /// Last parts of the traits that it uses, in small letters.
    pub(super) traits: Vec<String>,
    /// Its methods, in small letters.
    pub(super) methods: Vec<String>,
}

/// Names of one suite; all keys in small letters, since PHP does not tell them apart by case.
#[derive(Debug, Default)]
pub(crate) struct Names {
    pub(super) namespace: String,
    classes: HashMap<String, String>,
    functions: HashMap<String, String>,
    /// Classes of the suite by their last name.
    pub(super) own: HashMap<String, OwnClass>,
    pub(super) own_functions: Vec<String>,
}

impl Names {
    pub(crate) fn gather<'t>(suite: &'t Parsed<'_>) -> Self {
        let text = suite.text;
        let mut names = Self::default();
        let mut declared: Vec<Node<'t>> = Vec::new();
        walk(
            suite.root(),
            &mut Each(|place: &Place<'t, '_>| {
                let node = place.node;
                match node.kind() {
                    "namespace_definition" => namespace_name(node, text).clone_into(&mut names.namespace),
                    "namespace_use_declaration" => names.import(node, text),
                    "function_definition" => names.own_functions.push(name_of(node, text).to_ascii_lowercase()),
                    kind if is_class_like(kind) && kind != "anonymous_class" => declared.push(node),
                    _ => {}
                }
                Flow::Into
            }),
        );
        for class in declared {
            let own = names.own_class(class, text);
            names.own.insert(name_of(class, text).to_ascii_lowercase(), own);
        }
        names
    }

    /// What a class of the suite is made of, an anonymous one too.
    pub(super) fn own_class(&self, class: Node<'_>, text: &str) -> OwnClass {
        let parent = child_of_kind(class, "base_clause").and_then(|base| base.named_child(0));
        let mut own = OwnClass {
            parent: parent.map_or_else(String::new, |name| self.class(text_of(name, text))),
            ..OwnClass::default()
        };
        for member in field(class, "body").map(named_children).unwrap_or_default() {
            match member.kind() {
                "use_declaration" => own.traits.extend(
                    named_children(member)
                        .into_iter()
                        .filter(|name| name.kind() != "use_list")
                        .map(|name| last_part(&self.class(text_of(name, text))).to_ascii_lowercase()),
                ),
                "method_declaration" => own.methods.push(name_of(member, text).to_ascii_lowercase()),
                _ => {}
            }
        }
        own
    }

    fn import(&mut self, node: Node<'_>, text: &str) {
        let kind_of = |node: Node<'_>| field(node, "type").map(|kind| text_of(kind, text));
        let whole = kind_of(node);
        let prefix = child_of_kind(node, "namespace_name").map_or("", |name| text_of(name, text));
        let clauses = field(node, "body").map_or_else(|| named_children(node), named_children);
        for clause in clauses.into_iter().filter(|clause| clause.kind() == "namespace_use_clause") {
            let kind = whole.or_else(|| kind_of(clause));
            let Some(name) = clause.named_child(0) else { continue };
            let name = text_of(name, text).trim_start_matches('\\');
            let full = if prefix.is_empty() { name.to_owned() } else { format!("{prefix}\\{name}") };
            let alias = field(clause, "alias").map_or_else(|| last_part(&full), |alias| text_of(alias, text));
            let alias = alias.to_ascii_lowercase();
            match kind {
                None => self.classes.insert(alias, full),
                Some("function") => self.functions.insert(alias, full),
                Some(_) => None,
            };
        }
    }

    /// The full name of a class as written.
    pub(crate) fn class(&self, written: &str) -> String {
        if let Some(absolute) = written.strip_prefix('\\') {
            return absolute.to_owned();
        }
        let (first, rest) = written.split_once('\\').map_or((written, ""), |(first, rest)| (first, rest));
        match self.classes.get(&first.to_ascii_lowercase()) {
            Some(full) if rest.is_empty() => full.clone(),
            Some(full) => format!("{full}\\{rest}"),
            None if self.namespace.is_empty() => written.to_owned(),
            None => format!("{}\\{written}", self.namespace),
        }
    }

    /// Whether a written function name means a function by its full name.
    pub(super) fn means_function(&self, written: &str, full: &str) -> bool {
        if let Some(absolute) = written.strip_prefix('\\') {
            return absolute.eq_ignore_ascii_case(full);
        }
        if written.contains('\\') {
            return self.class(written).eq_ignore_ascii_case(full);
        }
        match self.functions.get(&written.to_ascii_lowercase()) {
            Some(imported) => imported.eq_ignore_ascii_case(full),
            None if self.own_functions.contains(&written.to_ascii_lowercase()) => false,
            // The namespace's own, or the global one where there is none.
            None => {
                let here = format!("{}\\{written}", self.namespace);
                here.trim_start_matches('\\').eq_ignore_ascii_case(full) || written.eq_ignore_ascii_case(full)
            }
        }
    }
}

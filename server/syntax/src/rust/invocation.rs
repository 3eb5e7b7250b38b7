//! Whether a Rust suite calls the focal function.

use std::collections::HashMap;

use domain::FocalFunction;
use tree_sitter::Node;

use super::exposed::exposed;
use super::names::{Names, STANDARD, is_foreign};
use crate::grammar::Parsed;
use crate::tree::{Flow, Place, Visitor, field, named_children, parse, text_of, walk};

pub(super) fn invokes(suite: &Parsed<'_>, focal: &FocalFunction) -> bool {
    let (text, macros) = exposed(suite.text);
    let Some(tree) = parse(&tree_sitter_rust::LANGUAGE.into(), &text) else { return false };
    let names = Names::gather(tree.root_node(), &text, macros);
    let trait_name = trait_of(focal);
    if trait_name.is_some_and(|name| names.forms.stand_for(name, &focal.name)) {
        return true;
    }
    let mut search = Search { text: &text, focal, trait_name, names, scopes: vec![HashMap::new()], found: false };
    walk(tree.root_node(), &mut search);
    search.found
}

/// The bare name of the trait that the focal method is written for.
fn trait_of(focal: &FocalFunction) -> Option<&str> {
    let (_, after) = focal.qualified_name.rsplit_once(" as ")?;
    let of = after.strip_suffix(&format!(">::{}", focal.name))?;
    let of = of.split('<').next().unwrap_or(of);
    Some(of.rsplit("::").next().unwrap_or(of).trim())
}

/// What is known of a local name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Local {
    /// It holds the focal function.
    Focal,
    /// It holds a value of the standard library, whatever is in it.
    Foreign,
    Unknown,
}

struct Search<'s, 'f> {
    text: &'s str,
    focal: &'f FocalFunction,
    trait_name: Option<&'f str>,
    names: Names<'s>,
    scopes: Vec<HashMap<&'s str, Local>>,
    found: bool,
}

const SCOPES: &[&str] = &[
    "block",
    "function_item",
    "closure_expression",
    "match_arm",
    "for_expression",
    "if_expression",
    "while_expression",
];

impl<'t> Visitor<'t> for Search<'_, '_> {
    fn enter(&mut self, place: &Place<'t, '_>) -> Flow {
        let node = place.node;
        if SCOPES.contains(&node.kind()) {
            self.scopes.push(HashMap::new());
        }
        self.found |= match node.kind() {
            "use_declaration" | "attribute_item" | "inner_attribute_item" | "visibility_modifier" => return Flow::Skip,
            "token_tree" => {
                self.found |= self.in_tokens(node);
                return if self.found { Flow::Stop } else { Flow::Skip };
            }
            "call_expression" => field(node, "function").is_some_and(|function| self.calls(function)),
            "arguments" => named_children(node).into_iter().any(|argument| self.is_focal(argument)),
            _ => false,
        };
        // Parameters and patterns bind before what follows them is looked at.
        match node.kind() {
            "parameter" | "let_condition" | "match_arm" | "for_expression" => {
                self.bind(field(node, "pattern"), Local::Unknown);
            }
            "closure_parameters" => {
                for child in named_children(node) {
                    self.bind(Some(child), Local::Unknown);
                }
            }
            _ => {}
        }
        if self.found { Flow::Stop } else { Flow::Into }
    }

    fn leave(&mut self, place: &Place<'t, '_>) {
        let node = place.node;
        if SCOPES.contains(&node.kind()) {
            self.scopes.pop();
        }
        // Bound on leaving: what a name is set to is still outside its scope.
        if node.kind() == "let_declaration" {
            let local = field(node, "value").map_or(Local::Unknown, |value| self.held(value));
            self.bind(field(node, "pattern"), local);
        }
    }
}

impl<'s> Search<'s, '_> {
    fn text(&self, node: Node<'_>) -> &'s str {
        text_of(node, self.text)
    }

    fn local(&self, name: &str) -> Option<Local> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name).copied())
    }

    /// All names of a pattern; what is known holds only for a plain name.
    fn bind(&mut self, pattern: Option<Node<'_>>, local: Local) {
        let Some(pattern) = pattern else { return };
        let mut names = Vec::new();
        let mut todo = vec![pattern];
        while let Some(node) = todo.pop() {
            match node.kind() {
                "identifier" | "shorthand_field_identifier" => names.push(self.text(node)),
                // The type before the fields, and paths of constants, bind nothing.
                "scoped_identifier" | "type_identifier" | "scoped_type_identifier" => {}
                "tuple_struct_pattern" => todo.extend(named_children(node).into_iter().skip(1)),
                "parameter" | "mut_pattern" | "ref_pattern" => todo.extend(named_children(node)),
                kind if kind.ends_with("_type") || kind == "primitive_type" => {}
                _ => todo.extend(named_children(node)),
            }
        }
        let plain = matches!(pattern.kind(), "identifier" | "mut_pattern");
        if let Some(scope) = self.scopes.last_mut() {
            scope.extend(names.into_iter().map(|name| (name, if plain { local } else { Local::Unknown })));
        }
    }

    /// What an expression gives, as far as the suite shows.
    fn held(&self, value: Node<'_>) -> Local {
        if self.is_focal(value) {
            return Local::Focal;
        }
        if self.is_foreign_value(value) { Local::Foreign } else { Local::Unknown }
    }

    /// Whether an expression names the focal function without calling it.
    fn is_focal(&self, node: Node<'_>) -> bool {
        let node = if node.kind() == "reference_expression" { field(node, "value").unwrap_or(node) } else { node };
        matches!(node.kind(), "identifier" | "scoped_identifier" | "generic_function") && self.names_focal(node)
    }

    /// Whether the callee of a call is the focal function.
    fn calls(&self, function: Node<'_>) -> bool {
        match function.kind() {
            "field_expression" => {
                field(function, "field").is_some_and(|name| self.text(name) == self.focal.name)
                    && !self.focal.class_name.is_empty()
                    && !field(function, "value").is_some_and(|value| self.is_foreign_receiver(value))
            }
            "generic_function" => field(function, "function").is_some_and(|function| self.calls(function)),
            "parenthesized_expression" => function.named_child(0).is_some_and(|inner| self.calls(inner)),
            "identifier" | "scoped_identifier" => self.names_focal(function),
            _ => false,
        }
    }

    /// Whether a name or a path is the focal function's.
    fn names_focal(&self, node: Node<'_>) -> bool {
        match node.kind() {
            "generic_function" => field(node, "function").is_some_and(|function| self.names_focal(function)),
            "identifier" => self.bare_name(self.text(node)),
            "scoped_identifier" => {
                let Some(name) = field(node, "name").map(|name| self.text(name)) else { return false };
                field(node, "path").is_some_and(|path| self.path(path, name))
            }
            _ => false,
        }
    }

    fn bare_name(&self, name: &str) -> bool {
        if let Some(local) = self.local(name) {
            return local == Local::Focal;
        }
        if let Some(path) = self.names.imports.get(name) {
            let (of, last) = path.rsplit_once("::").unwrap_or(("", path));
            return last == self.focal.name && !is_foreign(of) && self.focal.class_name.is_empty();
        }
        name == self.focal.name && self.focal.class_name.is_empty() && !self.names.functions.contains(name)
    }

    /// `path::name`: of a module for free functions, of a type or trait for others.
    fn path(&self, path: Node<'_>, name: &str) -> bool {
        if name != self.focal.name {
            return false;
        }
        let whole = self.text(path);
        if path.kind() == "bracketed_type" {
            // `<T as Trait>::name` and `<T>::name`.
            let words: Vec<&str> = whole.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
            return words.contains(&self.focal.class_name.as_str())
                || self.trait_name.is_some_and(|t| words.contains(&t));
        }
        let bare = path_name(whole);
        let last = self.names.imports.get(bare).map_or(bare, |from| path_name(from));
        let root = whole.split("::").next().unwrap_or_default();
        let foreign = is_foreign(whole) || self.names.imports.get(root).is_some_and(|from| is_foreign(from));
        if self.focal.class_name.is_empty() {
            return !foreign && !last.starts_with(char::is_uppercase) && !STANDARD.contains(&last);
        }
        if last == self.focal.class_name || Some(last) == self.trait_name {
            return true;
        }
        // A type of another name is another type, unless the focal method is written for any type.
        let any = self.focal.class_name.len() == 1 || self.focal.class_name.starts_with(['&', '(', '[']);
        (last == "Self" || any) && !foreign && !STANDARD.contains(&last) && !self.names.types.contains(last)
    }

    /// Whether a method call surely goes to the standard library.
    fn is_foreign_receiver(&self, value: Node<'_>) -> bool {
        // Methods of traits may be written for any type, the standard library's among them.
        if self.trait_name.is_some() || !self.focal.class_name.starts_with(char::is_uppercase) {
            return false;
        }
        !STANDARD.contains(&self.focal.class_name.as_str()) && self.is_foreign_value(value)
    }

    fn is_foreign_value(&self, value: Node<'_>) -> bool {
        match value.kind() {
            "string_literal" | "raw_string_literal" | "integer_literal" | "float_literal" | "boolean_literal"
            | "char_literal" | "array_expression" => true,
            "identifier" => self.local(self.text(value)) == Some(Local::Foreign),
            "reference_expression" | "parenthesized_expression" => value
                .named_child(value.named_child_count().saturating_sub(1) as u32)
                .is_some_and(|inner| self.is_foreign_value(inner)),
            // `String::new()`, `Vec::<u8>::with_capacity(1)`; what a wrapper holds may be reached through it.
            "call_expression" => field(value, "function")
                .filter(|function| function.kind() == "scoped_identifier")
                .and_then(|function| field(function, "path"))
                .map(|path| path_name(self.text(path)))
                .is_some_and(|name| STANDARD.contains(&name) && !WRAPPERS.contains(&name)),
            _ => false,
        }
    }

    /// What stays tokens (macros with braces): a name before a parenthesis.
    fn in_tokens(&self, tree: Node<'_>) -> bool {
        let mut found = false;
        let mut todo = vec![tree];
        while let Some(node) = todo.pop() {
            let mut cursor = node.walk();
            let children: Vec<Node<'_>> = node.children(&mut cursor).collect();
            for pair in children.windows(2) {
                let call = pair[0].kind() == "identifier"
                    && self.text(pair[0]) == self.focal.name
                    && pair[1].kind() == "token_tree"
                    && self.text(pair[1]).starts_with('(');
                found |= call && (!self.focal.class_name.is_empty() || self.bare_name(self.text(pair[0])));
            }
            todo.extend(children.into_iter().filter(|child| child.kind() == "token_tree"));
        }
        found
    }
}

/// Types that lead to what they hold.
const WRAPPERS: &[&str] = &["Box", "Rc", "Arc", "RefCell", "Cell", "Mutex", "RwLock", "Option", "Result", "Cow"];

/// The last name of a path without arguments: `Parser` of `parse::Parser::<u8>`.
fn path_name(path: &str) -> &str {
    let path = path.split('<').next().unwrap_or(path).trim_end_matches("::");
    path.rsplit("::").next().unwrap_or(path)
}

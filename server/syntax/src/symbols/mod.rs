//! What a file defines, and what a focal function names: enough to show a model the definitions around a function
//! without a compiler. Names are compared as text; which of several definitions is meant is for the caller to rank.

mod words;

use std::collections::BTreeSet;

use domain::{FocalFunction, Language};
use tree_sitter::Node;

use crate::grammar::parsed;
use crate::tree::{Each, Flow, Place, field, last_line_of, line_of, named_children, text_of, walk};
use words::Words;

/// What a symbol is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SymbolKind {
    /// A struct, class, interface, trait, module or alias.
    Type,
    /// A function or method.
    Function,
    /// A constant, or a variable of a whole package.
    Constant,
}

/// A definition with a name of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symbol {
    /// Bare name.
    pub name: String,
    pub kind: SymbolKind,
    /// First line (1-based).
    pub start_line: u32,
    /// Last line (1-based, inclusive).
    pub end_line: u32,
}

/// Names that a focal function uses, each once, in the order in which they come.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FocalNames {
    /// Its own class or receiver, then every name in its list of parameters.
    pub parameters: Vec<String>,
    /// What it calls or makes.
    pub calls: Vec<String>,
    /// What its branch conditions name.
    pub conditions: Vec<String>,
}

/// The definitions of a file by line. Empty when the text cannot be parsed at all.
pub fn symbols(language: Language, text: &str) -> Vec<Symbol> {
    let Some((grammar, tree)) = parsed(language, text) else { return Vec::new() };
    let mut found: Vec<Symbol> = grammar
        .functions(&tree, "")
        .into_iter()
        .map(|function| Symbol {
            name: function.focal.name,
            kind: SymbolKind::Function,
            start_line: function.focal.start_line,
            end_line: function.focal.end_line,
        })
        .collect();
    let words = Words::of(language);
    walk(
        tree.root(),
        &mut Each(|place: &Place<'_, '_>| {
            let kind = place.node.kind();
            if words.bodies.contains(&kind) {
                return Flow::Skip;
            }
            let of = if words.types.contains(&kind) {
                SymbolKind::Type
            } else if words.constants.contains(&kind) {
                SymbolKind::Constant
            } else {
                return Flow::Into;
            };
            if let Some(name) = defined_name(place.node, text) {
                // `type X struct` and `const X = 1` read better with their keyword, which stands one level up.
                let whole = place.parent().filter(|p| words.wrappers.contains(&p.kind()) && p.named_child_count() == 1);
                let node = whole.unwrap_or(place.node);
                let (start_line, end_line) = (line_of(node), last_line_of(node));
                found.push(Symbol { name, kind: of, start_line, end_line });
            }
            Flow::Into
        }),
    );
    found.sort_by(|a, b| (a.start_line, a.end_line, &a.name).cmp(&(b.start_line, b.end_line, &b.name)));
    found.dedup();
    found
}

fn defined_name(node: Node<'_>, text: &str) -> Option<String> {
    let named = field(node, "name").or_else(|| field(node, "left")).or_else(|| node.named_child(0))?;
    // Of `A::B`, `Set{T} <: Base` and the like the name is what comes last of a path, or first of a head.
    let name = if named.kind() == "scope_resolution" { last_word(named, text)? } else { first_word(named, text)? };
    let constant = node.kind() != "assignment" || name.starts_with(char::is_uppercase);
    constant.then_some(name)
}

/// The names that a focal function uses; nothing when it does not stand where it says.
pub fn names_in(language: Language, file_text: &str, focal: &FocalFunction) -> FocalNames {
    let mut names = FocalNames::default();
    let Some((_, tree)) = parsed(language, file_text) else { return names };
    let Some(start) = byte_of(file_text, focal) else { return names };
    let Some(node) = tree.root().descendant_for_byte_range(start, start + focal.source.len()) else { return names };
    let words = Words::of(language);
    let mut parameters = Unique::new(&mut names.parameters);
    let class = focal.class_name.rsplit(['.', ':', '\\']).next().unwrap_or_default();
    parameters.add(class);
    for list in ["receiver", "parameters"].iter().filter_map(|name| field(node, name)) {
        leaves(list, file_text, &mut |word| parameters.add(word));
    }
    if language == Language::Julia
        && let Some(head) = node.named_child(0)
    {
        leaves(head, file_text, &mut |word| parameters.add(word));
    }
    let mut calls = Unique::new(&mut names.calls);
    let mut conditions = Unique::new(&mut names.conditions);
    walk(
        node,
        &mut Each(|place: &Place<'_, '_>| {
            let kind = place.node.kind();
            if let Some((_, part)) = words.calls.iter().find(|(call, _)| *call == kind)
                && let Some(callee) = part_of(place.node, part)
                && let Some(word) = last_word(callee, file_text)
            {
                calls.add(&word);
            }
            // A Ruby method without arguments is called by its bare name.
            if language == Language::Ruby && kind == "identifier" {
                calls.add(text_of(place.node, file_text));
            }
            if let Some((_, part)) = words.conditions.iter().find(|(branch, _)| *branch == kind)
                && let Some(condition) = part_of(place.node, part)
            {
                leaves(condition, file_text, &mut |word| conditions.add(word));
            }
            Flow::Into
        }),
    );
    names
}

/// Where a focal function begins in its file, in bytes.
pub fn byte_of(file_text: &str, focal: &FocalFunction) -> Option<usize> {
    let mut line_start = 0;
    for _ in 1..focal.start_line {
        line_start += file_text.get(line_start..)?.find('\n')? + 1;
    }
    let found = line_start + file_text.get(line_start..)?.find(&focal.source)?;
    // It must begin on that line, not on a later one.
    (!file_text.get(line_start..found)?.contains('\n')).then_some(found)
}

/// The part of a node in a field; an empty name stands for its first named child.
fn part_of<'t>(node: Node<'t>, part: &str) -> Option<Node<'t>> {
    if part.is_empty() { node.named_child(0) } else { field(node, part) }
}

const NAMES: &[&str] =
    &["identifier", "field_identifier", "type_identifier", "constant", "name", "property_identifier"];

fn leaves(node: Node<'_>, text: &str, each: &mut impl FnMut(&str)) {
    walk(
        node,
        &mut Each(|place: &Place<'_, '_>| {
            if NAMES.contains(&place.node.kind()) && place.node.named_child_count() == 0 {
                each(text_of(place.node, text));
            }
            Flow::Into
        }),
    );
}

fn first_word(node: Node<'_>, text: &str) -> Option<String> {
    let mut found = None;
    leaves(node, text, &mut |word| {
        found.get_or_insert_with(|| word.to_owned());
    });
    found
}

/// The last name of a path or selector: `Join` of `strings.Join`. Arguments of types do not count.
fn last_word(node: Node<'_>, text: &str) -> Option<String> {
    let mut node = node;
    loop {
        if NAMES.contains(&node.kind()) && node.named_child_count() == 0 {
            return Some(text_of(node, text).to_owned());
        }
        let generic = field(node, "function").or_else(|| field(node, "type"));
        let inner = generic.or_else(|| field(node, "field")).or_else(|| field(node, "name"));
        node = inner.or_else(|| named_children(node).last().copied())?;
    }
}

/// Adds words to a list, each once.
struct Unique<'v> {
    list: &'v mut Vec<String>,
    seen: BTreeSet<String>,
}

impl<'v> Unique<'v> {
    fn new(list: &'v mut Vec<String>) -> Self {
        Self { list, seen: BTreeSet::new() }
    }

    fn add(&mut self, word: &str) {
        if !word.is_empty() && self.seen.insert(word.to_owned()) {
            self.list.push(word.to_owned());
        }
    }
}

#[cfg(test)]
mod tests;

//! The tests of a Rust suite, and the pieces of its text that decide how it is placed.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use domain::Language;
use tree_sitter::Node;

use super::attributes::Attributes;
use crate::StaticTest;
use crate::grammar::parsed;
use crate::tree::{Each, Flow, Place, Visitor, field, line_of, named_children, text_of, walk};

/// One `#[test]` function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RustTest {
    /// Its name with the modules of the suite, and whether it will run.
    pub shown: StaticTest,
    /// Bytes of its body, braces included.
    pub body: Range<usize>,
    /// Whether the body begins with attributes of its own.
    pub inner_attributes: bool,
    /// Its return type as written; empty when there is none.
    pub returns: String,
    pub should_panic: bool,
    pub is_async: bool,
}

/// A top-level item of a suite, with the attributes and comments before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RustItem {
    /// The grammar's word for it: `mod_item`, `use_declaration`, `function_item`, …
    pub kind: String,
    /// Its name; empty where it has none.
    pub name: String,
    /// Bytes of the name.
    pub name_at: Range<usize>,
    /// Bytes of the item with its attributes.
    pub range: Range<usize>,
    /// Whether it exists in test builds only.
    pub for_tests: bool,
    /// Whether it is a test itself.
    pub is_test: bool,
    /// Whether its name stands in a path, an import or a visibility somewhere in the suite: what a new name would break.
    pub in_paths: bool,
}

/// What a suite is made of.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RustSuite {
    pub items: Vec<RustItem>,
    /// Bytes of attributes of the whole file, `#![…]`.
    pub inner_attributes: Vec<Range<usize>>,
    pub tests: Vec<RustTest>,
    /// Every identifier, outside of strings and comments, with the line (1-based) on which it stands first.
    pub words: BTreeMap<String, u32>,
}

/// Reads a suite; `None` when its text cannot be parsed at all.
pub fn rust_suite(text: &str) -> Option<RustSuite> {
    let (_, parsed) = parsed(Language::Rust, text)?;
    let root = parsed.root();
    let mut suite = RustSuite { tests: tests(root, text), words: words(root, text), ..RustSuite::default() };
    let mut before = Vec::new();
    let in_paths = in_paths(root, text);
    for node in named_children(root) {
        match node.kind() {
            "inner_attribute_item" => suite.inner_attributes.push(node.byte_range()),
            "attribute_item" => before.push(node),
            "ERROR" => {}
            kind if kind.ends_with("comment") => {}
            kind => {
                let attributes = Attributes::of(&before, text);
                let start = before.first().map_or(node.start_byte(), Node::start_byte);
                before.clear();
                let name = field(node, "name");
                suite.items.push(RustItem {
                    in_paths: name.is_some_and(|name| in_paths.contains(text_of(name, text))),
                    kind: kind.to_owned(),
                    name: name.map_or_else(String::new, |name| text_of(name, text).to_owned()),
                    name_at: name.map_or(0..0, |name| name.byte_range()),
                    range: start..node.end_byte(),
                    for_tests: attributes.for_tests(),
                    is_test: kind == "function_item" && attributes.makes_test(),
                });
            }
        }
    }
    Some(suite)
}

/// Names of the items at the top of a Rust file.
pub fn rust_item_names(text: &str) -> BTreeSet<String> {
    let Some((_, parsed)) = parsed(Language::Rust, text) else { return BTreeSet::new() };
    let items = named_children(parsed.root()).into_iter();
    items.filter_map(|item| field(item, "name")).map(|name| text_of(name, text).to_owned()).collect()
}

fn words(root: Node<'_>, text: &str) -> BTreeMap<String, u32> {
    let mut words = BTreeMap::new();
    walk(
        root,
        &mut Each(|place: &Place<'_, '_>| {
            let node = place.node;
            // Macro arguments hold names as `identifier`, whatever they will become.
            if node.child_count() == 0 && node.kind().ends_with("identifier") {
                words.entry(text_of(node, text).trim_start_matches("r#").to_owned()).or_insert_with(|| line_of(node));
            }
            Flow::Into
        }),
    );
    words
}

/// The names that stand beside a `::`, in an import or in a visibility.
fn in_paths<'s>(root: Node<'_>, text: &'s str) -> BTreeSet<&'s str> {
    let mut names = BTreeSet::new();
    walk(
        root,
        &mut Each(|place: &Place<'_, '_>| {
            let node = place.node;
            if node.child_count() == 0 && node.kind().ends_with("identifier") {
                let before = text.get(..node.start_byte()).unwrap_or_default().trim_end();
                let behind = text.get(node.end_byte()..).unwrap_or_default().trim_start();
                let importing = |above: &Node<'_>| matches!(above.kind(), "use_declaration" | "visibility_modifier");
                if before.ends_with("::") || behind.starts_with("::") || place.above.iter().any(importing) {
                    names.insert(text_of(node, text));
                }
            }
            Flow::Into
        }),
    );
    names
}

/// The tests of a suite in source order, those of its modules too. What macros would make is not seen.
pub(super) fn tests(root: Node<'_>, text: &str) -> Vec<RustTest> {
    let mut search = Search { text, modules: Vec::new(), before: Vec::new(), found: Vec::new() };
    walk(root, &mut search);
    search.found
}

/// Modules inside each other deeper than this are not looked into.
const DEPTH: usize = 100;

struct Search<'s, 't> {
    text: &'s str,
    /// Attributes of the item that comes next.
    before: Vec<Node<'t>>,
    /// Names of the modules around, and whether one exists only under conditions.
    modules: Vec<(&'s str, bool)>,
    found: Vec<RustTest>,
}

impl<'t> Visitor<'t> for Search<'_, 't> {
    fn enter(&mut self, place: &Place<'t, '_>) -> Flow {
        let node = place.node;
        let attributes = match node.kind() {
            "attribute_item" => {
                self.before.push(node);
                return Flow::Skip;
            }
            kind if !node.is_named() || kind.ends_with("comment") => return Flow::Skip,
            _ => Attributes::of(&std::mem::take(&mut self.before), self.text),
        };
        match node.kind() {
            "mod_item" => {
                let conditional = attributes.conditional();
                let name = field(node, "name").map_or("", |name| text_of(name, self.text));
                self.modules.push((name, conditional));
                if self.modules.len() > DEPTH { Flow::Skip } else { Flow::Into }
            }
            "function_item" => {
                self.function(node, &attributes);
                // The framework does not collect tests inside functions.
                Flow::Skip
            }
            "source_file" | "declaration_list" => Flow::Into,
            _ => Flow::Skip,
        }
    }

    fn leave(&mut self, place: &Place<'t, '_>) {
        if place.node.kind() == "mod_item" {
            self.modules.pop();
        }
    }
}

impl Search<'_, '_> {
    fn function(&mut self, node: Node<'_>, attributes: &Attributes) {
        let (Some(name), Some(body)) = (field(node, "name"), field(node, "body")) else { return };
        if !attributes.makes_test() {
            return;
        }
        let conditional = attributes.conditional() || self.modules.iter().any(|(_, conditional)| *conditional);
        let path = self.modules.iter().map(|(name, _)| *name).chain([text_of(name, self.text)]);
        let modifiers = named_children(node).into_iter().find(|child| child.kind() == "function_modifiers");
        self.found.push(RustTest {
            shown: StaticTest {
                name: path.collect::<Vec<_>>().join("::"),
                line: line_of(node),
                skipped: attributes.ignored(),
                exact: !conditional,
            },
            body: body.byte_range(),
            inner_attributes: body.named_child(0).is_some_and(|first| first.kind() == "inner_attribute_item"),
            returns: field(node, "return_type").map_or_else(String::new, |kind| text_of(kind, self.text).to_owned()),
            should_panic: attributes.should_panic(),
            is_async: modifiers.is_some_and(|m| text_of(m, self.text).split_whitespace().any(|w| w == "async")),
        });
    }
}

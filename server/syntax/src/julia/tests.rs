//! Test cases of a Julia suite that can be named without running it.
//!
//! Single `@test`s have no names, so a test case is a `@testset` at the top of the file (or of the one module that
//! wraps it) with a literal description, and all `@test`s outside of any set together are one more, named
//! [`TOP_LEVEL`]. A set surely reports something when a `@test` is a statement of its own body, under no condition and
//! no loop; only then, and when no other set has its description, is it `exact`.

use tree_sitter::Node;

use super::{macro_arguments, macro_name};
use crate::StaticTest;
use crate::grammar::Parsed;
use crate::tree::{line_of, named_children, text_of};

/// Name of the tests outside of any set.
const TOP_LEVEL: &str = "top level";
/// What Julia calls a set without a description.
const NAMELESS: &str = "test set";

pub(super) fn test_cases(suite: &Parsed<'_>) -> Vec<StaticTest> {
    let text = suite.text;
    let mut found: Vec<StaticTest> = Vec::new();
    let mut bare: Option<StaticTest> = None;
    for node in statements(suite.root()) {
        match macro_name(node, text) {
            Some("testset") => found.push(test_set(node, text)),
            Some(name) if is_test(name) => {
                let skips = is_skip(name);
                let case = bare.get_or_insert_with(|| StaticTest {
                    name: TOP_LEVEL.to_owned(),
                    line: line_of(node),
                    skipped: true,
                    exact: true,
                });
                case.skipped &= skips;
            }
            _ => {}
        }
    }
    let names: Vec<String> = found.iter().map(|case| case.name.clone()).collect();
    for case in &mut found {
        case.exact &= names.iter().filter(|name| **name == case.name).count() == 1;
    }
    found.extend(bare);
    found.sort_by_key(|case| case.line);
    found
}

/// Statements that are surely evaluated once: those of the file, of `begin` blocks and of modules.
fn statements(root: Node<'_>) -> Vec<Node<'_>> {
    let mut found = Vec::new();
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        match node.kind() {
            "source_file" | "compound_statement" | "module_definition" => {
                open.extend(named_children(node).into_iter().rev());
            }
            _ => found.push(node),
        }
    }
    found
}

fn is_test(name: &str) -> bool {
    matches!(name, "test" | "test_throws") || is_skip(name)
}

fn is_skip(name: &str) -> bool {
    matches!(name, "test_skip" | "test_broken")
}

fn test_set(node: Node<'_>, text: &str) -> StaticTest {
    let arguments = macro_arguments(node);
    let mut name = None;
    let mut exact = true;
    let mut tests = Vec::new();
    for argument in &arguments {
        match argument.kind() {
            "string_literal" => name = Some(literal(*argument, text)),
            "compound_statement" => {
                tests.extend(
                    named_children(*argument).into_iter().filter_map(|n| macro_name(n, text)).filter(|n| is_test(n)),
                );
            }
            // A type of set, options or a loop.
            _ => exact = false,
        }
    }
    let (name, literal) = match name {
        Some(Some(name)) => (name, true),
        Some(None) => (format!("(computed, line {})", line_of(node)), false),
        None => (NAMELESS.to_owned(), true),
    };
    StaticTest {
        line: line_of(node),
        skipped: !tests.is_empty() && tests.iter().all(|test| is_skip(test)),
        exact: exact && literal && !tests.is_empty() && !name.trim().is_empty() && name.trim() == name,
        name,
    }
}

/// The text of a string without interpolation and escapes.
fn literal(string: Node<'_>, text: &str) -> Option<String> {
    let parts = named_children(string);
    parts
        .iter()
        .all(|part| part.kind() == "content")
        .then(|| parts.iter().map(|part| text_of(*part, text)).collect::<String>())
        .filter(|text| !text.contains(['\n', '\r']))
}

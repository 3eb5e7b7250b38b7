//! Test functions: what the go tool takes for one.

use tree_sitter::Node;

use super::examples;
use crate::StaticTest;
use crate::grammar::Parsed;
use crate::tree::{field, line_of, named_children, text_of};

/// What `go test` runs: `func TestXxx(t *testing.T)`, `func FuzzXxx(f *testing.F)` (with its seeds only) and
/// `func ExampleXxx()` with a comment that says what it prints; `Xxx` does not begin with a small letter.
pub(super) fn test_cases(suite: &Parsed<'_>) -> Vec<StaticTest> {
    let text = suite.text;
    named_children(suite.root())
        .into_iter()
        .filter(|node| node.kind() == "function_declaration")
        .filter(|node| {
            is_test(*node, "Test", "T", text)
                || is_test(*node, "Fuzz", "F", text)
                || is_example(*node, text) && examples::output(*node, text).is_some()
        })
        .filter_map(|node| {
            let name = text_of(field(node, "name")?, text).to_owned();
            let skipped = field(node, "body").is_some_and(|body| is_skipped(body, text));
            Some(StaticTest { name, line: line_of(node), skipped, exact: true })
        })
        .collect()
}

/// Whether a function is named after the kind of test, as the go tool reads it.
fn is_named(function: Node<'_>, prefix: &str, text: &str) -> bool {
    let name = field(function, "name").map_or("", |name| text_of(name, text));
    name.strip_prefix(prefix).is_some_and(|rest| !rest.starts_with(char::is_lowercase))
}

/// `func ExampleXxx()`: no parameters, no result.
pub(super) fn is_example(function: Node<'_>, text: &str) -> bool {
    is_named(function, "Example", text)
        && field(function, "result").is_none()
        && field(function, "type_parameters").is_none()
        && field(function, "parameters").is_some_and(|list| parameters(list).is_empty())
}

fn is_test(function: Node<'_>, prefix: &str, kind: &str, text: &str) -> bool {
    if !is_named(function, prefix, text)
        || field(function, "result").is_some()
        || field(function, "type_parameters").is_some()
    {
        return false;
    }
    let Some(parameters) = field(function, "parameters").map(parameters) else { return false };
    let [only] = parameters.as_slice() else { return false };
    only.children_by_field_name("name", &mut only.walk()).count() <= 1
        && testing_type(*only, text).is_some_and(|(pointer, name)| pointer && name == kind)
}

fn parameters(list: Node<'_>) -> Vec<Node<'_>> {
    named_children(list).into_iter().filter(|node| node.kind() != "comment").collect()
}

/// Whether a parameter is of a type of package `testing` (or a dot-imported `T`): (behind a pointer, name of the type).
fn testing_type<'s>(parameter: Node<'_>, text: &'s str) -> Option<(bool, &'s str)> {
    let mut node = field(parameter, "type")?;
    let pointer = node.kind() == "pointer_type";
    if pointer {
        node = node.named_child(0)?;
    }
    match node.kind() {
        // As the go tool does: whatever the package is called in this file.
        "qualified_type" => Some((pointer, text_of(field(node, "name")?, text))),
        "type_identifier" if pointer => Some((true, text_of(node, text))),
        _ => None,
    }
}

/// Whether a function of the project is a helper for tests: its first parameter is a `testing.T`, `B`, `F`, `M` or `TB`.
pub(super) fn takes_testing(function: Node<'_>, text: &str) -> bool {
    field(function, "parameters")
        .and_then(|list| parameters(list).first().copied())
        .and_then(|first| field(first, "type"))
        .is_some_and(|kind| {
            matches!(text_of(kind, text), "*testing.T" | "*testing.B" | "*testing.F" | "*testing.M" | "testing.TB")
        })
}

/// Whether a statement of the body itself, under no condition, is `t.Skip(…)`, `t.SkipNow()` or `t.Skipf(…)`.
fn is_skipped(body: Node<'_>, text: &str) -> bool {
    let statements = named_children(body).into_iter().find(|node| node.kind() == "statement_list");
    statements.map(named_children).unwrap_or_default().into_iter().any(|statement| {
        statement.kind() == "expression_statement"
            && statement
                .named_child(0)
                .and_then(|call| field(call, "function"))
                .filter(|function| function.kind() == "selector_expression")
                .and_then(|function| field(function, "field"))
                .is_some_and(|name| matches!(text_of(name, text), "Skip" | "SkipNow" | "Skipf"))
    })
}

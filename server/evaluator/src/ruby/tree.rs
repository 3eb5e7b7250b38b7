//! The few questions about a suite's syntax tree that only placement asks.

use std::ops::Range;

use tree_sitter::{Node, Parser, Tree};

/// Parses Ruby text; `None` only when the grammar cannot be set up. A text with mistakes still gives a tree.
pub(super) fn parse(text: &str) -> Option<Tree> {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_ruby::LANGUAGE.into()).ok()?;
    parser.parse(text, None)
}

/// Calls `visit` for every node, parents first; children are left out when it returns `false`.
pub(super) fn walk<'tree>(node: Node<'tree>, visit: &mut dyn FnMut(Node<'tree>) -> bool) {
    // An own stack, because suites may be nested more deeply than the thread's.
    let mut stack = vec![node];
    while let Some(node) = stack.pop() {
        if visit(node) {
            let mut cursor = node.walk();
            let first = stack.len();
            stack.extend(node.named_children(&mut cursor));
            stack[first..].reverse();
        }
    }
}

/// `require "x"` and its relatives: a call without receiver whose only argument is a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Require {
    /// Where the whole call stands, in bytes.
    pub call: Range<usize>,
    /// Its line (1-based).
    pub line: usize,
    pub method: String,
    /// The path as written; `File.expand_path("../x", __dir__)` and `File.join(__dir__, "../x")` count as `./../x`.
    pub path: String,
}

/// All `require` and `require_relative` calls with a literal path.
pub(super) fn requires(tree: &Tree, text: &str) -> Vec<Require> {
    let mut found = Vec::new();
    walk(tree.root_node(), &mut |node| {
        if let Some(require) = as_require(node, text) {
            found.push(require);
        }
        true
    });
    found
}

fn as_require(node: Node<'_>, text: &str) -> Option<Require> {
    if node.kind() != "call" || node.child_by_field_name("receiver").is_some() {
        return None;
    }
    let method = source(node.child_by_field_name("method")?, text);
    if !matches!(method, "require" | "require_relative") {
        return None;
    }
    let arguments = node.child_by_field_name("arguments")?;
    if arguments.named_child_count() != 1 {
        return None;
    }
    let argument = arguments.named_child(0)?;
    let path = literal(argument, text).or_else(|| beside_this_file(argument, text))?;
    Some(Require { call: node.byte_range(), line: node.start_position().row + 1, method: method.to_owned(), path })
}

/// The value of a plain string literal.
pub(super) fn literal(node: Node<'_>, text: &str) -> Option<String> {
    if node.kind() != "string" || node.named_child_count() != 1 {
        return None;
    }
    let content = node.named_child(0)?;
    (content.kind() == "string_content").then(|| source(content, text).to_owned())
}

/// The name that a symbol or a plain string literal stands for.
pub(super) fn symbol(node: Node<'_>, text: &str) -> Option<String> {
    match node.kind() {
        "simple_symbol" => Some(source(node, text).trim_start_matches(':').to_owned()),
        _ => literal(node, text),
    }
}

/// `File.expand_path("../x", __dir__)` or `File.join(__dir__, "../x")`, as a path that starts with `./`.
fn beside_this_file(node: Node<'_>, text: &str) -> Option<String> {
    if node.kind() != "call" || source(node.child_by_field_name("receiver")?, text) != "File" {
        return None;
    }
    let arguments = node.child_by_field_name("arguments")?;
    let (first, second) = (arguments.named_child(0)?, arguments.named_child(1)?);
    let is_here = |node: Node<'_>| matches!(source(node, text), "__dir__" | "__FILE__" | "File.dirname(__FILE__)");
    let path = match source(node.child_by_field_name("method")?, text) {
        "expand_path" if is_here(second) => literal(first, text)?,
        "join" if is_here(first) && arguments.named_child_count() == 2 => literal(second, text)?,
        _ => return None,
    };
    Some(format!("./{}", path.trim_start_matches('/')))
}

/// Calls of a constant that stand as statements: `SimpleCov.start …`, `SimpleCov.formatter = …`. One whose value is used
/// is no set-up. With each its line.
pub(super) fn statements_on(tree: &Tree, text: &str, constant: &str) -> Vec<(Range<usize>, usize)> {
    let mut found = Vec::new();
    walk(tree.root_node(), &mut |node| {
        let statement = match node.kind() {
            "call" => Some(node),
            "assignment" => node.child_by_field_name("left").filter(|left| left.kind() == "call"),
            _ => None,
        };
        let is_wanted = statement
            .and_then(|call| call.child_by_field_name("receiver"))
            .is_some_and(|receiver| source(receiver, text) == constant)
            && node.parent().is_some_and(|parent| {
                matches!(
                    parent.kind(),
                    "program" | "body_statement" | "block_body" | "then" | "if_modifier" | "unless_modifier"
                )
            });
        if is_wanted {
            found.push((node.byte_range(), node.start_position().row + 1));
        }
        !is_wanted
    });
    found
}

/// Whether a class of the suite inherits from one of these.
pub(super) fn has_class_below(tree: &Tree, text: &str, classes: &[&str]) -> bool {
    let mut found = false;
    walk(tree.root_node(), &mut |node| {
        found |= node.kind() == "superclass"
            && node.named_child(0).is_some_and(|class| classes.contains(&source(class, text).trim_start_matches("::")));
        !found
    });
    found
}

/// Whether the constant `RSpec` is named outside of comments and strings.
pub(super) fn names_rspec(tree: &Tree, text: &str) -> bool {
    let mut found = false;
    walk(tree.root_node(), &mut |node| {
        found |= node.kind() == "constant" && source(node, text) == "RSpec";
        !found
    });
    found
}

/// The text of a node.
pub(super) fn source<'text>(node: Node<'_>, text: &'text str) -> &'text str {
    &text[node.byte_range()]
}

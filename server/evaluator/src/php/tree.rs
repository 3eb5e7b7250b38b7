//! The few questions about a suite's syntax tree that only placement and signals ask.

use std::ops::Range;

use tree_sitter::{Node, Parser, Tree};

/// Parses PHP text; `None` only when the grammar cannot be set up. A text with mistakes still gives a tree.
pub(super) fn parse(text: &str) -> Option<Tree> {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_php::LANGUAGE_PHP.into()).ok()?;
    parser.parse(text, None)
}

/// Calls `visit` for every node, parents first; children are left out when it returns `false`.
pub(super) fn walk<'tree>(node: Node<'tree>, visit: &mut dyn FnMut(Node<'tree>) -> bool) {
    // An own stack, because suites may be nested more deeply than the thread's.
    let mut stack = vec![node];
    while let Some(node) = stack.pop() {
        if visit(node) {
            let first = stack.len();
            stack.extend(children(node));
            stack[first..].reverse();
        }
    }
}

/// Named children of a node.
pub(super) fn children(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).collect()
}

/// The first child of a kind.
pub(super) fn child<'tree>(node: Node<'tree>, kind: &str) -> Option<Node<'tree>> {
    children(node).into_iter().find(|child| child.kind() == kind)
}

/// The text of a node.
pub(super) fn source<'text>(node: Node<'_>, text: &'text str) -> &'text str {
    text.get(node.byte_range()).unwrap_or_default()
}

/// Line of a node (1-based).
pub(super) fn line(node: Node<'_>) -> usize {
    node.start_position().row + 1
}

/// The last part of a name.
pub(super) fn last_part(name: &str) -> &str {
    name.rsplit('\\').next().unwrap_or(name)
}

/// A class of the suite that has a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Class {
    pub name: String,
    /// What it extends, as written; empty when nothing.
    pub parent: String,
    pub is_abstract: bool,
    /// Whether a method of it looks like a test.
    pub has_tests: bool,
    /// Where an import of its namespace could go, in bytes.
    pub imports_at: usize,
}

/// All classes with names, in order.
pub(super) fn classes(tree: &Tree, text: &str) -> Vec<Class> {
    let mut found = Vec::new();
    let mut imports_at = 0;
    walk(tree.root_node(), &mut |node| {
        match node.kind() {
            "php_tag" if imports_at == 0 => imports_at = node.end_byte(),
            "declare_statement" if found.is_empty() => imports_at = imports_at.max(node.end_byte()),
            "namespace_definition" => {
                imports_at = node.child_by_field_name("body").map_or(node.end_byte(), |body| body.start_byte() + 1);
            }
            "class_declaration" => {
                let name = node.child_by_field_name("name").map_or("", |name| source(name, text)).to_owned();
                let parent = child(node, "base_clause").and_then(|base| base.named_child(0));
                let methods = node.child_by_field_name("body").map(children).unwrap_or_default();
                let has_tests = methods.iter().filter(|member| member.kind() == "method_declaration").any(|method| {
                    let name = method.child_by_field_name("name").map_or("", |name| source(name, text));
                    name.starts_with("test")
                        || child(*method, "attribute_list").is_some_and(|list| source(list, text).contains("Test"))
                });
                found.push(Class {
                    name,
                    parent: parent.map_or("", |parent| source(parent, text)).to_owned(),
                    is_abstract: child(node, "abstract_modifier").is_some(),
                    has_tests,
                    imports_at,
                });
            }
            _ => {}
        }
        true
    });
    found
}

/// Whether a `use` at the top of the suite gives a class this short name.
pub(super) fn imports(tree: &Tree, text: &str, short: &str) -> bool {
    let mut found = false;
    walk(tree.root_node(), &mut |node| {
        if node.kind() == "namespace_use_clause" {
            let name = node.child_by_field_name("alias").or_else(|| node.named_child(0));
            found |= name.is_some_and(|name| last_part(source(name, text)).eq_ignore_ascii_case(short));
        }
        !found && !matches!(node.kind(), "class_declaration" | "function_definition")
    });
    found
}

/// Expressions that load a file, with the file's path as far as it is written out.
pub(super) fn loads(tree: &Tree, text: &str) -> Vec<(Range<usize>, usize, String)> {
    let mut found = Vec::new();
    walk(tree.root_node(), &mut |node| {
        let is_load = matches!(
            node.kind(),
            "require_expression" | "require_once_expression" | "include_expression" | "include_once_expression"
        );
        if is_load {
            let mut path = String::new();
            walk(node, &mut |part| {
                if part.kind() == "string_content" {
                    path.push_str(source(part, text));
                }
                true
            });
            found.push((node.byte_range(), line(node), path));
        }
        !is_load
    });
    found
}

/// `declare(strict_types=…);` statements.
pub(super) fn strict_types(tree: &Tree, text: &str) -> Vec<Range<usize>> {
    children(tree.root_node())
        .into_iter()
        .filter(|node| node.kind() == "declare_statement" && source(*node, text).contains("strict_types"))
        .map(|node| node.byte_range())
        .collect()
}

/// Where the first statement begins, other than comments.
pub(super) fn first_statement(tree: &Tree) -> Option<usize> {
    children(tree.root_node())
        .into_iter()
        .find(|node| !matches!(node.kind(), "php_tag" | "comment"))
        .map(|node| node.start_byte())
}

/// Pieces between `?>` and `<?php` that hold nothing but white space, and tags that stand inside of code.
pub(super) fn stray_tags(tree: &Tree, text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut tags = 0;
    walk(tree.root_node(), &mut |node| {
        match node.kind() {
            "text_interpolation" => {
                let inner = source(node, text).replace("?>", "");
                if inner.to_ascii_lowercase().replace("<?php", "").trim().is_empty() {
                    found.push(node.byte_range());
                }
                return false;
            }
            "php_tag" => tags += 1,
            "ERROR" => {
                let piece = source(node, text);
                let mut at = 0;
                for line in piece.split_inclusive('\n') {
                    if line.trim().eq_ignore_ascii_case("<?php") && (tags > 0 || at > 0) {
                        let start = node.start_byte() + at;
                        found.push(start..start + line.trim_end().len());
                    }
                    at += line.len();
                }
            }
            _ => {}
        }
        true
    });
    found.dedup();
    found
}

/// Names of functions that are called at the top of the file with a text as their first argument.
pub(super) fn top_level_calls<'text>(tree: &Tree, text: &'text str) -> Vec<&'text str> {
    let mut found = Vec::new();
    walk(tree.root_node(), &mut |node| {
        if node.kind() == "function_call_expression" {
            found.extend(node.child_by_field_name("function").map(|name| source(name, text)));
        }
        !matches!(node.kind(), "class_declaration" | "function_definition" | "arguments")
    });
    found
}

//! Functions and methods of a Go file.

use domain::FocalFunction;
use tree_sitter::Node;

use super::{constraint, tests};
use crate::functions::{code_lines, comments, head};
use crate::grammar::Parsed;
use crate::tree::{Each, Flow, Place, field, last_line_of, line_of, named_children, text_of, walk};
use crate::{DropReason, FoundFunction, Returns};

pub(super) fn functions(parsed: &Parsed<'_>, path: &str) -> Vec<FoundFunction> {
    let (root, text) = (parsed.root(), parsed.text);
    let package = package_of(root, text);
    let file_obstacle = if is_generated(text) {
        Some(DropReason::Generated)
    } else if constraint::is_platform_bound(text, path) {
        Some(DropReason::Platform)
    } else {
        None
    };
    named_children(root).into_iter().filter_map(|node| function(node, text, path, package, file_obstacle)).collect()
}

/// The name in the package clause; empty when there is none.
pub(super) fn package_of<'s>(root: Node<'_>, text: &'s str) -> &'s str {
    named_children(root)
        .into_iter()
        .find(|node| node.kind() == "package_clause")
        .and_then(|clause| clause.named_child(0))
        .map_or("", |name| text_of(name, text))
}

fn function(
    node: Node<'_>,
    text: &str,
    path: &str,
    package: &str,
    file_obstacle: Option<DropReason>,
) -> Option<FoundFunction> {
    if !matches!(node.kind(), "function_declaration" | "method_declaration") {
        return None;
    }
    // A function without a body is written in assembly.
    let body = field(node, "body")?;
    let name = text_of(field(node, "name")?, text).to_owned();
    let class_name = field(node, "receiver").and_then(|list| receiver_type(list, text)).unwrap_or_default().to_owned();
    let qualified_name = if class_name.is_empty() { name.clone() } else { format!("{class_name}.{name}") };
    let comments = comments(node);
    let obstacle = if node.has_error() {
        Some(DropReason::SyntaxError)
    } else if file_obstacle.is_some() {
        file_obstacle
    } else if tests::takes_testing(node, text) {
        Some(DropReason::Test)
    } else if class_name.is_empty() && matches!(name.as_str(), "init" | "main") || name == "_" {
        Some(DropReason::NotCallable)
    } else {
        None
    };
    Some(FoundFunction {
        class_signature: String::new(),
        code_lines: code_lines(node, text, &comments),
        returns: if has_own_return(body) { Returns::Explicit } else { Returns::Nothing },
        obstacle,
        focal: FocalFunction {
            qualified_name,
            path: path.to_owned(),
            start_line: line_of(node),
            end_line: last_line_of(node),
            source: text_of(node, text).to_owned(),
            signature: head(text, node.start_byte()..body.start_byte(), &comments),
            class_name,
            package: package.to_owned(),
            name,
        },
    })
}

/// The bare type name of a receiver: `Set` of `(s *Set[T])`.
fn receiver_type<'s>(list: Node<'_>, text: &'s str) -> Option<&'s str> {
    let declaration = named_children(list).into_iter().find(|n| n.kind() == "parameter_declaration")?;
    let mut node = field(declaration, "type")?;
    loop {
        node = match node.kind() {
            "type_identifier" => return Some(text_of(node, text)),
            "generic_type" => field(node, "type")?,
            "pointer_type" | "parenthesized_type" => node.named_child(0)?,
            _ => return None,
        };
    }
}

/// A `return`, with or without a value, that ends this function and not a function literal inside it.
fn has_own_return(body: Node<'_>) -> bool {
    let mut found = false;
    walk(
        body,
        &mut Each(|place: &Place<'_, '_>| match place.node.kind() {
            "func_literal" => Flow::Skip,
            "return_statement" => {
                found = true;
                Flow::Stop
            }
            _ => Flow::Into,
        }),
    );
    found
}

/// The mark of a generated file: a line `// Code generated … DO NOT EDIT.` before the package clause.
fn is_generated(text: &str) -> bool {
    text.lines()
        .take_while(|line| !line.starts_with("package "))
        .any(|line| line.trim_end().starts_with("// Code generated ") && line.trim_end().ends_with(" DO NOT EDIT."))
}

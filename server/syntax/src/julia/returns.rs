//! Whether a Julia function gives something back.
//!
//! Every Julia function returns its last expression, so "has a return" needs a rule, as in Ruby. A function counts when
//! it has a `return` of its own, or when what it ends with reads like an output: not an assignment, not printing or
//! throwing, not a loop, not a call whose name ends with `!` (which changes its argument), not `nothing`. In a function
//! that ends with `if` or `try`, one such branch is enough.

use tree_sitter::Node;

use super::functions::contains_own;
use super::macro_name;
use super::signature::last_name;
use crate::Returns;
use crate::tree::{named_children, text_of};

/// Calls that are made for their effect.
const EFFECTS: &[&str] = &[
    "print",
    "println",
    "printstyled",
    "show",
    "display",
    "dump",
    "write",
    "error",
    "throw",
    "rethrow",
    "exit",
    "foreach",
    "sleep",
    "wait",
    "close",
    "flush",
    "lock",
    "unlock",
    "notify",
    "@printf",
    "@warn",
    "@info",
    "@error",
    "@debug",
];

pub(super) fn returns(function: Node<'_>, text: &str) -> Returns {
    if contains_own(function, |node| node.kind() == "return_statement") {
        Returns::Explicit
    } else if ends_with_output(function, text) {
        Returns::LastExpression
    } else {
        Returns::Nothing
    }
}

fn ends_with_output(function: Node<'_>, text: &str) -> bool {
    let mut open: Vec<Node<'_>> = if function.kind() == "assignment" {
        named_children(function).last().copied().into_iter().collect()
    } else {
        last_statement(function, 1).into_iter().collect()
    };
    while let Some(node) = open.pop() {
        match node.kind() {
            "let_statement" => open.extend(last_statement(node, 0).filter(|n| n.kind() != "let_binding")),
            "if_statement" | "try_statement" => {
                let skipped = usize::from(node.kind() == "if_statement");
                open.extend(last_statement(node, skipped));
                open.extend(named_children(node).into_iter().filter(|child| is_clause(*child)));
            }
            "elseif_clause" => open.extend(last_statement(node, 1)),
            "compound_statement" | "else_clause" | "catch_clause" => open.extend(last_statement(node, 0)),
            "ternary_expression" => open.extend(named_children(node).into_iter().skip(1)),
            "macrocall_expression" if matches!(macro_name(node, text), Some("inbounds" | "views" | "fastmath")) => {
                open.extend(super::macro_arguments(node).last().copied());
            }
            _ if is_output(node, text) => return true,
            _ => {}
        }
    }
    false
}

fn is_clause(node: Node<'_>) -> bool {
    matches!(node.kind(), "elseif_clause" | "else_clause" | "catch_clause" | "finally_clause")
}

/// The statement whose value a block has: the last one behind the first `skipped`, its clauses left out.
fn last_statement(block: Node<'_>, skipped: usize) -> Option<Node<'_>> {
    named_children(block)
        .into_iter()
        .filter(|node| !matches!(node.kind(), "line_comment" | "block_comment"))
        .skip(skipped)
        .filter(|node| !is_clause(*node))
        .last()
}

fn is_output(node: Node<'_>, text: &str) -> bool {
    match node.kind() {
        "assignment"
        | "compound_assignment_expression"
        | "for_statement"
        | "while_statement"
        | "break_statement"
        | "continue_statement"
        | "global_statement"
        | "local_statement"
        | "const_statement"
        | "function_definition"
        | "using_statement"
        | "import_statement"
        | "let_binding" => false,
        "identifier" => text_of(node, text) != "nothing",
        "call_expression" => {
            let name = node.named_child(0).and_then(|callee| last_name(callee, text)).unwrap_or_default();
            !EFFECTS.contains(&name) && !name.ends_with('!')
        }
        "macrocall_expression" => {
            !EFFECTS.contains(&format!("@{}", macro_name(node, text).unwrap_or_default()).as_str())
        }
        // `condition && throw(…)` is a guard.
        "binary_expression" => {
            let parts = named_children(node);
            let lazy = parts.get(1).is_some_and(|operator| matches!(text_of(*operator, text), "&&" | "||"));
            !lazy || parts.last().is_some_and(|right| is_output(*right, text))
        }
        _ => true,
    }
}

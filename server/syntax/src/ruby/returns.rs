//! Whether a Ruby method gives something back.
//!
//! Every Ruby method returns its last expression, so "has a return" needs a rule. The reference asks for the word
//! `return`, which would leave out most idiomatic methods; the paper says "explicit return or output expression".
//! Here a method counts when it has a `return` of its own, or when what it ends with reads like an output: not an
//! assignment, not printing or raising, not a loop or an `each` made for its effect, not `nil`. In a method that ends
//! with `if` or `case`, one such branch is enough. `@x ||= …` counts, since it is the idiom for a remembered output.

use tree_sitter::Node;

use crate::Returns;
use crate::tree::{Each, Flow, Place, field, named_children, text_of, walk};

pub(super) fn returns(method: Node<'_>, text: &str) -> Returns {
    let Some(body) = field(method, "body") else { return Returns::Nothing };
    if has_own_return(body, text) {
        Returns::Explicit
    } else if ends_with_output(body, text) {
        Returns::LastExpression
    } else {
        Returns::Nothing
    }
}

/// A `return` that ends this method: not one of a nested method or of a lambda. In a block it does end the method.
fn has_own_return(body: Node<'_>, text: &str) -> bool {
    let mut found = false;
    walk(
        body,
        &mut Each(|place: &Place<'_, '_>| match place.node.kind() {
            "method" | "singleton_method" | "class" | "module" | "singleton_class" | "lambda" => Flow::Skip,
            "call"
                if field(place.node, "method")
                    .is_some_and(|name| matches!(text_of(name, text), "lambda" | "define_method")) =>
            {
                Flow::Skip
            }
            "return" if place.node.is_named() => {
                found = true;
                Flow::Stop
            }
            _ => Flow::Into,
        }),
    );
    found
}

fn ends_with_output(body: Node<'_>, text: &str) -> bool {
    let mut open = vec![body];
    while let Some(node) = open.pop() {
        match node.kind() {
            "body_statement" | "block_body" | "then" | "else" | "begin" | "parenthesized_statements" => {
                open.extend(last_statement(node));
            }
            "if" | "unless" | "elsif" => {
                open.extend(field(node, "consequence"));
                open.extend(field(node, "alternative"));
            }
            "case" | "case_match" => {
                open.extend(
                    named_children(node).into_iter().filter(|n| matches!(n.kind(), "when" | "in_clause" | "else")),
                );
            }
            "when" | "in_clause" | "if_modifier" | "unless_modifier" | "rescue_modifier" => {
                open.extend(field(node, "body"));
            }
            _ if is_output(node, text) => return true,
            _ => {}
        }
    }
    false
}

/// The statement whose value a sequence has; its handlers come after it in the tree and do not count.
fn last_statement(sequence: Node<'_>) -> Option<Node<'_>> {
    named_children(sequence)
        .into_iter()
        .rfind(|n| !matches!(n.kind(), "rescue" | "ensure" | "else" | "comment" | "heredoc_body" | "empty_statement"))
}

fn is_output(node: Node<'_>, text: &str) -> bool {
    match node.kind() {
        "assignment" | "while" | "until" | "for" | "while_modifier" | "until_modifier" | "method"
        | "singleton_method" | "class" | "module" | "singleton_class" | "alias" | "undef" | "nil" | "redo"
        | "retry" | "break" | "next" => false,
        "operator_assignment" => field(node, "operator").is_some_and(|operator| text_of(operator, text) == "||="),
        "call" => !is_made_for_effect(node, text),
        "identifier" => !matches!(text_of(node, text), "puts" | "print" | "p" | "raise" | "fail" | "exit" | "abort"),
        _ => true,
    }
}

fn is_made_for_effect(call: Node<'_>, text: &str) -> bool {
    let name = field(call, "method").map_or("", |name| text_of(name, text));
    match field(call, "receiver").map(|receiver| text_of(receiver, text)) {
        None => matches!(
            name,
            "puts"
                | "print"
                | "p"
                | "pp"
                | "printf"
                | "putc"
                | "warn"
                | "raise"
                | "fail"
                | "exit"
                | "abort"
                | "loop"
                | "sleep"
                | "throw"
        ),
        Some("$stdout" | "$stderr" | "STDOUT" | "STDERR" | "Kernel") => true,
        Some(_) => {
            let iterates = matches!(
                name,
                "each"
                    | "each_pair"
                    | "each_with_index"
                    | "each_key"
                    | "each_value"
                    | "each_char"
                    | "each_line"
                    | "reverse_each"
                    | "times"
                    | "upto"
                    | "downto"
                    | "step"
            );
            iterates && field(call, "block").is_some()
        }
    }
}

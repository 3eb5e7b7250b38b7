//! Mutants as alternatives: around the smallest piece of code that can be replaced by a choice stands
//! `match mutant() { 3 => { changed }, _ => { original } }`.

use domain::Mutant;
use tree_sitter::Node;

use super::is_evaluated_early;
use super::one_line::one_line;
use crate::rust::weave::{Kind, Wrap};
use crate::tree::field;

/// The wraps for all mutants, and the numbers of those that cannot be written as a choice.
pub(super) fn wraps(text: &str, body: Node<'_>, harness: &str, mutants: &[Mutant]) -> (Vec<Wrap>, Vec<u16>) {
    let mut wraps: Vec<Wrap> = Vec::new();
    let mut left_out = Vec::new();
    for mutant in mutants {
        let Some((node, form)) = place(text, body, mutant) else {
            left_out.push(mutant.number);
            continue;
        };
        let Some(changed) = changed(text, node, mutant) else {
            left_out.push(mutant.number);
            continue;
        };
        let arm = (Kind::Mutant(mutant.number), format!("{} => {{ {changed} }} ", mutant.number));
        let known = wraps.iter_mut().find(|wrap| (wrap.start, wrap.end) == (node.start_byte(), node.end_byte()));
        if let Some(wrap) = known {
            // Before the frame that leads to the original.
            wrap.open.insert(wrap.open.len() - 1, arm);
            continue;
        }
        let (open, close) = form.frame();
        wraps.push(Wrap {
            start: node.start_byte(),
            end: node.end_byte(),
            open: vec![
                (Kind::Frame, format!("{open}match ::{harness}::mutant() {{ ")),
                arm,
                (Kind::Frame, "_ => { ".to_owned()),
            ],
            close: format!(" }} }}{close}"),
            rank: 2,
        });
    }
    (wraps, left_out)
}

#[derive(Clone, Copy)]
enum Form {
    Expression,
    Statement,
    /// A block stays a block.
    Block,
}

impl Form {
    const fn frame(self) -> (&'static str, &'static str) {
        match self {
            Self::Expression => ("(", ")"),
            Self::Statement => ("", ""),
            Self::Block => ("{ ", " }"),
        }
    }
}

/// The text of a node with the mutant in it, on one line.
fn changed(text: &str, node: Node<'_>, mutant: &Mutant) -> Option<String> {
    let (start, end) = (mutant.start as usize, mutant.end as usize);
    let replacement = &mutant.replacement;
    if replacement.contains('\n') && (replacement.contains("//") || replacement.contains('"')) {
        return None;
    }
    let before = one_line(node, node.start_byte()..start, text)?;
    let after = one_line(node, end..node.end_byte(), text)?;
    Some([before.as_str(), &replacement.replace(['\n', '\r'], " "), &after].concat())
}

/// The smallest piece around a mutant that a choice can stand for.
fn place<'t>(text: &str, body: Node<'t>, mutant: &Mutant) -> Option<(Node<'t>, Form)> {
    let (start, end) = (mutant.start as usize, mutant.end as usize);
    if start < body.start_byte() || end > body.end_byte() || start > end {
        return None;
    }
    // The way down to the smallest node that holds the mutant.
    let mut way = vec![body];
    let mut node = body;
    while let Some(next) = {
        let mut cursor = node.walk();
        node.named_children(&mut cursor).find(|child| child.start_byte() <= start && end <= child.end_byte())
    } {
        way.push(next);
        node = next;
    }
    // What lies below something that the compiler evaluates, or below a pattern, cannot be chosen at run time.
    let mut reach = way.len();
    for i in 1..way.len() {
        let (parent, node) = (way[i - 1], way[i]);
        let pattern = node.kind().ends_with("_pattern")
            && !(i + 1 < way.len() && node.kind() == "match_pattern" && field(node, "condition") == Some(way[i + 1]));
        let bound = field(parent, "pattern") == Some(node) && parent.kind() != "match_arm";
        if pattern || bound || is_evaluated_early(node, Some(parent), text) {
            reach = i;
            break;
        }
    }
    let whole = mutant.replacement.trim().is_empty();
    (0..reach).rev().find_map(|i| {
        let node = way[i];
        let parent = i.checked_sub(1).map(|above| way[above]);
        let exact = (node.start_byte(), node.end_byte()) == (start, end);
        // A statement that is left out cannot be wrapped as an expression: nothing would be left of it.
        if whole && exact && node.kind() != "expression_statement" {
            return None;
        }
        form_of(node, parent).map(|form| (node, form))
    })
}

fn form_of(node: Node<'_>, parent: Option<Node<'_>>) -> Option<Form> {
    match node.kind() {
        "block" => Some(Form::Block),
        "expression_statement" => Some(Form::Statement),
        "if_expression" | "match_expression" | "while_expression" | "loop_expression" | "for_expression"
        | "unsafe_block"
            if parent.is_some_and(|p| p.kind() == "expression_statement" && p.end_byte() == node.end_byte()) =>
        {
            Some(Form::Statement)
        }
        // `let` conditions bind names for what follows.
        "if_expression" if parent.is_some_and(|p| p.kind() == "else_clause") => Some(Form::Expression),
        "identifier" | "scoped_identifier" | "self" | "field_expression" | "index_expression" => {
            let parent = parent?;
            let read = field(parent, "condition") == Some(node)
                || field(parent, "right") == Some(node)
                || matches!(parent.kind(), "return_expression" | "arguments")
                || (parent.kind() == "let_declaration" && field(parent, "value") == Some(node));
            read.then_some(Form::Expression)
        }
        "binary_expression"
        | "unary_expression"
        | "integer_literal"
        | "float_literal"
        | "boolean_literal"
        | "string_literal"
        | "raw_string_literal"
        | "char_literal"
        | "negative_literal"
        | "call_expression"
        | "array_expression"
        | "tuple_expression"
        | "parenthesized_expression"
        | "macro_invocation"
        | "if_expression"
        | "match_expression"
        | "while_expression"
        | "loop_expression"
        | "for_expression"
        | "return_expression"
        | "break_expression"
        | "continue_expression"
        | "assignment_expression"
        | "compound_assignment_expr"
        | "closure_expression"
        | "type_cast_expression"
        | "try_expression"
        | "await_expression"
        | "range_expression"
        | "struct_expression"
        | "unit_expression"
        | "unsafe_block"
        | "async_block"
        | "reference_expression" => {
            let dereferenced = node.kind() == "unary_expression" && node.child(0).is_some_and(|op| op.kind() == "*");
            let deleted_place =
                parent.is_some_and(|p| field(p, "left") == Some(node) && p.kind().contains("assignment"));
            (!dereferenced && !deleted_place).then_some(Form::Expression)
        }
        _ => None,
    }
}

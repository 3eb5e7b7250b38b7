//! What can be changed in Go.

use domain::MutationOperator as Op;
use tree_sitter::Node;

use super::dialect::{COMMON, Condition, Dialect, Literals, SHIFTS, Site, Swap, Value, parts};
use super::{braced_body, field_name};

const OWN: &[Swap] = &[
    ("++", Op::Arithmetic, "--"),
    ("--", Op::Arithmetic, "++"),
    ("^", Op::Arithmetic, "&"),
    ("&^", Op::Arithmetic, "&"),
    ("&^=", Op::Arithmetic, "&="),
];

pub(super) const GO: Dialect = Dialect {
    grammar: || tree_sitter_go::LANGUAGE.into(),
    functions: &["function_declaration", "method_declaration"],
    name: field_name,
    body: braced_body,
    swaps: &[COMMON, SHIFTS, OWN],
    operators_in: &["binary_expression", "assignment_statement", "inc_statement", "dec_statement"],
    tokens: (&[], &[]),
    prefixes: &["unary_expression"],
    conditions: &[
        ("if_statement", Condition::Field),
        ("for_clause", Condition::Field),
        ("for_statement", Condition::FirstBut(&["block", "for_clause", "range_clause"])),
    ],
    bindings: &[],
    literals: Literals {
        integers: &["int_literal"],
        floats: &["float_literal"],
        booleans: &["true", "false"],
        strings: &["interpreted_string_literal", "raw_string_literal"],
        characters: &["rune_literal"],
        leading_zero_is_octal: true,
        not_in: &["field_declaration", "import_spec"],
    },
    opaque: &["type_declaration", "array_type", "type_arguments", "struct_type"],
    names: &["identifier"],
    tail: None,
    returns,
    deletion,
};

const FUNCTIONS: &[&str] = &["function_declaration", "method_declaration", "func_literal"];
const LOOPS: &[&str] = &["for_statement"];
const BRANCHES: &[&str] = &["if_statement"];

/// Zero values of the declared result types, one result at a time; `true` and `false` for a bool.
fn returns(site: &Site<'_, '_>) -> Vec<Value> {
    if site.kind() != "return_statement" {
        return Vec::new();
    }
    let values = parts(site.node).first().copied().map(parts).unwrap_or_default();
    let types = site.around(FUNCTIONS).map(result_types).unwrap_or_default();
    if values.len() != types.len() {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (value, kind) in values.into_iter().zip(types) {
        let others = match zero(kind, site.text) {
            Some(zero) if zero == "false" => vec!["true".to_owned(), zero],
            zero => zero.into_iter().collect(),
        };
        found.extend(others.into_iter().map(|other| (value.byte_range(), other)));
    }
    found
}

/// The types of the results, one for each value that a `return` gives.
fn result_types(function: Node<'_>) -> Vec<Node<'_>> {
    let Some(result) = function.child_by_field_name("result") else { return Vec::new() };
    if result.kind() != "parameter_list" {
        return vec![result];
    }
    let mut types = Vec::new();
    for declaration in parts(result) {
        let names = declaration.children_by_field_name("name", &mut declaration.walk()).filter(Node::is_named).count();
        let Some(kind) = declaration.child_by_field_name("type") else { continue };
        types.extend(std::iter::repeat_n(kind, names.max(1)));
    }
    types
}

fn zero(kind: Node<'_>, text: &str) -> Option<String> {
    let name = text.get(kind.byte_range())?;
    let value = match (kind.kind(), name) {
        ("pointer_type" | "slice_type" | "map_type" | "channel_type" | "function_type" | "interface_type", _)
        | (_, "error" | "any") => "nil",
        ("parenthesized_type", _) => return zero(kind.named_child(0)?, text),
        (_, "bool") => "false",
        (_, "string") => "\"\"",
        (
            _,
            "int" | "int8" | "int16" | "int32" | "int64" | "uint" | "uint8" | "uint16" | "uint32" | "uint64"
            | "uintptr" | "byte" | "rune" | "float32" | "float64" | "complex64" | "complex128",
        ) => "0",
        // A named type may be of any kind; this is the zero value of each.
        _ => return Some(format!("*new({name})")),
    };
    Some(value.to_owned())
}

fn deletion(site: &Site<'_, '_>) -> Option<&'static str> {
    if site.parent_kind() != "statement_list" {
        return None;
    }
    let deletable = match site.kind() {
        "expression_statement"
        | "inc_statement"
        | "dec_statement"
        | "defer_statement"
        | "go_statement"
        | "send_statement"
        | "if_statement"
        | "for_statement"
        | "expression_switch_statement"
        | "type_switch_statement"
        | "select_statement"
        | "labeled_statement" => true,
        // `_ = x` does nothing.
        "assignment_statement" => {
            let left = site.node.child_by_field_name("left").map(parts).unwrap_or_default();
            left.iter().any(|name| site.text_of(*name) != "_")
        }
        "continue_statement" => parts(site.node).len() == 1 || !site.jumps_to_next(LOOPS, BRANCHES),
        "break_statement" => {
            let ends_case = site.is_last()
                && site.above.len() >= 2
                && matches!(
                    site.above[site.above.len() - 2].kind(),
                    "expression_case" | "type_case" | "default_case" | "communication_case"
                );
            parts(site.node).len() == 1 || !ends_case
        }
        _ => false,
    };
    deletable.then_some("")
}

//! What can be changed in Rust.

use domain::MutationOperator as Op;
use tree_sitter::Node;

use super::dialect::{COMMON, Condition, Dialect, Literals, SHIFTS, Site, Swap, Value, parts};
use super::{braced_body, field_name};

const OWN: &[Swap] = &[("^", Op::Arithmetic, "&")];

pub(super) const RUST: Dialect = Dialect {
    grammar: || tree_sitter_rust::LANGUAGE.into(),
    functions: &["function_item"],
    name: field_name,
    body: braced_body,
    swaps: &[COMMON, SHIFTS, OWN],
    operators_in: &["binary_expression", "compound_assignment_expr"],
    // In a macro `<` may open type arguments and `*` may dereference.
    tokens: (&["token_tree"], &["==", "!=", "<=", ">=", "&&", "||"]),
    prefixes: &["unary_expression"],
    conditions: &[
        ("if_expression", Condition::Field),
        ("while_expression", Condition::Field),
        ("match_pattern", Condition::Field),
    ],
    bindings: &["let_condition", "let_chain"],
    literals: Literals {
        integers: &["integer_literal"],
        floats: &["float_literal"],
        booleans: &["boolean_literal"],
        strings: &["string_literal", "raw_string_literal"],
        characters: &["char_literal"],
        leading_zero_is_octal: false,
        not_in: &["field_expression", "field_initializer", "extern_modifier"],
    },
    opaque: &[
        "attribute_item",
        "inner_attribute_item",
        "use_declaration",
        "macro_definition",
        "array_type",
        "type_arguments",
        "struct_item",
        "enum_item",
        "type_item",
    ],
    names: &["identifier"],
    tail: Some(tail),
    returns,
    deletion,
};

const FUNCTIONS: &[&str] = &["function_item", "closure_expression", "async_block"];
const LOOPS: &[&str] = &["for_expression", "while_expression", "loop_expression"];
const BRANCHES: &[&str] = &["if_expression", "else_clause", "match_block", "match_arm"];
/// Expressions that may stand as a statement without a `;`.
const BLOCK_LIKE: &[&str] = &[
    "if_expression",
    "match_expression",
    "for_expression",
    "while_expression",
    "loop_expression",
    "unsafe_block",
    "block",
];

/// Where the value of a block, a branch or a match comes from. `Some` of nothing: it has none, or must not be replaced.
fn tail<'t>(node: Node<'t>, text: &str) -> Option<Vec<Node<'t>>> {
    let last = || parts(node).last().copied().filter(|last| is_expression(*last)).into_iter().collect();
    Some(match node.kind() {
        "function_item" => node.child_by_field_name("body").into_iter().collect(),
        "block" => last(),
        "unsafe_block" | "else_clause" | "expression_statement" => parts(node),
        "if_expression" => {
            let Some(other) = node.child_by_field_name("alternative") else { return Some(Vec::new()) };
            node.child_by_field_name("consequence").into_iter().chain([other]).collect()
        }
        "match_expression" => {
            let arms = node.child_by_field_name("body").map(parts).unwrap_or_default();
            arms.into_iter().filter_map(|arm| arm.child_by_field_name("value")).collect()
        }
        "for_expression"
        | "while_expression"
        | "loop_expression"
        | "return_expression"
        | "break_expression"
        | "continue_expression"
        | "assignment_expression"
        | "compound_assignment_expr"
        | "unit_expression" => Vec::new(),
        "macro_invocation" => {
            let name = node.child_by_field_name("macro").and_then(|name| text.get(name.byte_range()));
            if matches!(name, Some("panic" | "unreachable" | "todo" | "unimplemented")) {
                Vec::new()
            } else {
                return None;
            }
        }
        _ => return None,
    })
}

/// Whether the last part of a block is its value.
fn is_expression(node: Node<'_>) -> bool {
    match node.kind() {
        "expression_statement" => node.child(node.child_count().saturating_sub(1)).is_some_and(|c| c.kind() != ";"),
        kind => {
            !kind.ends_with("_item") && !kind.ends_with("_declaration") && kind != "empty_statement" && kind != "label"
        }
    }
}

fn returns(site: &Site<'_, '_>) -> Vec<Value> {
    let value = if site.is_tail {
        site.node
    } else if site.kind() == "return_expression" {
        let Some(value) = parts(site.node).first().copied() else { return Vec::new() };
        value
    } else {
        return Vec::new();
    };
    let Some(function) = site.around(FUNCTIONS) else { return Vec::new() };
    let Some(kind) = function.child_by_field_name("return_type") else { return Vec::new() };
    others(kind, site.text, site.text_of(value)).into_iter().map(|other| (value.byte_range(), other)).collect()
}

/// Other values of a type; none where nothing that surely compiles can be written.
fn others(kind: Node<'_>, text: &str, value: &str) -> Vec<String> {
    let Some(name) = text.get(kind.byte_range()) else { return Vec::new() };
    let base = name.split('<').next().unwrap_or(name).rsplit("::").next().unwrap_or(name).trim();
    let first_argument = || kind.child_by_field_name("type_arguments").and_then(|list| parts(list).first().copied());
    let owned = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect();
    match (kind.kind(), base) {
        ("primitive_type", "bool") => owned(&["true", "false"]),
        ("primitive_type", "f32" | "f64") => owned(&["0.0"]),
        ("primitive_type", "char") => owned(&["'\\0'"]),
        ("primitive_type", "str") | ("unit_type" | "never_type" | "abstract_type", _) => Vec::new(),
        ("primitive_type", _) => owned(&[if value == "0" { "1" } else { "0" }]),
        ("reference_type", _) => match kind.child_by_field_name("type").map(|inner| (inner, inner.kind())) {
            Some((inner, _)) if text.get(inner.byte_range()) == Some("str") => owned(&["\"\""]),
            Some((_, "array_type")) if !name.contains("mut ") && !name.contains(';') => owned(&["&[]"]),
            _ => Vec::new(),
        },
        (_, "String") => owned(&["String::new()"]),
        (_, "Vec") => owned(&["Vec::new()"]),
        (_, "Option") if value.ends_with("None") => owned(&["Some(Default::default())"]),
        (_, "Option") => owned(&["None"]),
        ("generic_type", "Result") => match first_argument() {
            Some(inner) if inner.kind() == "unit_type" => owned(&["Ok(())"]),
            Some(inner) => {
                let inner = others(inner, text, "");
                let inner = if inner.is_empty() { owned(&["Default::default()"]) } else { inner };
                inner.into_iter().map(|inner| format!("Ok({inner})")).collect()
            }
            None => Vec::new(),
        },
        // An alias of a result; what it holds can't be told from here.
        (_, base) if base.ends_with("Result") => Vec::new(),
        _ => owned(&["Default::default()"]),
    }
}

fn deletion(site: &Site<'_, '_>) -> Option<&'static str> {
    if site.kind() != "expression_statement" || site.parent_kind() != "block" {
        return None;
    }
    let inner = parts(site.node).first().copied()?;
    let ends_with_semicolon = site.text().ends_with(';');
    let deletable = match inner.kind() {
        "return_expression" => false,
        "continue_expression" => parts(inner).len() == 1 || !site.jumps_to_next(LOOPS, BRANCHES),
        // The last one without a `;` may be the value of the block.
        "if_expression" => ends_with_semicolon || !site.is_last() || inner.child_by_field_name("alternative").is_none(),
        "for_expression" | "while_expression" => true,
        kind if BLOCK_LIKE.contains(&kind) => ends_with_semicolon || !site.is_last(),
        _ => ends_with_semicolon,
    };
    deletable.then_some("")
}

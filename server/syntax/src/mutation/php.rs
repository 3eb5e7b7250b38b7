//! What can be changed in PHP.

use domain::MutationOperator as Op;
use tree_sitter::Node;

use super::dialect::{COMMON, Condition, Dialect, Literals, SHIFTS, Site, Swap, Value, parts};
use super::{braced_body, field_name};

const OWN: &[Swap] = &[
    ("++", Op::Arithmetic, "--"),
    ("--", Op::Arithmetic, "++"),
    ("**", Op::Arithmetic, "*"),
    ("^", Op::Arithmetic, "&"),
    // Nothing is appended: what was there is lost.
    (".=", Op::Arithmetic, "="),
    ("===", Op::Relational, "!=="),
    ("!==", Op::Relational, "==="),
    ("<>", Op::Relational, "=="),
    ("and", Op::Logical, "or"),
    ("or", Op::Logical, "and"),
];

pub(super) const PHP: Dialect = Dialect {
    grammar: || tree_sitter_php::LANGUAGE_PHP.into(),
    functions: &["function_definition", "method_declaration"],
    name: field_name,
    body: braced_body,
    swaps: &[COMMON, SHIFTS, OWN],
    operators_in: &["binary_expression", "augmented_assignment_expression", "update_expression"],
    tokens: (&[], &[]),
    prefixes: &["unary_op_expression"],
    conditions: &[
        ("if_statement", Condition::Field),
        ("else_if_clause", Condition::Field),
        ("while_statement", Condition::Field),
        ("do_statement", Condition::Field),
        ("for_statement", Condition::Field),
        ("conditional_expression", Condition::Field),
    ],
    bindings: &["sequence_expression"],
    literals: Literals {
        integers: &["integer"],
        floats: &["float"],
        booleans: &["boolean"],
        strings: &["string", "encapsed_string"],
        characters: &[],
        leading_zero_is_octal: true,
        not_in: &["declare_directive", "encapsed_string"],
    },
    opaque: &["attribute_list", "text", "text_interpolation"],
    names: &["variable_name"],
    tail: None,
    returns,
    deletion,
};

const FUNCTIONS: &[&str] = &["function_definition", "method_declaration", "anonymous_function", "arrow_function"];
const LOOPS: &[&str] = &["for_statement", "foreach_statement", "while_statement", "do_statement"];
const BRANCHES: &[&str] = &["if_statement", "else_clause", "else_if_clause"];

fn returns(site: &Site<'_, '_>) -> Vec<Value> {
    if site.kind() != "return_statement" {
        return Vec::new();
    }
    let Some(value) = parts(site.node).first().copied() else { return Vec::new() };
    let declared = site.around(FUNCTIONS).and_then(|function| function.child_by_field_name("return_type"));
    others(declared.map(|kind| site.text_of(kind)), site.text_of(value))
        .iter()
        .map(|other| (value.byte_range(), (*other).to_owned()))
        .collect()
}

/// Other values that the declared type allows; one that it does not allow would only be a `TypeError`.
fn others(declared: Option<&str>, value: &str) -> &'static [&'static str] {
    let is_null = value.eq_ignore_ascii_case("null");
    match constant_bool(value) {
        Some(true) => return &["false"],
        Some(false) => return &["true"],
        None => {}
    }
    let Some(declared) = declared else { return if is_null { &["true"] } else { &["null"] } };
    let declared = declared.trim().to_ascii_lowercase();
    let (optional, base) = declared.strip_prefix('?').map_or((false, declared.as_str()), |base| (true, base.trim()));
    let mut members = base.split('|').map(str::trim);
    let allows_null = optional || members.clone().any(|member| matches!(member, "null" | "mixed"));
    if allows_null && !is_null {
        return &["null"];
    }
    let other = |member: &str| -> Option<&'static [&'static str]> {
        Some(match member {
            "bool" => &["true", "false"],
            "int" => &["0"],
            "float" => &["0.0"],
            "string" => &["\"\""],
            "array" | "iterable" => &["[]"],
            "mixed" => &["true"],
            _ => return None,
        })
    };
    members.find_map(other).unwrap_or_default()
}

fn constant_bool(value: &str) -> Option<bool> {
    if value.eq_ignore_ascii_case("true") {
        Some(true)
    } else if value.eq_ignore_ascii_case("false") {
        Some(false)
    } else {
        None
    }
}

fn deletion(site: &Site<'_, '_>) -> Option<&'static str> {
    const LISTS: &[&str] = &["compound_statement", "colon_block", "case_statement", "default_statement"];
    let in_list = LISTS.contains(&site.parent_kind());
    let is_branch = matches!(
        site.parent_kind(),
        "if_statement" | "else_clause" | "else_if_clause" | "for_statement" | "foreach_statement" | "while_statement"
    );
    if !in_list && !is_branch {
        return None;
    }
    let deletable = match site.kind() {
        "expression_statement" => !parts(site.node).first().is_some_and(|inner| is_first_assignment(*inner, site)),
        // The `if` of an `else if` is part of the other.
        "if_statement" => site.parent_kind() != "else_clause",
        "for_statement" | "foreach_statement" | "while_statement" | "do_statement" | "switch_statement"
        | "echo_statement" | "unset_statement" | "try_statement" => true,
        "continue_statement" => parts(site.node).len() == 1 || !site.jumps_to_next(LOOPS, BRANCHES),
        "break_statement" => {
            let mut after = site.parent().and_then(|parent| parent.next_named_sibling());
            while after.is_some_and(|node| node.is_extra()) {
                after = after.and_then(|node| node.next_named_sibling());
            }
            let ends_switch = matches!(site.parent_kind(), "case_statement" | "default_statement") && after.is_none();
            !ends_switch
        }
        _ => false,
    };
    deletable.then_some(if in_list { "" } else { ";" })
}

/// Whether a variable gets its first value: without it the function would only warn of an undefined variable.
fn is_first_assignment(expression: Node<'_>, site: &Site<'_, '_>) -> bool {
    expression.kind() == "assignment_expression"
        && expression.child_by_field_name("left").is_some_and(|left| match left.kind() {
            "variable_name" => !site.seen.contains(site.text_of(left)),
            "list_literal" | "array_creation_expression" => true,
            _ => false,
        })
}

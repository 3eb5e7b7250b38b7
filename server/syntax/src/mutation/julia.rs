//! What can be changed in Julia.

use std::ops::Range;

use domain::MutationOperator as Op;
use tree_sitter::Node;

use super::dialect::{COMMON, Condition, Dialect, Literals, SHIFTS, Site, Swap, Value, parts};

const OWN: &[Swap] = &[
    ("÷", Op::Arithmetic, "*"),
    ("^", Op::Arithmetic, "*"),
    ("÷=", Op::Arithmetic, "*="),
    ("===", Op::Relational, "!=="),
    ("!==", Op::Relational, "==="),
    ("≡", Op::Relational, "≢"),
    ("≢", Op::Relational, "≡"),
    ("≠", Op::Relational, "=="),
    ("≤", Op::Relational, ">"),
    ("≥", Op::Relational, "<"),
    ("≤", Op::Boundary, "<"),
    ("≥", Op::Boundary, ">"),
    ("∈", Op::Relational, "∉"),
    ("∉", Op::Relational, "∈"),
    (".+", Op::Arithmetic, ".-"),
    (".-", Op::Arithmetic, ".+"),
    (".*", Op::Arithmetic, "./"),
    ("./", Op::Arithmetic, ".*"),
    (".+=", Op::Arithmetic, ".-="),
    (".-=", Op::Arithmetic, ".+="),
    (".*=", Op::Arithmetic, "./="),
    ("./=", Op::Arithmetic, ".*="),
    (".==", Op::Relational, ".!="),
    (".!=", Op::Relational, ".=="),
    (".<", Op::Relational, ".>="),
    (".<=", Op::Relational, ".>"),
    (".>", Op::Relational, ".<="),
    (".>=", Op::Relational, ".<"),
    (".<", Op::Boundary, ".<="),
    (".<=", Op::Boundary, ".<"),
    (".>", Op::Boundary, ".>="),
    (".>=", Op::Boundary, ".>"),
];

pub(super) const JULIA: Dialect = Dialect {
    grammar: || tree_sitter_julia::LANGUAGE.into(),
    functions: &["function_definition", "assignment", "macro_definition"],
    name,
    body,
    swaps: &[COMMON, SHIFTS, OWN],
    operators_in: &["binary_expression", "compound_assignment_expression"],
    tokens: (&[], &[]),
    prefixes: &["unary_expression", "call_expression"],
    conditions: &[
        ("if_statement", Condition::Field),
        ("elseif_clause", Condition::Field),
        ("while_statement", Condition::Field),
        ("ternary_expression", Condition::First),
        ("if_clause", Condition::First),
    ],
    bindings: &[],
    literals: Literals {
        integers: &["integer_literal"],
        floats: &["float_literal"],
        booleans: &["boolean_literal"],
        strings: &["string_literal"],
        characters: &["character_literal"],
        leading_zero_is_octal: false,
        not_in: &["juxtaposition_expression"],
    },
    opaque: &[
        "quote_expression",
        "quote_statement",
        "curly_expression",
        "parametrized_type_expression",
        "prefixed_string_literal",
        "using_statement",
        "import_statement",
    ],
    names: &["identifier"],
    tail: Some(tail),
    returns,
    deletion,
};

const FUNCTIONS: &[&str] = &["function_definition", "assignment", "arrow_function_expression", "do_clause"];
const LOOPS: &[&str] = &["for_statement", "while_statement"];
const BRANCHES: &[&str] = &["if_statement", "elseif_clause", "else_clause"];
/// Parts of a statement that are no statements themselves.
const HEADS: &[&str] = &["signature", "for_binding", "let_binding", "argument_list", "elseif_clause", "else_clause"];
/// Nodes whose named children, apart from their heads, are statements.
const LISTS: &[&str] = &[
    "function_definition",
    "macro_definition",
    "if_statement",
    "elseif_clause",
    "else_clause",
    "for_statement",
    "while_statement",
    "let_statement",
    "compound_statement",
    "try_statement",
    "catch_clause",
    "finally_clause",
    "do_clause",
];

/// The head of a function: its call form with types and bounds around it.
fn head(function: Node<'_>) -> Option<Node<'_>> {
    let first = *parts(function).first()?;
    match (function.kind(), first.kind()) {
        ("function_definition" | "macro_definition", "signature") => Some(first),
        ("assignment", _) => call_of(first).map(|_| first),
        _ => None,
    }
}

fn call_of(mut node: Node<'_>) -> Option<Node<'_>> {
    while matches!(node.kind(), "signature" | "typed_expression" | "where_expression" | "parenthesized_expression") {
        node = *parts(node).first()?;
    }
    (node.kind() == "call_expression").then_some(node)
}

/// The last part of the function's name: `show` of `Base.show(io, x) = …`.
fn name<'s>(function: Node<'_>, text: &'s str) -> Option<&'s str> {
    let callee = *parts(call_of(head(function)?)?).first()?;
    let name = text.get(callee.byte_range())?;
    let base = name.split('{').next().unwrap_or(name);
    // An operator may consist of dots.
    let last = base.rsplit('.').next().filter(|last| !last.is_empty()).unwrap_or(base);
    Some(last.trim_start_matches(':').trim_matches(['(', ')']))
}

fn body(function: Node<'_>) -> Option<Range<usize>> {
    let head = head(function)?;
    if function.kind() == "assignment" {
        let value = *parts(function).last().filter(|value| **value != head)?;
        return Some(value.byte_range());
    }
    let end = function.child(function.child_count().saturating_sub(1))?;
    (end.kind() == "end").then(|| head.end_byte()..end.start_byte())
}

/// The statements directly below a node, without what belongs to its head.
fn statements<'t>(node: Node<'t>) -> Vec<Node<'t>> {
    let condition = node.child_by_field_name("condition");
    let mut inner: Vec<Node<'t>> =
        parts(node).into_iter().filter(|child| !HEADS.contains(&child.kind()) && Some(*child) != condition).collect();
    if node.kind() == "catch_clause" && inner.first().is_some_and(|first| names_exception(node, *first)) {
        inner.remove(0);
    }
    inner
}

/// `err` of `catch err`, on the same line.
fn names_exception(clause: Node<'_>, first: Node<'_>) -> bool {
    first.kind() == "identifier" && first.start_position().row == clause.start_position().row
}

fn tail<'t>(node: Node<'t>, _text: &str) -> Option<Vec<Node<'t>>> {
    Some(match node.kind() {
        "assignment" if head(node).is_some() => parts(node).last().copied().into_iter().collect(),
        "function_definition" | "compound_statement" | "let_statement" | "else_clause" => {
            statements(node).last().copied().into_iter().collect()
        }
        "if_statement" | "elseif_clause" => {
            let then = statements(node).last().copied();
            let others = parts(node).into_iter().filter(|n| matches!(n.kind(), "elseif_clause" | "else_clause"));
            then.into_iter().chain(others).collect()
        }
        "ternary_expression" => parts(node).into_iter().skip(1).collect(),
        "return_statement" | "for_statement" | "while_statement" | "try_statement" | "macro_definition" => Vec::new(),
        _ => return None,
    })
}

fn returns(site: &Site<'_, '_>) -> Vec<Value> {
    let value = if site.is_tail {
        site.node
    } else if site.kind() == "return_statement" {
        let Some(value) = parts(site.node).first().copied() else { return Vec::new() };
        value
    } else {
        return Vec::new();
    };
    let function = site
        .above
        .iter()
        .rev()
        .copied()
        .find(|node| FUNCTIONS.contains(&node.kind()) && (node.kind() != "assignment" || head(*node).is_some()));
    let declared = function.and_then(head).and_then(declared_type).map(|kind| site.text_of(kind));
    others(declared, site.text_of(value)).iter().map(|other| (value.byte_range(), (*other).to_owned())).collect()
}

/// `T` of `f(x)::T` and of `f(x)::T where T`.
fn declared_type(mut head: Node<'_>) -> Option<Node<'_>> {
    while matches!(head.kind(), "signature" | "where_expression") {
        head = *parts(head).first()?;
    }
    (head.kind() == "typed_expression").then(|| parts(head).last().copied())?
}

/// Other values that the declared type can hold: Julia converts what is returned to it.
fn others(declared: Option<&str>, value: &str) -> &'static [&'static str] {
    match (declared, value) {
        (_, "true") => &["false"],
        (_, "false") => &["true"],
        (Some("Bool"), _) => &["true", "false"],
        (Some("Int" | "Int64" | "Int32" | "Integer" | "UInt" | "UInt64" | "UInt8"), _) => &["0"],
        (Some("Float64" | "Float32" | "Real" | "Number"), _) => &["0.0"],
        (Some("String" | "AbstractString"), _) => &["\"\""],
        (Some(declared), _) if !declared.contains("Nothing") && declared != "Any" => &[],
        (_, "nothing") => &["true"],
        _ => &["nothing"],
    }
}

fn deletion(site: &Site<'_, '_>) -> Option<&'static str> {
    let parent = site.parent().filter(|parent| LISTS.contains(&parent.kind()))?;
    if HEADS.contains(&site.kind()) || parent.child_by_field_name("condition") == Some(site.node) {
        return None;
    }
    let deletable = match site.kind() {
        "compound_assignment_expression"
        | "call_expression"
        | "broadcast_call_expression"
        | "macrocall_expression"
        | "if_statement"
        | "for_statement"
        | "while_statement"
        | "let_statement"
        | "try_statement"
        | "compound_statement"
        | "binary_expression"
        | "break_statement" => true,
        "continue_statement" => !site.jumps_to_next(LOOPS, BRANCHES),
        // Without its first assignment a variable does not exist, and the function only fails.
        "assignment" => {
            let left = *parts(site.node).first()?;
            match left.kind() {
                "identifier" => site.seen.contains(site.text_of(left)),
                "open_tuple" | "tuple_expression" | "call_expression" | "typed_expression" | "where_expression" => {
                    false
                }
                _ => true,
            }
        }
        _ => false,
    };
    deletable.then_some("nothing")
}

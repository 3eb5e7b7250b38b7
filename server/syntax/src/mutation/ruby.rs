//! What can be changed in Ruby.

use domain::MutationOperator as Op;
use tree_sitter::Node;

use super::dialect::{COMMON, Condition, Dialect, Literals, Site, Swap, Value, parts};
use super::field_name;

const OWN: &[Swap] = &[
    ("**", Op::Arithmetic, "*"),
    ("**=", Op::Arithmetic, "*="),
    ("===", Op::Relational, "!="),
    ("=~", Op::Relational, "!~"),
    ("!~", Op::Relational, "=~"),
    ("and", Op::Logical, "or"),
    ("or", Op::Logical, "and"),
    ("||=", Op::Logical, "&&="),
    ("&&=", Op::Logical, "||="),
];

pub(super) const RUBY: Dialect = Dialect {
    grammar: || tree_sitter_ruby::LANGUAGE.into(),
    functions: &["method", "singleton_method"],
    name: field_name,
    body: |function| function.child_by_field_name("body").map(|body| body.byte_range()),
    swaps: &[COMMON, OWN],
    operators_in: &["binary", "operator_assignment"],
    tokens: (&[], &[]),
    prefixes: &["unary"],
    conditions: &[
        ("if", Condition::Field),
        ("unless", Condition::Field),
        ("elsif", Condition::Field),
        ("while", Condition::Field),
        ("until", Condition::Field),
        ("if_modifier", Condition::Field),
        ("unless_modifier", Condition::Field),
        ("while_modifier", Condition::Field),
        ("until_modifier", Condition::Field),
        ("if_guard", Condition::Field),
        ("unless_guard", Condition::Field),
        ("conditional", Condition::Field),
    ],
    bindings: &["match_pattern", "test_pattern"],
    literals: Literals {
        integers: &["integer"],
        floats: &["float"],
        booleans: &["true", "false"],
        strings: &["string"],
        characters: &[],
        leading_zero_is_octal: true,
        not_in: &["chained_string", "rational", "complex"],
    },
    opaque: &["undef", "alias"],
    names: &["identifier"],
    tail: Some(tail),
    returns,
    deletion,
};

const LOOPS: &[&str] = &["while", "until", "for"];
const BRANCHES: &[&str] = &["if", "unless", "then", "if_modifier", "unless_modifier"];

/// Every method returns its last expression; not so `initialize` and setters, whose value nobody sees.
fn tail<'t>(node: Node<'t>, text: &str) -> Option<Vec<Node<'t>>> {
    let last = |node: Node<'t>| {
        let inner = parts(node);
        let inner = inner.into_iter().rfind(|n| !matches!(n.kind(), "rescue" | "else" | "ensure" | "empty_statement"));
        inner.into_iter().collect::<Vec<_>>()
    };
    let fields = |names: &[&str]| names.iter().filter_map(|name| node.child_by_field_name(name)).collect::<Vec<_>>();
    Some(match node.kind() {
        "method" | "singleton_method" => {
            let name = field_name(node, text).unwrap_or_default();
            if name == "initialize" || name.ends_with('=') && !name.starts_with(['=', '!', '<', '>', '[']) {
                return Some(Vec::new());
            }
            fields(&["body"])
        }
        "body_statement" | "then" | "else" | "begin" | "parenthesized_statements" => last(node),
        "if" | "unless" | "elsif" | "conditional" => fields(&["consequence", "alternative"]),
        "if_modifier" | "unless_modifier" | "when" => fields(&["body"]),
        "case" => parts(node).into_iter().filter(|child| matches!(child.kind(), "when" | "else")).collect(),
        "while" | "until" | "for" | "return" | "next" | "break" | "redo" | "retry" => Vec::new(),
        _ => return None,
    })
}

fn returns(site: &Site<'_, '_>) -> Vec<Value> {
    let value = if site.is_tail {
        site.node
    } else if site.kind() == "return" {
        let Some(value) = parts(site.node).first().copied() else { return Vec::new() };
        value
    } else {
        return Vec::new();
    };
    let is_predicate = site
        .around(&["method", "singleton_method"])
        .and_then(|method| field_name(method, site.text))
        .is_some_and(|name| name.ends_with('?'));
    let others: &[&str] = match site.text_of(value) {
        "true" => &["false"],
        "false" => &["true"],
        _ if is_predicate => &["true", "false"],
        "nil" => &["true"],
        _ => &["nil"],
    };
    others.iter().map(|other| (value.byte_range(), (*other).to_owned())).collect()
}

fn deletion(site: &Site<'_, '_>) -> Option<&'static str> {
    const LISTS: &[&str] = &["body_statement", "then", "block_body", "do", "else", "ensure", "begin"];
    if !LISTS.contains(&site.parent_kind()) {
        return None;
    }
    let deletable = match site.kind() {
        // Their own place, or nothing happens without them.
        "return" | "rescue" | "else" | "ensure" | "elsif" | "method" | "singleton_method" | "empty_statement"
        | "nil" | "identifier" | "constant" | "true" | "false" | "integer" | "float" | "string" | "simple_symbol"
        | "self" | "instance_variable" => false,
        "next" => site.parent().is_some_and(|_| !site.jumps_to_next(LOOPS, BRANCHES)),
        // Without its first assignment a variable is no variable, and the method only fails.
        "assignment" => {
            let left = site.node.child_by_field_name("left");
            left.is_some_and(|left| match left.kind() {
                "identifier" => site.seen.contains(site.text_of(left)),
                "left_assignment_list" => false,
                _ => true,
            })
        }
        _ => true,
    };
    deletable.then_some("nil")
}

//! Heads of functions: what is defined, and how many arguments it takes.

use tree_sitter::Node;

use crate::tree::{named_children, text_of};

/// What the head of a definition names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Defined<'s> {
    /// `f`, `Base.show`, `Base.:+`: the bare name and the name as written, without quotes and parentheses.
    Function { name: &'s str, written: String },
    /// `Foo{T}(x) where T`: a constructor.
    Constructor { name: &'s str },
    /// `(p::Polynomial)(x)`: an object that can be called.
    Callable { of: &'s str },
    /// `$name(x)`, `(::Type{T})(x)` and the like: there is no name that a suite could write.
    Unnamed,
}

/// The call in a head: `f(x)` of `f(x)::Int where T`; `None` for `function f end`, `function (x) … end` and for what
/// is no head at all.
pub(crate) fn call_of(mut head: Node<'_>) -> Option<Node<'_>> {
    loop {
        match head.kind() {
            "call_expression" => return Some(head),
            "signature" | "where_expression" | "typed_expression" => head = head.named_child(0)?,
            _ => return None,
        }
    }
}

/// What a call in a head defines.
pub(super) fn defined<'s>(call: Node<'_>, text: &'s str) -> Defined<'s> {
    let Some(callee) = call.named_child(0) else { return Defined::Unnamed };
    match callee.kind() {
        "parametrized_type_expression" => match callee.named_child(0) {
            Some(base) if matches!(base.kind(), "identifier" | "field_expression") => {
                last_name(base, text).map_or(Defined::Unnamed, |name| Defined::Constructor { name })
            }
            _ => Defined::Unnamed,
        },
        "tuple_expression" | "parenthesized_expression" | "argument_list" => match inside(callee) {
            Some(operator) if operator.kind() == "operator" => named(operator, text),
            Some(typed) if matches!(typed.kind(), "typed_expression" | "unary_typed_expression") => {
                let of = typed.named_child(typed.named_child_count().saturating_sub(1) as u32);
                of.and_then(|of| type_name(of, text)).map_or(Defined::Unnamed, |of| Defined::Callable { of })
            }
            _ => Defined::Unnamed,
        },
        _ => named(callee, text),
    }
}

fn named<'s>(callee: Node<'_>, text: &'s str) -> Defined<'s> {
    let Some(name) = last_name(callee, text) else { return Defined::Unnamed };
    let written = text_of(callee, text);
    let written = match written.rsplit_once('.') {
        Some((module, _)) if callee.kind() == "field_expression" => format!("{module}.{name}"),
        _ => name.to_owned(),
    };
    Defined::Function { name, written }
}

/// The last name of `f`, `A.B.f`, `Base.:+`, `Base.:(==)`, `+`; `None` where it is computed.
pub(super) fn last_name<'s>(node: Node<'_>, text: &'s str) -> Option<&'s str> {
    match node.kind() {
        "identifier" | "operator" => Some(text_of(node, text)),
        "field_expression" => last_name(*named_children(node).last()?, text),
        "quote_expression" => {
            let quoted = node.named_child(0)?;
            match quoted.kind() {
                "parenthesized_expression" | "tuple_expression" => last_name(inside(quoted)?, text),
                _ => last_name(quoted, text),
            }
        }
        _ => None,
    }
}

/// The bare name of a type: `Foo` of `A.Foo{T}`. `Type` and `Function` stand for something else.
pub(super) fn type_name<'s>(node: Node<'_>, text: &'s str) -> Option<&'s str> {
    let name = match node.kind() {
        "parametrized_type_expression" => type_name(node.named_child(0)?, text)?,
        "identifier" | "field_expression" => last_name(node, text)?,
        _ => return None,
    };
    (!matches!(name, "Type" | "Function")).then_some(name)
}

fn inside(node: Node<'_>) -> Option<Node<'_>> {
    (node.named_child_count() == 1).then(|| node.named_child(0))?
}

/// How many arguments a method takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Arity {
    pub(super) least: usize,
    /// `None`: any number.
    pub(super) most: Option<usize>,
    /// Whether it takes any keyword.
    pub(super) keywords: bool,
}

impl Arity {
    pub(super) fn fits(&self, given: Given) -> bool {
        if given.keywords && !self.keywords {
            return false;
        }
        given.splat || given.positional >= self.least && self.most.is_none_or(|most| given.positional <= most)
    }
}

/// What a call passes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Given {
    pub(super) positional: usize,
    pub(super) keywords: bool,
    pub(super) splat: bool,
}

/// Arguments with whether each stands behind the `;`.
fn arguments(list: Node<'_>) -> Vec<(Node<'_>, bool)> {
    let mut found = Vec::new();
    let mut behind = false;
    let mut cursor = list.walk();
    for child in list.children(&mut cursor) {
        if child.kind() == ";" {
            behind = true;
        } else if child.is_named() && !matches!(child.kind(), "line_comment" | "block_comment") {
            found.push((child, behind));
        }
    }
    found
}

fn argument_list(call: Node<'_>) -> Option<Node<'_>> {
    named_children(call).into_iter().skip(1).find(|child| child.kind() == "argument_list")
}

/// What the call in a head takes.
pub(super) fn arity(call: Node<'_>) -> Option<Arity> {
    let mut arity = Arity { least: 0, most: Some(0), keywords: false };
    for (argument, behind) in arguments(argument_list(call)?) {
        if behind {
            arity.keywords = true;
        } else if argument.kind() == "splat_expression" {
            arity.most = None;
        } else {
            arity.least += usize::from(argument.kind() != "named_argument");
            arity.most = arity.most.map(|most| most + 1);
        }
    }
    Some(arity)
}

/// What a call passes.
pub(super) fn given(call: Node<'_>) -> Given {
    let mut given = Given::default();
    let Some(list) = argument_list(call) else { return Given { splat: true, ..given } };
    // `sum(x for x in y)` is one argument and its clauses.
    let clauses = ["for_clause", "if_clause"];
    for (argument, behind) in arguments(list) {
        match argument.kind() {
            "splat_expression" if behind => given.keywords = true,
            "splat_expression" => given.splat = true,
            "named_argument" => given.keywords = true,
            _ if behind => given.keywords = true,
            kind if clauses.contains(&kind) => {}
            _ => given.positional += 1,
        }
    }
    if named_children(call).iter().any(|child| child.kind() == "do_clause") {
        given.positional += 1;
    }
    given
}

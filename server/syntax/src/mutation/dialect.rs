//! What can be changed in one language, as data.

use std::collections::HashSet;
use std::ops::Range;

use domain::MutationOperator as Op;
use tree_sitter::Node;

use crate::tree::text_of;

/// An operator of the language, the kind of change, and what stands there instead.
pub(super) type Swap = (&'static str, Op, &'static str);

/// Bytes of an expression, and another value.
pub(super) type Value = (Range<usize>, String);

/// See [`Dialect::tail`].
pub(super) type Tail = for<'t> fn(Node<'t>, &str) -> Option<Vec<Node<'t>>>;

/// Where the condition of a node is.
#[derive(Debug, Clone, Copy)]
pub(super) enum Condition {
    /// In its field `condition`.
    Field,
    /// Its first named child.
    First,
    /// Its first named child, unless that is of one of these kinds.
    FirstBut(&'static [&'static str]),
}

/// Kinds of nodes that hold literals.
pub(super) struct Literals {
    pub(super) integers: &'static [&'static str],
    pub(super) floats: &'static [&'static str],
    pub(super) booleans: &'static [&'static str],
    pub(super) strings: &'static [&'static str],
    pub(super) characters: &'static [&'static str],
    /// Whether `017` is fifteen.
    pub(super) leading_zero_is_octal: bool,
    /// Kinds of parents in which a literal is no value: the number of a field, a tag, a path.
    pub(super) not_in: &'static [&'static str],
}

/// A language as the generator sees it.
pub(super) struct Dialect {
    pub(super) grammar: fn() -> tree_sitter::Language,
    /// Kinds of nodes that may be the focal function.
    pub(super) functions: &'static [&'static str],
    /// The bare name of a function.
    pub(super) name: for<'s> fn(Node<'_>, &'s str) -> Option<&'s str>,
    /// The bytes that may be changed.
    pub(super) body: fn(Node<'_>) -> Option<Range<usize>>,
    pub(super) swaps: &'static [&'static [Swap]],
    /// Kinds of nodes whose operator may be swapped.
    pub(super) operators_in: &'static [&'static str],
    /// The same for flat lists of tokens, in which only some operators are surely operators.
    pub(super) tokens: (&'static [&'static str], &'static [&'static str]),
    /// Kinds of prefix expressions; without its `!`, `not` or `-` the operand remains.
    pub(super) prefixes: &'static [&'static str],
    pub(super) conditions: &'static [(&'static str, Condition)],
    /// Kinds of nodes that can't be negated: they bind names.
    pub(super) bindings: &'static [&'static str],
    pub(super) literals: Literals,
    /// Kinds of nodes that are never looked into: types, attributes, quoted code.
    pub(super) opaque: &'static [&'static str],
    /// Kinds of nodes that are names of variables.
    pub(super) names: &'static [&'static str],
    /// Whether the value of a function's last expression is returned; passes that place on to the expressions inside
    /// one that branches. `None`: the node itself is the value.
    pub(super) tail: Option<Tail>,
    /// Other values for what is returned at a node.
    pub(super) returns: fn(&Site<'_, '_>) -> Vec<Value>,
    /// What stands instead of a statement that is left out; `None` when the node is no statement that can be.
    pub(super) deletion: fn(&Site<'_, '_>) -> Option<&'static str>,
}

/// A node inside the body, with what is around it.
pub(super) struct Site<'t, 'a> {
    pub(super) node: Node<'t>,
    /// The nodes around it up to the function, outermost first.
    pub(super) above: &'a [Node<'t>],
    pub(super) text: &'a str,
    /// Whether its value is that of the function.
    pub(super) is_tail: bool,
    /// Names of variables that occur before it, parameters included.
    pub(super) seen: &'a HashSet<&'a str>,
}

impl<'t, 'a> Site<'t, 'a> {
    pub(super) fn kind(&self) -> &'t str {
        self.node.kind()
    }

    pub(super) fn text(&self) -> &'a str {
        text_of(self.node, self.text)
    }

    pub(super) fn text_of(&self, node: Node<'_>) -> &'a str {
        text_of(node, self.text)
    }

    pub(super) fn parent(&self) -> Option<Node<'t>> {
        self.above.last().copied()
    }

    pub(super) fn parent_kind(&self) -> &'t str {
        self.parent().map_or("", |parent| parent.kind())
    }

    /// The innermost node around it that is of one of the kinds.
    pub(super) fn around(&self, kinds: &[&str]) -> Option<Node<'t>> {
        self.above.iter().rev().copied().find(|node| kinds.contains(&node.kind()))
    }

    /// Whether nothing but comments follows it among its siblings.
    pub(super) fn is_last(&self) -> bool {
        is_last(self.node)
    }

    /// Whether it jumps to where control would go anyway: the last thing in a loop, perhaps inside branches.
    pub(super) fn jumps_to_next(&self, loops: &[&str], branches: &[&str]) -> bool {
        let mut node = self.node;
        for parent in self.above.iter().rev().copied() {
            if loops.contains(&node.kind()) {
                return true;
            }
            if !is_last(node) && !branches.contains(&parent.kind()) {
                return false;
            }
            node = parent;
        }
        false
    }
}

fn is_last(node: Node<'_>) -> bool {
    let mut next = node.next_named_sibling();
    while let Some(sibling) = next {
        if !sibling.is_extra() {
            return false;
        }
        next = sibling.next_named_sibling();
    }
    true
}

/// Named children that are no comments.
pub(super) fn parts(node: Node<'_>) -> Vec<Node<'_>> {
    node.named_children(&mut node.walk()).filter(|child| !child.is_extra()).collect()
}

/// Operators that mean the same in all five languages.
pub(super) const COMMON: &[Swap] = &[
    ("+", Op::Arithmetic, "-"),
    ("-", Op::Arithmetic, "+"),
    ("*", Op::Arithmetic, "/"),
    ("/", Op::Arithmetic, "*"),
    ("%", Op::Arithmetic, "*"),
    ("+=", Op::Arithmetic, "-="),
    ("-=", Op::Arithmetic, "+="),
    ("*=", Op::Arithmetic, "/="),
    ("/=", Op::Arithmetic, "*="),
    ("%=", Op::Arithmetic, "*="),
    ("&", Op::Arithmetic, "|"),
    ("|", Op::Arithmetic, "&"),
    ("&=", Op::Arithmetic, "|="),
    ("|=", Op::Arithmetic, "&="),
    ("<", Op::Relational, ">="),
    ("<=", Op::Relational, ">"),
    (">", Op::Relational, "<="),
    (">=", Op::Relational, "<"),
    ("==", Op::Relational, "!="),
    ("!=", Op::Relational, "=="),
    ("<", Op::Boundary, "<="),
    ("<=", Op::Boundary, "<"),
    (">", Op::Boundary, ">="),
    (">=", Op::Boundary, ">"),
    ("&&", Op::Logical, "||"),
    ("||", Op::Logical, "&&"),
];

/// Shifts, where `<<` appends nothing.
pub(super) const SHIFTS: &[Swap] = &[
    ("<<", Op::Arithmetic, ">>"),
    (">>", Op::Arithmetic, "<<"),
    ("<<=", Op::Arithmetic, ">>="),
    (">>=", Op::Arithmetic, "<<="),
];

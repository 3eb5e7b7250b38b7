//! The places in a body that can be changed.

use std::collections::HashSet;
use std::ops::Range;

use domain::MutationOperator as Op;
use tree_sitter::Node;

use super::constants;
use super::dialect::{Condition, Dialect, Site, Tail, parts};
use crate::tree::{Flow, Place, Visitor, line_of, text_of, walk};

/// More places than this are not looked at.
const MAX_CANDIDATES: usize = 20_000;
/// Code that people read is not nested deeper; finding a node's sibling takes time in proportion to the depth.
const MAX_DEPTH: usize = 200;

/// One possible change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Candidate {
    pub(super) operator: Op,
    /// Line (1-based) on which the replaced piece begins.
    pub(super) line: u32,
    pub(super) range: Range<usize>,
    pub(super) replacement: String,
}

/// Every change of a body in source order; some may give the same text, some may not parse.
pub(super) fn candidates(dialect: &Dialect, function: Node<'_>, body: Range<usize>, text: &str) -> Vec<Candidate> {
    let tails = dialect.tail.map_or_else(HashSet::new, |tail| tails(tail, function, text));
    let mut search = Search { dialect, text, body, tails, seen: HashSet::new(), found: Vec::new() };
    walk(function, &mut search);
    search.found
}

/// Ids of the nodes whose value the function returns without a `return`.
fn tails(tail: Tail, function: Node<'_>, text: &str) -> HashSet<usize> {
    let mut open = tail(function, text).unwrap_or_default();
    let mut found = HashSet::new();
    while let Some(node) = open.pop() {
        match tail(node, text) {
            Some(inner) => open.extend(inner),
            None => {
                found.insert(node.id());
            }
        }
    }
    found
}

struct Search<'d, 's> {
    dialect: &'d Dialect,
    text: &'s str,
    body: Range<usize>,
    tails: HashSet<usize>,
    seen: HashSet<&'s str>,
    found: Vec<Candidate>,
}

impl<'t> Visitor<'t> for Search<'_, '_> {
    fn enter(&mut self, place: &Place<'t, '_>) -> Flow {
        let node = place.node;
        if self.found.len() >= MAX_CANDIDATES {
            return Flow::Stop;
        }
        if place.above.len() > MAX_DEPTH
            || node.is_error()
            || node.is_extra()
            || self.dialect.opaque.contains(&node.kind())
        {
            return Flow::Skip;
        }
        // The function itself may be all of its body (`f(x) = x` without an `end`).
        let is_inside = node.start_byte() >= self.body.start && node.end_byte() <= self.body.end;
        if is_inside && !place.above.is_empty() {
            self.operator(place);
            if node.is_named() {
                self.literal(place);
                self.prefix(place);
                self.statement(place);
            }
        }
        if node.is_named() && node.end_byte() > self.body.start && node.start_byte() < self.body.end {
            self.condition(node);
        }
        Flow::Into
    }

    fn leave(&mut self, place: &Place<'t, '_>) {
        // On leaving: the left side of an assignment is no earlier use of its name while it is looked at.
        if self.dialect.names.contains(&place.node.kind()) {
            self.seen.insert(text_of(place.node, self.text));
        }
    }
}

impl Search<'_, '_> {
    fn add(&mut self, operator: Op, node: Node<'_>, replacement: impl Into<String>) {
        self.add_range(operator, line_of(node), node.byte_range(), replacement.into());
    }

    fn add_range(&mut self, operator: Op, line: u32, range: Range<usize>, replacement: String) {
        if self.text.get(range.clone()) != Some(replacement.as_str()) {
            self.found.push(Candidate { operator, line, range, replacement });
        }
    }

    fn operator(&mut self, place: &Place<'_, '_>) {
        let node = place.node;
        let parent = place.parent().map_or("", |parent| parent.kind());
        let text = text_of(node, self.text);
        let (lists, sure) = self.dialect.tokens;
        let is_operator =
            self.dialect.operators_in.contains(&parent) || lists.contains(&parent) && sure.contains(&text);
        if !is_operator || node.child_count() > 0 || is_loop_step(place) {
            return;
        }
        let right = node.next_named_sibling().map_or("", |right| text_of(right, self.text));
        let swaps = self.dialect.swaps.iter().flat_map(|table| table.iter());
        for (_, operator, to) in swaps.filter(|(from, _, _)| *from == text) {
            if *operator != Op::Arithmetic || !is_neutral(text, right) && !self.joins_texts(node, text) {
                self.add(*operator, node, *to);
            }
        }
    }

    /// Whether the operator joins texts, as far as literals show: another one would only be a type error.
    fn joins_texts(&self, operator: Node<'_>, text: &str) -> bool {
        let is_text = |mut node: Node<'_>| {
            // `a + "b" + c` is nested to the left.
            while self.dialect.operators_in.contains(&node.kind()) && node.named_child_count() >= 2 {
                let last = parts(node).last().copied();
                if last.is_some_and(|last| self.dialect.literals.strings.contains(&last.kind())) {
                    return true;
                }
                let Some(first) = node.named_child(0) else { break };
                node = first;
            }
            self.dialect.literals.strings.contains(&node.kind())
        };
        matches!(text, "+" | "-" | "*" | "/" | "^")
            && [operator.prev_named_sibling(), operator.next_named_sibling()].into_iter().flatten().any(is_text)
    }

    fn literal(&mut self, place: &Place<'_, '_>) {
        let (node, literals) = (place.node, &self.dialect.literals);
        let kind = node.kind();
        if place.parent().is_some_and(|parent| literals.not_in.contains(&parent.kind())) {
            return;
        }
        let text = text_of(node, self.text);
        let others = if literals.integers.contains(&kind) {
            constants::integer(text, literals)
        } else if literals.floats.contains(&kind) {
            constants::float(text).into_iter().collect()
        } else if literals.booleans.contains(&kind) {
            constants::boolean(text).map(str::to_owned).into_iter().collect()
        } else if literals.strings.contains(&kind) {
            constants::string(text).into_iter().collect()
        } else if literals.characters.contains(&kind) {
            constants::character(text).into_iter().collect()
        } else {
            return;
        };
        for other in others {
            self.add(Op::Constant, node, other);
        }
    }

    /// Without its `!` or `-`, the operand remains.
    fn prefix(&mut self, place: &Place<'_, '_>) {
        let node = place.node;
        let Some(first) = node.child(0).filter(|_| self.dialect.prefixes.contains(&node.kind())) else { return };
        let operator = match text_of(first, self.text) {
            "!" | "not" => Op::Negation,
            "-" => Op::Arithmetic,
            _ => return,
        };
        let rest = self.text.get(first.end_byte()..node.end_byte()).unwrap_or_default().trim_start();
        // `if!x` must not become `ifx`.
        let glued = self.text[..node.start_byte()].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        self.add(operator, node, if glued { format!(" {rest}") } else { rest.to_owned() });
    }

    fn condition(&mut self, node: Node<'_>) {
        let Some((_, place)) = self.dialect.conditions.iter().find(|(kind, _)| *kind == node.kind()) else { return };
        let condition = match place {
            Condition::Field => node.child_by_field_name("condition"),
            Condition::First => parts(node).first().copied(),
            Condition::FirstBut(kinds) => parts(node).first().copied().filter(|first| !kinds.contains(&first.kind())),
        };
        let Some(condition) = condition.filter(|c| c.start_byte() >= self.body.start && c.end_byte() <= self.body.end)
        else {
            return;
        };
        if self.dialect.bindings.contains(&condition.kind()) {
            return;
        }
        let inner = unwrapped(condition);
        let is_literal = self.dialect.literals.booleans.contains(&inner.kind());
        // A comparison is turned round by its operator, `!x` by losing the `!`: the same mutant in other words.
        if is_literal || self.is_comparison(inner) || self.is_negated(inner) {
            return;
        }
        let text = text_of(condition, self.text);
        let negated = if text.starts_with('(') && condition.kind().starts_with("parenthesized") {
            format!("(!{text})")
        } else {
            format!("!({text})")
        };
        self.add(Op::Negation, condition, negated);
    }

    fn is_comparison(&self, node: Node<'_>) -> bool {
        self.dialect.operators_in.contains(&node.kind())
            && node.children(&mut node.walk()).any(|child| {
                let text = text_of(child, self.text);
                child.child_count() == 0
                    && self
                        .dialect
                        .swaps
                        .iter()
                        .flat_map(|table| table.iter())
                        .any(|(from, operator, _)| *operator == Op::Relational && *from == text)
            })
    }

    fn is_negated(&self, node: Node<'_>) -> bool {
        self.dialect.prefixes.contains(&node.kind())
            && node.child(0).is_some_and(|first| matches!(text_of(first, self.text), "!" | "not"))
    }

    fn statement(&mut self, place: &Place<'_, '_>) {
        let site = Site {
            node: place.node,
            above: place.above,
            text: self.text,
            is_tail: self.tails.contains(&place.node.id()),
            seen: &self.seen,
        };
        let values = (self.dialect.returns)(&site);
        let deletion = (self.dialect.deletion)(&site);
        let line = |range: &Range<usize>| {
            let before = self.text.get(place.node.start_byte()..range.start).unwrap_or_default();
            line_of(place.node) + before.matches('\n').count() as u32
        };
        let values: Vec<_> = values.into_iter().map(|(range, value)| (line(&range), range, value)).collect();
        for (line, range, value) in values {
            self.add_range(Op::ReturnValue, line, range, value);
        }
        if let Some(nothing) = deletion {
            self.add(Op::StatementDeletion, place.node, nothing);
        }
    }
}

/// Whether the operator is that of the step in the head of a loop: the other direction only ends in a limit.
fn is_loop_step(place: &Place<'_, '_>) -> bool {
    let [.., head, step] = place.above else { return false };
    head.child_by_field_name("update") == Some(*step)
}

/// The expression inside parentheses.
fn unwrapped(mut node: Node<'_>) -> Node<'_> {
    while node.kind().starts_with("parenthesized") {
        let [inner] = parts(node)[..] else { break };
        node = inner;
    }
    node
}

/// Whether the swap of an arithmetic operator changes nothing: `x + 0`, `x * 1`.
fn is_neutral(operator: &str, right: &str) -> bool {
    match operator.trim_end_matches('=') {
        "+" | "-" | "<<" | ">>" => matches!(right, "0" | "0.0"),
        "*" | "/" => matches!(right, "1" | "1.0"),
        _ => false,
    }
}

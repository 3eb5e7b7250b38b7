//! The blocks into which Go's own coverage tool divides a function, for the reference's line rule.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use domain::FocalFunction;
use tree_sitter::Node;

use super::probe::{focal_node, statements};
use crate::tree::{Each, Flow, Place, field, named_children, text_of, walk};

/// A basic block.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Block {
    bytes: Range<usize>,
    /// Number of the statement that it begins with (that of its probe); `None` for one without statements.
    statement: Option<usize>,
}

/// Covered and total lines of the focal range as the reference counts them: every line that a block touches, comments
/// and closing braces too; covered where any of its blocks ran. `hits` holds the numbers of the probes that were
/// passed ([`super::probe::Instrumented::lines`]). `None` where the probes cannot tell: an empty block, a `goto`.
pub fn reference_coverage_go(file_text: &str, focal: &FocalFunction, hits: &BTreeSet<usize>) -> Option<(u32, u32)> {
    let found = focal_node(file_text, focal).ok()?;
    let function = found.function();
    let body = field(function, "body")?;
    let numbers = statements(body).into_iter().enumerate().map(|(i, (node, _))| (node.start_byte(), i)).collect();
    let mut search = Search { text: file_text, numbers, blocks: Vec::new(), jumps: false };
    walk(
        function,
        &mut Each(|place: &Place<'_, '_>| {
            search.node(place);
            Flow::Into
        }),
    );
    if search.jumps {
        return None;
    }
    let (mut total, mut covered, mut unknown) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for block in &search.blocks {
        let lines = line_at(file_text, block.bytes.start)..=line_at(file_text, block.bytes.end);
        let lines = lines.filter(|line| (focal.start_line..=focal.end_line).contains(line));
        total.extend(lines.clone());
        match block.statement {
            Some(statement) if hits.contains(&statement) => covered.extend(lines),
            Some(_) => {}
            None => unknown.extend(lines),
        }
    }
    unknown.is_subset(&covered).then_some((covered.len() as u32, total.len() as u32))
}

fn line_at(text: &str, byte: usize) -> u32 {
    text.get(..byte).unwrap_or_default().matches('\n').count() as u32 + 1
}

struct Search<'s> {
    text: &'s str,
    /// First byte of a statement: its number.
    numbers: HashMap<usize, usize>,
    blocks: Vec<Block>,
    jumps: bool,
}

impl Search<'_> {
    fn node(&mut self, place: &Place<'_, '_>) {
        let node = place.node;
        match node.kind() {
            "goto_statement" => self.jumps = true,
            "block" => {
                // The block of an `else` begins behind that word.
                let start = place.parent().and_then(|parent| after_else(parent, node)).unwrap_or(node.start_byte());
                self.divide(start, node.end_byte(), list(node), true);
            }
            "if_statement" => {
                let other = field(node, "alternative").filter(|other| other.kind() == "if_statement");
                if let Some((other, start)) = other.and_then(|other| Some((other, after_else(node, other)?))) {
                    self.divide(start, other.end_byte(), vec![other], true);
                }
            }
            "expression_case" | "default_case" | "type_case" | "communication_case" => {
                let colon = node.children(&mut node.walk()).find(|child| child.kind() == ":");
                let Some(start) = colon.map(|colon| colon.end_byte()) else { return };
                let list = list(node);
                let end = list.last().map_or(start, Node::end_byte);
                self.divide(start, end, list, false);
            }
            _ => {}
        }
    }

    /// Divides a list of statements where the flow of control changes.
    fn divide(&mut self, start: usize, block_end: usize, mut list: Vec<Node<'_>>, mut to_brace: bool) {
        if list.is_empty() {
            self.blocks.push(Block { bytes: start..block_end, statement: None });
            return;
        }
        let mut start = start;
        // The number of a label's statement is that of the label.
        let mut number = self.numbers.get(&list[0].start_byte()).copied();
        loop {
            let (mut last, mut end, mut next_number) = (0, block_end, None);
            while last < list.len() {
                let statement = list[last];
                end = boundary(statement);
                last += 1;
                if !self.ends_block(statement) {
                    continue;
                }
                to_brace = false;
                let inner = labelled(statement).filter(|inner| !is_control(*inner));
                if let Some(inner) = inner {
                    end = statement.start_byte();
                    next_number = self.numbers.get(&statement.start_byte()).copied();
                    list.insert(last, inner);
                }
                break;
            }
            if to_brace {
                end = block_end;
            }
            if start != end {
                self.blocks.push(Block { bytes: start..end, statement: number });
            }
            list.drain(..last);
            let Some(first) = list.first() else { return };
            start = first.start_byte();
            number = next_number.or_else(|| self.numbers.get(&start).copied());
        }
    }

    fn ends_block(&self, statement: Node<'_>) -> bool {
        match statement.kind() {
            "block"
            | "labeled_statement"
            | "break_statement"
            | "continue_statement"
            | "goto_statement"
            | "fallthrough_statement" => true,
            kind if CONTROL.contains(&kind) => true,
            "expression_statement" => {
                let call = statement.named_child(0).filter(|call| call.kind() == "call_expression");
                let panics =
                    call.and_then(|call| field(call, "function")).is_some_and(|f| text_of(f, self.text) == "panic");
                panics || literal(statement).is_some()
            }
            _ => literal(statement).is_some(),
        }
    }
}

const CONTROL: &[&str] =
    &["if_statement", "for_statement", "expression_switch_statement", "type_switch_statement", "select_statement"];

fn is_control(statement: Node<'_>) -> bool {
    statement.kind() != "if_statement" && CONTROL.contains(&statement.kind())
}

/// The statements of a block or a case.
fn list(node: Node<'_>) -> Vec<Node<'_>> {
    let list = named_children(node).into_iter().find(|child| child.kind() == "statement_list");
    let list = list.map(named_children).unwrap_or_default();
    list.into_iter().filter(|child| !matches!(child.kind(), "comment" | "empty_statement")).collect()
}

fn labelled(statement: Node<'_>) -> Option<Node<'_>> {
    (statement.kind() == "labeled_statement")
        .then(|| named_children(statement).into_iter().rfind(|n| !matches!(n.kind(), "label_name" | "comment")))?
}

/// The byte behind the `else` of `parent`, if `node` is what follows it.
fn after_else(parent: Node<'_>, node: Node<'_>) -> Option<usize> {
    if parent.kind() != "if_statement" || field(parent, "alternative") != Some(node) {
        return None;
    }
    parent.children(&mut parent.walk()).find(|child| child.kind() == "else").map(|word| word.end_byte())
}

/// Where the part of a statement ends that runs whenever the statement does.
fn boundary(statement: Node<'_>) -> usize {
    let first_literal = |nodes: Vec<Option<Node<'_>>>| nodes.into_iter().flatten().find_map(literal);
    let brace = || statement.children(&mut statement.walk()).find(|child| child.kind() == "{").map(|b| b.start_byte());
    let end = match statement.kind() {
        "block" => Some(statement.start_byte()),
        "if_statement" => first_literal(vec![field(statement, "initializer"), field(statement, "condition")])
            .or_else(|| field(statement, "consequence").map(|body| body.start_byte())),
        "for_statement" => {
            let head = named_children(statement).into_iter().find(|child| child.kind() != "block");
            // Of a range only what is ranged over.
            let head =
                head.and_then(|head| if head.kind() == "range_clause" { field(head, "right") } else { Some(head) });
            first_literal(vec![head]).or_else(|| field(statement, "body").map(|body| body.start_byte()))
        }
        "labeled_statement" => labelled(statement).map(boundary),
        "expression_switch_statement" => {
            first_literal(vec![field(statement, "initializer"), field(statement, "value")]).or_else(brace)
        }
        "type_switch_statement" => first_literal(vec![field(statement, "initializer")]).or_else(brace),
        "select_statement" => brace(),
        _ => literal(statement),
    };
    end.unwrap_or(statement.end_byte())
}

/// Where the body of the first function literal below a node begins.
fn literal(node: Node<'_>) -> Option<usize> {
    let mut found = None;
    walk(
        node,
        &mut Each(|place: &Place<'_, '_>| {
            if place.node.kind() == "func_literal" {
                found = field(place.node, "body").map(|body| body.start_byte());
                return Flow::Stop;
            }
            Flow::Into
        }),
    );
    found
}

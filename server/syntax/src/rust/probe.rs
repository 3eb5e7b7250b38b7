//! Counters, the control mutant and all other mutants, written into the focal function without moving a line.

mod mutants;
mod one_line;

use std::ops::Range;

use domain::{FocalFunction, Language, Mutant};
use tree_sitter::Node;

use super::functions::is_const;
use super::weave::{Kind, Wrap, weave};
use crate::go::probe::InstrumentError;
use crate::grammar::parsed;
use crate::tree::{Each, Flow, Place, Visitor, field, last_line_of, line_of, named_children, text_of, walk};

pub use super::weave::{Insertion, Kind as InsertionKind};

/// Counters that the harness has.
const COUNTERS: usize = 4096;

/// A Rust file whose focal function reports what runs, fails at entry when told so, and holds its mutants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RustInstrumented {
    /// What is inserted, in the order in which it stands. Nothing is removed, and no insertion has a line break.
    pub insertions: Vec<Insertion>,
    /// Line (1-based) at which statement `i` starts, in source order. Several statements may share a line.
    pub lines: Vec<u32>,
    /// Bytes of the function in the original text.
    pub function: Range<usize>,
    /// Mutants that cannot be written into the function, by number.
    pub left_out: Vec<u16>,
}

impl RustInstrumented {
    /// The whole file; every line has the number that it had.
    pub fn text(&self, file_text: &str) -> String {
        let mut text =
            String::with_capacity(file_text.len() + self.insertions.iter().map(|i| i.text.len()).sum::<usize>());
        let mut done = 0;
        for insertion in &self.insertions {
            text.push_str(file_text.get(done..insertion.at).unwrap_or_default());
            text.push_str(&insertion.text);
            done = insertion.at;
        }
        text.push_str(file_text.get(done..).unwrap_or_default());
        text
    }

    /// The lines that can be covered: ascending, each once.
    pub fn executable_lines(&self) -> Vec<u32> {
        let mut lines = self.lines.clone();
        lines.sort_unstable();
        lines.dedup();
        lines
    }
}

/// Inserts `::harness::enter();` at the entry of the focal function, `::harness::hit(i);` before every statement and
/// tail expression (those of nested blocks, match arms and closures too, and `else if` as a statement of its own), and
/// each mutant as an alternative that `::harness::mutant()` selects by its number.
///
/// Statements inside the arguments of macros are not counted, nor are those that only some builds have.
pub fn instrument_rust(
    file_text: &str,
    focal: &FocalFunction,
    harness: &str,
    mutants: &[Mutant],
) -> Result<RustInstrumented, InstrumentError> {
    let (start, end) = (focal.start_line, focal.end_line);
    let not_found = || InstrumentError::NotFound { name: focal.qualified_name.clone(), start, end };
    let (_, parsed) = parsed(Language::Rust, file_text).ok_or_else(not_found)?;
    let function = find(parsed.root(), file_text, focal).ok_or_else(not_found)?;
    let body = field(function, "body").ok_or(InstrumentError::NoStatement(start))?;
    if function.has_error() || is_const(function, file_text) {
        return Err(InstrumentError::SyntaxError(start));
    }
    let mut search = Statements { text: file_text, found: Vec::new() };
    walk(body, &mut search);
    if search.found.is_empty() {
        return Err(InstrumentError::NoStatement(start));
    }
    if search.found.len() > COUNTERS {
        return Err(InstrumentError::TooMany(start));
    }
    let mut wraps = vec![Wrap {
        start: entry(body),
        end: entry(body),
        open: vec![(Kind::Entry, format!(" ::{harness}::enter();"))],
        close: String::new(),
        rank: 0,
    }];
    for (i, statement) in search.found.iter().enumerate() {
        wraps.push(statement.wrap(&format!("::{harness}::hit({i});")));
    }
    let (of_mutants, left_out) = mutants::wraps(file_text, body, harness, mutants);
    wraps.extend(of_mutants);
    Ok(RustInstrumented {
        insertions: weave(wraps),
        lines: search.found.iter().map(|statement| statement.line).collect(),
        function: function.byte_range(),
        left_out,
    })
}

fn find<'t>(root: Node<'t>, text: &str, focal: &FocalFunction) -> Option<Node<'t>> {
    let mut found = None;
    walk(
        root,
        &mut Each(|place: &Place<'t, '_>| {
            let node = place.node;
            if node.kind() == "function_item"
                && (line_of(node), last_line_of(node)) == (focal.start_line, focal.end_line)
                && field(node, "name").is_some_and(|name| text_of(name, text) == focal.name)
            {
                found = Some(node);
                return Flow::Stop;
            }
            Flow::Into
        }),
    );
    found
}

/// Behind the opening brace and the inner attributes of a body.
fn entry(body: Node<'_>) -> usize {
    let inner = named_children(body).into_iter().take_while(|child| child.kind() == "inner_attribute_item");
    inner.last().map_or(body.start_byte() + 1, |attribute| attribute.end_byte())
}

/// Something that is counted.
struct Statement {
    line: u32,
    at: Range<usize>,
    form: Form,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// In a block: the counter stands before it.
    Listed,
    /// The value of a match arm, or an `if` behind an `else`: it gets a block of its own.
    Single,
}

impl Statement {
    fn wrap(&self, counter: &str) -> Wrap {
        let (end, open, close) = match self.form {
            Form::Listed => (self.at.start, format!("{counter} "), String::new()),
            Form::Single => (self.at.end, format!("{{ {counter} "), " }".to_owned()),
        };
        Wrap {
            start: self.at.start,
            end,
            open: vec![(Kind::Frame, open)],
            close,
            rank: u8::from(self.form == Form::Listed),
        }
    }
}

struct Statements<'s> {
    text: &'s str,
    found: Vec<Statement>,
}

impl<'t> Visitor<'t> for Statements<'_> {
    fn enter(&mut self, place: &Place<'t, '_>) -> Flow {
        let node = place.node;
        if is_evaluated_early(node, place.parent(), self.text) {
            return Flow::Skip;
        }
        match (node.kind(), place.parent()) {
            ("block", Some(parent)) if is_empty(node) && parent.kind() == "match_arm" => {
                let at = node.start_byte() + 1;
                self.found.push(Statement { line: line_of(node), at: at..at, form: Form::Listed });
            }
            (_, Some(parent)) if parent.kind() == "block" => self.listed(node),
            (kind, Some(parent))
                if parent.kind() == "match_arm" && kind != "block" && field(parent, "value") == Some(node) =>
            {
                self.found.push(Statement { line: line_of(node), at: node.byte_range(), form: Form::Single });
            }
            ("if_expression", Some(parent)) if parent.kind() == "else_clause" => {
                self.found.push(Statement { line: line_of(node), at: node.byte_range(), form: Form::Single });
            }
            _ => {}
        }
        Flow::Into
    }
}

impl Statements<'_> {
    /// A child of a block, where it is a statement that runs.
    fn listed(&mut self, node: Node<'_>) {
        let kind = node.kind();
        let runs = node.is_named()
            && !kind.ends_with("comment")
            && !matches!(kind, "attribute_item" | "inner_attribute_item" | "label" | "empty_statement")
            && (kind == "let_declaration" || !(kind.ends_with("_item") || kind.ends_with("_declaration")))
            && !matches!(kind, "macro_definition");
        if !runs {
            return;
        }
        // The counter stands before the attributes, which belong to the statement.
        let (mut first, mut at) = (node, node.prev_named_sibling());
        while let Some(before) = at.filter(|n| n.kind() == "attribute_item" || n.kind().ends_with("comment")) {
            if before.kind() == "attribute_item" {
                let text = text_of(before, self.text);
                if text.contains("cfg") {
                    return;
                }
                first = before;
            }
            at = before.prev_named_sibling();
        }
        self.found.push(Statement { line: line_of(node), at: first.start_byte()..node.end_byte(), form: Form::Listed });
    }
}

fn is_empty(block: Node<'_>) -> bool {
    named_children(block).into_iter().all(|child| child.kind().ends_with("comment"))
}

/// Whether a piece of a function is evaluated by the compiler, or belongs to macros: nothing can be inserted there.
fn is_evaluated_early(node: Node<'_>, parent: Option<Node<'_>>, text: &str) -> bool {
    match node.kind() {
        "const_item" | "static_item" | "const_block" | "macro_definition" | "token_tree" | "attribute_item"
        | "type_arguments" | "type_item" | "enum_item" | "struct_item" | "impl_item" | "trait_item" => true,
        "function_item" => is_const(node, text),
        kind if kind.ends_with("_type") => true,
        _ => parent.is_some_and(|p| p.kind() == "array_expression" && field(p, "length") == Some(node)),
    }
}

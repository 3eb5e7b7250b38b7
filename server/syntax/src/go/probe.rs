//! Counters and the control mutant, written into the focal function without moving a line.

use domain::{FocalFunction, Language};
use tree_sitter::Node;

use super::weave::{Edits, Focal, applied};
use crate::grammar::parsed;
use crate::tree::{Each, Flow, Place, field, last_line_of, line_of, named_children, text_of, walk};

/// How the inserted code names what the evaluator provides in the same package.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GoProbe<'a> {
    /// An array or slice of integers, one for each statement; element `i` is set to 1 when statement `i` starts.
    pub counters: &'a str,
    /// A Boolean expression; where it is true the focal function panics at entry. May count entries on the side.
    pub control: &'a str,
}

/// A Go file whose focal function reports what runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instrumented {
    /// The whole file; every line has the number that it had.
    pub text: String,
    /// Line (1-based) at which statement `i` starts, in source order. Several statements may share a line.
    pub lines: Vec<u32>,
}

impl Instrumented {
    /// The lines that can be covered: ascending, each once.
    pub fn executable_lines(&self) -> Vec<u32> {
        let mut lines = self.lines.clone();
        lines.sort_unstable();
        lines.dedup();
        lines
    }
}

/// Why a file cannot be instrumented.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InstrumentError {
    /// The focal function is not where it should be.
    #[error("no function `{name}` on lines {start}-{end} of the file")]
    NotFound { name: String, start: u32, end: u32 },
    /// The function does not parse, so nothing can be inserted safely.
    #[error("the function on line {0} does not parse")]
    SyntaxError(u32),
    /// There is nothing to count.
    #[error("the function on line {0} has no statement")]
    NoStatement(u32),
    /// There is more than can be counted.
    #[error("the function on line {0} has more statements than can be counted")]
    TooMany(u32),
}

/// Inserts `counters[i]=1;` before every statement of the focal function (those of nested blocks, cases and function
/// literals too, and `else if` as a statement of its own) and a control at its entry.
///
/// Labelled statements are counted before the label, so that `break` and `continue` keep their target.
pub fn instrument_go(
    file_text: &str,
    focal: &FocalFunction,
    names: &GoProbe<'_>,
) -> Result<Instrumented, InstrumentError> {
    let found = focal_node(file_text, focal)?;
    let mut edits = Vec::new();
    let lines = probe_edits(found.function(), focal, names, &mut edits)?;
    let text = applied(file_text, edits, &[]).ok_or(InstrumentError::SyntaxError(focal.start_line))?;
    Ok(Instrumented { text, lines })
}

/// What is inserted for the probes of a function, and the line of each.
pub(super) fn probe_edits(
    function: Node<'_>,
    focal: &FocalFunction,
    names: &GoProbe<'_>,
    edits: &mut Edits,
) -> Result<Vec<u32>, InstrumentError> {
    let no_statement = InstrumentError::NoStatement(focal.start_line);
    let Some(body) = field(function, "body") else { return Err(no_statement) };
    let statements = statements(body);
    if statements.is_empty() {
        return Err(no_statement);
    }
    let mut insert = |at: usize, text: String| edits.push((at..at, text));
    insert(body.start_byte() + 1, format!(" if {} {{ panic(\"assay: control\") }};", names.control));
    for (i, (statement, wrapped)) in statements.iter().enumerate() {
        let counter = format!("{}[{i}]=1; ", names.counters);
        if *wrapped {
            insert(statement.start_byte(), format!("{{ {counter}"));
            insert(statement.end_byte(), " }".to_owned());
        } else {
            insert(statement.start_byte(), counter);
        }
    }
    Ok(statements.iter().map(|(node, _)| line_of(unlabelled(*node))).collect())
}

/// The focal function in its file.
pub(super) fn focal_node<'s>(file_text: &'s str, focal: &FocalFunction) -> Result<Focal<'s>, InstrumentError> {
    let (start, end) = (focal.start_line, focal.end_line);
    let not_found = || InstrumentError::NotFound { name: focal.qualified_name.clone(), start, end };
    let (_, parsed) = parsed(Language::Go, file_text).ok_or_else(not_found)?;
    let function = named_children(parsed.root())
        .into_iter()
        .find(|node| {
            matches!(node.kind(), "function_declaration" | "method_declaration")
                && (line_of(*node), last_line_of(*node)) == (start, end)
                && field(*node, "name").is_some_and(|name| text_of(name, file_text) == focal.name)
        })
        .ok_or_else(not_found)?;
    if function.has_error() {
        return Err(InstrumentError::SyntaxError(start));
    }
    let start = function.start_byte();
    Ok(Focal { parsed, start })
}

/// The statement behind its labels: its line is the one that runs.
fn unlabelled(mut statement: Node<'_>) -> Node<'_> {
    while statement.kind() == "labeled_statement" {
        let inner = named_children(statement).into_iter().rfind(|n| !matches!(n.kind(), "label_name" | "comment"));
        let Some(inner) = inner else { break };
        statement = inner;
    }
    statement
}

/// The statements below a body in source order; `true` for an `if` that follows an `else`.
pub(super) fn statements<'t>(body: Node<'t>) -> Vec<(Node<'t>, bool)> {
    let mut found = Vec::new();
    walk(
        body,
        &mut Each(|place: &Place<'t, '_>| {
            let node = place.node;
            let in_list = place.parent().is_some_and(|parent| parent.kind() == "statement_list");
            let is_statement = node.is_named() && !matches!(node.kind(), "comment" | "empty_statement");
            if in_list && is_statement {
                found.push((node, false));
            } else if node.kind() == "if_statement" && place.parent().is_some_and(|p| p.kind() == "if_statement") {
                found.push((node, true));
            }
            Flow::Into
        }),
    );
    found
}

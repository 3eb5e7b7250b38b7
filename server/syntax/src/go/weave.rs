//! Probes and mutants of several functions of one file, inserted without moving a line.

use std::ops::Range;

use domain::{FocalFunction, Mutant};
use tree_sitter::Node;

use super::copies::{GoCopies, switch_edits};
use super::probe::{GoProbe, InstrumentError, focal_node, probe_edits};
use crate::grammar::Parsed;
use crate::tree::named_children;

/// Ranges of a text, and what stands there instead.
pub(super) type Edits = Vec<(Range<usize>, String)>;

/// What one focal function is to be given.
#[derive(Debug, Clone, Copy)]
pub struct GoWeave<'a> {
    pub focal: &'a FocalFunction,
    pub probe: GoProbe<'a>,
    /// Mutants to be copied. A function for which copies could change something gets none of them.
    pub copies: Option<(&'a [&'a Mutant], GoCopies<'a>)>,
}

/// A file with what was woven into it. Every line has the number that it had.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoWoven {
    /// With probes in each function, and where there are copies a choice at its entry, before the first probe. The
    /// copies stand behind the end.
    pub text: String,
    /// The same without copies, if it has any.
    pub plain: Option<String>,
    /// Number of probes of each function.
    pub probes: Vec<usize>,
}

/// Gives functions of a file what they need. They must not overlap.
pub fn weave_go(file_text: &str, functions: &[GoWeave<'_>]) -> Result<GoWoven, InstrumentError> {
    let (mut probes, mut switches, mut behind, mut counts) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for GoWeave { focal, probe, copies } in functions {
        let found = focal_node(file_text, focal)?;
        counts.push(probe_edits(found.function(), focal, probe, &mut probes)?.len());
        if let Some((mutants, names)) = copies
            && let Some((switch, copied)) = switch_edits(found.function(), file_text, focal, mutants, names)
        {
            switches.extend(switch);
            behind.extend(copied);
        }
    }
    let line = functions.first().map_or(0, |function| function.focal.start_line);
    let made =
        |edits: Edits, behind: &[String]| applied(file_text, edits, behind).ok_or(InstrumentError::SyntaxError(line));
    let plain = if behind.is_empty() { None } else { Some(made(probes.clone(), &[])?) };
    // At the same place the switch comes first: a mutant's run passes no probe.
    switches.extend(probes);
    Ok(GoWoven { text: made(switches, &behind)?, plain, probes: counts })
}

/// The text with the edits, those for the same place in their order, and with functions behind its end.
pub(super) fn applied(text: &str, mut edits: Edits, behind: &[String]) -> Option<String> {
    edits.sort_by_key(|(range, _)| range.start);
    let inserted: usize = edits.iter().map(|(_, inserted)| inserted.len()).sum();
    let mut made = String::with_capacity(text.len() + inserted);
    let mut done = 0;
    for (range, inserted) in edits {
        made.push_str(text.get(done..range.start)?);
        made.push_str(&inserted);
        done = range.end;
    }
    made.push_str(text.get(done..)?);
    for function in behind {
        made.push_str("\n\n");
        made.push_str(function);
    }
    if !behind.is_empty() {
        made.push('\n');
    }
    Some(made)
}

/// A parsed file and where its focal function is.
pub(super) struct Focal<'s> {
    pub(super) parsed: Parsed<'s>,
    pub(super) start: usize,
}

impl Focal<'_> {
    /// The node of the function; the root, should it be gone.
    pub(super) fn function(&self) -> Node<'_> {
        let root = self.parsed.root();
        named_children(root).into_iter().find(|node| node.start_byte() == self.start).unwrap_or(root)
    }
}

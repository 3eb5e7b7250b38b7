//! Functions of a file, with what the filter rules need to know of them.

use domain::{FocalFunction, Language};
use tree_sitter::Node;

use crate::grammar::parsed;
use crate::tree::{Each, Flow, Place, walk};
use crate::{DropReason, Returns};

/// A function as found in a file; whether it becomes a task is for [`crate::ExtractionRules::reason`] to say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundFunction {
    pub focal: FocalFunction,
    /// The head of its class as the reference writes it: `class X < Y`; empty for Go and for free functions.
    pub class_signature: String,
    /// Lines that are neither blank nor comment, head and end included.
    pub code_lines: u32,
    pub returns: Returns,
    /// What keeps it from being a task whatever the rules are.
    pub obstacle: Option<DropReason>,
}

/// All functions of a file in source order. Empty when the language has no grammar here (see [`crate::supports`])
/// or the text cannot be parsed at all.
pub fn focal_functions(language: Language, text: &str, path: &str) -> Vec<FoundFunction> {
    parsed(language, text).map_or_else(Vec::new, |(grammar, parsed)| grammar.functions(&parsed, path))
}

/// Byte ranges of the comments below a node, in order.
pub(crate) fn comments(node: Node<'_>) -> Vec<std::ops::Range<usize>> {
    let mut found = Vec::new();
    walk(
        node,
        &mut Each(|place: &Place<'_, '_>| {
            if matches!(place.node.kind(), "comment" | "line_comment" | "block_comment") {
                found.push(place.node.byte_range());
            }
            Flow::Into
        }),
    );
    found
}

/// Lines below a node that hold something besides white space and comments.
pub(crate) fn code_lines(node: Node<'_>, text: &str, comments: &[std::ops::Range<usize>]) -> u32 {
    let bytes = text.as_bytes();
    let mut comments = comments.iter().peekable();
    let mut lines = 0;
    let mut counted = false;
    let mut at = node.start_byte();
    while at < node.end_byte().min(bytes.len()) {
        while comments.next_if(|range| range.end <= at).is_some() {}
        match bytes[at] {
            b'\n' => counted = false,
            byte if byte.is_ascii_whitespace() || counted => {}
            _ if comments.peek().is_some_and(|range| range.contains(&at)) => {}
            _ => {
                counted = true;
                lines += 1;
            }
        }
        at += 1;
    }
    lines
}

/// The head of a function on one line: comments dropped, line breaks closed up. Gives what the reference's text rule
/// gives on heads of one line, and the whole head where that rule stops early (a line that ends inside brackets but
/// holds a `)` already; an `=` that belongs to the name of a setter).
pub(crate) fn head(text: &str, range: std::ops::Range<usize>, comments: &[std::ops::Range<usize>]) -> String {
    let mut kept = String::new();
    let mut at = range.start;
    for comment in comments.iter().filter(|c| c.start >= range.start && c.end <= range.end) {
        kept.push_str(text.get(at..comment.start).unwrap_or_default());
        at = comment.end;
    }
    kept.push_str(text.get(at..range.end).unwrap_or_default());
    let mut line = String::new();
    for piece in kept.lines().map(str::trim).filter(|piece| !piece.is_empty()) {
        if piece.starts_with([')', ']']) {
            line.truncate(line.trim_end_matches(',').len());
        } else if !line.is_empty() && !line.ends_with(['(', '[']) {
            line.push(' ');
        }
        line.push_str(piece);
    }
    line
}

//! The same code on one line.

use std::ops::Range;

use tree_sitter::Node;

use crate::tree::{Each, Flow, Place, text_of, walk};

/// The part `range` of a node's text without line breaks and comments; `None` where a raw string has a line break.
pub(super) fn one_line(node: Node<'_>, range: Range<usize>, text: &str) -> Option<String> {
    let mut line = String::new();
    let mut at = range.start;
    let mut possible = true;
    // Behind an escaped line break white space does not count.
    let mut continued = false;
    walk(
        node,
        &mut Each(|place: &Place<'_, '_>| {
            let leaf = place.node;
            let comment = leaf.kind().ends_with("comment");
            if leaf.child_count() > 0 && !comment {
                return Flow::Into;
            }
            let bytes = leaf.byte_range();
            if bytes.start < at || bytes.end > range.end || bytes.is_empty() {
                return Flow::Skip;
            }
            push_gap(&mut line, text.get(at..bytes.start).unwrap_or_default());
            at = bytes.end;
            let said = text_of(leaf, text);
            match leaf.kind() {
                _ if comment => line.push(' '),
                "escape_sequence" if said.ends_with('\n') => continued = true,
                "string_content" if said.contains('\n') || continued => {
                    let raw = place.parent().is_none_or(|parent| parent.kind() != "string_literal");
                    possible &= !(raw && said.contains('\n'));
                    let said = if continued { said.trim_start() } else { said };
                    line.push_str(&said.replace('\r', "").replace('\n', "\\n"));
                    continued = false;
                }
                _ => {
                    possible &= !said.contains('\n');
                    line.push_str(said);
                    continued = false;
                }
            }
            Flow::Skip
        }),
    );
    push_gap(&mut line, text.get(at..range.end).unwrap_or_default());
    possible.then_some(line)
}

fn push_gap(line: &mut String, gap: &str) {
    line.extend(gap.chars().map(|c| if matches!(c, '\n' | '\r') { ' ' } else { c }));
}

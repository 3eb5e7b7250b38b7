//! The arguments of macros as code: the grammar keeps them as loose tokens.

use std::collections::HashSet;

use tree_sitter::Node;

use crate::tree::{Each, Flow, Place, field, parse, text_of, walk};

/// Macros inside macros deeper than this stay tokens.
const DEPTH: usize = 6;

/// The text with macro calls rewritten as calls of functions (`vec![…]` as an array), at the same bytes; and the names
/// of all macros that are called.
pub(super) fn exposed(text: &str) -> (String, HashSet<String>) {
    let mut bytes = text.as_bytes().to_vec();
    let mut names = HashSet::new();
    for _ in 0..DEPTH {
        let Ok(current) = std::str::from_utf8(&bytes) else { break };
        let Some(tree) = parse(&tree_sitter_rust::LANGUAGE.into(), current) else { break };
        let mut blanks = Vec::new();
        walk(
            tree.root_node(),
            &mut Each(|place: &Place<'_, '_>| {
                if place.node.kind() == "macro_invocation" {
                    blanks.extend(rewritten(place.node, current, &mut names));
                }
                Flow::Into
            }),
        );
        if blanks.is_empty() {
            break;
        }
        for at in blanks.into_iter().flatten() {
            bytes[at] = b' ';
        }
    }
    (String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned()), names)
}

/// The bytes to blank: the `!`, and all of `vec!`.
fn rewritten(node: Node<'_>, text: &str, names: &mut HashSet<String>) -> Option<std::ops::Range<usize>> {
    let name = field(node, "macro")?;
    let said = text_of(name, text);
    names.insert(said.rsplit("::").next().unwrap_or(said).to_owned());
    let arguments = node.child(node.child_count().checked_sub(1)?)?;
    let open = text_of(arguments, text).chars().next()?;
    match open {
        '(' => Some(name.end_byte()..name.end_byte() + text[name.end_byte()..].find('!')? + 1),
        '[' => Some(name.start_byte()..arguments.start_byte()),
        _ => None,
    }
}

//! Examples: functions whose comment says what they print.

use domain::Language;
use tree_sitter::Node;

use super::tests::is_example;
use crate::grammar::parsed;
use crate::tree::{Each, Flow, Place, field, named_children, text_of, walk};

/// An example that `go test` runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoExample {
    /// `ExampleCommand_Execute`.
    pub name: String,
    /// What it must print, white space at both ends aside.
    pub output: String,
    /// Whether the lines may come in any order.
    pub unordered: bool,
}

/// The examples of a suite that say what they print, in source order; others are compiled and not run.
pub fn examples_go(suite: &str) -> Vec<GoExample> {
    let Some((_, parsed)) = parsed(Language::Go, suite) else { return Vec::new() };
    named_children(parsed.root())
        .into_iter()
        .filter(|node| node.kind() == "function_declaration" && is_example(*node, suite))
        .filter_map(|node| {
            let (output, unordered) = output(node, suite)?;
            Some(GoExample { name: text_of(field(node, "name")?, suite).to_owned(), output, unordered })
        })
        .collect()
}

/// What the last comment of a function's body says: the text behind `Output:` or `Unordered output:`.
pub(super) fn output<'t>(function: Node<'t>, text: &str) -> Option<(String, bool)> {
    let mut comments: Vec<Node<'t>> = Vec::new();
    walk(
        field(function, "body")?,
        &mut Each(|place: &Place<'t, '_>| {
            if place.node.kind() == "comment" {
                // Comments on neighbouring lines are one, but not with one behind code.
                let row = place.node.start_position().row;
                if comments.last().is_some_and(|last| last.end_position().row + 1 < row || is_behind_code(*last, text))
                {
                    comments.clear();
                }
                comments.push(place.node);
            }
            Flow::Into
        }),
    );
    let lines: Vec<String> = comments.iter().flat_map(|comment| plain(text_of(*comment, text))).collect();
    let whole = lines.join("\n");
    let said = whole.trim_start();
    let lower = said.to_ascii_lowercase();
    let (rest, unordered) = if let Some(rest) = lower.strip_prefix("output:") {
        (rest, false)
    } else {
        let rest = lower.strip_prefix("unordered")?.strip_prefix([' ', '\t'])?.trim_start().strip_prefix("output:")?;
        (rest, true)
    };
    Some((said[said.len() - rest.len()..].trim().to_owned(), unordered))
}

fn is_behind_code(comment: Node<'_>, text: &str) -> bool {
    let before = text.get(..comment.start_byte()).unwrap_or_default();
    !before.rsplit('\n').next().unwrap_or_default().trim().is_empty()
}

/// The lines of a comment without its marks and without white space at their ends.
fn plain(comment: &str) -> Vec<String> {
    let inner = if let Some(line) = comment.strip_prefix("//") {
        line.strip_prefix(' ').unwrap_or(line)
    } else {
        let inner = comment.strip_prefix("/*").unwrap_or(comment);
        inner.strip_suffix("*/").unwrap_or(inner)
    };
    inner.lines().map(|line| line.trim_end().to_owned()).collect()
}

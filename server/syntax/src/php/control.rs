//! The control mutant of a PHP function: it throws at entry, and no line moves.

use domain::{FocalFunction, Language};
use tree_sitter::Node;

use crate::grammar::parsed;
use crate::tree::{Each, Flow, Place, field, last_line_of, line_of, walk};

/// Why a function cannot be broken on purpose.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PhpControlError {
    /// The focal function is not where it should be.
    #[error("no PHP function `{name}` on lines {start}-{end} of the file")]
    NotFound { name: String, start: u32, end: u32 },
    /// The function does not parse, so nothing can be inserted safely.
    #[error("the PHP function on line {0} does not parse")]
    SyntaxError(u32),
}

/// What the mutant throws. An `Error` and no `Exception`: code under test catches those on purpose, and suites expect
/// them. It stands before everything in the body, so the function's own handlers do not see it.
const THROW: &str = " throw new \\Error('assay: control');";

/// The text to insert, and the byte before which it goes, for a focal function that throws at entry; every line keeps
/// its number.
pub fn control_insertion_php(file_text: &str, focal: &FocalFunction) -> Result<(usize, &'static str), PhpControlError> {
    let (start, end) = (focal.start_line, focal.end_line);
    let not_found = || PhpControlError::NotFound { name: focal.qualified_name.clone(), start, end };
    let (_, parsed) = parsed(Language::Php, file_text).ok_or_else(not_found)?;
    let function = find(parsed.root(), file_text, focal).ok_or_else(not_found)?;
    if function.has_error() {
        return Err(PhpControlError::SyntaxError(start));
    }
    // Not found: an abstract function, which has nothing to break.
    let body = field(function, "body").ok_or_else(not_found)?;
    Ok((body.start_byte() + 1, THROW))
}

fn find<'t>(root: Node<'t>, text: &str, focal: &FocalFunction) -> Option<Node<'t>> {
    let mut found = None;
    walk(
        root,
        &mut Each(|place: &Place<'t, '_>| {
            let node = place.node;
            let fits = matches!(node.kind(), "function_definition" | "method_declaration")
                && (line_of(node), last_line_of(node)) == (focal.start_line, focal.end_line)
                && super::name_of(node, text) == focal.name;
            if fits {
                found = Some(node);
                return Flow::Stop;
            }
            Flow::Into
        }),
    );
    found
}

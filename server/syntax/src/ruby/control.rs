//! The control mutant of a Ruby method: it raises at entry, and no line moves.

use domain::{FocalFunction, Language};
use tree_sitter::Node;

use crate::grammar::parsed;
use crate::tree::{Each, Flow, Place, field, last_line_of, line_of, named_children, text_of, walk};

/// Why a method cannot be broken on purpose.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ControlError {
    /// The focal method is not where it should be.
    #[error("no Ruby method `{name}` on lines {start}-{end} of the file")]
    NotFound { name: String, start: u32, end: u32 },
    /// The method does not parse, so nothing can be inserted safely.
    #[error("the Ruby method on line {0} does not parse")]
    SyntaxError(u32),
    /// What came out does not parse, which is a fault of ours.
    #[error("the control mutant of the Ruby method on line {0} does not parse")]
    Unsound(u32),
}

/// What the mutant raises: a direct child of `Exception` without a name. A `rescue => e` or `rescue StandardError` in
/// the code under test does not catch it (as it would a `RuntimeError`), nor does any `rescue` that names a class of
/// its own (as it could `NotImplementedError`, which projects also raise and expect on purpose), nor can a suite
/// expect it by name. The leading `::` finds `Kernel` in a `BasicObject` too.
const RAISE: &str = "::Kernel.raise(::Class.new(::Exception), 'assay: control')";

/// The file with a focal method that raises at entry; every line has the number that it had. A method with handlers of
/// its own raises outside of them, so that its `rescue Exception` does not catch it and its `ensure` does not run.
pub fn control_mutant_ruby(file_text: &str, focal: &FocalFunction) -> Result<String, ControlError> {
    let (start, end) = (focal.start_line, focal.end_line);
    let not_found = || ControlError::NotFound { name: focal.qualified_name.clone(), start, end };
    let (_, parsed) = parsed(Language::Ruby, file_text).ok_or_else(not_found)?;
    let method = find(parsed.root(), file_text, focal).ok_or_else(not_found)?;
    if method.has_error() {
        return Err(ControlError::SyntaxError(start));
    }
    let mutant = insert(file_text, &insertions(method, file_text).ok_or(ControlError::SyntaxError(start))?);
    let sound = crate::grammar::parsed(Language::Ruby, &mutant).is_some_and(|(_, after)| {
        find(after.root(), &mutant, focal).is_some_and(|method| !method.has_error())
            && after.root().has_error() == parsed.root().has_error()
    });
    if sound && mutant.lines().count() == file_text.lines().count() {
        Ok(mutant)
    } else {
        Err(ControlError::Unsound(start))
    }
}

fn find<'t>(root: Node<'t>, text: &str, focal: &FocalFunction) -> Option<Node<'t>> {
    let mut found = None;
    walk(
        root,
        &mut Each(|place: &Place<'t, '_>| {
            let node = place.node;
            let fits = matches!(node.kind(), "method" | "singleton_method")
                && (line_of(node), last_line_of(node)) == (focal.start_line, focal.end_line)
                && field(node, "name")
                    .is_some_and(|n| text_of(n, text).split_whitespace().collect::<String>() == focal.name);
            if fits {
                found = Some(node);
                return Flow::Stop;
            }
            Flow::Into
        }),
    );
    found
}

/// Texts to insert with the bytes before which they go, in order.
fn insertions(method: Node<'_>, text: &str) -> Option<Vec<(usize, String)>> {
    let head_end = field(method, "parameters").or_else(|| field(method, "name"))?.end_byte();
    let Some(body) = field(method, "body") else { return Some(vec![(head_end, format!("; {RAISE};"))]) };
    if body.kind() != "body_statement" {
        // `def x = expression`
        return Some(vec![(body.start_byte(), format!("({RAISE}; ")), (body.end_byte(), ")".to_owned())]);
    }
    let has_handlers = named_children(body).iter().any(|n| matches!(n.kind(), "rescue" | "ensure" | "else"));
    if !has_handlers {
        return Some(vec![(head_end, format!("; {RAISE};"))]);
    }
    let last =
        method.end_byte().checked_sub("end".len()).filter(|at| text.get(*at..method.end_byte()) == Some("end"))?;
    Some(vec![(head_end, format!("; {RAISE}; begin;")), (last, "end; ".to_owned())])
}

fn insert(text: &str, insertions: &[(usize, String)]) -> String {
    let mut made = String::with_capacity(text.len() + 200);
    let mut done = 0;
    for (at, inserted) in insertions {
        made.push_str(text.get(done..*at).unwrap_or_default());
        made.push_str(inserted);
        done = *at;
    }
    made.push_str(text.get(done..).unwrap_or_default());
    made
}

//! Parsing within a budget, and walking without recursion, so that no suite can exhaust time or stack.

use std::ops::ControlFlow;

use tree_sitter::{Language, Node, ParseOptions, Parser, Tree};

/// Progress reports that a parse may use beside one per byte. The parser reports every hundred steps and ordinary
/// code needs less than one step per byte, so only a pathological input gets near.
const SPARE_REPORTS: usize = 20_000;

/// Parses `text`; `None` when it is larger than 4 GiB or the parser would need absurdly many steps.
/// Counts steps instead of looking at a clock, so that the same text always gives the same answer.
pub(crate) fn parse(language: &Language, text: &str) -> Option<Tree> {
    parse_again(language, text, None)
}

/// The same, using what an edit has left of the tree of an earlier text.
pub(crate) fn parse_again(language: &Language, text: &str, edited: Option<&Tree>) -> Option<Tree> {
    u32::try_from(text.len()).ok()?;
    let mut parser = Parser::new();
    parser.set_language(language).ok()?;
    let mut left = SPARE_REPORTS + text.len();
    let mut progress = |_: &tree_sitter::ParseState| {
        left = left.saturating_sub(1);
        if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let bytes = text.as_bytes();
    let mut read = |at: usize, _| bytes.get(at..).unwrap_or_default();
    parser.parse_with_options(&mut read, edited, Some(ParseOptions::new().progress_callback(&mut progress)))
}

/// The text of a node; empty should its range not lie on character boundaries.
pub(crate) fn text_of<'s>(node: Node<'_>, text: &'s str) -> &'s str {
    text.get(node.byte_range()).unwrap_or_default()
}

/// First line of a node (1-based).
pub(crate) fn line_of(node: Node<'_>) -> u32 {
    node.start_position().row as u32 + 1
}

/// Last line of a node (1-based, inclusive); a node that ends at the start of a line does not reach into it.
pub(crate) fn last_line_of(node: Node<'_>) -> u32 {
    let end = node.end_position();
    let row = if end.column == 0 && end.row > node.start_position().row { end.row - 1 } else { end.row };
    row as u32 + 1
}

/// Named children of a node.
pub(crate) fn named_children(node: Node<'_>) -> Vec<Node<'_>> {
    node.named_children(&mut node.walk()).collect()
}

/// The child in a field.
pub(crate) fn field<'t>(node: Node<'t>, name: &str) -> Option<Node<'t>> {
    node.child_by_field_name(name)
}

/// What to do after a node has been entered.
pub(crate) enum Flow {
    /// Visit the children, then leave.
    Into,
    /// Leave without visiting the children.
    Skip,
    /// End the whole walk.
    Stop,
}

/// Where a walk is.
pub(crate) struct Place<'t, 'a> {
    pub(crate) node: Node<'t>,
    /// The nodes around it, outermost first.
    pub(crate) above: &'a [Node<'t>],
}

impl<'t> Place<'t, '_> {
    pub(crate) fn parent(&self) -> Option<Node<'t>> {
        self.above.last().copied()
    }
}

/// Something that looks at every node of a tree in source order.
pub(crate) trait Visitor<'t> {
    fn enter(&mut self, place: &Place<'t, '_>) -> Flow;
    fn leave(&mut self, _place: &Place<'t, '_>) {}
}

/// Walks `root` and everything below it.
pub(crate) fn walk<'t>(root: Node<'t>, visitor: &mut impl Visitor<'t>) {
    let mut cursor = root.walk();
    let mut above: Vec<Node<'t>> = Vec::new();
    loop {
        let node = cursor.node();
        match visitor.enter(&Place { node, above: &above }) {
            Flow::Stop => return,
            Flow::Into if cursor.goto_first_child() => {
                above.push(node);
                continue;
            }
            Flow::Into | Flow::Skip => {}
        }
        loop {
            let node = cursor.node();
            visitor.leave(&Place { node, above: &above });
            if above.is_empty() {
                return;
            }
            if cursor.goto_next_sibling() {
                break;
            }
            cursor.goto_parent();
            above.pop();
        }
    }
}

/// A visitor from a function that is called on entering.
pub(crate) struct Each<F>(pub(crate) F);

impl<'t, F: FnMut(&Place<'t, '_>) -> Flow> Visitor<'t> for Each<F> {
    fn enter(&mut self, place: &Place<'t, '_>) -> Flow {
        (self.0)(place)
    }
}

/// The first node, in source order, at which the text does not parse.
pub(crate) fn first_error<'t>(root: Node<'t>) -> Option<Node<'t>> {
    if !root.has_error() {
        return None;
    }
    let mut found = None;
    walk(
        root,
        &mut Each(|place: &Place<'t, '_>| {
            if place.node.is_error() || place.node.is_missing() {
                found = Some(place.node);
                Flow::Stop
            } else if place.node.has_error() {
                Flow::Into
            } else {
                Flow::Skip
            }
        }),
    );
    found.or(Some(root))
}

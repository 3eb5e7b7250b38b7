//! Mutants: broken variants of a focal function, made from its syntax tree.
//!
//! What can be changed in a language is data (one file per language, type [`Dialect`]); finding the places is shared.

mod constants;
mod dialect;
mod go;
mod julia;
mod order;
mod php;
mod places;
mod ruby;
mod rust;

use std::collections::HashSet;
use std::ops::Range;

use domain::{FocalFunction, Language, Mutant};
use tree_sitter::{InputEdit, Node, Point, Tree};

use crate::tree::{Each, Flow, Place, last_line_of, line_of, parse, parse_again, walk};
use dialect::Dialect;
use places::Candidate;

/// No function needs more; a caller takes as many from the front as it wants.
const MAX_MUTANTS: usize = 200;
/// Candidates that may turn out to be duplicates or not to parse before the search ends.
const MAX_REFUSED: usize = 200;
/// Looking at a mutant takes time in proportion to the depth of its function's tree; this is the limit of their
/// product. Only functions nested deeper than any that people write have fewer mutants for it.
const MAX_WORK: usize = 40_000;
/// Larger functions (in bytes) have no mutants.
const MAX_BYTES: usize = 100_000;

fn dialect(language: Language) -> &'static Dialect {
    match language {
        Language::Rust => &rust::RUST,
        Language::Julia => &julia::JULIA,
        Language::Go => &go::GO,
        Language::Ruby => &ruby::RUBY,
        Language::Php => &php::PHP,
    }
}

/// Mutants of the body of the focal function, in order of preference: one of each operator in turn, spread over the
/// lines, constants last. Every one parses as well as the file does, and no two give the same text. The same function
/// gives the same mutants wherever it stands in its file. Empty when the function cannot be found in `file_text`.
///
/// Whether a mutant compiles is for the compiler to say.
pub fn mutants(language: Language, file_text: &str, focal: &FocalFunction) -> Vec<Mutant> {
    generate(dialect(language), file_text, focal, MAX_MUTANTS)
}

fn generate(dialect: &Dialect, text: &str, focal: &FocalFunction, most: usize) -> Vec<Mutant> {
    let grammar = (dialect.grammar)();
    let Some(tree) = parse(&grammar, text) else { return Vec::new() };
    let Some(function) = find(dialect, tree.root_node(), text, focal) else { return Vec::new() };
    let Some(body) = (dialect.body)(function).filter(|body| body.len() <= MAX_BYTES) else { return Vec::new() };
    let candidates = places::candidates(dialect, function, body.clone(), text);
    let mut found: Vec<Mutant> = Vec::new();
    let mut function_texts: HashSet<String> = HashSet::new();
    let errors = errors(tree.root_node());
    let looks = MAX_WORK / depth(function).max(1);
    let mut refused = 0;
    for candidate in order::by_preference(candidates, focal, function.start_byte()).into_iter().take(looks) {
        if found.len() >= most || refused >= MAX_REFUSED {
            break;
        }
        let mutant = mutant(found.len(), candidate);
        let changed = mutant.apply(text).filter(|changed| {
            // Outside the function nothing changes, so its own text tells two mutants apart.
            let end = changed.len() - (text.len() - function.end_byte());
            let own = changed.get(function.start_byte()..end).unwrap_or_default().to_owned();
            Some(own.as_str()) != text.get(function.byte_range()) && function_texts.insert(own)
        });
        let parses = |changed: &String| {
            let edited = edited(&tree, text, &mutant);
            parse_again(&grammar, changed, Some(&edited)).is_some_and(|tree| self::errors(tree.root_node()) <= errors)
        };
        if changed.as_ref().is_some_and(parses) {
            found.push(mutant);
        } else {
            refused += 1;
        }
    }
    found
}

/// The tree with the mutant's change made known, so that only what it touches is parsed again.
fn edited(tree: &Tree, text: &str, mutant: &Mutant) -> Tree {
    let (start, end) = (mutant.start as usize, mutant.end as usize);
    let point = |at: usize| {
        let before = text.get(..at).unwrap_or_default();
        Point::new(before.matches('\n').count(), at - before.rfind('\n').map_or(0, |newline| newline + 1))
    };
    let start_position = point(start);
    let breaks = mutant.replacement.matches('\n').count();
    let last = mutant.replacement.rsplit('\n').next().map_or(0, str::len);
    let new_end_position =
        Point::new(start_position.row + breaks, if breaks == 0 { start_position.column + last } else { last });
    let mut edited = tree.clone();
    edited.edit(&InputEdit {
        start_byte: start,
        old_end_byte: end,
        new_end_byte: start + mutant.replacement.len(),
        start_position,
        old_end_position: point(end),
        new_end_position,
    });
    edited
}

fn mutant(number: usize, candidate: Candidate) -> Mutant {
    let Candidate { operator, line, range, replacement } = candidate;
    Mutant { number: number as u16, operator, line, start: range.start as u32, end: range.end as u32, replacement }
}

fn depth(root: Node<'_>) -> usize {
    let mut depth = 0;
    walk(
        root,
        &mut Each(|place: &Place<'_, '_>| {
            depth = depth.max(place.above.len());
            Flow::Into
        }),
    );
    depth
}

/// Pieces of a tree that do not parse.
fn errors(root: Node<'_>) -> usize {
    let mut count = 0;
    if root.has_error() {
        walk(
            root,
            &mut Each(|place: &Place<'_, '_>| {
                count += usize::from(place.node.is_error() || place.node.is_missing());
                if place.node.has_error() { Flow::Into } else { Flow::Skip }
            }),
        );
    }
    count
}

/// The node of the focal function: of its name and on its lines; else the outermost of its name within its lines
/// (which may hold attributes and comments too); else the only function on exactly its lines.
fn find<'t>(dialect: &Dialect, root: Node<'t>, text: &str, focal: &FocalFunction) -> Option<Node<'t>> {
    let mut exact = Vec::new();
    let mut named = None;
    let mut best = None;
    walk(
        root,
        &mut Each(|place: &Place<'t, '_>| {
            let node = place.node;
            let (first, last) = (line_of(node), last_line_of(node));
            if last < focal.start_line || first > focal.end_line {
                return Flow::Skip;
            }
            // Attributes may stand before the first line of the focal function and belong to the node.
            let named_on = node.child_by_field_name("name").map_or(first, line_of);
            let within = named_on >= focal.start_line && last <= focal.end_line;
            if within && dialect.functions.contains(&node.kind()) && (dialect.body)(node).is_some() {
                let is_exact = (first, last) == (focal.start_line, focal.end_line);
                let has_name = (dialect.name)(node, text).is_some_and(|name| name == focal.name);
                if is_exact {
                    exact.push(node);
                }
                if has_name {
                    named = named.or(Some(node));
                    best = best.or(is_exact.then_some(node));
                }
            }
            Flow::Into
        }),
    );
    let only = if let [only] = exact.as_slice() { Some(*only) } else { None };
    best.or(named).or(only)
}

/// The byte range between the braces of the field `body`.
fn braced_body(function: Node<'_>) -> Option<Range<usize>> {
    let body = function.child_by_field_name("body")?;
    (body.end_byte() >= body.start_byte() + 2).then(|| body.start_byte() + 1..body.end_byte() - 1)
}

/// The text of the field `name`.
fn field_name<'s>(function: Node<'_>, text: &'s str) -> Option<&'s str> {
    text.get(function.child_by_field_name("name")?.byte_range())
}

#[cfg(test)]
mod tests;

//! Mutants as copies of the focal function, so that one binary holds all of them.

use std::fmt::Write as _;

use domain::{FocalFunction, Mutant};
use tree_sitter::Node;

use super::probe::{InstrumentError, focal_node};
use super::weave::Edits;
use crate::tree::{Each, Flow, Place, field, named_children, text_of, walk};

/// How the inserted code names things in the same package.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GoCopies<'a> {
    /// Beginning of the names of the copies, with a small letter, so that a method adds nothing to what reflection
    /// shows; the mutant's number follows.
    pub prefix: &'a str,
    /// A variable of an integer type: the number of the mutant that runs, plus one.
    pub switch: &'a str,
}

/// Each mutant as a function of its own, in the order given, to be put behind the end of the file: it needs the
/// imports of the file and nothing else.
pub fn mutant_functions_go(
    file_text: &str,
    focal: &FocalFunction,
    mutants: &[&Mutant],
    prefix: &str,
) -> Result<Vec<String>, InstrumentError> {
    let parsed = focal_node(file_text, focal)?;
    let function = parsed.function();
    Ok(copies(function, file_text, focal, mutants, prefix).unwrap_or_default())
}

fn copies(
    function: Node<'_>,
    text: &str,
    focal: &FocalFunction,
    mutants: &[&Mutant],
    prefix: &str,
) -> Option<Vec<String>> {
    let name = field(function, "name")?;
    let body = field(function, "body")?.byte_range();
    let head = (text.get(function.start_byte()..name.start_byte())?, text.get(name.end_byte()..body.start)?);
    debug_assert_eq!(text_of(name, text), focal.name);
    mutants
        .iter()
        .map(|mutant| {
            let (start, end) = (mutant.start as usize, mutant.end as usize);
            let inside = body.start < start && start <= end && end < body.end;
            let (before, after) = (text.get(body.start..start)?, text.get(end..body.end)?);
            inside.then(|| {
                [head.0, prefix, &mutant.number.to_string(), head.1, before, &mutant.replacement, after].concat()
            })
        })
        .collect()
}

/// A switch at the entry of a function, on the line where its body begins, and the mutants as functions to stand behind
/// the end of the file. `None`, and nothing is to be changed, when that could change what the function does: it looks
/// at the call stack, where a copy is one call further away, or its type parameters can't be named.
pub(super) fn switch_edits(
    function: Node<'_>,
    file_text: &str,
    focal: &FocalFunction,
    mutants: &[&Mutant],
    names: &GoCopies<'_>,
) -> Option<(Edits, Vec<String>)> {
    let body = field(function, "body")?;
    if looks_at_stack(body, file_text) {
        return None;
    }
    let functions = copies(function, file_text, focal, mutants, names.prefix)?;
    let mut edits = Vec::new();
    let receiver = match field(function, "receiver") {
        Some(list) => format!("{}.", named(list, file_text, "assayReceiver", &mut edits)?.first()?),
        None => String::new(),
    };
    let arguments = named(field(function, "parameters")?, file_text, "assayArgument", &mut edits)?.join(", ");
    let type_arguments = match field(function, "type_parameters") {
        Some(list) => format!("[{}]", type_names(list, file_text)?.join(", ")),
        None => String::new(),
    };
    let mut switch = format!(" switch {} {{ ", names.switch);
    for mutant in mutants {
        let call = format!("{receiver}{}{}{type_arguments}({arguments})", names.prefix, mutant.number);
        let (number, has_result) = (u32::from(mutant.number) + 1, field(function, "result").is_some());
        // Writing to a String cannot fail.
        let _ = if has_result {
            write!(switch, "case {number}: return {call}; ")
        } else {
            write!(switch, "case {number}: {call}; return; ")
        };
    }
    edits.push((body.start_byte() + 1..body.start_byte() + 1, switch + "};"));
    Some((edits, functions))
}

/// The parameters of a list as arguments of a call. Those without a name get one.
fn named(list: Node<'_>, text: &str, prefix: &str, edits: &mut Edits) -> Option<Vec<String>> {
    let mut arguments = Vec::new();
    for declaration in named_children(list) {
        let dots = match declaration.kind() {
            "parameter_declaration" => "",
            "variadic_parameter_declaration" => "...",
            "comment" => continue,
            _ => return None,
        };
        let names: Vec<_> =
            declaration.children_by_field_name("name", &mut declaration.walk()).filter(Node::is_named).collect();
        if names.is_empty() {
            let name = format!("{prefix}{}", arguments.len());
            let at = declaration.start_byte();
            edits.push((at..at, format!("{name} ")));
            arguments.push(format!("{name}{dots}"));
        }
        for node in names {
            let mut name = text_of(node, text).to_owned();
            if name == "_" {
                name = format!("{prefix}{}", arguments.len());
                edits.push((node.byte_range(), name.clone()));
            }
            arguments.push(format!("{name}{dots}"));
        }
    }
    Some(arguments)
}

fn type_names(list: Node<'_>, text: &str) -> Option<Vec<String>> {
    let mut found = Vec::new();
    for declaration in named_children(list).into_iter().filter(|node| node.kind() == "type_parameter_declaration") {
        for name in declaration.children_by_field_name("name", &mut declaration.walk()).filter(Node::is_named) {
            let name = text_of(name, text);
            (name != "_").then(|| found.push(name.to_owned()))?;
        }
    }
    Some(found)
}

/// Whether the body itself recovers from a panic (which only works in the deferred function) or asks who called it.
fn looks_at_stack(body: Node<'_>, text: &str) -> bool {
    let mut looks = false;
    walk(
        body,
        &mut Each(|place: &Place<'_, '_>| {
            let called = (place.node.kind() == "call_expression").then(|| field(place.node, "function")).flatten();
            let name = called.map_or("", |function| text_of(function, text));
            let in_literal = place.above.iter().any(|node| node.kind() == "func_literal");
            looks |= name == "recover" && !in_literal;
            looks |= matches!(
                name,
                "runtime.Caller" | "runtime.Callers" | "runtime.Stack" | "debug.Stack" | "debug.PrintStack"
            );
            if looks { Flow::Stop } else { Flow::Into }
        }),
    );
    looks
}

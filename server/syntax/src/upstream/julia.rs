//! Julia: the tests of one file that call the focal function, with everything in the file that is no test.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use domain::{FocalFunction, Language};
use tree_sitter::Node;

use super::{UpstreamFile, may_call, stem};
use crate::grammar::{Parsed, parsed};
use crate::julia::{call_of, macro_name};
use crate::tree::{Each, Flow, Place, last_line_of, line_of, named_children, text_of, walk};

/// Lines of tests of one suite, unless its first test alone has more: a matrix is made in every second test of its library.
const MOST_LINES: u32 = 150;
/// Files that are read in place of an `include`, at most so deep.
const DEPTH: u32 = 3;

/// Functions of `Base` that are called without being named; of all others the name must be there.
const UNNAMED: [&str; 31] = [
    "show",
    "print",
    "showerror",
    "iterate",
    "isless",
    "isequal",
    "hash",
    "convert",
    "promote_rule",
    "length",
    "size",
    "eltype",
    "getindex",
    "setindex!",
    "getproperty",
    "setproperty!",
    "adjoint",
    "hcat",
    "vcat",
    "vect",
    "broadcast",
    "broadcasted",
    "copyto!",
    "isapprox",
    "in",
    "issubset",
    "union",
    "intersect",
    "xor",
    "div",
    "serialize",
];

/// A look at the letters, before anything is parsed.
fn may_be_called(text: &str, focal: &FocalFunction) -> bool {
    UNNAMED.contains(&focal.name.as_str()) || may_call(text, focal)
}

/// Of the files that call it, the one that is named after the focal function's file, else the one with the most tests of it.
pub(super) fn suite(files: &[UpstreamFile], focal: &FocalFunction) -> Option<String> {
    let mut found: Vec<_> = files
        .iter()
        .filter(|file| {
            file.path.rsplit_once('.').is_some_and(|(_, end)| end == "jl") && may_be_called(&file.text, focal)
        })
        .filter_map(|file| {
            let (tests, text) = cut(&included(file, files, DEPTH), focal)?;
            Some(((stem(&file.path) != stem(&focal.path), Reverse(tests), file.path.as_str()), text))
        })
        .collect();
    found.sort();
    found.into_iter().next().map(|(_, text)| text)
}

/// What a statement of a test file is for.
#[derive(Debug, PartialEq, Eq)]
enum Kind {
    /// Brings names from elsewhere.
    Import,
    /// Makes assertions when it is evaluated.
    Test,
    /// Reads a file that is not there, or imports what such a file would define.
    Missing,
    /// Anything else: definitions, values, seeds.
    Other,
}

/// Statements of the file, or of the one module that is all of it.
fn statements<'t>(parsed: &'t Parsed<'_>) -> Vec<Node<'t>> {
    let all = named_children(parsed.root());
    let mut modules = all.iter().filter(|node| node.kind() == "module_definition");
    match (modules.next(), modules.next()) {
        (Some(module), None) => {
            let name = crate::tree::field(*module, "name");
            named_children(*module).into_iter().filter(|node| Some(*node) != name).collect()
        }
        _ => all,
    }
}

/// The text of a file with the files that it includes in their places.
fn included(file: &UpstreamFile, files: &[UpstreamFile], depth: u32) -> String {
    let Some((_, parsed)) = parsed(Language::Julia, &file.text) else { return file.text.clone() };
    let folder = file.path.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
    let mut text = file.text.clone();
    for node in statements(&parsed).into_iter().rev() {
        let call = text_of(node, &file.text);
        let name = call.strip_prefix("include(\"").and_then(|rest| rest.strip_suffix("\")"));
        let other = name.and_then(|name| files.iter().find(|other| other.path == format!("{folder}{name}")));
        if let Some(other) = other
            && depth > 0
        {
            text.replace_range(node.byte_range(), &included(other, files, depth - 1));
        }
    }
    text
}

/// The suite, and how many statements with tests it holds; `None` when none calls the function.
fn cut(text: &str, focal: &FocalFunction) -> Option<(usize, String)> {
    let (_, parsed) = parsed(Language::Julia, text)?;
    let all = statements(&parsed);
    let helpers: BTreeSet<&str> = all
        .iter()
        .filter(|node| asserts(**node, text, &BTreeSet::new()))
        .filter_map(|node| defined_name(*node, text))
        .collect();
    let kinds: Vec<Kind> = all.iter().map(|node| kind(*node, text, &helpers)).collect();
    let imports: String = all
        .iter()
        .zip(&kinds)
        .filter(|(_, kind)| **kind == Kind::Import)
        .map(|(node, _)| format!("{}\n", text_of(*node, text)))
        .collect();
    let (mut tests, mut lines) = (0, 0);
    let mut parts = Vec::new();
    for (node, kind) in all.iter().zip(&kinds) {
        let own = text_of(*node, text);
        if *kind == Kind::Missing {
            continue;
        }
        if *kind == Kind::Test {
            let more = last_line_of(*node) + 1 - line_of(*node);
            if tests > 0 && lines + more > MOST_LINES
                || !may_be_called(own, focal)
                || !crate::invokes(Language::Julia, &format!("{imports}{own}\n"), focal)
            {
                continue;
            }
            tests += 1;
            lines += more;
        }
        parts.push(own);
    }
    let text = format!("{}\n", parts.join("\n"));
    (tests > 0 && !crate::test_cases(Language::Julia, &text).is_empty()).then_some((tests, text))
}

fn kind(node: Node<'_>, text: &str, helpers: &BTreeSet<&str>) -> Kind {
    let own = text_of(node, text);
    match node.kind() {
        // Helpers of Julia's own test folder are loaded into `Main`, which no package is.
        "using_statement" | "import_statement" if own.contains(" .Main.") => Kind::Missing,
        "using_statement" | "import_statement" => Kind::Import,
        _ if own.contains("include(") && defined_name(node, text).is_none() => Kind::Missing,
        // What is only quoted here is evaluated elsewhere.
        "assignment" | "const_statement" => Kind::Other,
        _ if defined_name(node, text).is_none() && asserts(node, text, helpers) => Kind::Test,
        _ => Kind::Other,
    }
}

/// The name of the function or macro that a statement defines, a macro's with its `@`.
fn defined_name<'s>(node: Node<'_>, text: &'s str) -> Option<&'s str> {
    let head = match node.kind() {
        "function_definition" | "macro_definition" | "assignment" => call_of(node.named_child(0)?)?,
        // A module of its own has a scope of its own.
        "module_definition" | "struct_definition" | "abstract_definition" => node.named_child(0)?,
        _ => return None,
    };
    let name = if head.kind() == "call_expression" { head.named_child(0)? } else { head };
    Some(text_of(name, text))
}

/// Whether anything in a statement is an assertion, or calls something of the file that makes assertions.
fn asserts(node: Node<'_>, text: &str, helpers: &BTreeSet<&str>) -> bool {
    let mut found = false;
    walk(
        node,
        &mut Each(|place: &Place<'_, '_>| {
            let node = place.node;
            found |= match node.kind() {
                "macrocall_expression" => macro_name(node, text).is_some_and(|name| {
                    matches!(name, "testset" | "inferred") || name.starts_with("test") || helpers.contains(name)
                }),
                "call_expression" => node.named_child(0).is_some_and(|callee| helpers.contains(text_of(callee, text))),
                _ => false,
            };
            if found { Flow::Stop } else { Flow::Into }
        }),
    );
    found
}

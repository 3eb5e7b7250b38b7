//! Puts a suite where the image can load it. Only what loads the suite is changed, never what it tests; every line
//! keeps its number, so that messages point at the line that the vendor wrote.

use std::collections::BTreeSet;

use domain::{FocalFunction, Language};
use tree_sitter::{Node, Tree};

use super::tree::{self, Import, callee, children, line, macro_name, source, walk};
use crate::adapter::PlacementError;

/// A suite as it is written into the work folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Placed {
    pub text: String,
    /// Statements that are evaluated before it: macros of a module are not known on the line that loads it.
    pub prelude: String,
    /// Tests that must end for a pass, as the runner names them.
    pub static_names: Vec<String>,
    /// What was changed, one sentence each.
    pub notes: Vec<String>,
    pub signals: Vec<String>,
    /// Whether it asks how code is compiled or what it allocates, which is only true of compiled code.
    pub needs_compiler: bool,
}

/// Functions of `Pkg` that change the environment, which the image fixes.
const PACKAGE_CALLS: [&str; 9] =
    ["activate", "add", "develop", "instantiate", "resolve", "update", "rm", "precompile", "test"];

/// Macros and functions whose answer depends on compilation.
const COMPILED: [&str; 13] = [
    "@allocated",
    "@benchmark",
    "@btime",
    "@belapsed",
    "@elapsed",
    "@timed",
    "@code_warntype",
    "@code_typed",
    "@code_lowered",
    "@code_llvm",
    "@code_native",
    "@inferred",
    "@inline",
];

/// `module` is what the repository is loaded as (`Dates`), `focal_module` the one of the focal function
/// (`Dates.Inner`), `file_text` the text of the focal file.
pub(super) fn place(
    suite: &str,
    module: &str,
    focal_module: &str,
    focal: &FocalFunction,
    file_text: &str,
) -> Result<Placed, PlacementError> {
    let mut notes = Vec::new();
    let text = normalise(suite, &mut notes);
    if text.trim().is_empty() {
        return Err(PlacementError("the suite is empty".to_owned()));
    }
    if text.contains('\0') {
        return Err(PlacementError("it holds a NUL byte, which is no text".to_owned()));
    }
    let tree = tree::parse(&text).ok_or_else(|| PlacementError("the Julia grammar cannot be set up".to_owned()))?;
    let mut edits = Vec::new();
    let manages_packages = module == "Pkg";
    walk(tree.root_node(), &mut |node| {
        let Some(why) = loads_wrongly(node, &text, focal, module).filter(|_| !manages_packages) else { return true };
        notes.push(format!("Line {}: `{}` was left out; {why}.", line(node), one_line(source(node, &text))));
        edits.push((node.byte_range(), "nothing".to_owned()));
        false
    });
    let imports = tree::imports(&tree, &text);
    for import in &imports {
        // `using .Dates` follows an `include` of the package, which is left out.
        let bare = import.module.trim_start_matches('.');
        if bare.len() < import.module.len() && bare == module && !defines_module(&tree, &text, module) {
            notes.push(format!("Line {}: `{}` became `{bare}`, the package itself.", import.line, import.module));
            edits.push((import.range.clone(), bare.to_owned()));
        }
    }
    let missing = missing_imports(&tree, &text, &imports, (module, focal_module), file_text, &mut notes);
    let missing = missing.join("; ");
    let prelude = match wrapping_module(&tree) {
        Some(name) if !missing.is_empty() => {
            edits.push((name.end_byte()..name.end_byte(), format!(" {missing};")));
            String::new()
        }
        _ => missing,
    };
    let needs_compiler = needs_compiler(&tree, &text);
    let signals = super::signals::signals(&tree, &text, module, focal);
    let static_names = syntax::test_cases(Language::Julia, &text)
        .into_iter()
        .filter(|case| case.exact && case.name.len() <= 120)
        .map(|case| format!("{} #1", case.name))
        .collect();
    drop(imports);
    Ok(Placed { text: apply(text, edits), prelude, static_names, notes, signals, needs_compiler })
}

fn normalise(suite: &str, notes: &mut Vec<String>) -> String {
    let text = suite.strip_prefix('\u{feff}').unwrap_or(suite);
    if text.len() != suite.len() {
        notes.push("The byte order mark at the start was left out.".to_owned());
    }
    if text.contains('\r') {
        notes.push("Line ends were changed from CRLF to LF.".to_owned());
    }
    let mut text = text.replace("\r\n", "\n").replace('\r', "\n");
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

/// Why a call must not be made: it would load the package a second time, or change the environment.
fn loads_wrongly(node: Node<'_>, text: &str, focal: &FocalFunction, module: &str) -> Option<&'static str> {
    let called = callee(node, text)?;
    if let Some(function) = called.strip_prefix("Pkg.") {
        return PACKAGE_CALLS.contains(&function).then_some("the image has every package and no network");
    }
    if called != "include" {
        return None;
    }
    let arguments = children(node).into_iter().find(|child| child.kind() == "argument_list")?;
    let path = source(arguments, text);
    let file = |name: &str| path.contains(&format!("{name}\"")) || path.contains(&format!("{name}\")"));
    let base = focal.path.rsplit('/').next().unwrap_or(&focal.path);
    (path.contains("src/") || path.contains("\"src\"") || file(base) || file(&format!("{module}.jl")))
        .then_some("the package is loaded as a whole, and a second copy would be another module")
}

fn defines_module(tree: &Tree, text: &str, module: &str) -> bool {
    let mut found = false;
    walk(tree.root_node(), &mut |node| {
        found |= node.kind() == "module_definition"
            && node.child_by_field_name("name").is_some_and(|name| source(name, text) == module);
        !found
    });
    found
}

/// Statements for what the suite uses without loading it.
fn missing_imports(
    tree: &Tree,
    text: &str,
    imports: &[Import<'_>],
    (module, focal_module): (&str, &str),
    file_text: &str,
    notes: &mut Vec<String>,
) -> Vec<String> {
    let mut missing = Vec::new();
    let loads = |name: &str| {
        let is_it = |import: &Import<'_>| import.module.trim_start_matches('.') == name;
        imports.iter().any(|import| import.is_using && import.names.is_none() && is_it(import))
    };
    if !loads("Test") {
        missing.push("using Test".to_owned());
        notes.push("`using Test` was added.".to_owned());
    }
    let names_it = imports.iter().any(|import| import.module.trim_start_matches('.').split('.').next() == Some(module));
    if !names_it && !defines_module(tree, text, module) {
        missing.push(format!("using {module}"));
        notes.push(format!("`using {module}` was added."));
    }
    let wanted = names_to_import(tree, text, imports, file_text);
    if !wanted.is_empty() {
        let list = wanted.into_iter().collect::<Vec<_>>().join(", ");
        notes.push(format!(
            "`using {focal_module}: {list}` was added, since the suite calls these by their bare names."
        ));
        missing.push(format!("using {focal_module}: {list}"));
    }
    missing
}

/// Names of the focal file that the suite calls bare, and neither defines nor imports. One that it binds anywhere is
/// left alone: a variable cannot have the name of something imported.
fn names_to_import<'text>(
    tree: &Tree,
    text: &'text str,
    imports: &[Import<'_>],
    file_text: &str,
) -> BTreeSet<&'text str> {
    let defined: BTreeSet<String> = syntax::focal_functions(Language::Julia, file_text, "")
        .into_iter()
        .filter(|found| !found.focal.qualified_name.starts_with("Base.") && !found.focal.qualified_name.contains("(::"))
        .filter(|found| found.focal.name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '!')))
        .map(|found| found.focal.name)
        .collect();
    let mut called = BTreeSet::new();
    let mut bound: BTreeSet<&str> = imports.iter().flat_map(|i| i.names.iter().flatten().copied()).collect();
    walk(tree.root_node(), &mut |node| {
        match node.kind() {
            "call_expression" | "broadcast_call_expression" => {
                let head = node.named_child(0).filter(|head| head.kind() == "identifier");
                let is_definition = node.parent().is_some_and(|parent| {
                    matches!(parent.kind(), "signature" | "where_expression" | "typed_expression")
                        || parent.kind() == "assignment" && parent.named_child(0) == Some(node)
                });
                if let Some(name) = head.map(|head| source(head, text)) {
                    if is_definition {
                        bound.insert(name)
                    } else {
                        called.insert(name)
                    };
                }
            }
            "assignment" | "for_binding" | "let_binding" | "named_field" => {
                let mut open: Vec<Node<'_>> = node.named_child(0).into_iter().collect();
                while let Some(left) = open.pop() {
                    match left.kind() {
                        "identifier" => {
                            bound.insert(source(left, text));
                        }
                        "open_tuple" | "tuple_expression" => open.extend(children(left)),
                        _ => {}
                    }
                }
            }
            "signature" | "arrow_function_expression" | "do_clause" | "type_head" => {
                walk(node.named_child(0).unwrap_or(node), &mut |inner| {
                    if inner.kind() == "identifier" && node.kind() != "signature" {
                        bound.insert(source(inner, text));
                    }
                    true
                });
            }
            _ => {}
        }
        true
    });
    called.into_iter().filter(|name| defined.contains(*name) && !bound.contains(name)).collect()
}

/// The name of the module that wraps the whole suite.
fn wrapping_module(tree: &Tree) -> Option<Node<'_>> {
    let is_code = |node: &Node<'_>| !matches!(node.kind(), "line_comment" | "block_comment" | "string_literal");
    let code: Vec<_> = children(tree.root_node()).into_iter().filter(is_code).collect();
    match code.as_slice() {
        [only] if only.kind() == "module_definition" => only.child_by_field_name("name"),
        _ => None,
    }
}

fn needs_compiler(tree: &Tree, text: &str) -> bool {
    let mut found = false;
    walk(tree.root_node(), &mut |node| {
        found |= macro_name(node, text).is_some_and(|name| COMPILED.contains(&name));
        !found
    });
    found
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(120).collect()
}

/// Replaces ranges that do not overlap; line ends inside of a replaced range are kept.
fn apply(mut text: String, mut edits: Vec<(std::ops::Range<usize>, String)>) -> String {
    edits.sort_by_key(|(range, _)| std::cmp::Reverse(range.start));
    for (range, replacement) in edits {
        let lines = text[range.clone()].matches('\n').count();
        text.replace_range(range, &(replacement + &"\n".repeat(lines)));
    }
    text
}

#[cfg(test)]
mod tests;

//! Things in a suite that a maintainer should look at: what could reach around the tests. Honest suites hold some of
//! them (a method added to `Base.show`, a file written), so they decide nothing.

use std::collections::BTreeMap;

use domain::FocalFunction;
use tree_sitter::{Node, Tree};

use super::tree::{callee, children, line, macro_name, source, walk};

/// Functions by their last name, and what they do.
const CALLS: &[(&[&str], &str)] = &[
    (&["exit", "quit"], "ends the process"),
    (&["atexit"], "runs code when the process ends"),
    (
        &["ccall", "cglobal", "dlopen", "dlsym", "unsafe_load", "unsafe_store!", "unsafe_wrap"],
        "calls native code or reads raw memory",
    ),
    (&["run", "pipeline", "kill"], "starts or signals a process"),
    (&["sleep"], "sleeps"),
    (
        &["write", "rm", "mv", "cp", "mkdir", "mkpath", "touch", "symlink", "chmod", "mktemp", "mktempdir"],
        "changes files",
    ),
    (&["code_lowered", "code_typed", "uncompressed_ast", "methods", "which"], "looks at compiled code or methods"),
    (&["include_string", "parse", "parse_input_line", "invokelatest"], "runs text as code"),
    (
        &["push_testset", "pop_testset", "record", "finish", "get_testset", "do_test", "task_local_storage"],
        "reaches into the test framework",
    ),
    (&["fdio", "open"], "opens files or descriptors"),
];

/// Most sentences about one suite.
const MOST: usize = 20;

/// One sentence for each kind of thing, with the line of the first.
pub(super) fn signals(tree: &Tree, text: &str, module: &str, focal: &FocalFunction) -> Vec<String> {
    let mut found: BTreeMap<(usize, &str), String> = BTreeMap::new();
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    walk(tree.root_node(), &mut |node| {
        if let Some(what) = signal(node, text, module, focal)
            && !kinds.contains_key(what)
        {
            kinds.insert(what, line(node));
            let piece: String = source(node, text).split_whitespace().collect::<Vec<_>>().join(" ");
            found.insert((line(node), what), piece.chars().take(60).collect());
        }
        true
    });
    found.into_iter().take(MOST).map(|((line, what), piece)| format!("Line {line} {what}: `{piece}`.")).collect()
}

fn signal(node: Node<'_>, text: &str, module: &str, focal: &FocalFunction) -> Option<&'static str> {
    match node.kind() {
        "call_expression" | "broadcast_call_expression" => {
            let called = callee(node, text)?;
            let last = called.rsplit('.').next().unwrap_or(called);
            if last == "eval" {
                return Some("evaluates code in a module");
            }
            // `parse(Int, "1")` is no code, `Meta.parse` is.
            if last == "parse" && !called.starts_with("Meta.") {
                return None;
            }
            let is_head = node.parent().is_some_and(|parent| parent.kind() == "signature");
            CALLS.iter().find(|(names, _)| names.contains(&last) && !is_head).map(|(_, what)| *what)
        }
        "macrocall_expression" => match macro_name(node, text)? {
            "@eval" => Some("evaluates code in a module"),
            "@ccall" => Some("calls native code or reads raw memory"),
            _ => None,
        },
        "identifier" => match source(node, text) {
            "ENV" => Some("reads or changes the environment"),
            name if name.starts_with("jl_") || name == "uncompressed_ir" => Some("reaches into Julia itself"),
            _ => None,
        },
        "function_definition" | "assignment" => defines(node, text, module, focal),
        "macro_definition" => {
            let head = source(node.named_child(0)?, text);
            let name = head.split('(').next().unwrap_or_default().trim();
            (name == "testset" || name.starts_with("test")).then_some("replaces a macro of the test framework")
        }
        "string_literal" => source(node, text).contains("/proc/").then_some("reads from /proc"),
        _ => None,
    }
}

/// A method that the suite defines for a function that is not its own.
fn defines(node: Node<'_>, text: &str, module: &str, focal: &FocalFunction) -> Option<&'static str> {
    let mut head = node.named_child(0)?;
    while matches!(head.kind(), "signature" | "where_expression" | "typed_expression") {
        head = head.named_child(0)?;
    }
    let name = callee(head, text)?;
    let of = |module: &str| name.strip_prefix(module).is_some_and(|rest| rest.starts_with('.'));
    if of(module) || children(head).is_empty() {
        Some("defines a method of the package under test")
    } else if of("Test") {
        Some("reaches into the test framework")
    } else {
        (name == focal.name).then_some("defines a function of the focal function's name")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::julia::fixtures::focal;
    use crate::julia::tree::parse;

    fn of(suite: &str) -> Vec<String> {
        signals(&parse(suite).unwrap(), suite, "Dates", &focal())
    }

    #[test]
    fn an_honest_suite_has_none() {
        let suite = "using Test, Dates\n@testset \"exit(0)\" begin\n    x = parse(Int, \"1\")\n    @test canonicalize(x) == 1\n    @test_throws ErrorException f(x)\nend\n";
        assert!(of(suite).is_empty(), "{:?}", of(suite));
    }

    #[test]
    fn each_kind_is_named_with_its_line() {
        for (suite, says) in [
            ("exit(0)", "ends the process"),
            ("x\nccall(:_exit, Cvoid, (Cint,), 0)", "Line 2 calls native code"),
            ("Core.eval(Dates, :(x = 1))", "evaluates code"),
            ("@eval Dates x = 1", "evaluates code"),
            ("Dates.canonicalize(x::Int) = 1", "package under test"),
            ("canonicalize(x) = 1", "focal function's name"),
            ("run(`ls`)", "starts or signals"),
            ("ENV[\"A\"] = 1", "environment"),
            ("open(\"a\", \"w\")", "opens files"),
            ("sleep(1)", "sleeps"),
            ("Test.record(ts::X, r) = r", "test framework"),
            ("macro test(x)\n    x\nend", "replaces a macro"),
            ("read(\"/proc/self/mem\")", "reads from /proc"),
            ("Meta.parse(\"1\")", "runs text"),
            ("methods(f)", "looks at compiled code"),
        ] {
            let found = of(suite);
            assert!(found.iter().any(|sentence| sentence.contains(says)), "{suite}: {found:?}");
        }
    }
}

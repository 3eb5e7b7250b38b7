//! Things in a suite that a maintainer should look at: what could reach around the tests. Honest suites hold some of
//! them (a file written, private state read), so they decide nothing.

use std::collections::BTreeMap;

use tree_sitter::{Node, Tree};

use super::tree::{last_part, line, source, walk};

/// Most sentences about one suite.
const MOST: usize = 20;

/// Functions by their names, or by how those begin (`*`).
const FUNCTIONS: &[(&[&str], &str)] = &[
    (&["register_shutdown_function"], "runs code when the process ends"),
    (&["stream_wrapper_*", "stream_filter_register"], "changes how files are read"),
    (&["pcntl_*", "posix_*", "proc_*", "exec", "shell_exec", "system", "passthru", "popen"], "reaches for processes"),
    (&["pcov\\*", "\\pcov\\*", "xdebug_*"], "measures coverage itself"),
    (&["getenv", "putenv", "ini_set", "ini_get", "set_include_path"], "reads or changes the environment"),
    (&["sleep", "usleep", "time_nanosleep"], "sleeps"),
    (
        &[
            "file_put_contents",
            "fopen",
            "unlink",
            "rename",
            "mkdir",
            "rmdir",
            "symlink",
            "chmod",
            "touch",
            "copy",
            "tempnam",
        ],
        "changes files",
    ),
    (&["spl_autoload_register", "spl_autoload_unregister", "class_alias"], "changes how classes are found"),
    (&["get_resources", "debug_backtrace", "get_defined_vars"], "looks at what runs the tests"),
    (&["set_error_handler", "set_exception_handler", "gc_disable"], "changes how errors are handled"),
    (&["eval", "create_function", "assert_options"], "makes code at run time"),
];

/// Classes and what having to do with them means.
const CLASSES: &[(&str, &str)] = &[
    ("FFI", "calls native code"),
    ("Reflection*", "uses reflection"),
    ("PHPUnit\\Event\\*", "reaches for what PHPUnit reports"),
];

/// Sentences, each with the first line it is about, in the order of the lines.
pub(super) fn signals(tree: &Tree, text: &str) -> Vec<String> {
    let mut found: BTreeMap<(&'static str, String), (usize, usize)> = BTreeMap::new();
    walk(tree.root_node(), &mut |node| {
        if let Some((name, what)) = signal(node, text) {
            let (_, times) = found.entry((what, name)).or_insert((line(node), 0));
            *times += 1;
        }
        true
    });
    let mut found: Vec<_> = found.into_iter().map(|((what, name), (line, times))| (line, name, what, times)).collect();
    found.sort();
    found
        .into_iter()
        .take(MOST)
        .map(|(line, name, what, times)| {
            let all = if times > 1 { format!(", {times} times in all") } else { String::new() };
            format!("Line {line}: `{name}` {what}{all}.")
        })
        .collect()
}

fn signal(node: Node<'_>, text: &str) -> Option<(String, &'static str)> {
    match node.kind() {
        "exit_statement" => Some(("exit".to_owned(), "ends the process")),
        "shell_command_expression" => Some(("`…`".to_owned(), "reaches for processes")),
        "function_call_expression" => {
            let name = source(node.child_by_field_name("function")?, text);
            if matches!(name.to_ascii_lowercase().as_str(), "exit" | "die") {
                return Some((name.to_owned(), "ends the process"));
            }
            let bare = name.trim_start_matches('\\');
            let what = FUNCTIONS.iter().find(|(names, _)| names.iter().any(|pattern| fits(pattern, bare)))?.1;
            Some((bare.to_owned(), what))
        }
        "object_creation_expression" | "scoped_call_expression" | "namespace_use_clause" => {
            let name = node.child_by_field_name("scope").or_else(|| node.named_child(0))?;
            let full = source(name, text).trim_start_matches('\\');
            let what = CLASSES.iter().find(|(class, _)| fits(class, full) || fits(class, last_part(full)))?.1;
            Some((last_part(full).to_owned(), what))
        }
        "string_content" if source(node, text).contains("/proc/") => Some(("/proc".to_owned(), "looks at processes")),
        "string_content" if source(node, text).starts_with("php://fd") => {
            Some(("php://fd".to_owned(), "reaches for the process's descriptors"))
        }
        _ => None,
    }
}

fn fits(pattern: &str, name: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(beginning) => {
            name.len() >= beginning.len()
                && name.is_char_boundary(beginning.len())
                && name[..beginning.len()].eq_ignore_ascii_case(beginning)
        }
        None => name.eq_ignore_ascii_case(pattern),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::php::tree::parse;

    fn of(code: &str) -> Vec<String> {
        let text = format!("<?php\n{code}\n");
        signals(&parse(&text).unwrap(), &text)
    }

    #[test]
    fn each_kind_is_named_once_with_its_first_line() {
        assert_eq!(
            of("exit(0);\nsleep(1);\nexit;"),
            ["Line 2: `exit` ends the process, 2 times in all.", "Line 3: `sleep` sleeps."]
        );
    }

    #[test]
    fn what_reaches_around_the_tests_is_found() {
        for (code, what) in [
            ("die('x');", "ends the process"),
            ("register_shutdown_function(fn () => exit(0));", "when the process ends"),
            ("\\stream_wrapper_unregister('file');", "how files are read"),
            ("pcntl_fork();", "processes"),
            ("posix_kill(1, 9);", "processes"),
            ("$x = `ls`;", "processes"),
            ("$f = \\FFI::cdef('int getpid();');", "native code"),
            ("$m = new \\ReflectionMethod($a, 'b');", "reflection"),
            ("use ReflectionClass;", "reflection"),
            ("use PHPUnit\\Event\\Facade;", "what PHPUnit reports"),
            ("putenv('A=B');", "environment"),
            ("file_put_contents('x', 'y');", "changes files"),
            ("fopen('php://fd/3', 'w');", "descriptors"),
            ("file_get_contents('/proc/self/mem');", "looks at processes"),
            ("\\pcov\\stop();", "coverage"),
            ("get_resources();", "what runs the tests"),
            ("eval('1;');", "code at run time"),
        ] {
            let found = of(code);
            assert!(found.iter().any(|sentence| sentence.contains(what)), "{code}: {found:?}");
        }
    }

    #[test]
    fn honest_suites_have_none() {
        let found =
            of("use Shop\\Cart;\nclass A { function testExit() { $this->exit('exit'); $cart->sleep(); // exit\n } }");
        assert_eq!(found, Vec::<String>::new());
    }
}

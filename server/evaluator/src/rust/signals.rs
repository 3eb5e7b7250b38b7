//! Things in a suite that a maintainer should look at: what could reach around the tests. Honest suites hold some of
//! them, so they decide nothing.

use syntax::RustSuite;

/// Identifiers and what they do.
const WORDS: &[(&[&str], &str)] = &[
    (&["exit", "abort", "_exit"], "may end the process"),
    (&["set_hook", "take_hook"], "changes what a panic does"),
    (&["catch_unwind"], "catches panics"),
    (&["asm", "naked"], "brings machine code"),
    (
        &["transmute", "from_raw_parts", "from_raw_fd", "FromRawFd", "read_volatile"],
        "reaches for raw memory or descriptors",
    ),
    (&["Command"], "starts a process"),
    (&["set_var", "remove_var"], "changes the environment"),
    (
        &["OpenOptions", "remove_file", "remove_dir_all", "create_dir", "create_dir_all", "set_permissions"],
        "changes files",
    ),
    (&["include_str", "include_bytes", "include"], "reads a file while it is compiled"),
    (&["sleep"], "sleeps"),
    (&["assay_harness"], "names the harness of the evaluator"),
];

/// Names of macros that suites use to judge.
const ASSERTIONS: &[&str] = &["assert", "assert_eq", "assert_ne", "panic", "debug_assert", "matches"];

/// Pieces of text and what they do.
const TEXTS: &[(&str, &str)] = &[
    ("/proc/", "names files of the kernel about processes"),
    ("/assay", "names files of the evaluator"),
    ("env::var", "reads the environment"),
    ("fs::write", "writes files"),
    ("fs::remove", "removes files"),
    ("File::create", "writes files"),
    ("unsafe", "holds unsafe code"),
    ("extern \"C\"", "calls or offers functions of C"),
];

/// One sentence for each kind of thing, with the line of the first.
pub(super) fn signals(text: &str, suite: &RustSuite) -> Vec<String> {
    let mut found: Vec<(u32, String)> = Vec::new();
    for (words, what) in WORDS {
        let first = words.iter().filter_map(|word| Some((suite.words.get(*word)?, word))).min();
        found.extend(first.map(|(line, word)| (*line, format!("Line {line}: `{word}` {what}."))));
    }
    for (piece, what) in TEXTS {
        let first = text.lines().zip(1..).find(|(line, _)| line.contains(piece));
        found.extend(first.map(|(_, line)| (line, format!("Line {line}: `{piece}` {what}."))));
    }
    for (line, number) in text.lines().zip(1..) {
        let name = line.trim_start().strip_prefix("macro_rules!").map(str::trim_start);
        let name = name.map(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default());
        if let Some(name) = name.filter(|name| ASSERTIONS.contains(name)) {
            found.push((number, format!("Line {number}: `{name}!` is defined again.")));
        }
    }
    found.sort();
    found.into_iter().map(|(_, said)| said).collect()
}

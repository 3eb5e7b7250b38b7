//! What a maintainer should look at in a suite.

use std::collections::{BTreeSet, HashMap};

use domain::Language;

use crate::grammar::parsed;
use crate::tree::{Each, Flow, Place, field, text_of, walk};

/// Imports that are remarkable by themselves.
const PACKAGES: &[(&str, &str)] = &[
    ("C", "It uses cgo."),
    ("embed", "It embeds files."),
    ("net", "It uses the network."),
    ("net/http", "It uses HTTP."),
    ("os/exec", "It starts programs."),
    ("os/signal", "It handles signals."),
    ("plugin", "It loads code at run time."),
    ("reflect", "It uses reflection."),
    ("runtime/debug", "It changes or inspects the run-time system."),
    ("syscall", "It calls the operating system directly."),
    ("golang.org/x/sys/unix", "It calls the operating system directly."),
    ("unsafe", "It uses package unsafe."),
];

/// Functions of a package, by beginning of their name; the first that fits counts.
const CALLS: &[(&str, &[&str], &str)] = &[
    ("os", &["Exit"], "It ends the process itself."),
    ("log", &["Fatal"], "It ends the process itself (log.Fatal)."),
    ("os", &["Getenv", "LookupEnv", "Environ", "ExpandEnv"], "It reads environment variables."),
    ("os", &["Setenv", "Unsetenv", "Clearenv"], "It changes environment variables."),
    ("os", &["Args", "Executable", "Getpid", "Getppid"], "It looks at its own process."),
    ("os", &["FindProcess", "StartProcess"], "It looks for or starts processes."),
    ("os", &["NewFile"], "It opens file descriptors by number."),
    (
        "os",
        &[
            "Create",
            "WriteFile",
            "OpenFile",
            "Mkdir",
            "Remove",
            "Rename",
            "Symlink",
            "Link",
            "Truncate",
            "Chmod",
            "CopyFS",
        ],
        "It writes, removes or renames files.",
    ),
    ("os", &["Open", "ReadFile", "ReadDir", "Stat", "Lstat", "DirFS"], "It reads files."),
    ("io/ioutil", &["WriteFile", "TempFile", "TempDir"], "It writes, removes or renames files."),
    ("io/ioutil", &["ReadFile", "ReadDir"], "It reads files."),
    ("time", &["Sleep", "After", "Tick", "NewTimer", "NewTicker"], "It waits for time to pass."),
    ("runtime", &["Caller", "Callers", "Stack", "FuncForPC"], "It looks at the call stack."),
    ("runtime", &["Goexit", "GC", "GOMAXPROCS", "SetFinalizer"], "It steers the run-time system."),
];

/// Sentences about a suite's text, each once, in alphabetical order. They decide nothing.
pub fn signals_go(suite: &str) -> Vec<String> {
    let Some((_, parsed)) = parsed(Language::Go, suite) else { return Vec::new() };
    let mut imports: HashMap<&str, &str> = HashMap::new();
    let mut said: BTreeSet<&str> = BTreeSet::new();
    walk(
        parsed.root(),
        &mut Each(|place: &Place<'_, '_>| {
            let node = place.node;
            let text = text_of(node, suite);
            match node.kind() {
                "import_spec" => {
                    let path = field(node, "path").map_or("", |path| text_of(path, suite).trim_matches(['"', '`']));
                    let base = path.rsplit('/').next().unwrap_or(path);
                    imports.insert(field(node, "name").map_or(base, |name| text_of(name, suite)), path);
                    said.extend(PACKAGES.iter().filter(|(package, _)| *package == path).map(|(_, sentence)| *sentence));
                }
                "selector_expression" => {
                    let part = |name| field(node, name).map_or("", |part| text_of(part, suite));
                    if let Some(path) = imports.get(part("operand")) {
                        let call = CALLS.iter().find(|(package, names, _)| {
                            package == path && names.iter().any(|name| part("field").starts_with(name))
                        });
                        said.extend(call.map(|(_, _, sentence)| *sentence));
                    }
                }
                "interpreted_string_literal" | "raw_string_literal" => {
                    if ["/proc", "/sys/"].iter().any(|path| text.contains(path)) {
                        said.insert("It names files of the kernel (/proc, /sys).");
                    }
                    if text.contains("/assay") || text.contains("ASSAY_") {
                        said.insert("It names parts of the evaluator.");
                    }
                }
                "function_declaration" => match field(node, "name").map_or("", |name| text_of(name, suite)) {
                    "init" => drop(said.insert("It has an init function, which runs before any test.")),
                    "TestMain" => drop(said.insert("It has a TestMain, which decides what is run.")),
                    _ => {}
                },
                "comment" if text.starts_with("//go:") && !text.starts_with("//go:build") => {
                    said.insert("It holds compiler directives (//go:…).");
                }
                _ => {}
            }
            Flow::Into
        }),
    );
    said.into_iter().map(str::to_owned).collect()
}

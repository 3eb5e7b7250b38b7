//! Go source that we add to a suite: probes, the main package, the list of tests.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};
use syntax::GoExample;

/// What a suite must not be able to name or tell apart, derived from the slot's nonce and useless for guessing it.
#[derive(Debug)]
pub(super) struct Secrets {
    /// Name of the array of counters in the tested package.
    pub(super) hits: String,
    /// Name of the switch that makes the focal function fail.
    pub(super) control: String,
    /// Environment variable that both runs have, with values that look alike.
    pub(super) mode_variable: String,
    pub(super) baseline_mode: String,
    pub(super) control_mode: String,
    /// Name of the variable that chooses a mutant.
    pub(super) switch: String,
    /// Beginning of the names of the mutants' functions.
    pub(super) mutant_prefix: String,
    nonce: String,
}

impl Secrets {
    pub(super) fn derive(nonce: &str) -> Self {
        let part = |purpose: &str| part(nonce, purpose);
        Self {
            hits: format!("AssayHits{}", part("hits")),
            control: format!("AssayControl{}", part("control")),
            mode_variable: format!("ASSAY_{}", part("variable")),
            baseline_mode: part("baseline"),
            control_mode: part("control mode"),
            switch: format!("AssaySwitch{}", part("switch")),
            mutant_prefix: format!("assay{}M", part("mutants")),
            nonce: nonce.to_owned(),
        }
    }

    /// The value of the mode variable that makes a mutant run; it looks like the others.
    pub(super) fn mutant_mode(&self, number: u16) -> String {
        part(&self.nonce, &format!("mutant {number}"))
    }
}

fn part(nonce: &str, purpose: &str) -> String {
    let mut hash = Sha256::new();
    hash.update(nonce.as_bytes());
    hash.update(b" ");
    hash.update(purpose.as_bytes());
    hex::encode(&hash.finalize()[..12])
}

/// The variables of the probes, in the tested package; exported, because the main package reads them.
pub(super) fn probe(package: &str, secrets: &Secrets, probes: usize) -> String {
    let Secrets { hits, control, switch, .. } = secrets;
    format!("package {package}\n\nvar {hits} [{probes}]uint32\n\nvar {control} bool\n\nvar {switch} int\n")
}

/// The main package without its list of tests. `mutants` are those that the binary holds.
pub(super) fn main(import_path: &str, nonce: &str, secrets: &Secrets, mutants: &[u16]) -> String {
    let modes: Vec<String> = mutants
        .iter()
        .map(|&number| format!("\"{}\": {}", secrets.mutant_mode(number), u32::from(number) + 1))
        .collect();
    include_str!("harness/main.go")
        .replace("ASSAY_MUTANT_MODES", &modes.join(", "))
        .replace("ASSAY_SWITCH", &secrets.switch)
        .replace("ASSAY_IMPORT_PATH", import_path)
        .replace("ASSAY_NONCE", nonce)
        .replace("ASSAY_MODE_VARIABLE", &secrets.mode_variable)
        .replace("ASSAY_CONTROL_MODE", &secrets.control_mode)
        .replace("ASSAY_HITS", &secrets.hits)
        .replace("ASSAY_CONTROL", &secrets.control)
}

/// The lists of tests, fuzz targets and examples. Names are identifiers, as the grammar read them.
pub(super) fn tests(suite_path: &str, names: &[String], examples: &[GoExample]) -> String {
    if names.is_empty() {
        // Still linked in, so that what it does while it is initialised happens.
        return no_tests().replacen(
            "import \"testing\"",
            &format!("import (\n\t\"testing\"\n\n\t_ \"{suite_path}\"\n)"),
            1,
        );
    }
    let list = |kind: &str, go_type: &str, lines: Vec<String>| {
        let lines: String = lines.into_iter().flat_map(|line| ["\t".to_owned(), line, ",\n".to_owned()]).collect();
        format!("var {kind} = []testing.{go_type}{{\n{lines}}}\n")
    };
    let wrapped = |prefix: &str, wrap: &str| {
        let names = names.iter().filter(|name| name.starts_with(prefix));
        names.map(|name| format!("{wrap}(\"{name}\", suite.{name})")).collect()
    };
    let examples = examples
        .iter()
        .filter(|example| names.contains(&example.name))
        .map(|GoExample { name, output, unordered }| {
            format!("wrapExample(\"{name}\", suite.{name}, {}, {unordered})", quoted(output))
        })
        .collect();
    [
        format!("package main\n\nimport (\n\t\"testing\"\n\n\tsuite \"{suite_path}\"\n)\n"),
        list("tests", "InternalTest", wrapped("Test", "wrap")),
        list("fuzzes", "InternalFuzzTarget", wrapped("Fuzz", "wrapFuzz")),
        list("examples", "InternalTest", examples),
    ]
    .join("\n")
}

/// A text as a Go literal.
fn quoted(text: &str) -> String {
    let mut literal = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => literal.extend(['\\', c]),
            // The compiler takes no NUL and no byte order mark, and a literal of this form no line break.
            c if c.is_control() || c == '\u{feff}' => {
                // Writing to a String cannot fail.
                let _ = write!(literal, "\\u{:04x}", u32::from(c));
            }
            c => literal.push(c),
        }
    }
    literal + "\""
}

/// The lists for a build without the suite.
pub(super) fn no_tests() -> String {
    "package main\n\nimport \"testing\"\n\nvar tests, examples []testing.InternalTest\n\n\
     var fuzzes []testing.InternalFuzzTarget\n"
        .to_owned()
}

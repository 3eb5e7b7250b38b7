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

/// A text that only who knows the nonce can know.
pub(super) fn part(nonce: &str, purpose: &str) -> String {
    let mut hash = Sha256::new();
    hash.update(nonce.as_bytes());
    hash.update(b" ");
    hash.update(purpose.as_bytes());
    hex::encode(&hash.finalize()[..12])
}

/// The file with the variables of the probes, in the tested package; of each focal function what names them and how
/// many it has.
pub(super) fn probe(package: &str, focals: &[(&Secrets, usize)]) -> String {
    let mut text = format!("package {package}\n");
    for (Secrets { hits, control, switch, .. }, probes) in focals {
        // Exported, because the main package reads them. Writing to a String cannot fail.
        let _ = write!(text, "\nvar {hits} [{probes}]uint32\n\nvar {control} bool\n\nvar {switch} int\n");
    }
    text
}

/// The main package without its suites.
pub(super) fn main() -> String {
    include_str!("harness/main.go").to_owned()
}

/// A suite as the main package knows it.
pub(super) struct Listed<'a> {
    /// Import paths of the tested package and of the suite, which may be the same.
    pub(super) import_path: &'a str,
    pub(super) suite_path: &'a str,
    pub(super) nonce: &'a str,
    pub(super) secrets: &'a Secrets,
    /// Those that its focal function's variables are named after: its own, or of a suite with the same function.
    pub(super) focal: &'a Secrets,
    /// Mutants that its runs may be of.
    pub(super) mutants: &'a [u16],
    pub(super) names: &'a [String],
    pub(super) examples: &'a [GoExample],
}

/// A suite's modes, variables, tests, fuzz targets and examples. Names are identifiers, as the grammar read them.
pub(super) fn tests(suite: &Listed<'_>) -> String {
    let Listed { import_path, suite_path, nonce, secrets, focal, mutants, names, examples } = *suite;
    let mut modes = vec![format!("\"{}\": baselineMode", secrets.baseline_mode)];
    modes.push(format!("\"{}\": controlMode", secrets.control_mode));
    modes.extend(
        mutants.iter().map(|&number| format!("\"{}\": {}", secrets.mutant_mode(number), u32::from(number) + 1)),
    );
    let list = |kind: &str, go_type: &str, lines: Vec<String>| {
        let lines: String = lines.into_iter().flat_map(|line| ["\t\t\t".to_owned(), line, ",\n".to_owned()]).collect();
        format!("\t\t{kind}: []testing.{go_type}{{\n{lines}\t\t}},\n")
    };
    let wrapped = |prefix: &str, wrap: &str| {
        let names = names.iter().filter(|name| name.starts_with(prefix));
        names.map(|name| format!("{wrap}(\"{name}\", suite.{name})")).collect()
    };
    let printing = examples
        .iter()
        .filter(|example| names.contains(&example.name))
        .map(|GoExample { name, output, unordered }| {
            format!("wrapExample(\"{name}\", suite.{name}, {}, {unordered})", quoted(output))
        })
        .collect();
    // Without a test it is still linked in, so that what it does while it is initialised happens.
    let alias = if names.is_empty() { "_" } else { "suite" };
    [
        format!(
            "package main\n\nimport (\n\t\"testing\"\n\n\tprobes \"{import_path}\"\n\t{alias} \"{suite_path}\"\n)\n\n"
        ),
        format!("func init() {{\n\tmembers = append(members, member{{\n\t\tnonce: \"{nonce}\",\n"),
        format!("\t\tvariable: \"{}\",\n", secrets.mode_variable),
        format!("\t\tmodes: map[string]int{{{}}},\n", modes.join(", ")),
        format!("\t\thits: probes.{}[:],\n\t\tcontrol: &probes.{},\n", focal.hits, focal.control),
        format!("\t\tchange: &probes.{},\n", focal.switch),
        list("tests", "InternalTest", wrapped("Test", "wrap")),
        list("fuzzes", "InternalFuzzTarget", wrapped("Fuzz", "wrapFuzz")),
        list("examples", "InternalTest", printing),
        "\t})\n}\n".to_owned(),
    ]
    .concat()
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

/// What stands for a suite in a build without it.
pub(super) fn no_tests(import_path: &str) -> String {
    format!("package main\n\nimport _ \"{import_path}\"\n")
}

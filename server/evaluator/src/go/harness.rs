//! Go source that we add to a suite: probes, the main package, the list of tests.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

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
}

impl Secrets {
    pub(super) fn derive(nonce: &str) -> Self {
        let part = |purpose: &str| {
            let mut hash = Sha256::new();
            hash.update(nonce.as_bytes());
            hash.update(b" ");
            hash.update(purpose.as_bytes());
            hex::encode(&hash.finalize()[..12])
        };
        Self {
            hits: format!("AssayHits{}", part("hits")),
            control: format!("AssayControl{}", part("control")),
            mode_variable: format!("ASSAY_{}", part("variable")),
            baseline_mode: part("baseline"),
            control_mode: part("control mode"),
        }
    }
}

/// The variables of the probes, in the tested package; exported, because the main package reads them.
pub(super) fn probe(package: &str, secrets: &Secrets, probes: usize) -> String {
    format!("package {package}\n\nvar {} [{probes}]uint32\n\nvar {} bool\n", secrets.hits, secrets.control)
}

/// The main package without its list of tests.
pub(super) fn main(import_path: &str, nonce: &str, secrets: &Secrets) -> String {
    include_str!("harness/main.go")
        .replace("ASSAY_IMPORT_PATH", import_path)
        .replace("ASSAY_NONCE", nonce)
        .replace("ASSAY_MODE_VARIABLE", &secrets.mode_variable)
        .replace("ASSAY_CONTROL_MODE", &secrets.control_mode)
        .replace("ASSAY_HITS", &secrets.hits)
        .replace("ASSAY_CONTROL", &secrets.control)
}

/// The list of tests. Names are identifiers, as the grammar read them.
pub(super) fn tests(suite_path: &str, names: &[String]) -> String {
    if names.is_empty() {
        // Still linked in, so that what it does while it is initialised happens.
        return no_tests().replacen(
            "import \"testing\"",
            &format!("import (\n\t\"testing\"\n\n\t_ \"{suite_path}\"\n)"),
            1,
        );
    }
    let mut text = format!("package main\n\nimport (\n\t\"testing\"\n\n\tsuite \"{suite_path}\"\n)\n\n");
    text.push_str("var tests = []testing.InternalTest{\n");
    for name in names {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "\twrap(\"{name}\", suite.{name}),");
    }
    text.push_str("}\n");
    text
}

/// The list for a build without the suite.
pub(super) fn no_tests() -> String {
    "package main\n\nimport \"testing\"\n\nvar tests []testing.InternalTest\n".to_owned()
}

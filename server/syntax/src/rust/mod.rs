//! Rust.

pub(crate) mod alone;
mod attributes;
mod exposed;
mod functions;
mod implicit;
mod invocation;
mod names;
pub(crate) mod probe;
pub(crate) mod suite;
pub(crate) mod test_code;
mod weave;

use domain::FocalFunction;

use crate::grammar::{Grammar, Parsed};
use crate::rules::owned;
use crate::{ExtractionRules, FoundFunction, Returns, StaticTest};

pub(crate) struct Rust;

impl Grammar for Rust {
    fn language(&self) -> tree_sitter::Language {
        tree_sitter_rust::LANGUAGE.into()
    }

    fn highlights(&self) -> String {
        tree_sitter_rust::HIGHLIGHTS_QUERY.to_owned()
    }

    fn locals(&self) -> &'static str {
        ""
    }

    fn rules(&self) -> ExtractionRules {
        ExtractionRules {
            skipped_path_prefixes: owned(&["."]),
            test_folders: owned(&["tests", "test", "benches", "examples", "fuzz"]),
            test_endings: owned(&["tests.rs", "_test.rs"]),
            // A tail expression is how most functions give back their value.
            ..ExtractionRules::common(&["rs"], Returns::LastExpression)
        }
    }

    fn functions(&self, parsed: &Parsed<'_>, path: &str) -> Vec<FoundFunction> {
        functions::functions(parsed, path)
    }

    fn invokes(&self, suite: &Parsed<'_>, focal: &FocalFunction) -> bool {
        invocation::invokes(suite, focal)
    }

    fn test_cases(&self, suite: &Parsed<'_>) -> Vec<StaticTest> {
        suite::tests(suite.root(), suite.text).into_iter().map(|test| test.shown).collect()
    }
}

//! Go.

pub(crate) mod blocks;
mod constraint;
pub(crate) mod copies;
pub(crate) mod examples;
mod functions;
mod implicit;
pub(crate) mod imports;
mod invocation;
mod names;
pub(crate) mod probe;
pub(crate) mod sharing;
pub(crate) mod signals;
mod tests;
mod usage;
pub(crate) mod weave;

use domain::FocalFunction;

use crate::grammar::{Grammar, Parsed};
use crate::rules::owned;
use crate::{ExtractionRules, FoundFunction, Returns, StaticTest};

pub(crate) struct Go;

/// The grammar's query ends by calling every identifier a variable; names of functions are said again after it.
const FUNCTION_NAMES: &str = "
(function_declaration name: (identifier) @function)
(method_declaration name: (field_identifier) @function)
(call_expression function: (identifier) @function)
(call_expression function: (selector_expression field: (field_identifier) @function))
";

impl Grammar for Go {
    fn language(&self) -> tree_sitter::Language {
        tree_sitter_go::LANGUAGE.into()
    }

    fn highlights(&self) -> String {
        [tree_sitter_go::HIGHLIGHTS_QUERY, FUNCTION_NAMES].concat()
    }

    fn locals(&self) -> &'static str {
        ""
    }

    fn rules(&self) -> ExtractionRules {
        ExtractionRules {
            // The go tool itself does not build these.
            skipped_path_prefixes: owned(&[".", "_"]),
            test_folders: owned(&["testdata"]),
            test_endings: owned(&["_test.go"]),
            ..ExtractionRules::common(&["go"], Returns::Explicit)
        }
    }

    fn functions(&self, parsed: &Parsed<'_>, path: &str) -> Vec<FoundFunction> {
        functions::functions(parsed, path)
    }

    fn invokes(&self, suite: &Parsed<'_>, focal: &FocalFunction) -> bool {
        invocation::invokes(suite, focal)
    }

    fn test_cases(&self, suite: &Parsed<'_>) -> Vec<StaticTest> {
        tests::test_cases(suite)
    }
}

//! Ruby.

pub(crate) mod control;
mod functions;
mod implicit;
mod invocation;
mod returns;
mod suite_facts;
mod tests;

use domain::FocalFunction;

use crate::grammar::{Grammar, Parsed};
use crate::rules::owned;
use crate::{ExtractionRules, FoundFunction, Returns, StaticTest};

pub(crate) struct Ruby;

impl Grammar for Ruby {
    fn language(&self) -> tree_sitter::Language {
        tree_sitter_ruby::LANGUAGE.into()
    }

    fn highlights(&self) -> String {
        tree_sitter_ruby::HIGHLIGHTS_QUERY.to_owned()
    }

    fn locals(&self) -> &'static str {
        tree_sitter_ruby::LOCALS_QUERY
    }

    fn rules(&self) -> ExtractionRules {
        ExtractionRules {
            test_folders: owned(&["test", "tests", "spec", "specs", "features"]),
            test_endings: owned(&["_spec.rb", "_test.rb"]),
            ..ExtractionRules::common(&["rb"], Returns::LastExpression)
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

/// A literal symbol or string without interpolation, as a name.
fn literal_name<'s>(node: tree_sitter::Node<'_>, text: &'s str) -> Option<&'s str> {
    let whole = crate::tree::text_of(node, text);
    match node.kind() {
        "simple_symbol" => Some(whole.trim_start_matches(':')),
        "hash_key_symbol" | "bare_symbol" => Some(whole),
        "string" | "delimited_symbol" => match crate::tree::named_children(node).as_slice() {
            [only] if only.kind() == "string_content" => Some(crate::tree::text_of(*only, text)),
            _ => None,
        },
        _ => None,
    }
}

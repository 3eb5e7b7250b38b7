//! PHP.

pub(crate) mod control;
mod functions;
mod implicit;
mod invocation;
mod names;
mod tests;

pub(crate) use names::Names;

use domain::FocalFunction;

use crate::grammar::{Grammar, Parsed};
use crate::rules::owned;
use crate::tree::{field, named_children, text_of};
use crate::{ExtractionRules, FoundFunction, Returns, StaticTest};

pub(crate) struct Php;

impl Grammar for Php {
    fn language(&self) -> tree_sitter::Language {
        tree_sitter_php::LANGUAGE_PHP.into()
    }

    fn highlights(&self) -> String {
        tree_sitter_php::HIGHLIGHTS_QUERY.to_owned()
    }

    fn locals(&self) -> &'static str {
        ""
    }

    fn rules(&self) -> ExtractionRules {
        ExtractionRules {
            test_folders: owned(&["test", "tests", "Test", "Tests", "spec", "features"]),
            test_endings: owned(&["Test.php", "TestCase.php"]),
            ..ExtractionRules::common(&["php"], Returns::Explicit)
        }
    }

    fn functions(&self, parsed: &Parsed<'_>, path: &str) -> Vec<FoundFunction> {
        functions::functions(parsed, path)
    }

    fn invokes(&self, suite: &Parsed<'_>, focal: &FocalFunction) -> bool {
        match without_tag(suite) {
            Some(code) => invocation::invokes(&code, focal),
            None => invocation::invokes(suite, focal),
        }
    }

    fn test_cases(&self, suite: &Parsed<'_>) -> Vec<StaticTest> {
        match without_tag(suite) {
            Some(code) => tests::test_cases(&code),
            None => tests::test_cases(suite),
        }
    }
}

/// A suite that forgot `<?php` is plain text for the grammar; it is placed with the tag, and read as if it had one.
fn without_tag<'s>(suite: &Parsed<'s>) -> Option<Parsed<'s>> {
    if named_children(suite.root()).iter().any(|node| node.kind() == "php_tag") {
        return None;
    }
    let tree = crate::tree::parse(&tree_sitter_php::LANGUAGE_PHP_ONLY.into(), suite.text)?;
    Some(Parsed { text: suite.text, tree })
}

/// The value of a string literal without escapes and without variables.
fn literal<'s>(node: tree_sitter::Node<'_>, text: &'s str) -> Option<&'s str> {
    if !matches!(node.kind(), "string" | "encapsed_string") {
        return None;
    }
    match named_children(node).as_slice() {
        [only] if only.kind() == "string_content" => Some(text_of(*only, text)),
        _ => None,
    }
}

/// The last part of a qualified name.
fn last_part(name: &str) -> &str {
    name.rsplit('\\').next().unwrap_or(name)
}

/// The name of a declaration, as written.
fn name_of<'s>(node: tree_sitter::Node<'_>, text: &'s str) -> &'s str {
    field(node, "name").map_or("", |name| text_of(name, text))
}

/// Whether a node is something that holds methods.
fn is_class_like(kind: &str) -> bool {
    matches!(
        kind,
        "class_declaration" | "trait_declaration" | "enum_declaration" | "interface_declaration" | "anonymous_class"
    )
}

/// Whether a node is a function whose body is its own world.
fn is_function_like(kind: &str) -> bool {
    matches!(kind, "function_definition" | "method_declaration" | "anonymous_function" | "arrow_function")
}

/// The name of a namespace, from a `namespace` statement.
fn namespace_name<'s>(node: tree_sitter::Node<'_>, text: &'s str) -> &'s str {
    name_of(node, text)
}

/// A child of a kind.
fn child_of_kind<'t>(node: tree_sitter::Node<'t>, kind: &str) -> Option<tree_sitter::Node<'t>> {
    named_children(node).into_iter().find(|child| child.kind() == kind)
}

//! What one language has to provide. A language is one module with an implementation of [`Grammar`] and one line in
//! [`grammar`].

use domain::{FocalFunction, Language};
use tree_sitter::{Node, Tree};

use crate::{ExtractionRules, FoundFunction, StaticTest};

/// A parsed text of one language.
pub(crate) struct Parsed<'s> {
    pub(crate) text: &'s str,
    pub(crate) tree: Tree,
}

impl Parsed<'_> {
    pub(crate) fn root(&self) -> Node<'_> {
        self.tree.root_node()
    }
}

/// The knowledge of one language.
pub(crate) trait Grammar: Sync {
    /// The tree-sitter grammar.
    fn language(&self) -> tree_sitter::Language;
    /// Its highlight query; of several patterns that fit a node the last one counts.
    fn highlights(&self) -> String;
    /// Its query for local variables; empty where it has none.
    fn locals(&self) -> &'static str;
    /// The filter rules that apply when nothing else is configured.
    fn rules(&self) -> ExtractionRules;
    /// All functions of a file with what the filter rules need to know of them.
    fn functions(&self, parsed: &Parsed<'_>, path: &str) -> Vec<FoundFunction>;
    /// Whether a suite calls the focal function.
    fn invokes(&self, suite: &Parsed<'_>, focal: &FocalFunction) -> bool;
    /// The test cases of a suite.
    fn test_cases(&self, suite: &Parsed<'_>) -> Vec<StaticTest>;
}

/// The grammar of a language, where this version has one.
#[expect(clippy::unnecessary_wraps, reason = "a new language is known to the domain before it has a grammar")]
pub(crate) fn grammar(language: Language) -> Option<&'static dyn Grammar> {
    match language {
        Language::Go => Some(&crate::go::Go),
        Language::Ruby => Some(&crate::ruby::Ruby),
        Language::Julia => Some(&crate::julia::Julia),
        Language::Php => Some(&crate::php::Php),
        Language::Rust => Some(&crate::rust::Rust),
    }
}

/// Parses `text`; `None` when there is no grammar or the text cannot be parsed within the budget.
pub(crate) fn parsed(language: Language, text: &str) -> Option<(&'static dyn Grammar, Parsed<'_>)> {
    let grammar = grammar(language)?;
    let tree = crate::tree::parse(&grammar.language(), text)?;
    Some((grammar, Parsed { text, tree }))
}

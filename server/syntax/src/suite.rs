//! Questions about a suite that its text alone answers.

use domain::{FocalFunction, Language};

use crate::grammar::{grammar, parsed};
use crate::tree::{first_error, line_of, text_of};

/// A test case that can be seen in the text of a suite.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StaticTest {
    /// The name that the framework will report: `TestFind`, `Hashie::Mash#update merges`, `TestMash#test_update`.
    pub name: String,
    /// Line of the suite (1-based).
    pub line: u32,
    /// Whether the text itself says that it will not run (`xit`, `skip`, `t.Skip()` as a statement of its own).
    pub skipped: bool,
    /// Whether `name` is exactly what will be reported, once. Not so for computed names, examples without a text, and
    /// examples in loops and shared groups.
    pub exact: bool,
}

/// Whether this version has a grammar for the language. Without one, [`invokes`] is `false`, [`test_cases`] and
/// [`crate::focal_functions`] are empty, and [`parses`] says so.
pub fn supports(language: Language) -> bool {
    grammar(language).is_some()
}

/// Whether the syntax tree of a suite calls the focal function: directly, through a value that is called or handed
/// to code that may call it, or through a form of the language that stands for the call (`A.new` for `initialize`).
/// A name in a string, a comment or a stub is no call, nor is a call of something else of that name as far as the
/// suite itself shows. Text that does not parse is judged by what can be read of it.
pub fn invokes(language: Language, suite: &str, focal: &FocalFunction) -> bool {
    parsed(language, suite).is_some_and(|(grammar, parsed)| grammar.invokes(&parsed, focal))
}

/// The test cases of a suite in source order.
pub fn test_cases(language: Language, suite: &str) -> Vec<StaticTest> {
    parsed(language, suite).map_or_else(Vec::new, |(grammar, parsed)| grammar.test_cases(&parsed))
}

/// Whether a text is syntactically whole; otherwise the first line (1-based) that is not, and what is wrong.
pub fn parses(language: Language, text: &str) -> Result<(), (u32, String)> {
    if !supports(language) {
        return Err((1, format!("this version cannot parse {}", language.name())));
    }
    let Some((_, parsed)) = parsed(language, text) else {
        return Err((1, "the text is too large or too involved to parse".to_owned()));
    };
    let Some(node) = first_error(parsed.root()) else { return Ok(()) };
    if node.is_missing() {
        return Err((line_of(node), format!("`{}` is missing", node.kind())));
    }
    let piece: String = text_of(node, text).lines().next().unwrap_or_default().trim().chars().take(60).collect();
    let message = if piece.is_empty() { "syntax error".to_owned() } else { format!("syntax error near `{piece}`") };
    Err((line_of(node), message))
}

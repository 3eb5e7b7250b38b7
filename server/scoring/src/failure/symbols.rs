//! The names that a repository defines, to tell a forgotten import from an invented name.

use std::collections::BTreeSet;

use domain::Language;
use serde::{Deserialize, Serialize};

/// Simple names: `Rash`, `stripFlags`, `digit1`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Symbols(BTreeSet<String>);

impl Symbols {
    /// Adds what a source file defines. It looks for the words that come before a name in a definition, which also
    /// finds some in comments: a name too many only makes a hallucination a forgotten import.
    pub fn add_source(&mut self, language: Language, text: &str) {
        let words = definition_words(language);
        for line in text.lines() {
            let mut before = "";
            for word in line.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '!' | '?'))) {
                if word.is_empty() {
                    continue;
                }
                if words.contains(&before) {
                    self.0.insert(word.to_owned());
                }
                before = word;
            }
            // `func (c *Command) Name()`: the name of a method stands behind its receiver.
            if language == Language::Go
                && let Some(method) = line.strip_prefix("func (").and_then(|rest| rest.split_once(") "))
            {
                self.0.extend(method.1.split(['(', '[']).next().map(str::to_owned));
            }
            // `name(arguments) = …` defines a function in Julia.
            if language == Language::Julia
                && let Some((name, rest)) = line.trim_start().split_once('(')
                && rest.contains(") = ")
                && !name.is_empty()
                && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '!'))
            {
                self.0.insert(name.to_owned());
            }
        }
    }

    /// The same whatever the case of the letters.
    pub(super) fn contains_in_any_case(&self, name: &str) -> bool {
        self.0.iter().any(|own| own.eq_ignore_ascii_case(name))
    }

    /// Whether the repository defines this name; of a qualified one the last part counts.
    pub fn contains(&self, name: &str) -> bool {
        let last = name.rsplit([':', '.', '\\', '#']).next().unwrap_or(name);
        self.0.contains(last)
    }
}

/// Words directly before the name of what they define.
const fn definition_words(language: Language) -> &'static [&'static str] {
    match language {
        Language::Rust => &["fn", "struct", "enum", "trait", "type", "mod", "const", "static", "union", "macro_rules!"],
        Language::Julia => &["function", "struct", "type", "module", "const", "macro"],
        Language::Go => &["func", "type", "const", "var"],
        Language::Ruby => &["def", "class", "module", "self"],
        Language::Php => &["function", "class", "interface", "trait", "enum", "const", "namespace"],
    }
}

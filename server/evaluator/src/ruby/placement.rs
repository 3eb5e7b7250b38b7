//! Puts a suite where the image can load it. Only what loads the suite is changed, never what it tests; every line
//! keeps its number, so that messages point at the line that the vendor wrote.

use domain::{FocalFunction, RepositorySpec};

use super::tree::{self, Require};
use crate::adapter::PlacementError;

/// Test framework of a suite.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Framework {
    Rspec,
    Minitest,
    TestUnit,
}

impl Framework {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Rspec => "rspec",
            Self::Minitest => "minitest",
            Self::TestUnit => "test-unit",
        }
    }
}

/// A suite as it is written into the work folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Placed {
    pub text: String,
    pub framework: Framework,
    /// Tests that must end for a pass, as the runner names them.
    pub static_names: Vec<String>,
    /// What a maintainer should look at, one sentence each.
    pub signals: Vec<String>,
    /// What was changed, one sentence each.
    pub notes: Vec<String>,
}

/// Libraries that measure coverage or send it somewhere.
const COVERAGE_TOOLS: [&str; 3] = ["simplecov", "coveralls", "codecov"];
/// Constants whose statements only set up tools that were left out, and why.
const SET_UP: [(&str, &str); 4] = [
    ("SimpleCov", "coverage is measured from outside"),
    ("Coveralls", "coverage is measured from outside"),
    ("Minitest::Reporters", "results are reported from outside"),
    ("Bundler", "the image has every library installed and no Gemfile"),
];

/// Helper files that belong to a checkout with tests; images hold none.
const HELPERS: [&str; 4] = ["spec_helper", "rails_helper", "test_helper", "minitest_helper"];

pub(super) fn place(suite: &str, repository: &RepositorySpec, focal: &FocalFunction) -> Result<Placed, PlacementError> {
    let mut notes = Vec::new();
    let text = normalise_text(suite, &mut notes);
    if text.trim().is_empty() {
        return Err(PlacementError("the suite is empty".to_owned()));
    }
    // Ruby takes the rest of the file for data, other tools do not: nobody could tell what was tested.
    if text.contains('\0') {
        return Err(PlacementError("the suite holds a NUL byte, at which Ruby stops reading".to_owned()));
    }
    let tree = tree::parse(&text).ok_or_else(|| PlacementError("the Ruby grammar cannot be set up".to_owned()))?;
    let requires = tree::requires(&tree, &text);
    let framework = framework(&tree, &text, &requires);

    let mut edits = Vec::new();
    for require in &requires {
        match decide(require, repository, focal) {
            Decision::Keep => {}
            Decision::Drop(why) => {
                notes.push(format!("Line {}: `{}` was left out; {why}.", require.line, shown(&text, require)));
                edits.push((require.call.clone(), "nil".to_owned()));
            }
            Decision::Load(path) => {
                let call = format!("require \"{path}\"");
                notes.push(format!("Line {}: `{}` became `{call}`.", require.line, shown(&text, require)));
                edits.push((require.call.clone(), call));
            }
        }
    }
    for (constant, why) in SET_UP {
        for (statement, line) in tree::statements_on(&tree, &text, constant) {
            notes.push(format!("Line {line}: the {constant} statement was left out; {why}."));
            edits.push((statement, "nil".to_owned()));
        }
    }
    let static_names = super::names::static_names(&tree, &text, framework);
    let signals = super::signals::signals(&tree, &text, focal);
    Ok(Placed { text: apply(text, edits), framework, static_names, signals, notes })
}

fn normalise_text(suite: &str, notes: &mut Vec<String>) -> String {
    let text = suite.strip_prefix('\u{feff}').unwrap_or(suite);
    if text.len() != suite.len() {
        notes.push("The byte order mark at the start was left out.".to_owned());
    }
    if text.contains('\r') {
        notes.push("Line ends were changed from CRLF to LF.".to_owned());
    }
    let mut text = text.replace("\r\n", "\n").replace('\r', "\n");
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

/// Test::Unit or Minitest when the suite says so and says nothing of RSpec; otherwise RSpec, whose DSL needs no
/// `require`.
fn framework(tree: &tree_sitter::Tree, text: &str, requires: &[Require]) -> Framework {
    let asks_for = |name: &str| {
        requires.iter().any(|require| require.path == name || require.path.starts_with(&format!("{name}/")))
    };
    if asks_for("rspec") || tree::names_rspec(tree, text) {
        return Framework::Rspec;
    }
    let inherits = |classes: &[&str]| tree::has_class_below(tree, text, classes);
    // What the classes are decides before what is required: `test/unit` is often required out of habit.
    if inherits(&["Minitest::Test", "Minitest::Spec"]) {
        Framework::Minitest
    } else if inherits(&["Test::Unit::TestCase"]) || asks_for("test/unit") || asks_for("test-unit") {
        Framework::TestUnit
    } else if asks_for("minitest") {
        Framework::Minitest
    } else {
        Framework::Rspec
    }
}

enum Decision {
    Keep,
    /// Leave the call out, with the reason.
    Drop(&'static str),
    /// `require` this path instead.
    Load(String),
}

fn decide(require: &Require, repository: &RepositorySpec, focal: &FocalFunction) -> Decision {
    let path = require.path.strip_suffix(".rb").unwrap_or(&require.path);
    let tail = path.trim_start_matches(['.', '/']);
    let base = tail.rsplit('/').next().unwrap_or(tail);
    if HELPERS.contains(&base) {
        return Decision::Drop("the image has no such helper");
    }
    let library = tail.split(['/', '-']).next().unwrap_or(tail);
    if COVERAGE_TOOLS.contains(&library) {
        return Decision::Drop("coverage is measured from outside");
    }
    if path == "bundler/setup" {
        return Decision::Drop("the image has every library installed and no Gemfile");
    }
    if path == "minitest/reporters" || path == "minitest/pride" {
        return Decision::Drop("results are reported from outside");
    }
    let load_path = super::load_path(repository);
    let is_below = |path: &str, folder: &str| path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
    let in_load_path = |path: &str| load_path.iter().any(|folder| is_below(path, folder));
    let is_relative = require.method == "require_relative" || path.starts_with("./") || path.starts_with("../");
    if in_load_path(tail) {
        return Decision::Load(format!("{}/{tail}", repository.root));
    }
    // As tasks name their files: with the repository's folder before.
    let inside = tail.strip_prefix(repository.name.as_str()).and_then(|rest| rest.strip_prefix('/'));
    if let Some(inside) = inside.filter(|inside| in_load_path(inside)) {
        return Decision::Load(format!("{}/{inside}", repository.root));
    }
    if !is_relative {
        return Decision::Keep;
    }
    let first = tail.split('/').next().unwrap_or(tail);
    if super::entries(repository).iter().any(|entry| entry.split('/').next() == Some(first)) {
        return Decision::Load(tail.to_owned());
    }
    let focal_path = focal.path.strip_suffix(".rb").unwrap_or(&focal.path);
    if focal_path.rsplit('/').next() == Some(base) {
        return Decision::Load(format!("{}/{focal_path}", repository.root));
    }
    Decision::Keep
}

fn shown(text: &str, require: &Require) -> String {
    text[require.call.clone()].split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Replaces ranges that do not overlap; line ends inside of a replaced range are kept.
fn apply(mut text: String, mut edits: Vec<(std::ops::Range<usize>, String)>) -> String {
    edits.sort_by_key(|(range, _)| std::cmp::Reverse(range.start));
    for (range, replacement) in edits {
        let lines = text[range.clone()].matches('\n').count();
        text.replace_range(range, &(replacement + &"\n".repeat(lines)));
    }
    text
}

#[cfg(test)]
mod tests;

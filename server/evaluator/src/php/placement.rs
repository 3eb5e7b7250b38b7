//! Puts a suite where the image can load it. Only what loads the suite is changed, never what it tests; every line
//! keeps its number, so that messages point at the line that the vendor wrote.

use std::ops::Range;

use domain::{Language, RepositorySpec};

use super::signals::signals;
use super::tree::{self, Class};
use crate::adapter::PlacementError;

/// A suite as it is written into the work folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Placed {
    pub text: String,
    /// Name of its file, that of its test class.
    pub file: String,
    /// Tests that must end for a pass, as the runner names them.
    pub static_names: Vec<String>,
    /// What was changed, one sentence each.
    pub notes: Vec<String>,
    pub signals: Vec<String>,
}

/// Functions of Pest, which describe tests without a class.
const PEST: [&str; 6] = ["it", "test", "describe", "expect", "uses", "beforeEach"];

/// Longest name that is asked for; the runner cuts names to 300 characters.
const LONGEST: usize = 250;

pub(super) fn place(suite: &str, repository: &RepositorySpec) -> Result<Placed, PlacementError> {
    let refused = |why: &str| Err(PlacementError(why.to_owned()));
    if suite.trim().is_empty() {
        return refused("the suite is empty");
    }
    let mut notes = Vec::new();
    let is_php = suite.to_ascii_lowercase().contains("<?php");
    let text = with_tag(normalise(suite, &mut notes), &mut notes);
    let text = edited(text, &mut notes, stray_tags)?;
    let text = edited(text, &mut notes, strict_types)?;
    let text = edited(text, &mut notes, |tree, text, notes| loads(tree, text, repository, notes))?;
    let text = edited(text, &mut notes, import)?;
    let tree = parse(&text)?;
    let classes = tree::classes(&tree, &text);
    let Some(class) = test_class(&classes) else {
        let calls = tree::top_level_calls(&tree, &text);
        return match calls.iter().find(|name| is_php && PEST.contains(name)) {
            Some(name) => Err(PlacementError(format!(
                "it is written for Pest (`{name}(…)` without a class); only PHPUnit is run"
            ))),
            None if classes.is_empty() => refused("it holds no class, so no PHPUnit test"),
            None => refused("it holds no concrete test class"),
        };
    };
    let is_plain = !class.name.is_empty() && class.name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let file = format!("{}.php", if is_plain { class.name.as_str() } else { "SuiteTest" });
    let static_names = syntax::test_cases(Language::Php, &text)
        .into_iter()
        .filter(|test| test.exact && test.name.len() <= LONGEST)
        .map(|test| test.name)
        .collect();
    let signals = signals(&tree, &text);
    Ok(Placed { text, file, static_names, notes, signals })
}

fn parse(text: &str) -> Result<tree_sitter::Tree, PlacementError> {
    tree::parse(text).ok_or_else(|| PlacementError("the PHP grammar cannot be set up".to_owned()))
}

/// The last concrete class that extends `*TestCase` or is called `*Test`, or that has test methods: by its syntax, so
/// that neither the word "class" in a comment nor an abstract base class before it matters.
fn test_class(classes: &[Class]) -> Option<&Class> {
    let concrete = || classes.iter().rev().filter(|class| !class.is_abstract);
    concrete()
        .find(|class| tree::last_part(&class.parent).ends_with("TestCase") || class.name.ends_with("Test"))
        .or_else(|| concrete().find(|class| class.has_tests))
}

fn normalise(suite: &str, notes: &mut Vec<String>) -> String {
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

/// The text with `<?php` at its very start: whatever stands before it would be printed, and forbids a namespace.
fn with_tag(text: String, notes: &mut Vec<String>) -> String {
    let tag = text.to_ascii_lowercase().find("<?php").filter(|at| !is_code(&text[..*at]));
    let Some(at) = tag else {
        notes.push("`<?php` was added at the start.".to_owned());
        return match text.strip_prefix("<?\n") {
            Some(rest) => format!("<?php\n{rest}"),
            None => format!("<?php {text}"),
        };
    };
    if at == 0 {
        return text;
    }
    let before = &text[..at];
    if !before.trim().is_empty() {
        notes.push("What stood before `<?php` was left out.".to_owned());
    }
    let lines = before.matches('\n').count();
    let rest = &text[at + "<?php".len()..];
    format!("<?php{}{rest}", "\n".repeat(lines))
}

/// Whether a text before the first tag is code all the same, so that the tag stands in a string of it.
fn is_code(before: &str) -> bool {
    before.contains(" extends ")
        || before.lines().any(|line| {
            let statement = line.trim();
            statement.ends_with(';') && ["use ", "namespace "].iter().any(|word| statement.starts_with(word))
        })
}

type Edits = Vec<(Range<usize>, String)>;

/// Applies edits; line ends inside of a replaced range are kept.
fn edited(
    mut text: String,
    notes: &mut Vec<String>,
    find: impl FnOnce(&tree_sitter::Tree, &str, &mut Vec<String>) -> Edits,
) -> Result<String, PlacementError> {
    let tree = parse(&text)?;
    let mut edits = find(&tree, &text, notes);
    edits.sort_by_key(|(range, _)| std::cmp::Reverse(range.start));
    let mut end = text.len();
    for (range, replacement) in edits {
        // Text that does not parse may give pieces inside of pieces; the first one from behind counts.
        if range.end > end || text.get(range.clone()).is_none() {
            continue;
        }
        end = range.start;
        let lines = text[range.clone()].matches('\n').count();
        text.replace_range(range, &(replacement + &"\n".repeat(lines)));
    }
    Ok(text)
}

/// A `?>` with nothing behind it, and tags where code goes on.
fn stray_tags(tree: &tree_sitter::Tree, text: &str, notes: &mut Vec<String>) -> Edits {
    let stray = tree::stray_tags(tree, text);
    if !stray.is_empty() {
        notes.push("Closing and repeated PHP tags were left out.".to_owned());
    }
    stray.into_iter().map(|range| (range, ";".to_owned())).collect()
}

/// `declare(strict_types=1)` must come first and once.
fn strict_types(tree: &tree_sitter::Tree, text: &str, notes: &mut Vec<String>) -> Edits {
    let declared = tree::strict_types(tree, text);
    let Some(first) = declared.first().cloned() else { return Vec::new() };
    let is_first = tree::first_statement(tree) == Some(first.start);
    if is_first && declared.len() == 1 {
        return Vec::new();
    }
    notes.push("`declare(strict_types=…)` was moved to the start, where PHP wants it.".to_owned());
    let statement = text[first].split_whitespace().collect::<Vec<_>>().join(" ");
    let start = "<?php".len();
    let mut edits: Edits = declared.into_iter().map(|range| (range, String::new())).collect();
    edits.push((start..start, format!(" {statement}")));
    edits
}

/// `require` of an autoloader, which the image has, and of files of the repository, which lie elsewhere.
fn loads(tree: &tree_sitter::Tree, text: &str, repository: &RepositorySpec, notes: &mut Vec<String>) -> Edits {
    let root = repository.root.trim_end_matches('/');
    let mut edits = Vec::new();
    for (range, line, path) in tree::loads(tree, text) {
        let shown = text[range.clone()].split_whitespace().collect::<Vec<_>>().join(" ");
        if path.ends_with("autoload.php") {
            notes.push(format!("Line {line}: `{shown}` was left out; the autoloader is there already."));
            edits.push((range, "true".to_owned()));
            continue;
        }
        let tail = path.rsplit("../").next().unwrap_or_default().trim_start_matches(['.', '/']);
        let is_source = repository.source_roots.iter().any(|folder| {
            folder != "." && tail.strip_prefix(folder.as_str()).is_some_and(|rest| rest.starts_with('/'))
        });
        if is_source
            && std::path::Path::new(tail).extension().is_some_and(|ending| ending == "php")
            && !tail.contains('\'')
            && !path.starts_with(root)
        {
            let load = format!("require_once '{root}/{tail}'");
            notes.push(format!("Line {line}: `{shown}` became `{load}`."));
            edits.push((range, load));
        }
    }
    edits
}

/// The import of PHPUnit's `TestCase`, if a class extends that name and nothing gives it a meaning.
fn import(tree: &tree_sitter::Tree, text: &str, notes: &mut Vec<String>) -> Edits {
    let classes = tree::classes(tree, text);
    let needs = |class: &&Class| class.parent == "TestCase";
    let Some(class) = classes.iter().find(needs) else { return Vec::new() };
    if tree::imports(tree, text, "TestCase") || classes.iter().any(|class| class.name == "TestCase") {
        return Vec::new();
    }
    notes.push("`use PHPUnit\\Framework\\TestCase;` was added.".to_owned());
    vec![(class.imports_at..class.imports_at, " use PHPUnit\\Framework\\TestCase;".to_owned())]
}

#[cfg(test)]
mod tests;

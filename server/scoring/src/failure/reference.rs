//! The reference's classifiers (xrepotest.md §5): patterns anywhere in the log, class by class.

mod hallucination;
mod languages;

use domain::{Failure, FailureMode, Language};

use super::pattern::{holds_any, line_with};
use super::{Failed, Found};

/// Its list for names that do not exist, asked last in that class (§5.2).
const UNDEFINED: &[&str] = &["undefined", "not defined", "not found", "cannot find", "does not exist", "unresolved"];

/// Its words of assertions (§5.2).
const ASSERTION: &[&str] =
    &["assertion failed", "expected", "actual", "assert", "mismatch", "should equal", "should be", "to eq", "to equal"];

/// A log as the reference sees it: what was printed, and what the tests said.
struct Log {
    text: String,
    /// Its first error message: the first line that speaks of one, else the first that is not blank (§5.1).
    first: String,
}

impl Log {
    fn of(failed: &Failed<'_>) -> Self {
        let mut text = failed.log.to_owned();
        for message in &failed.messages {
            text.push('\n');
            text.push_str(message);
        }
        let error = line_with(&text, &["error", "failed", "exception", "panic", "fatal"]);
        let first = error.or_else(|| text.lines().find(|line| !line.trim().is_empty())).unwrap_or_default();
        let first = first.chars().take(200).collect::<String>().to_lowercase();
        Self { text, first }
    }

    fn line(&self, patterns: &[&str]) -> Option<&str> {
        line_with(&self.text, patterns)
    }
}

/// Which of its lists is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    Syntax,
    Type,
    Hallucination,
    Logic,
}

impl Class {
    const fn found(self) -> Found {
        match self {
            Self::Syntax => Found::new(FailureMode::SyntaxCompilation, "reference.1"),
            Self::Type => Found::new(FailureMode::TypeMemory, "reference.2"),
            Self::Hallucination => Found::new(FailureMode::ApiHallucination, "reference.3"),
            Self::Logic => Found::new(FailureMode::LogicAssertion, "reference.4"),
        }
    }
}

pub(super) fn classify(failed: &Failed<'_>) -> Option<Failure> {
    let log = Log::of(failed);
    let is_static = matches!(failed.language, Language::Go | Language::Rust);
    let classes: &[Class] = match (failed.reference_compiles(), failed.reference_passes(), is_static) {
        (false, _, true) => &[Class::Hallucination, Class::Type, Class::Syntax],
        (false, _, false) => return Some(Class::Syntax.found().at(&log.first)),
        (true, false, true) => &[Class::Type, Class::Logic],
        (true, false, false) => &[Class::Hallucination, Class::Type, Class::Logic],
        (true, true, _) => return design(failed, is_static),
    };
    for &class in classes {
        let line = languages::line(failed.language, &log, class, failed.reference_compiles())
            .or_else(|| (class == Class::Hallucination).then(|| log.line(UNDEFINED)).flatten());
        if let Some(line) = line {
            let found = match class {
                Class::Hallucination => hallucination::kind(failed.language, &log),
                _ => class.found(),
            };
            return Some(found.at(line));
        }
    }
    let last = if failed.reference_compiles() { Class::Logic } else { Class::Syntax };
    // A failing test without a log is no error to it, in dynamic languages (§5.1).
    if !is_static && log.text.trim().is_empty() {
        return None;
    }
    Some(last.found().at(&log.first))
}

/// A pass that covers nothing, or in static languages one that compares with literals (§5.1, §5.3, §5.4).
fn design(failed: &Failed<'_>, is_static: bool) -> Option<Failure> {
    let found = |line: &str| Some(Found::new(FailureMode::DesignMocking, "reference.5").at(line));
    let least = u32::from(failed.language == Language::Ruby);
    if failed.reference_covered().is_some_and(|covered| covered <= least) {
        return found("no line of the focal function is covered");
    }
    let literal = failed.suite.lines().find(|line| {
        let lower = line.to_lowercase();
        match failed.language {
            Language::Go => holds_any(&lower, &["if …!=…\"", "t.errorf…expected…#"]),
            Language::Rust => holds_any(&lower, &["assert_eq!(…, \"", "assert_eq!(…, #"]),
            _ => false,
        }
    });
    literal.filter(|_| is_static).and_then(found)
}

//! What was expected of a fixture against what it did.

use std::fmt::Write as _;
use std::path::Path;

use domain::{Control, Language, SlotResult};

use crate::fixture::Expected;

/// What became of a suite; a fault of ours is never what is expected.
pub(crate) enum Got {
    Result(Box<SlotResult>),
    Fault(String),
}

impl From<Result<Box<SlotResult>, String>> for Got {
    fn from(result: Result<Box<SlotResult>, String>) -> Self {
        result.map_or_else(Self::Fault, Self::Result)
    }
}

impl Got {
    /// The outcome, and for a pass whether it is a valid one.
    fn word(&self) -> String {
        match self {
            Self::Result(result) => word(result.outcome, is_valid(result)),
            Self::Fault(_) => "host fault".to_owned(),
        }
    }

    fn is_valid(&self) -> bool {
        matches!(self, Self::Result(result) if is_valid(result))
    }

    /// For messages.
    fn details(&self) -> String {
        match self {
            Self::Fault(fault) => fault.clone(),
            Self::Result(result) => {
                let evidence = &result.evidence;
                let covered = evidence.coverage.as_ref().map(|coverage| &coverage.covered);
                let reads_source = evidence.mutation.as_ref().map(|mutation| mutation.reads_source);
                format!(
                    "{} Control {}, covered {covered:?}, reads source {reads_source:?}, {} ms.\n{}",
                    result.reason, evidence.control, result.millis, evidence.log
                )
            }
        }
    }
}

/// One fixture, and the honest suite that was run after it.
pub(crate) struct Row {
    pub(crate) language: Language,
    pub(crate) fixture: String,
    pub(crate) expected: Expected,
    pub(crate) got: Got,
    pub(crate) after: Got,
    /// Processes and files that were still there afterwards.
    pub(crate) left: Vec<String>,
}

fn word(outcome: domain::Outcome, valid: bool) -> String {
    match (outcome, valid) {
        (domain::Outcome::Passed, true) => "passed, valid".to_owned(),
        (domain::Outcome::Passed, false) => "passed, not valid".to_owned(),
        (outcome, false) => outcome.to_string(),
        (outcome, true) => format!("{outcome}, valid"),
    }
}

/// Passed, noticed the broken focal function, and ran at least one of its lines.
fn is_valid(result: &SlotResult) -> bool {
    result.outcome == domain::Outcome::Passed
        && result.evidence.control == Control::Noticed
        && result.evidence.coverage.as_ref().is_some_and(|coverage| !coverage.covered.is_empty())
}

impl Row {
    fn expected(&self) -> String {
        word(self.expected.outcome, self.expected.valid)
    }

    /// What is otherwise than expected, for people.
    pub(crate) fn difference(&self) -> Option<String> {
        let mut text = String::new();
        let mut say = |what: String| text.push_str(&what);
        let reason = self.expected.reason.as_deref().unwrap_or_default();
        let reads_source = |result: &SlotResult| result.evidence.mutation.as_ref().map(|m| m.reads_source);
        let as_expected = matches!(&self.got, Got::Result(result)
            if self.got.word() == self.expected()
                && result.reason.contains(reason)
                && (self.expected.reads_source.is_none() || reads_source(result) == self.expected.reads_source));
        if !as_expected {
            say(format!("expected {} {reason:?}, got {}: {}\n", self.expected(), self.got.word(), self.got.details()));
        }
        if !self.after.is_valid() {
            say(format!("the honest suite after it: {}: {}\n", self.after.word(), self.after.details()));
        }
        if !self.left.is_empty() {
            say(format!("left behind: {}\n", self.left.join(", ")));
        }
        (!text.is_empty()).then(|| format!("{} {}: {text}", self.language, self.fixture))
    }
}

/// Writes down what became of the fixtures of one language, and the table of all languages and runtimes so far.
pub(crate) fn write_down(language: Language, runtime: &str, all: usize, rows: &[Row]) -> std::io::Result<String> {
    // `tmp` in the folder that everything is built in.
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap_or(Path::new("."));
    let folder = target.join("attacks");
    std::fs::create_dir_all(&folder)?;
    let differences = rows.iter().filter(|row| row.difference().is_some()).count();
    let mut text = format!(
        "| {} | {runtime} | {all} | {} | {} | {differences} |\n",
        language.name(),
        rows.len(),
        rows.len() - differences
    );
    for row in rows {
        let is = if row.difference().is_some() { "**differs**" } else { "as expected" };
        let cells = [runtime, &row.fixture, &row.expected(), &row.got.word(), &row.after.word(), is].join(" | ");
        // Writing to a String cannot fail.
        let _ = writeln!(text, "| {language} | {cells} |");
    }
    let place = Language::ALL.iter().position(|one| *one == language).unwrap_or_default();
    std::fs::write(folder.join(format!("{place}-{runtime}.md")), text)?;
    let mut files: Vec<_> =
        std::fs::read_dir(&folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_, std::io::Error>>()?;
    files.sort();
    let mut summary =
        "| language | runtime | fixtures | run | as expected | differences |\n|---|---|--:|--:|--:|--:|\n".to_owned();
    let mut list = "\n| language | runtime | fixture | expected | got | honest suite after it | |\n|---|---|---|---|---|---|---|\n".to_owned();
    for file in files {
        let text = std::fs::read_to_string(file)?;
        let (first, rest) = text.split_once('\n').unwrap_or_default();
        let _ = writeln!(summary, "{first}");
        list.push_str(rest);
    }
    std::fs::write(target.join("attacks.md"), format!("# Attack fixtures\n\n{summary}{list}"))?;
    Ok(summary)
}

/// `language fixture expected got`, one line each.
pub(crate) fn table(rows: &[Row]) -> String {
    let mut text = format!("{:<8} {:<36} {:<20} {:<20} next\n", "language", "fixture", "expected", "got");
    for row in rows {
        let mark = if row.difference().is_some() { "  <--" } else { "" };
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "{:<8} {:<36} {:<20} {:<20} {}{mark}",
            row.language.as_str(),
            row.fixture,
            row.expected(),
            row.got.word(),
            row.after.word()
        );
    }
    text
}

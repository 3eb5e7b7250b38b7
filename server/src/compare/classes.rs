//! What suites ended as, per language, and what the failures of a class have in common.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use domain::{Control, Language, Outcome, SlotResult, TestCaseStatus};

use super::Run;

/// Examples that are named of a group.
const EXAMPLES: usize = 3;
/// Characters of a deciding line.
const WIDTH: usize = 160;
/// What marks the line of a log that says why something does not build or load.
const MARKS: [&str; 8] = ["error", "Error", "undefined", "fatal", "Fatal", "not found", "panicked", "Exception"];

/// What a slot is counted under: an outcome, and apart from the passes those that are no valid ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    Valid,
    /// Passed, and still passed when the focal function was broken on purpose.
    Unnoticed,
    Failed(Outcome),
}

impl Class {
    fn of(result: &SlotResult) -> Self {
        match (result.outcome, result.evidence.control) {
            (Outcome::Passed, Control::Noticed) => Self::Valid,
            (Outcome::Passed, _) => Self::Unnoticed,
            (outcome, _) => Self::Failed(outcome),
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Valid => f.pad("valid pass"),
            Self::Unnoticed => f.pad("passed, unnoticed"),
            Self::Failed(outcome) => f.pad(outcome.as_str()),
        }
    }
}

/// A group of failures: language and class, and what decided without what is particular to one suite.
type Group = (Language, Class, String);

/// The tables as text: classes by language with the share that passes, then every failing class with its deciding lines,
/// the most frequent first.
pub fn failures(run: &Run) -> String {
    let mut counts: BTreeMap<Class, BTreeMap<Language, usize>> = BTreeMap::new();
    let mut totals: BTreeMap<Language, usize> = BTreeMap::new();
    let mut groups: BTreeMap<Group, Vec<String>> = BTreeMap::new();
    for ((task, _), line) in run {
        let language = line.cause.language;
        let class = Class::of(&line.result);
        *totals.entry(language).or_default() += 1;
        *counts.entry(class).or_default().entry(language).or_default() += 1;
        if class != Class::Valid {
            groups.entry((language, class, gist(&deciding(&line.result)))).or_default().push(task.to_string());
        }
    }
    let mut text = format!("{:<20}", "What they ended as");
    for language in totals.keys() {
        let _ = write!(text, "{:>18}", language.name());
    }
    text.push('\n');
    let share = |n: usize, of: usize| format!("{n} ({:.1} %)", n as f64 * 100.0 / of.max(1) as f64);
    let mut row = |name: &str, count: &dyn Fn(Language) -> usize| {
        let _ = write!(text, "{name:<20}");
        for (language, total) in &totals {
            let _ = write!(text, "{:>18}", share(count(*language), *total));
        }
        text.push('\n');
    };
    row("suites", &|language| totals[&language]);
    let of = |class: Class, language: Language| counts.get(&class).and_then(|n| n.get(&language)).copied().unwrap_or(0);
    row("passed", &|language| of(Class::Valid, language) + of(Class::Unnoticed, language));
    for class in counts.keys() {
        row(&class.to_string(), &|language| of(*class, language));
    }
    let mut groups: Vec<(Group, Vec<String>)> = groups.into_iter().collect();
    groups.sort_by(|((a_language, a_class, a), a_tasks), ((b_language, b_class, b), b_tasks)| {
        (a_language, a_class, b_tasks.len(), a).cmp(&(b_language, b_class, a_tasks.len(), b))
    });
    let mut heading = None;
    for ((language, class, gist), tasks) in &groups {
        if heading != Some((language, class)) {
            let total: usize =
                groups.iter().filter(|((l, c, _), _)| (l, c) == (language, class)).map(|(_, tasks)| tasks.len()).sum();
            let _ = writeln!(text, "\n{} {class}: {total}", language.name());
            heading = Some((language, class));
        }
        let more = if tasks.len() > EXAMPLES { ", …" } else { "" };
        let _ = writeln!(
            text,
            "{:>5}  {gist}\n       {}{more}",
            tasks.len(),
            tasks[..tasks.len().min(EXAMPLES)].join(", ")
        );
    }
    text
}

/// The line that says most about a failure: a failed test's message, what a tool called an error, else the rule that decided.
fn deciding(result: &SlotResult) -> String {
    let failed = result.evidence.tests.iter().find(|test| test.status == TestCaseStatus::Failed);
    let message = failed.and_then(|test| test.message.lines().map(str::trim).find(|line| !line.is_empty()));
    let marked = || {
        let mut lines = result.evidence.log.lines().map(str::trim);
        lines.find(|line| MARKS.iter().any(|mark| line.contains(mark)))
    };
    if result.outcome == Outcome::Passed {
        let ran = result.evidence.coverage.as_ref().is_some_and(|coverage| !coverage.covered.is_empty());
        let what =
            if ran { "the function ran, and no test noticed that it fails" } else { "no line of the function ran" };
        return what.to_owned();
    }
    let line = match result.outcome {
        Outcome::TestFailed => message.or_else(marked),
        Outcome::Crashed => marked(),
        _ => None,
    };
    line.map_or_else(|| result.reason.clone(), |line| format!("{} | {line}", result.reason))
}

/// A sentence without numbers, paths and what stands in quotes, so that the same cause reads the same.
fn gist(sentence: &str) -> String {
    let words: Vec<&str> = sentence.split(' ').map(|word| if word.starts_with('/') { "…" } else { word }).collect();
    let sentence = words.join(" ");
    let mut out = String::new();
    let mut chars = sentence.chars().peekable();
    let mut before = ' ';
    while let Some(c) = chars.next() {
        let closes = match c {
            '`' | '"' => Some(c),
            '\'' if !before.is_alphanumeric() => Some(c),
            '“' => Some('”'),
            _ => None,
        };
        if let Some(close) = closes
            && chars.clone().any(|other| other == close)
        {
            chars.by_ref().find(|other| *other == close);
            out.push('…');
        } else if c.is_ascii_digit() {
            while chars.next_if(|next| next.is_ascii_digit() || *next == '.').is_some() {}
            out.push('N');
        } else {
            out.push(c);
        }
        before = c;
    }
    out.chars().take(WIDTH).collect()
}

//! Reading what the driver and the harness wrote to descriptor 3.

use std::collections::{HashMap, HashSet};

use domain::{TestCaseRecord, TestCaseStatus};
use sandbox::protocol::StepReport;
use serde::Deserialize;

use super::placement::MODULE;
use crate::adapter::{Build, TestRun};

/// What the driver says of a build.
#[derive(Debug, Deserialize)]
struct BuildReport {
    nonce: String,
    verdict: Verdict,
    #[serde(default)]
    message: String,
    #[serde(default)]
    diagnostics: Vec<Diagnostic>,
    /// Numbers of suites that are not in the binary.
    #[serde(default)]
    left_out: Vec<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Verdict {
    Ok,
    Suite,
    Ours,
    /// Several suites do not build with each other.
    Together,
}

#[derive(Debug, Deserialize)]
struct Diagnostic {
    file: String,
    line: u32,
    message: String,
}

/// What happened to building a suite. `path` is the focal file, `first_line` that of the suite in it: problems are told
/// with the suite's own lines.
pub(super) fn read_build(step: &StepReport, nonce: &str, path: &str, first_line: u32) -> Build {
    if step.stopped.is_some() || step.out_of_memory {
        return Build::Unknown; // a limit says more than what was left of the compiler
    }
    let Some(report) = parse(step, nonce) else { return Build::Unknown };
    let place = |problem: &Diagnostic| match problem.line.checked_sub(first_line) {
        _ if problem.file.is_empty() => String::new(),
        Some(line) if problem.file == path => format!("suite:{}: ", line + 1),
        _ => format!("{}:{}: ", problem.file, problem.line),
    };
    let first = report.diagnostics.first();
    let message = first.map_or(report.message, |first| format!("{}{}", place(first), first.message));
    let more = match report.diagnostics.len() {
        0 | 1 => String::new(),
        2 => " (and 1 more problem)".to_owned(),
        n => format!(" (and {} more problems)", n - 1),
    };
    match report.verdict {
        Verdict::Ok => Build::Ok,
        Verdict::Suite => Build::Failed(format!("{message}{more}")),
        Verdict::Ours => Build::Fault(message),
        Verdict::Together => Build::Unknown,
    }
}

fn parse(step: &StepReport, nonce: &str) -> Option<BuildReport> {
    serde_json::from_str::<BuildReport>(step.report.trim()).ok().filter(|report| report.nonce == nonce)
}

/// Which of the suites that were built together are in the binary, by their numbers.
pub(super) fn read_together(step: &StepReport, nonce: &str) -> Option<impl Fn(usize) -> bool> {
    let ended = step.stopped.is_none() && !step.out_of_memory;
    let report = parse(step, nonce).filter(|report| ended && report.verdict == Verdict::Ok)?;
    Some(move |number| !report.left_out.contains(&number))
}

/// What the driver reports of a suite that it has built alone.
pub(super) fn built(nonce: &str) -> String {
    serde_json::json!({ "nonce": nonce, "verdict": "ok" }).to_string()
}

/// What a run is read against.
#[derive(Debug, Clone, Copy)]
pub(super) struct Expected<'a> {
    pub(super) nonce: &'a str,
    /// The line of each counter.
    pub(super) lines: &'a [u32],
    /// Names of the suite's tests.
    pub(super) tests: &'a [String],
    /// Module path of the focal file.
    pub(super) module: &'a str,
    /// What was put before the names of the suite's modules, if it was built with others.
    pub(super) prefix: &'a str,
}

/// One run of the tests: the records of the guards, and what the framework itself says of each test.
pub(super) fn read_run(step: &StepReport, expected: Expected<'_>) -> TestRun {
    let mut run = TestRun { tests: Vec::new(), announced: None, ended: false, covered: Vec::new(), forged: false };
    let mut log = None;
    let mut report = step.report.as_str();
    // A record that was cut off in the middle says that the run ended early, not that somebody else wrote it.
    if !report.ends_with('\n') {
        let whole = report.rfind('\n').map_or(0, |at| at + 1);
        let last = &report[whole..];
        if last.starts_with(expected.nonce) || expected.nonce.starts_with(last) {
            report = &report[..whole];
        }
    }
    for line in report.lines() {
        if read_line(line, expected, &mut run, &mut log).is_none() {
            run.forged = true;
        }
    }
    if let Some(log) = log {
        merge(&mut run, &entries(&log.replace(expected.prefix, "")), expected);
    }
    run.covered.sort_unstable();
    run.covered.dedup();
    run
}

fn read_line(line: &str, expected: Expected<'_>, run: &mut TestRun, log: &mut Option<String>) -> Option<()> {
    let mut words = line.split(' ');
    if words.next()? != expected.nonce || run.ended {
        return None;
    }
    match (words.next()?, words.next()?) {
        ("begin", name) => run.tests.push(TestCaseRecord {
            name: text(name)?,
            status: TestCaseStatus::Unfinished,
            message: String::new(),
            millis: 0,
        }),
        ("log", said) if log.is_none() => *log = Some(text(said)?),
        ("end", hits) => {
            read_hits(hits, expected.lines, run)?;
            run.ended = true;
        }
        (status @ ("passed" | "failed"), name) => {
            let (name, millis, message) = (text(name)?, words.next()?.parse().ok()?, text(words.next()?)?);
            read_hits(words.next()?, expected.lines, run)?;
            let status = status.parse().ok()?;
            // Each end belongs to the begin of that name which has none yet; an end without one is not ours.
            let begun = run.tests.iter_mut().find(|t| t.name == name && t.status == TestCaseStatus::Unfinished)?;
            *begun = TestCaseRecord { name, status, message, millis };
        }
        _ => return None,
    }
    words.next().is_none().then_some(())
}

fn read_hits(word: &str, lines: &[u32], run: &mut TestRun) -> Option<()> {
    for number in word.strip_prefix('l')?.split_terminator(',') {
        run.covered.push(*lines.get(number.parse::<usize>().ok()?)?);
    }
    Some(())
}

/// A text in hexadecimal behind an `x`, so that an empty one is a word too.
fn text(word: &str) -> Option<String> {
    let bytes = hex::decode(word.strip_prefix('x')?).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// What the framework's log says of one test.
#[derive(Debug, PartialEq, Eq)]
struct Entry {
    status: TestCaseStatus,
    /// The whole path of the test in its crate.
    name: String,
    message: String,
}

/// The log has one entry for each test: what became of it, perhaps why (which may have line breaks), its name.
fn entries(log: &str) -> Vec<Entry> {
    const BEGINNINGS: &[(&str, TestCaseStatus)] =
        &[("ok ", TestCaseStatus::Passed), ("failed", TestCaseStatus::Failed), ("ignored", TestCaseStatus::Skipped)];
    let mut pieces: Vec<(TestCaseStatus, String)> = Vec::new();
    for line in log.lines() {
        match (BEGINNINGS.iter().find(|(word, _)| line.starts_with(word)), pieces.last_mut()) {
            (Some((_, status)), _) => pieces.push((*status, line.to_owned())),
            (None, Some((_, said))) => {
                said.push('\n');
                said.push_str(line);
            }
            (None, None) => {}
        }
    }
    pieces
        .into_iter()
        .map(|(status, said)| {
            let (before, name) = said.trim_end().rsplit_once(char::is_whitespace).unwrap_or(("", &said));
            let message = before.split_once(": ").map_or("", |(_, why)| why);
            Entry { status, name: name.to_owned(), message: message.to_owned() }
        })
        .collect()
}

/// The framework's own word on every test. It is the only one on tests that macros make, on ignored ones and on what a
/// panic should have said.
fn merge(run: &mut TestRun, entries: &[Entry], expected: Expected<'_>) {
    run.announced = Some(u32::try_from(entries.len()).unwrap_or(u32::MAX));
    let mut guarded: HashMap<String, usize> = HashMap::new();
    for (number, test) in run.tests.iter().enumerate() {
        guarded.insert(test.name.clone(), number);
    }
    let known: HashSet<&str> = expected.tests.iter().map(String::as_str).collect();
    for entry in entries {
        // Of two tests whose names end alike the longer name is meant, so the longest ending is tried first.
        let own = endings(&entry.name).find_map(|name| guarded.get(name));
        match own.and_then(|number| run.tests.get_mut(*number)) {
            Some(test) if entry.status == TestCaseStatus::Failed && test.status == TestCaseStatus::Passed => {
                test.status = TestCaseStatus::Failed;
                format!("{} {}", entry.message, test.message).trim().clone_into(&mut test.message);
            }
            Some(_) => {}
            None => {
                let name = endings(&entry.name).find(|name| known.contains(name));
                let name = name.map_or_else(|| short(&entry.name, expected.module), str::to_owned);
                let message = entry.message.clone();
                run.tests.push(TestCaseRecord { name, status: entry.status, message, millis: 0 });
            }
        }
    }
}

/// A path and what is left of it when its first modules are taken off one by one.
fn endings(path: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(path), |path| path.split_once("::").map(|(_, rest)| rest))
}

/// A test's path without the module of the focal file and ours.
fn short(name: &str, module: &str) -> String {
    let below = name.strip_prefix(module).and_then(|rest| rest.strip_prefix("::")).unwrap_or(name);
    let own = below.split_once("::").filter(|(first, _)| first.starts_with(MODULE));
    own.map_or(below, |(_, rest)| rest).to_owned()
}

#[cfg(test)]
mod tests;

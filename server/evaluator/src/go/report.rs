//! Reading what the driver and the harness wrote to descriptor 3.

use std::collections::BTreeSet;

use domain::{TestCaseRecord, TestCaseStatus};
use sandbox::protocol::StepReport;
use serde::Deserialize;

use crate::adapter::{Build, TestRun};

/// What the driver says of a build.
#[derive(Debug, Deserialize)]
pub(super) struct BuildReport {
    nonce: String,
    pub(super) verdict: Verdict,
    #[serde(default)]
    phase: String,
    #[serde(default)]
    pub(super) message: String,
    #[serde(default)]
    pub(super) diagnostics: Vec<Diagnostic>,
    /// Functions of a check that do not compile.
    #[serde(default)]
    pub(super) invalid: Vec<InvalidFunction>,
    /// Numbers of the members that a batch's binary holds.
    #[serde(default)]
    pub(super) built: Vec<usize>,
}

#[derive(Debug, Deserialize)]
pub(super) struct InvalidFunction {
    pub(super) id: usize,
    pub(super) message: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Verdict {
    Ok,
    Suite,
    Ours,
}

#[derive(Debug, Deserialize)]
pub(super) struct Diagnostic {
    pub(super) file: String,
    pub(super) line: u32,
    pub(super) message: String,
}

/// The driver's report, if the step came so far.
pub(super) fn build_report(step: &StepReport, nonce: &str) -> Option<BuildReport> {
    let report: BuildReport = serde_json::from_str(step.report.trim()).ok()?;
    (report.nonce == nonce).then_some(report)
}

/// What happened to building a suite.
pub(super) fn read_build(step: &StepReport, nonce: &str) -> Build {
    if step.stopped.is_some() || step.out_of_memory {
        return Build::Unknown; // a limit says more than what was left of the tools
    }
    let Some(report) = build_report(step, nonce) else { return Build::Unknown };
    match report.verdict {
        Verdict::Ok => Build::Ok,
        Verdict::Ours => Build::Fault(format!("{}: {}", report.phase, report.message)),
        Verdict::Suite => {
            let message = report
                .diagnostics
                .first()
                .map_or(report.message, |first| format!("{}:{}: {}", first.file, first.line, first.message));
            let more = match report.diagnostics.len() {
                0 | 1 => String::new(),
                2 => " (and 1 more problem)".to_owned(),
                n => format!(" (and {} more problems)", n - 1),
            };
            Build::Failed(format!("{message}{more}"))
        }
    }
}

/// One run of the tests. `lines` holds the line of each probe.
pub(super) fn read_run(step: &StepReport, nonce: &str, lines: &[u32]) -> TestRun {
    let mut run = TestRun { tests: Vec::new(), announced: None, ended: false, covered: Vec::new(), forged: false };
    for line in step.report.lines() {
        if read_line(line, nonce, lines, &mut run).is_none() {
            run.forged = true;
        }
    }
    // A record that was cut off in the middle says that the run ended early, not that somebody else wrote it.
    let cut = !step.report.is_empty() && !step.report.ends_with('\n');
    if cut && step.report.lines().next_back().is_some_and(|last| last.starts_with(nonce) || nonce.starts_with(last)) {
        let whole = &step.report[..step.report.rfind('\n').map_or(0, |at| at + 1)];
        return read_run(&StepReport { report: whole.to_owned(), ..step.clone() }, nonce, lines);
    }
    run.covered.sort_unstable();
    run.covered.dedup();
    run
}

fn read_line(line: &str, nonce: &str, lines: &[u32], run: &mut TestRun) -> Option<()> {
    let mut words = line.split(' ');
    if words.next()? != nonce || run.ended {
        return None;
    }
    match (words.next()?, words.next()?) {
        ("announced", number) if run.announced.is_none() => run.announced = Some(number.parse().ok()?),
        ("begin", name) => run.tests.push(TestCaseRecord {
            name: record_text(name)?,
            status: TestCaseStatus::Unfinished,
            message: String::new(),
            millis: 0,
        }),
        ("end", hits) => {
            read_hits(hits, lines, run)?;
            run.ended = true;
        }
        (status @ ("passed" | "failed" | "skipped"), name) => {
            let (name, millis, message) =
                (record_text(name)?, words.next()?.parse().ok()?, record_text(words.next()?)?);
            read_hits(words.next()?, lines, run)?;
            let status = status.parse().ok()?;
            // Each end belongs to the begin of that name which has none yet; an end without one is not ours.
            let begun = run.tests.iter_mut().find(|t| t.name == name && t.status == TestCaseStatus::Unfinished)?;
            *begun = TestCaseRecord { name, status, message: message.trim().to_owned(), millis };
        }
        _ => return None,
    }
    words.next().is_none().then_some(())
}

/// Numbers of the probes that a run's genuine records name.
pub(super) fn hits(step: &StepReport, nonce: &str) -> BTreeSet<usize> {
    let genuine = step.report.lines().filter(|line| line.split(' ').next() == Some(nonce));
    let lists = genuine.filter_map(|line| line.rsplit(' ').next()?.strip_prefix('l'));
    lists.flat_map(|list| list.split_terminator(',')).filter_map(|number| number.parse().ok()).collect()
}

fn read_hits(word: &str, lines: &[u32], run: &mut TestRun) -> Option<()> {
    for number in word.strip_prefix('l')?.split_terminator(',') {
        run.covered.push(*lines.get(number.parse::<usize>().ok()?)?);
    }
    Some(())
}

/// A text in hexadecimal behind an `x`, so that an empty one is a word too.
pub(super) fn record_text(word: &str) -> Option<String> {
    let bytes = hex::decode(word.strip_prefix('x')?).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

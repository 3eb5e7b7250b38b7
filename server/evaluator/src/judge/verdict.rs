//! The rules: one run of the tests, a build that failed, a container that died.

use std::collections::BTreeMap;

use domain::{Outcome, TestCaseStatus};
use sandbox::protocol::{Exit, StepReport, Stopped};

use super::{BASELINE, Death, is_build, log};
use crate::adapter::TestRun;

/// An outcome with the rule that decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Verdict {
    pub(super) outcome: Outcome,
    pub(super) reason: String,
}

impl Verdict {
    pub(super) fn new(outcome: Outcome, reason: impl Into<String>) -> Self {
        Self { outcome, reason: reason.into() }
    }
}

/// Of a container that died twice under the same suite.
pub(super) fn of_death(death: &Death) -> Verdict {
    if death.out_of_memory {
        Verdict::new(Outcome::OutOfMemory, "The container ran out of memory, twice in fresh containers.")
    } else {
        let cause = death.cause.trim_end_matches('.');
        Verdict::new(
            Outcome::Crashed,
            format!("The container ended during the run, twice in fresh containers: {cause}."),
        )
    }
}

/// Of a build or load that did not succeed; `message` when the suite is known to be at fault.
pub(super) fn of_build(steps: &[StepReport], message: Option<&str>) -> Verdict {
    // The step that ended badly: the last one that builds, or the baseline of a language that loads while it runs.
    let step = steps
        .iter()
        .rfind(|s| is_build(s) && s.exit != Exit::Code(0))
        .or_else(|| steps.iter().rfind(|s| is_build(s) || s.name == BASELINE));
    if let Some(verdict) = step.and_then(|step| of_stop(step, "building the suite")) {
        return verdict;
    }
    match (message, step) {
        (Some(message), _) => Verdict::new(Outcome::CompileError, message),
        (None, Some(step)) => {
            Verdict::new(Outcome::Crashed, format!("Step {} ended with {} and no report.", step.name, exit(step.exit)))
        }
        (None, None) => Verdict::new(Outcome::Crashed, "No step ran."),
    }
}

/// Of one run of the tests.
pub(super) fn of_run(step: &StepReport, run: &TestRun, static_tests: &[String]) -> Verdict {
    if let Some(verdict) = of_stop(step, "running the tests") {
        return verdict;
    }
    if run.forged {
        let reason = "Records that are not ours were written to the private channel.";
        return Verdict::new(Outcome::Crashed, reason);
    }
    let count = |status| run.tests.iter().filter(|t| t.status == status).count();
    let (passed, failed, skipped, unfinished) = (
        count(TestCaseStatus::Passed),
        count(TestCaseStatus::Failed),
        count(TestCaseStatus::Skipped),
        count(TestCaseStatus::Unfinished),
    );
    let last = if unfinished > 0 { format!(", {unfinished} unfinished") } else { String::new() };
    // A test that is known to have failed says more than the early end that it may have caused (a panic).
    if let Some(first) = run.tests.iter().find(|t| t.status == TestCaseStatus::Failed) {
        let total = run.tests.len();
        let early = if run.ended { "" } else { "; the run ended there" };
        let reason = format!("{failed} of {} failed{last}, first {}{early}.", tests(total), quoted(&first.name));
        return Verdict::new(Outcome::TestFailed, reason);
    }
    let crashed = |reason: String| Verdict::new(Outcome::Crashed, reason);
    if !run.ended {
        return crashed(format!(
            "The run ended early, with {}: {passed} passed{last}, no end record.",
            exit(step.exit)
        ));
    }
    let finals = passed + failed + skipped;
    match run.announced {
        Some(announced) if announced as usize == finals && unfinished == 0 => {}
        Some(announced) => return crashed(format!("{} announced, but {finals} ended.", tests(announced as usize))),
        None => return crashed("The run never said how many tests it would run.".to_owned()),
    }
    if step.exit != Exit::Code(0) {
        return crashed(format!("No test failed, but the run ended with {}.", exit(step.exit)));
    }
    let mut ends: BTreeMap<&str, usize> = BTreeMap::new();
    for test in &run.tests {
        *ends.entry(&test.name).or_default() += 1;
    }
    for name in static_tests {
        match ends.get(name.as_str()).copied().unwrap_or(0) {
            1 => {}
            0 => return crashed(format!("Test {} is in the suite, but did not run.", quoted(name))),
            n => return crashed(format!("Test {} ended {n} times.", quoted(name))),
        }
    }
    if finals == 0 {
        return Verdict::new(Outcome::NoTests, "The suite holds no test.");
    }
    if passed == 0 {
        return Verdict::new(
            Outcome::NoTests,
            if skipped == 1 {
                "The only test was skipped.".to_owned()
            } else {
                format!("All {skipped} tests were skipped.")
            },
        );
    }
    let skips = if skipped > 0 { format!(", {skipped} skipped") } else { String::new() };
    Verdict::new(Outcome::Passed, format!("{} passed{skips}.", tests(passed)))
}

/// Of a step that a limit stopped.
fn of_stop(step: &StepReport, doing: &str) -> Option<Verdict> {
    let outcome = match step.stopped {
        Some(Stopped::OutputLimit | Stopped::ReportLimit) => Outcome::OutputLimit,
        _ if step.out_of_memory => Outcome::OutOfMemory,
        Some(Stopped::WallTime | Stopped::CpuTime) => Outcome::Timeout,
        None => return None,
    };
    let reason = match (outcome, step.stopped) {
        (Outcome::OutOfMemory, _) => format!("Out of memory while {doing}."),
        (Outcome::OutputLimit, Some(Stopped::OutputLimit)) => {
            format!("Stopped while {doing}: {} bytes were printed, more than the limit.", step.printed_bytes)
        }
        (_, Some(reason)) => {
            format!("Stopped while {doing}: {}, after {:.1} s.", log::stopped(reason), step.wall_ms as f64 / 1000.0)
        }
        (_, None) => return None,
    };
    Some(Verdict::new(outcome, reason))
}

fn tests(n: usize) -> String {
    if n == 1 { "1 test".to_owned() } else { format!("{n} tests") }
}

fn exit(exit: Exit) -> String {
    match exit {
        Exit::Code(code) => format!("exit code {code}"),
        Exit::Signal(signal) => format!("signal {signal}"),
    }
}

fn quoted(name: &str) -> String {
    let mut name = name.to_owned();
    log::cut(&mut name, 120);
    format!("`{name}`")
}

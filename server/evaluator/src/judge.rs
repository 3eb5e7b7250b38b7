//! From what was observed of a slot to what it ended as. Pure: no container, no clock, no language.
//!
//! A suite passes if, and only if, its run exited with 0, sent its end record, ended as many tests as it announced,
//! ended every test that its text names exactly once, passed at least one, failed none, and nobody else wrote to the
//! private channel. The first failing question decides the outcome; what was learnt after it is kept.

mod checks;
mod log;
pub(crate) mod mutation;
mod verdict;

use domain::{
    Check, Control, Evidence, Extraction, Language, LineCoverage, Outcome, ReferenceChecks, SlotResult, SlotWork,
    TaskWork, TestCaseRecord, Usage,
};
use sandbox::protocol::StepReport;

use crate::adapter::{Build, Observation, PlacementError, Plan, TestRun};
use checks::Checks;
use verdict::Verdict;

pub use log::assemble as assemble_log;

/// Name of the step that runs the suite against the correct source.
pub const BASELINE: &str = "baseline";
/// Name of the step that runs it with the focal function failing at entry.
pub const CONTROL: &str = "control";

/// A container that ended during a run, twice: the suite's doing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Death {
    /// Whether the engine says that it ran out of memory.
    pub out_of_memory: bool,
    pub cause: String,
}

/// What became of a slot's plan.
#[derive(Debug, Clone, Copy)]
pub enum Ran<'a> {
    /// No test code was found, so nothing was planned.
    Nothing,
    /// The suite cannot be placed.
    Unplaced(&'a PlacementError),
    /// The container died under it.
    Died(&'a Plan, &'a Death),
    /// The steps ran.
    Finished(&'a Plan, &'a [StepReport], &'a Observation),
}

/// Whether a slot holds no suite at all, so that nothing has to be run.
pub fn is_empty(slot: &SlotWork) -> bool {
    slot.extraction == Extraction::Nothing || slot.suite.trim().is_empty()
}

/// Decides a slot; `millis` is its wall-clock time.
pub fn judge(work: &TaskWork, slot: &SlotWork, ran: Ran<'_>, millis: u64) -> SlotResult {
    let mut checks = Checks::default();
    let mut evidence = Evidence::nothing();
    let decided = decide(work, slot, ran, &mut checks, &mut evidence);
    evidence.checks = checks.finish();
    SlotResult { attempt: slot.attempt, outcome: decided.outcome, reason: decided.reason, evidence, millis }
}

fn decide(work: &TaskWork, slot: &SlotWork, ran: Ran<'_>, checks: &mut Checks, evidence: &mut Evidence) -> Verdict {
    let (plan, finished) = match ran {
        Ran::Nothing => {
            let reason = "No test code was found in the answer.";
            checks.failed(Check::Extraction, reason, 0);
            return Verdict::new(Outcome::InvalidSuite, reason);
        }
        Ran::Unplaced(error) => {
            checks.passed(Check::Extraction, checks::extraction(slot.extraction), 0);
            let reason = format!("The suite cannot be placed: {}.", error.0.trim_end_matches('.'));
            checks.failed(Check::Placement, &reason, 0);
            return Verdict::new(Outcome::InvalidSuite, reason);
        }
        Ran::Died(plan, death) => (plan, Err(death)),
        Ran::Finished(plan, steps, observation) => (plan, Ok((steps, observation))),
    };
    checks.passed(Check::Extraction, checks::extraction(slot.extraction), 0);
    checks.passed(Check::Placement, plan.notes.join(" "), 0);
    evidence.placement_notes.clone_from(&plan.notes);
    evidence.signals.clone_from(&plan.signals);
    evidence.invokes = plan.invokes;
    if plan.invokes {
        checks.passed(Check::Invocation, "", 0);
    } else {
        checks.failed(Check::Invocation, &format!("The suite does not call {}.", work.focal.qualified_name), 0);
    }
    let (steps, observation) = match finished {
        Ok(finished) => finished,
        Err(death) => {
            let verdict = verdict::of_death(death);
            checks.failed(Check::Tests, &verdict.reason, 0);
            evidence.log = assemble_log(&[], work.limits.log_bytes);
            return verdict;
        }
    };
    evidence.log = assemble_log(steps, work.limits.log_bytes);
    evidence.usage = usage(steps);
    // Its invocation check looks at the text alone, so it is the same for every language.
    let ir = syntax::reference_invokes(work.language, &slot.suite, reference_name(work));
    evidence.reference = observation.reference.clone().map(|reference| ReferenceChecks { ir, ..reference });

    let build_millis = steps.iter().filter(|s| is_build(s)).map(|s| s.wall_ms).sum();
    let built = match &observation.build {
        Build::Failed(message) => Err(verdict::of_build(steps, Some(message))),
        Build::Unknown if observation.baseline.is_none() => Err(verdict::of_build(steps, None)),
        // A fault of ours never reaches this place: the pipeline gives the job back.
        Build::Ok | Build::Unknown | Build::Fault(_) => Ok(()),
    };
    if let Err(verdict) = built {
        checks.failed(Check::Compilation, &verdict.reason, build_millis);
        return verdict;
    }
    // `Unknown` with a baseline: the run began but was stopped before it could say whether the suite had loaded.
    evidence.compiles = observation.build == Build::Ok;
    if evidence.compiles {
        checks.passed(Check::Compilation, "", build_millis);
    }
    let (Some(run), Some(step)) = (&observation.baseline, steps.iter().find(|s| s.name == BASELINE)) else {
        let verdict = Verdict::new(Outcome::Crashed, "The suite built, but its tests did not run.");
        checks.failed(Check::Tests, &verdict.reason, 0);
        return verdict;
    };

    let verdict = verdict::of_run(step, run, &plan.static_tests);
    evidence.tests = run.tests.iter().cloned().map(bounded).collect();
    if verdict.outcome == Outcome::Passed {
        checks.passed(Check::Tests, verdict.reason.clone(), step.wall_ms);
        evidence.control = control(plan, steps, observation);
    } else {
        checks.failed(Check::Tests, &verdict.reason, step.wall_ms);
    }
    let coverage = coverage(work, run);
    // Counters are read out at the end; a run that was cut off before that may have covered anything.
    if coverage.covered.is_empty() && !run.ended {
        checks.not_run(Check::Coverage, "Not measured: the run was cut off before its coverage was reported.");
        return verdict;
    }
    let detail = format!("{} of {} executable lines ran.", coverage.covered.len(), coverage.executable);
    if coverage.covered.is_empty() {
        checks.failed(Check::Coverage, &detail, 0);
        if plan.invokes {
            evidence.signals.push(never_ran(work));
        }
    } else {
        checks.passed(Check::Coverage, detail, 0);
    }
    evidence.coverage = Some(coverage);
    verdict
}

/// Of a suite that calls a name, while what ran was something else: Julia's dispatch chooses by types that no text shows.
fn never_ran(work: &TaskWork) -> String {
    let name = &work.focal.qualified_name;
    format!(
        "{name} is called by name, but never ran: another method of that name answered, or the call was not reached."
    )
}

fn usage(steps: &[StepReport]) -> Usage {
    Usage {
        cpu_millis: steps.iter().map(|step| step.cpu_ms).sum(),
        peak_memory_bytes: steps.iter().map(|step| step.max_rss_bytes).max().unwrap_or_default(),
        printed_bytes: steps.iter().map(|step| step.printed_bytes).sum(),
    }
}

/// The focal function's name as a record of the reference writes it: Julia's may be qualified.
fn reference_name(work: &TaskWork) -> &str {
    match work.language {
        Language::Julia => &work.focal.qualified_name,
        _ => &work.focal.name,
    }
}

/// Whether a step builds or loads; everything but the two runs.
fn is_build(step: &StepReport) -> bool {
    step.name != BASELINE && step.name != CONTROL
}

/// Only the task's own executable lines count, so that a suite can neither add lines nor take any away.
fn coverage(work: &TaskWork, run: &TestRun) -> LineCoverage {
    let executable = &work.executable_lines.0;
    let covered = executable.iter().copied().filter(|line| run.covered.contains(line)).collect();
    LineCoverage { executable: executable.len() as u32, covered }
}

/// Whether a passing suite noticed the broken focal function: any end but another pass.
fn control(plan: &Plan, steps: &[StepReport], observation: &Observation) -> Control {
    let Some(step) = steps.iter().find(|s| s.name == CONTROL) else { return Control::NotRun };
    let passed_again = observation
        .control
        .as_ref()
        .is_some_and(|run| verdict::of_run(step, run, &plan.static_tests).outcome == Outcome::Passed);
    if passed_again { Control::Unnoticed } else { Control::Noticed }
}

fn bounded(mut record: TestCaseRecord) -> TestCaseRecord {
    log::cut(&mut record.name, 300);
    log::cut(&mut record.message, 2000);
    record
}

/// All checks have a record, in order; those after the decisive one are `not_run`.
#[cfg(test)]
pub(crate) fn statuses(result: &SlotResult) -> Vec<(Check, domain::CheckStatus)> {
    result.evidence.checks.iter().map(|c| (c.check, c.status)).collect()
}

#[cfg(test)]
mod tests;

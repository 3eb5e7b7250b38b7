//! From runs of mutants to what a suite made of them. Pure.

use domain::{
    Check, CheckRecord, CheckStatus, FocalFunction, LineCoverage, Mutant, MutantResult, MutantStatus, MutationOperator,
    MutationRun, Outcome, SlotResult, TaskMutants, TaskWork,
};
use sandbox::protocol::StepReport;

use super::verdict;
use crate::adapter::{Plan, TestRun};

/// Number of the change that changes nothing: it shows that a suite passes with any harmless edit of the source.
pub(crate) const HARMLESS: u16 = u16::MAX;
/// Above this share of mutants that timed out (in percent) the machine or the suite is too slow for an answer.
const MOST_TIMEOUTS: usize = 50;

/// The mutants that a passing suite is asked about. Left out are those that it cannot notice, because it never runs
/// their line. A line that is not executable by itself (the second one of a long statement) proves nothing, so the
/// mutants on it are run.
pub(crate) fn on_covered_lines<'a>(work: &'a TaskWork, coverage: Option<&LineCoverage>) -> Vec<&'a Mutant> {
    let covered = coverage.map_or(&[][..], |coverage| &coverage.covered);
    let unreached = |line: &u32| work.executable_lines.0.contains(line) && !covered.contains(line);
    let mutants = work.mutants.valid.iter();
    if covered.is_empty() { Vec::new() } else { mutants.filter(|mutant| !unreached(&mutant.line)).collect() }
}

/// What one run of a mutant says. Everything but another pass is noticing it.
pub(crate) fn status(step: &StepReport, run: &TestRun, plan: &Plan) -> MutantStatus {
    match verdict::of_run(step, run, &plan.static_tests).outcome {
        Outcome::Passed => MutantStatus::Survived,
        Outcome::Timeout => MutantStatus::TimedOut,
        _ => MutantStatus::Killed,
    }
}

/// All runs together: one result for each valid mutant of the task, by number.
pub(crate) fn summarize(mutants: &TaskMutants, runs: &[MutantResult]) -> MutationRun {
    let mut results: Vec<MutantResult> = mutants
        .valid
        .iter()
        .filter(|mutant| mutant.number != HARMLESS)
        .map(|mutant| {
            runs.iter().find(|run| run.number == mutant.number).cloned().unwrap_or(MutantResult {
                number: mutant.number,
                status: MutantStatus::NotCovered,
                millis: 0,
            })
        })
        .collect();
    results.sort_by_key(|result| result.number);
    let timeouts = results.iter().filter(|result| result.status == MutantStatus::TimedOut).count();
    MutationRun {
        measured: timeouts * 100 <= results.len() * MOST_TIMEOUTS,
        reads_source: runs.iter().any(|run| run.number == HARMLESS && run.status != MutantStatus::Survived),
        results,
    }
}

/// Puts the answer into a slot's result.
pub(crate) fn record(result: &mut SlotResult, run: MutationRun) {
    let millis = run.results.iter().map(|result| result.millis).sum();
    let (status, detail) = match run.score() {
        Some((detected, mutants)) => {
            let status = if detected > 0 { CheckStatus::Passed } else { CheckStatus::Failed };
            (status, format!("{detected} of {mutants} mutants noticed."))
        }
        None if run.reads_source => (
            CheckStatus::Failed,
            "Not counted: the suite fails when only white space is added to the source, so it would notice anything."
                .to_owned(),
        ),
        None if run.results.is_empty() => (CheckStatus::NotRun, "The task has no mutants.".to_owned()),
        None => (CheckStatus::NotRun, "Not measured: more than half of the mutants timed out.".to_owned()),
    };
    set(result, status, detail, millis);
    result.evidence.mutation = Some(run);
}

/// Says why a passing suite was not asked about mutants.
pub(crate) fn not_measured(result: &mut SlotResult, why: &str) {
    set(result, CheckStatus::NotRun, why.to_owned(), 0);
}

fn set(result: &mut SlotResult, status: CheckStatus, detail: String, millis: u64) {
    if let Some(record) = result.evidence.checks.iter_mut().find(|record| record.check == Check::Mutation) {
        *record = CheckRecord { check: Check::Mutation, status, detail, millis };
    }
}

/// White space at the end of the function's body: no language of ours minds it.
pub(crate) fn harmless(file_text: &str, focal: &FocalFunction) -> Option<Mutant> {
    let closing = ["}", "end"].into_iter().find(|word| focal.source.trim_end().ends_with(word))?;
    let last_line = file_text.lines().nth(focal.end_line as usize - 1)?;
    // Lines are slices of the text, so their position in it is known.
    let line_start = last_line.as_ptr() as usize - file_text.as_ptr() as usize;
    let at = u32::try_from(line_start + last_line.rfind(closing)?).ok()?;
    Some(Mutant {
        number: HARMLESS,
        operator: MutationOperator::StatementDeletion,
        line: focal.end_line,
        start: at,
        end: at,
        replacement: " ".to_owned(),
    })
}

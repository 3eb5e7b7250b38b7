//! Where the reference's summary and our figures part on the same data (xrepotest.md §4, Q-6, Q-41 to Q-43).

use domain::{Control, Language, Metric, Outcome, Scope};
use scoring::reference::{ReferenceSample, ReferenceSlot, Summary, reference_result, reference_summary};
use scoring::{SlotObservation, TaskCount, figures};
use serde_json::json;

/// A slot as the reference records it.
fn slot(compilation: bool, tests: bool, coverage: Option<(u32, u32)>, mutation: Option<(u32, u32)>) -> ReferenceSlot {
    ReferenceSlot { test: "t".into(), log: None, compilation, tests, invocation: true, coverage, mutation }
}

/// The same slot as we observe it.
fn observed(slot: &ReferenceSlot) -> SlotObservation {
    let (covered, executable) = slot.coverage.unwrap_or_default();
    SlotObservation {
        language: Language::Ruby,
        outcome: match (slot.compilation, slot.tests) {
            (_, true) => Outcome::Passed,
            (true, false) => Outcome::TestFailed,
            (false, false) => Outcome::CompileError,
        },
        invokes: slot.invocation,
        compiles: slot.compilation,
        executable,
        covered,
        control: if slot.tests { Control::Noticed } else { Control::NotRun },
        flaky: false,
        mutation: slot.mutation,
        cases: (0, 0),
    }
}

fn theirs(answered: &[&[ReferenceSlot]]) -> Summary {
    let samples: Vec<ReferenceSample> = answered
        .iter()
        .map(|slots| reference_result(json!({}), Language::Ruby, true, slots))
        .map(|record| ReferenceSample::read(record.as_object().unwrap()))
        .collect();
    reference_summary(&samples)
}

fn ours(tasks: u64, attempts: u32, answered: &[&[ReferenceSlot]], metric: Metric) -> f64 {
    let slots: Vec<SlotObservation> = answered.iter().flat_map(|slots| slots.iter().map(observed)).collect();
    let count = TaskCount { language: Language::Ruby, tasks, with_mutants: tasks };
    let figures = figures(&[count], attempts, &slots).unwrap();
    figures.iter().find(|f| f.scope == Scope::Micro && f.metric == metric).unwrap().percent
}

fn same(left: f64, right: f64) {
    assert!((left - right).abs() < 1e-9, "{left} is not {right}");
}

#[test]
fn q_41_tasks_without_a_record_leave_the_denominator() {
    // Eight tasks; four were answered, and two of those suites pass.
    let pass = [slot(true, true, Some((5, 10)), None)];
    let fail = [slot(true, false, None, None)];
    let answered: [&[ReferenceSlot]; 4] = [&pass, &pass, &fail, &fail];
    let summary = theirs(&answered);
    assert_eq!(summary.total_samples, 4, "nothing in the summary says that four more were asked");
    same(summary.test_pass_rate, 50.0);
    same(ours(8, 1, &answered, Metric::Tpr), 25.0);
    same(summary.compiled_rate, 100.0);
    same(ours(8, 1, &answered, Metric::Csr), 50.0);
    same(summary.line_coverage, 25.0);
    same(ours(8, 1, &answered, Metric::Cov), 12.5);
    // With a record for every task, empty ones included, both agree.
    let all: [&[ReferenceSlot]; 8] = [&pass, &pass, &fail, &fail, &[], &[], &[], &[]];
    same(theirs(&all).test_pass_rate, ours(8, 1, &all, Metric::Tpr));
    same(theirs(&all).line_coverage, ours(8, 1, &all, Metric::Cov));
}

#[test]
fn q_41_published_ruby_rates_are_fractions_of_350() {
    let published = [17.14, 87.14, 18.57, 85.71, 13.71, 64.57];
    let is_fraction_of =
        |rate: f64, n: u32| (0..=n).any(|k| (100.0 * f64::from(k) / f64::from(n) - rate).abs() <= 0.005);
    assert!(published.iter().all(|&rate| is_fraction_of(rate, 350)));
    assert!(published.iter().any(|&rate| !is_fraction_of(rate, 675)));
    // The six repositories that the benchmark had before it was extended (§1.6).
    let before =
        [("capybara", 155), ("rspec-core", 123), ("hashie", 28), ("httparty", 26), ("dotenv", 11), ("pundit", 7)];
    assert_eq!(before.iter().map(|(_, tasks)| tasks).sum::<u32>(), 350);
}

#[test]
fn q_42_the_micro_ratio_is_no_mean_of_scores() {
    // One suite kills 1 of 1, one 1 of 9, one passes without mutants, one fails.
    let first = [slot(true, true, None, Some((1, 1)))];
    let second = [slot(true, true, None, Some((1, 9)))];
    let without = [slot(true, true, None, None)];
    let fails = [slot(true, false, None, None)];
    let answered: [&[ReferenceSlot]; 4] = [&first, &second, &without, &fails];
    let mutation = theirs(&answered).mutation_testing.unwrap();
    same(mutation.avg_mutation_score, 2.0 / 10.0);
    same(mutation.mutation_run_rate, 100.0 * 2.0 / 3.0);
    // The paper: MS is the mean over all slots, MS@Pass over passing ones with mutants.
    same(ours(4, 1, &answered, Metric::Ms), 100.0 * (1.0 + 1.0 / 9.0) / 4.0);
    same(ours(4, 1, &answered, Metric::MsAtPass), 100.0 * (1.0 + 1.0 / 9.0) / 2.0);
}

#[test]
fn q_42_mutants_that_cannot_be_built_are_in_one_denominator_only() {
    // Rust: 3 caught, none missed, 2 unviable; the tool's score is 1, the summary's 0.6.
    let record = json!({
        "test": ["t"],
        "checks": [{"compilation": true, "tests": true, "invocation": true, "mutation": true}],
        "mutation_scores": [{"mutation_score": 1.0, "killed_count": 3, "escaped_count": 0, "skipped_count": 2,
                             "total_count": 5, "error_message": ""}],
    });
    let sample = ReferenceSample::read(record.as_object().unwrap());
    same(sample.mutation_scores[0].unwrap().score, 1.0);
    same(reference_summary(&[sample]).mutation_testing.unwrap().avg_mutation_score, 0.6);
    // Ours counts valid mutants only.
    let valid = [slot(true, true, None, Some((3, 3)))];
    same(ours(1, 1, &[&valid], Metric::Ms), 100.0);
}

#[test]
fn q_43_the_pass_rate_is_of_all_tasks_not_of_compiled_suites() {
    let pass = [slot(true, true, None, None)];
    let fail = [slot(true, false, None, None)];
    let broken = [slot(false, false, None, None)];
    let answered: [&[ReferenceSlot]; 4] = [&pass, &fail, &broken, &broken];
    let summary = theirs(&answered);
    same(summary.test_pass_rate, 25.0);
    same(summary.test_pass_rate, ours(4, 1, &answered, Metric::Tpr));
    // What the paper's prose says would be another number.
    same(100.0 * summary.test_pass_rate / summary.compiled_rate, 50.0);
}

#[test]
fn q_6_the_longest_answer_sets_the_number_of_attempts() {
    // Three attempts were asked for, but no task has more than two suites left after extraction.
    let two = [slot(true, true, None, None), slot(true, false, None, None)];
    let one = [slot(true, true, None, None)];
    let answered: [&[ReferenceSlot]; 2] = [&two, &one];
    same(theirs(&answered).test_pass_rate, 50.0);
    same(ours(2, 2, &answered, Metric::Tpr), 50.0);
    same(ours(2, 3, &answered, Metric::Tpr), 100.0 / 3.0);
}

//! Mutants of passing suites, in the real image.

use domain::{Check, Control, Outcome, TaskMutants, TaskWork};
use evaluator::adapter::{Adapter as _, MutationOrder};
use evaluator::go::GoAdapter;
use sandbox::protocol::{ContinueRequest, RunRequest};

use super::support::{GOOD, describe, prepared, run_one, start, strip_flags, suite, with_suites};

const HONEST: &str = include_str!("suites/honest_test.go");

#[tokio::test]
async fn a_passing_suite_is_asked_about_every_valid_mutant() {
    let work = prepared(strip_flags().await).await;
    println!("{} valid, {} invalid", work.mutants.valid.len(), work.mutants.invalid.len());
    for invalid in &work.mutants.invalid {
        println!("{} {}: {}", invalid.mutant.line, invalid.mutant.operator, invalid.reason);
    }
    assert_eq!(work.mutants.valid.len(), 24);
    let result = run_one(work.clone(), HONEST).await;
    assert_eq!(result.outcome, Outcome::Passed, "{}", describe(&result));
    let run = result.evidence.mutation.as_ref().unwrap_or_else(|| panic!("{:?}", result.evidence.checks));
    assert!(run.measured && !run.reads_source);
    assert_eq!(run.results.len(), 24);
    for (mutant, result) in work.mutants.valid.iter().zip(&run.results) {
        println!(
            "{} {} {:?} -> {:?}: {} {} ms",
            mutant.line,
            mutant.operator,
            mutant.original(&work.file_text).unwrap(),
            mutant.replacement,
            result.status,
            result.millis
        );
    }
    println!("{} ms in all", result.millis);
    let weak = run_one(work, &suite(&["testing"], GOOD)).await;
    let detected = |result: &domain::SlotResult| result.evidence.mutation.as_ref().unwrap().score().unwrap().0;
    assert!(detected(&weak) < detected(&result), "{} {}", detected(&weak), detected(&result));
}

/// All mutants together cost a fraction of a build and some milliseconds each, not a build each.
#[tokio::test]
async fn what_mutants_cost() {
    let work = with_suites(prepared(strip_flags().await).await, &[HONEST]);
    let without = TaskWork { mutants: TaskMutants::default(), ..work.clone() };
    let nonce = "0123456789abcdef";
    let plan = |work: &TaskWork| GoAdapter.plan(work, &work.slots[0], nonce).unwrap();
    let mutants: Vec<&domain::Mutant> = work.mutants.valid.iter().collect();
    let order = MutationOrder { mutants: &mutants, wall_ms: 1000, built: false, baseline: None };
    let planned = plan(&work);
    let mutation = GoAdapter.plan_mutants(&work, &work.slots[0], &planned, nonce, order);
    let mut session = start(&work).await;
    let plain = session.run(&plan(&without).request).await.unwrap();
    let request = RunRequest { keep: true, ..planned.request };
    let with_mutants = session.run(&request).await.unwrap();
    let more = ContinueRequest { id: request.id, files: mutation.files, steps: mutation.steps, keep: false };
    let runs = session.go_on(&more).await.unwrap();
    session.close().await.unwrap();
    let (plain, with_mutants) = (&plain[0], &with_mutants[0]);
    println!("plain build {} ms (cpu {})", plain.wall_ms, plain.cpu_ms);
    println!("build with {} mutants {} ms (cpu {})", mutants.len(), with_mutants.wall_ms, with_mutants.cpu_ms);
    assert_eq!(runs.len(), mutants.len(), "nothing is built again");
    let runs: Vec<u64> = runs.iter().filter(|step| step.stopped.is_none()).map(|step| step.cpu_ms).collect();
    println!("{} runs, {} ms of processor time in all", runs.len(), runs.iter().sum::<u64>());
    assert!(with_mutants.cpu_ms < 4 * plain.cpu_ms, "{} against {}", with_mutants.cpu_ms, plain.cpu_ms);
    // A mutant may loop until the machine's speed decides whether it ends by itself or is stopped; most do not.
    let quick = runs.iter().filter(|cpu| **cpu < 500).count();
    assert!(quick >= 20, "{runs:?}");
}

/// A name that only a mutant uses, and that means something else with the suite.
#[tokio::test]
async fn a_suite_that_builds_only_without_mutants_is_run_without_them() {
    let mut work = prepared(strip_flags().await).await;
    let deletion = work.mutants.valid.iter_mut().find(|mutant| mutant.replacement.is_empty()).unwrap();
    "println(0)".clone_into(&mut deletion.replacement);
    let result = run_one(work.clone(), &suite(&["testing"], GOOD)).await;
    assert!(result.evidence.mutation.unwrap().measured);
    let result = run_one(work.clone(), &suite(&["testing"], &format!("func println() {{}}\n\n{GOOD}"))).await;
    assert_eq!((result.outcome, result.evidence.control), (Outcome::Passed, Control::Noticed), "{}", describe(&result));
    assert!(!result.evidence.mutation.as_ref().is_some_and(|run| run.measured), "{:?}", result.evidence.mutation);
    let why = result.evidence.checks.iter().find(|check| check.check == Check::Mutation).unwrap();
    assert!(why.detail.contains("builds only without them"), "{}", why.detail);
    // An error of its own is one.
    let wrong = suite(&["testing"], &format!("func println() {{ noSuchThing() }}\n\n{GOOD}"));
    let result = run_one(work, &wrong).await;
    assert_eq!(result.outcome, Outcome::CompileError, "{}", describe(&result));
    assert!(result.reason.contains("noSuchThing"), "{}", result.reason);
}

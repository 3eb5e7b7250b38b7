//! Mutants over a fake engine: which are run, how often, and what is made of the ends.

use std::sync::Arc;

use domain::{CheckStatus, Mutant, MutantStatus as M, MutationOperator, Outcome, SlotResult, TaskWork};
use sandbox::SandboxError;
use sandbox::protocol::{Exit, StepReport, Stopped};

use crate::fixtures::{Engine, Reply, Shared, WordAdapter, passing, slot, step, work};
use crate::judge::mutation::HARMLESS;
use crate::pipeline::run_task;
use crate::session::Sessions;

/// Covered by the passing suite of the fixtures: 11 and 12 of the executable lines 11, 12 and 13.
fn with_mutants(lines: &[u32]) -> TaskWork {
    let mut work = work();
    work.slots = vec![slot()];
    work.mutants.valid = lines
        .iter()
        .zip(0..)
        .map(|(&line, number)| Mutant {
            number,
            operator: MutationOperator::Relational,
            line,
            start: 0,
            end: 0,
            replacement: String::new(),
        })
        .collect();
    work
}

fn mutant(number: u16, report: &str) -> StepReport {
    let exit = Exit::Code(i32::from(!report.contains("passed end")));
    StepReport { report: report.into(), ..step(&format!("mutant-{number}"), exit) }
}

fn killed(number: u16) -> StepReport {
    mutant(number, "TestA=failed")
}

fn survived(number: u16) -> StepReport {
    mutant(number, "TestA=passed end")
}

fn slow(number: u16) -> StepReport {
    StepReport { stopped: Some(Stopped::WallTime), exit: Exit::Signal(9), wall_ms: 1500, ..mutant(number, "") }
}

async fn run(work: &TaskWork, mut replies: Vec<Reply>) -> (SlotResult, Arc<Engine>) {
    replies.insert(0, passing());
    let engine = Engine::replying(replies);
    let mut sessions = Sessions::new(Arc::new(Shared(Arc::clone(&engine))), "w");
    let result = run_task(work, &WordAdapter, &mut sessions).await.unwrap().remove(0);
    assert_eq!(result.outcome, Outcome::Passed, "mutants never change the outcome");
    (result, engine)
}

fn statuses(result: &SlotResult) -> Vec<M> {
    result.evidence.mutation.as_ref().unwrap().results.iter().map(|result| result.status).collect()
}

fn check(result: &SlotResult) -> (CheckStatus, &str) {
    let record = result.evidence.checks.last().unwrap();
    (record.status, &record.detail)
}

#[tokio::test]
async fn only_mutants_that_can_be_reached_are_run_and_all_are_counted() {
    // 13 is executable and did not run; 14 is not executable, so it proves nothing.
    let (result, engine) =
        run(&with_mutants(&[11, 13, 12, 14]), vec![Reply::Steps(vec![killed(0), survived(2), killed(3)])]).await;
    assert_eq!(statuses(&result), [M::Killed, M::NotCovered, M::Survived, M::Killed]);
    assert_eq!(check(&result), (CheckStatus::Passed, "2 of 4 mutants noticed."));
    // The limit is the floor of 1 s and ten times the baseline's 7 ms.
    assert_eq!(engine.count("continue mutant-0@1070 mutant-2@1070 mutant-3@1070"), 1);
}

#[tokio::test]
async fn a_mutant_that_timed_out_is_run_once_more_alone() {
    let work = with_mutants(&[11, 12, 11, 12]);
    let first = Reply::Steps(vec![slow(0), killed(1), slow(2), survived(3)]);
    let (result, engine) = run(&work, vec![first, Reply::Steps(vec![slow(0)]), Reply::Steps(vec![survived(2)])]).await;
    assert_eq!(statuses(&result), [M::TimedOut, M::Killed, M::Survived, M::Survived]);
    assert_eq!(check(&result).1, "2 of 4 mutants noticed.");
    assert_eq!((engine.count("continue mutant-0@4140"), engine.count("continue mutant-2@4140")), (1, 1));
}

#[tokio::test]
async fn a_mutant_that_computed_for_all_of_its_time_is_not_run_again() {
    let work = with_mutants(&[11, 12, 11]);
    let for_ms = |cpu_ms, number| StepReport { wall_ms: 1070, cpu_ms, ..slow(number) };
    let first = Reply::Steps(vec![for_ms(1060, 0), killed(1), for_ms(900, 2)]);
    let (result, engine) = run(&work, vec![first, Reply::Steps(vec![survived(2)])]).await;
    assert_eq!(statuses(&result), [M::TimedOut, M::Killed, M::Survived]);
    assert_eq!((engine.count("continue mutant-0@4140"), engine.count("continue mutant-2@4140")), (0, 1));
}

/// It exits by itself, so only the adapter knows.
#[tokio::test]
async fn a_mutant_that_the_adapter_calls_endless_has_timed_out_and_is_not_run_again() {
    let work = with_mutants(&[11, 12, 11]);
    let first = Reply::Steps(vec![mutant(0, "endless"), killed(1), survived(2)]);
    let (result, engine) = run(&work, vec![first]).await;
    assert_eq!(statuses(&result), [M::TimedOut, M::Killed, M::Survived]);
    assert_eq!((check(&result).1, engine.count("continue")), ("2 of 3 mutants noticed.", 1));
}

#[tokio::test]
async fn too_many_timeouts_are_no_measurement() {
    let first = Reply::Steps(vec![slow(0), killed(1), slow(2)]);
    let again = [Reply::Steps(vec![slow(0)]), Reply::Steps(vec![slow(2)])];
    let (result, _) = run(&with_mutants(&[11, 11, 12]), [first].into_iter().chain(again).collect()).await;
    assert_eq!(check(&result), (CheckStatus::NotRun, "Not measured: more than half of the mutants timed out."));
    assert_eq!(result.evidence.mutation.unwrap().score(), None);
}

#[tokio::test]
async fn a_suite_that_notices_white_space_is_not_believed() {
    let mut work = with_mutants(&[11]);
    work.file_text = "\n".repeat(9) + "fn f() {\n1\n2\n3\n}\n";
    work.focal.source = "fn f() {\n1\n2\n3\n}".into();
    let reply = |harmless| Reply::Steps(vec![killed(0), harmless]);
    let (result, _) = run(&work, vec![reply(survived(HARMLESS))]).await;
    assert_eq!(check(&result), (CheckStatus::Passed, "1 of 1 mutants noticed."));
    let (result, _) = run(&work, vec![reply(killed(HARMLESS))]).await;
    assert_eq!(check(&result).0, CheckStatus::Failed);
    let mutation = result.evidence.mutation.unwrap();
    assert!(mutation.reads_source && mutation.score().is_none());
    assert_eq!(mutation.results.len(), 1, "what changes nothing is no mutant");
}

#[tokio::test]
async fn a_mutant_that_kills_the_container_is_found_and_killed() {
    let died = || Reply::Error(SandboxError::SessionDied { out_of_memory: true, cause: "gone".into() });
    // The first chunk dies; one by one the first survives and the second kills the container again.
    let replies =
        vec![died(), passing(), Reply::Steps(vec![survived(0)]), died(), passing(), Reply::Steps(vec![killed(2)])];
    let (result, engine) = run(&with_mutants(&[11, 12, 11]), replies).await;
    assert_eq!(statuses(&result), [M::Survived, M::Killed, M::Killed]);
    assert_eq!(engine.count("start"), 3);
}

#[tokio::test]
async fn the_limits_say_how_many_mutants_and_repeats() {
    let mut work = with_mutants(&[11, 12]);
    work.limits.mutants = 1;
    work.limits.repeats = 2;
    let failing = StepReport { report: "TestA=failed end".into(), ..step("baseline", Exit::Code(1)) };
    let flaky = Reply::Steps(vec![step("compile", Exit::Code(0)), failing]);
    let (result, _) = run(&work, vec![Reply::Steps(vec![killed(0)]), passing(), flaky]).await;
    assert_eq!(statuses(&result), [M::Killed]);
    assert_eq!(result.evidence.repeats, [Outcome::Passed, Outcome::TestFailed]);
    assert!(result.is_flaky());
    work.limits = domain::Limits { mutants: 0, repeats: 0, ..work.limits };
    let (result, engine) = run(&work, vec![]).await;
    assert!(result.evidence.mutation.is_none() && engine.count("continue") == 0);
}

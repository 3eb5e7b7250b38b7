//! Batches over a fake engine: what is settled in one, and what is found out again alone.

use std::sync::Arc;

use domain::{HostFault, Outcome, SlotResult, SlotWork, TaskId, TaskWork};
use sandbox::SandboxError;
use sandbox::protocol::{Exit, StepReport};

use super::run_group;
use crate::fixtures::{Engine, Reply, Shared, Together, passing, slot, step, work};
use crate::session::Sessions;

fn jobs(suites: &[&str]) -> Vec<TaskWork> {
    let template = work();
    let job = |suite: &&str| TaskWork {
        task: TaskId::new(),
        slots: vec![SlotWork { suite: (*suite).to_owned(), ..slot() }],
        ..template.clone()
    };
    suites.iter().map(job).collect()
}

async fn run(suites: &[&str], replies: Vec<Reply>) -> (Vec<Result<Vec<SlotResult>, HostFault>>, Arc<Engine>) {
    let engine = Engine::replying(replies);
    let mut sessions = Sessions::new(Arc::new(Shared(Arc::clone(&engine))), "w");
    (run_group(&jobs(suites), &Together, &mut sessions).await, engine)
}

fn built(words: &str) -> Reply {
    Reply::Steps(vec![StepReport { report: words.into(), ..step("compile", Exit::Code(0)) }])
}

fn reported(name: &str, code: i32, report: &str) -> StepReport {
    StepReport { report: report.into(), ..step(name, Exit::Code(code)) }
}

/// What the steps of a member report that passes: as alone, without the build.
fn member_passes() -> Reply {
    let Reply::Steps(steps) = passing() else { unreachable!() };
    Reply::Steps(steps.into_iter().skip(1).collect())
}

fn outcomes(answers: &[Result<Vec<SlotResult>, HostFault>]) -> Vec<Outcome> {
    answers.iter().map(|answer| answer.as_ref().unwrap()[0].outcome).collect()
}

fn seen(engine: &Engine) -> Vec<String> {
    let seen = engine.seen.lock().unwrap();
    seen.iter().filter_map(|what| what.split(' ').next()).map(str::to_owned).collect()
}

#[tokio::test]
async fn suites_of_several_jobs_share_a_build_and_say_so() {
    let failing = Reply::Steps(vec![reported("baseline", 1, "TestA=failed 11 end")]);
    let (answers, engine) = run(&["a", "b"], vec![built("ok ok"), member_passes(), failing]).await;
    assert_eq!(outcomes(&answers), [Outcome::Passed, Outcome::TestFailed]);
    assert_eq!(seen(&engine)[..4], ["start", "run", "continue", "continue"]);
    let first = &answers[0].as_ref().unwrap()[0];
    assert_eq!(first.evidence.placement_notes, ["Suites of this submission built together with it: 1."]);
    // Both paid for half of a build that took 7 ms, with 7 ms for each of two runs.
    assert_eq!(first.evidence.usage.cpu_millis, 5 / 2 + 5 + 5);
}

#[tokio::test]
async fn a_suite_that_does_not_build_with_the_others_is_built_alone() {
    let alone = Reply::Steps(vec![step("compile", Exit::Code(1))]);
    let replies = vec![built("ok bad ok"), member_passes(), member_passes(), alone];
    let (answers, engine) = run(&["a", "b", "c"], replies).await;
    assert_eq!(outcomes(&answers), [Outcome::Passed, Outcome::CompileError, Outcome::Passed]);
    assert_eq!(engine.count("run"), 2);
}

#[tokio::test]
async fn ends_that_are_no_answer_of_the_tests_are_found_out_again_alone() {
    let crashed = || Reply::Steps(vec![reported("baseline", 0, "TestA=passed 11")]);
    let (answers, engine) = run(&["a", "b"], vec![built("ok ok"), crashed(), member_passes(), passing()]).await;
    assert_eq!(outcomes(&answers), [Outcome::Passed, Outcome::Passed]);
    assert_eq!(engine.count("run"), 2);
    let notes = |n: usize| answers[n].as_ref().unwrap()[0].evidence.placement_notes.len();
    assert_eq!((notes(0), notes(1)), (0, 1));
}

#[tokio::test]
async fn suites_that_cannot_share_a_build_and_those_that_cannot_be_placed_do_not_disturb() {
    let replies = vec![built("ok ok"), member_passes(), member_passes(), passing()];
    let (answers, _) = run(&["a", "~own", "!no", " ", "b"], replies).await;
    let expected = [Outcome::Passed, Outcome::Passed, Outcome::InvalidSuite, Outcome::InvalidSuite, Outcome::Passed];
    assert_eq!(outcomes(&answers), expected);
}

#[tokio::test]
async fn one_suite_is_no_batch() {
    let (answers, engine) = run(&["a"], vec![passing()]).await;
    assert_eq!(outcomes(&answers), [Outcome::Passed]);
    assert_eq!(seen(&engine)[..2], ["start", "run"]);
}

#[tokio::test]
async fn a_container_that_dies_under_a_batch_costs_nobody_anything() {
    let died = || Reply::Error(SandboxError::SessionDied { out_of_memory: true, cause: "closed".into() });
    // While building, and while the second of three runs.
    for replies in [
        vec![died(), passing(), passing(), passing()],
        vec![built("ok ok ok"), member_passes(), died(), passing(), passing()],
    ] {
        let (answers, engine) = run(&["a", "b", "c"], replies).await;
        assert_eq!(outcomes(&answers), [Outcome::Passed; 3]);
        assert_eq!(engine.count("start"), 2);
    }
}

#[tokio::test]
async fn a_fault_of_ours_concerns_only_its_own_job() {
    let missing = Reply::Error(SandboxError::Supervisor { what: "writing".into(), cause: "no space".into() });
    let (answers, _) = run(&["~a", "~b"], vec![missing, passing()]).await;
    assert!(answers[0].is_err());
    assert_eq!(answers[1].as_ref().unwrap()[0].outcome, Outcome::Passed);
}

#[tokio::test]
async fn attempts_at_one_task_share_a_build_too() {
    let engine = Engine::replying([built("ok ok"), member_passes(), member_passes()]);
    let mut sessions = Sessions::new(Arc::new(Shared(Arc::clone(&engine))), "w");
    let mut job = jobs(&["a"]).remove(0);
    job.slots.push(SlotWork { attempt: domain::Attempt(1), suite: "b".into(), ..slot() });
    let results = super::super::run_task(&job, &Together, &mut sessions).await.unwrap();
    assert_eq!(
        results.iter().map(|r| (r.attempt.0, r.outcome)).collect::<Vec<_>>(),
        [(0, Outcome::Passed), (1, Outcome::Passed)]
    );
    assert_eq!(engine.count("run"), 1);
}

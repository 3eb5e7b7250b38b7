//! Every outcome and every error of the sandbox, over a fake engine.

use std::sync::Arc;

use domain::{Attempt, Control, Extraction, HostFault, Outcome, SlotResult, SlotWork, TaskWork};
use sandbox::SandboxError;
use sandbox::protocol::{Exit, StepReport, Stopped};

use super::run_task;
use crate::fixtures::{Engine, Reply, Shared, WordAdapter, passing, slot, step, work};
use crate::session::{MAX_RUNS, Sessions};

fn with_slots(suites: &[&str]) -> TaskWork {
    let mut work = work();
    work.slots = suites
        .iter()
        .zip(0..)
        .map(|(suite, n)| SlotWork { attempt: Attempt(n), suite: (*suite).into(), ..slot() })
        .collect();
    work
}

async fn run(work: &TaskWork, replies: Vec<Reply>) -> (Result<Vec<SlotResult>, HostFault>, Arc<Engine>) {
    let engine = Engine::replying(replies);
    let mut sessions = Sessions::new(Arc::new(Shared(Arc::clone(&engine))), "w");
    let result = run_task(work, &WordAdapter, &mut sessions).await;
    (result, engine)
}

fn built(baseline: StepReport) -> Reply {
    Reply::Steps(vec![step("compile", Exit::Code(0)), baseline])
}

fn baseline(exit: Exit, report: &str) -> StepReport {
    StepReport { report: report.into(), ..step("baseline", exit) }
}

fn died(out_of_memory: bool) -> Reply {
    Reply::Error(SandboxError::SessionDied { out_of_memory, cause: "stream closed".into() })
}

#[tokio::test]
async fn every_outcome() {
    let stopped =
        |reason| StepReport { stopped: Some(reason), cpu_ms: 7, ..baseline(Exit::Signal(9), "TestA=unfinished") };
    let table: Vec<(Outcome, &str, Vec<Reply>)> = vec![
        (Outcome::Passed, "x", vec![passing()]),
        (Outcome::TestFailed, "x", vec![built(baseline(Exit::Code(1), "TestA=failed end"))]),
        (Outcome::CompileError, "x", vec![Reply::Steps(vec![step("compile", Exit::Code(1))])]),
        (Outcome::NoTests, "x", vec![built(baseline(Exit::Code(0), "TestA=skipped end"))]),
        (Outcome::Timeout, "x", vec![built(stopped(Stopped::WallTime))]),
        (Outcome::OutOfMemory, "x", vec![built(StepReport { out_of_memory: true, ..baseline(Exit::Signal(9), "") })]),
        (Outcome::OutOfMemory, "x", vec![died(true), died(true)]),
        (Outcome::OutputLimit, "x", vec![built(stopped(Stopped::OutputLimit))]),
        (Outcome::Crashed, "x", vec![built(baseline(Exit::Code(0), ""))]),
        (Outcome::Crashed, "x", vec![died(true), died(false)]),
        (Outcome::InvalidSuite, "!x", vec![]),
        (Outcome::InvalidSuite, " \n", vec![]),
    ];
    for (outcome, suite, replies) in table {
        let runs = replies.len();
        let (result, engine) = run(&with_slots(&[suite]), replies).await;
        let results = result.unwrap();
        assert_eq!(results.len(), 1);
        assert_eq!(results[0].outcome, outcome, "{}", results[0].reason);
        assert_eq!(engine.count("run"), runs, "{outcome}");
    }
}

/// On a busy host the same suite must get the same outcome: what was kept waiting is run again, what computed is not.
#[tokio::test]
async fn a_suite_that_was_kept_waiting_until_its_time_was_over_is_run_once_more() {
    let stopped = |name: &str, cpu_ms| StepReport {
        stopped: Some(Stopped::WallTime),
        cpu_ms,
        wall_ms: 1000,
        report: "TestA=unfinished".into(),
        ..step(name, Exit::Signal(9))
    };
    let cases = [
        (Outcome::Passed, vec![built(stopped("baseline", 200)), passing()]),
        (Outcome::Passed, vec![Reply::Steps(vec![stopped("compile", 200)]), passing()]),
        (Outcome::Timeout, vec![built(stopped("baseline", 200)), built(stopped("baseline", 300))]),
        (Outcome::Timeout, vec![built(stopped("baseline", 950))]),
    ];
    for (outcome, replies) in cases {
        let runs = replies.len();
        let (result, engine) = run(&with_slots(&["x"]), replies).await;
        let result = result.unwrap().remove(0);
        assert_eq!((result.outcome, engine.count("run")), (outcome, runs), "{}", result.reason);
        let notes = result.evidence.placement_notes.iter().filter(|note| *note == super::WAITED).count();
        assert_eq!(notes, runs - 1, "{:?}", result.evidence.placement_notes);
    }
}

#[tokio::test]
async fn nothing_extracted_needs_no_container() {
    let mut work = with_slots(&["text that is not code"]);
    work.slots[0].extraction = Extraction::Nothing;
    let (result, engine) = run(&work, vec![]).await;
    assert_eq!(result.unwrap()[0].outcome, Outcome::InvalidSuite);
    assert_eq!(engine.count("start"), 0);
}

#[tokio::test]
async fn a_container_that_dies_once_is_no_ones_fault() {
    let (result, engine) = run(&with_slots(&["x"]), vec![died(true), passing()]).await;
    let results = result.unwrap();
    assert_eq!((results[0].outcome, results[0].evidence.control), (Outcome::Passed, Control::Noticed));
    assert_eq!(engine.count("start"), 2, "the second try is in a fresh container");
}

#[tokio::test]
async fn a_suite_that_ran_out_of_time_is_run_the_other_way_once() {
    let stopped = |name, reason| StepReport { cpu_ms: 7, stopped: Some(reason), ..step(name, Exit::Signal(9)) };
    let slow = |reason| built(stopped("baseline", reason));
    let failing = || built(baseline(Exit::Code(1), "TestA=failed end"));
    let table = [
        (Outcome::Passed, vec![slow(Stopped::WallTime), passing()]),
        (Outcome::TestFailed, vec![slow(Stopped::CpuTime), failing()]),
        (Outcome::Timeout, vec![slow(Stopped::WallTime), slow(Stopped::WallTime)]),
    ];
    for (outcome, replies) in table {
        let (result, engine) = run(&with_slots(&["slow"]), replies).await;
        let result = result.unwrap().remove(0);
        assert_eq!((result.outcome, engine.count("run")), (outcome, 2));
        assert_eq!(result.evidence.placement_notes, ["Again."]);
    }
    // Not for other limits, other steps, or languages that have one way only.
    let control = Reply::Steps(vec![
        step("compile", Exit::Code(0)),
        baseline(Exit::Code(0), "TestA=passed end"),
        stopped("control", Stopped::WallTime),
    ]);
    for (suite, reply) in [("slow", slow(Stopped::OutputLimit)), ("slow", control), ("x", slow(Stopped::WallTime))] {
        let (result, engine) = run(&with_slots(&[suite]), vec![reply]).await;
        assert!(result.unwrap()[0].evidence.placement_notes.is_empty());
        assert_eq!(engine.count("run"), 1);
    }
}

#[tokio::test]
async fn a_container_that_is_cut_off_is_never_the_suites_fault() {
    let cut = || Reply::Error(SandboxError::SessionCut { cause: "exit code 137".into() });
    let (result, engine) = run(&with_slots(&["x"]), vec![cut(), passing()]).await;
    assert_eq!(result.unwrap()[0].outcome, Outcome::Passed);
    assert_eq!(engine.count("start"), 2, "the second try is in a fresh container");
    for replies in [vec![cut(), cut()], vec![died(false), cut(), cut()]] {
        let (result, _) = run(&with_slots(&["x"]), replies).await;
        assert!(result.unwrap_err().to_string().contains("cut off"));
    }
    // A death counts by itself, whatever happened before it.
    let (result, _) = run(&with_slots(&["x"]), vec![cut(), died(false), passing()]).await;
    assert_eq!(result.unwrap()[0].outcome, Outcome::Passed);
}

#[tokio::test]
async fn every_other_error_is_a_fault_of_ours() {
    let errors: Vec<fn() -> SandboxError> = vec![
        || SandboxError::Unreachable { address: "unix:///x".into(), cause: "refused".into() },
        || SandboxError::ImageMissing("sha256:0".into()),
        || SandboxError::Engine { action: "exec".into(), cause: "500".into() },
        || SandboxError::Supervisor { what: "writing".into(), cause: "no space".into() },
        || SandboxError::Tree { path: "/x".into(), cause: "too large".into() },
    ];
    for error in &errors {
        let (result, engine) = run(&with_slots(&["x", "y"]), vec![passing(), Reply::Error(error())]).await;
        let fault = result.unwrap_err();
        assert!(fault.to_string().contains(&error().to_string()), "{fault}");
        assert_eq!(engine.count("drop"), 1, "a session in an unknown state is not kept");
    }
    // Also where a container cannot be started, at first or for the second try.
    for replies in [vec![], vec![died(false)]] {
        let engine = Engine::replying(replies);
        *engine.starts_left.lock().unwrap() = Some(engine.replies.lock().unwrap().len());
        let mut sessions = Sessions::new(Arc::new(Shared(Arc::clone(&engine))), "w");
        let fault = run_task(&with_slots(&["x"]), &WordAdapter, &mut sessions).await.unwrap_err();
        assert!(fault.to_string().contains("is not on this host"), "{fault}");
    }
}

#[tokio::test]
async fn a_repository_that_does_not_build_alone_is_a_fault_of_ours() {
    let broken = StepReport { report: "ours".into(), ..step("compile", Exit::Code(1)) };
    let (result, _) = run(&with_slots(&["x"]), vec![Reply::Steps(vec![broken])]).await;
    assert_eq!(result.unwrap_err().to_string(), "building cobra without the suite: missing archive");
}

#[tokio::test]
async fn slots_are_answered_in_order_and_share_a_session() {
    let failing = built(baseline(Exit::Code(1), "TestA=failed 11 end"));
    let (result, engine) = run(&with_slots(&["a", "!b", "c"]), vec![passing(), failing]).await;
    let results = result.unwrap();
    let seen: Vec<_> = results.iter().map(|r| (r.attempt.0, r.outcome)).collect();
    assert_eq!(seen, [(0, Outcome::Passed), (1, Outcome::InvalidSuite), (2, Outcome::TestFailed)]);
    assert_eq!(results[2].evidence.coverage.as_ref().unwrap().covered, [11]);
    assert_eq!((engine.count("start"), engine.count("run")), (1, 2));
}

#[tokio::test]
async fn sessions_are_never_shared_between_evaluations_and_do_not_live_for_ever() {
    let engine = Engine::replying((0..MAX_RUNS + 3).map(|_| passing()));
    let mut sessions = Sessions::new(Arc::new(Shared(Arc::clone(&engine))), "w");
    let (first, second) = (with_slots(&["x"]), with_slots(&["x"]));
    assert_ne!(first.evaluation, second.evaluation);
    run_task(&first, &WordAdapter, &mut sessions).await.unwrap();
    run_task(&second, &WordAdapter, &mut sessions).await.unwrap();
    let mut other = second.clone();
    other.repository.name = "chi".parse().unwrap();
    run_task(&other, &WordAdapter, &mut sessions).await.unwrap();
    assert_eq!(
        engine.seen.lock().unwrap().iter().filter(|s| s.starts_with("start")).cloned().collect::<Vec<_>>(),
        [
            format!("start {}/cobra", first.evaluation),
            format!("start {}/cobra", second.evaluation),
            format!("start {}/chi", second.evaluation),
        ]
    );
    for _ in 0..MAX_RUNS {
        run_task(&other, &WordAdapter, &mut sessions).await.unwrap();
    }
    assert_eq!(engine.count("start"), 4, "one more after {MAX_RUNS} runs");
    sessions.close_idle(std::time::Duration::from_hours(1)).await;
    assert_eq!(engine.count("drop"), 3);
    sessions.close_idle(std::time::Duration::ZERO).await;
    assert_eq!(engine.count("drop"), 4);
}

/// Under gVisor every container of Julia has the same to say.
#[test]
fn what_every_task_says_about_fork_servers_is_news_once() {
    let mut sessions = Sessions::new(Arc::new(Shared(Engine::replying(vec![]))), "w");
    let image = work().image;
    assert!(sessions.is_news(&image, "cannot fork"));
    assert!(!sessions.is_news(&image, "cannot fork"));
    assert!(sessions.is_news(&image, "it died"));
}

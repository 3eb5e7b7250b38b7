//! The worker over a fake engine and a queue in memory; time is tokio's paused clock.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use domain::{Language, Outcome, TaskWork};
use sandbox::{SandboxError, Share};
use tokio::sync::{Notify, watch};
use tokio::task::JoinHandle;

use super::{Worker, WorkerConfig, WorkerState};
use crate::EVALUATOR_VERSION;
use crate::adapter::Adapter;
use crate::fixtures::{Engine, Queue, Reply, Shared, Together, Told, WordAdapter, passing, slot, work};

struct Running {
    queue: Arc<Queue>,
    engine: Arc<Engine>,
    state: WorkerState,
    wake: Arc<Notify>,
    stop: watch::Sender<bool>,
    task: JoinHandle<()>,
}

fn job(suite: &str) -> TaskWork {
    let mut work = work();
    work.slots = vec![domain::SlotWork { suite: suite.into(), ..slot() }];
    work
}

fn start(queue: Arc<Queue>, engine: Arc<Engine>) -> Running {
    start_with(queue, engine, false)
}

fn start_with(queue: Arc<Queue>, engine: Arc<Engine>, canaries: bool) -> Running {
    start_worker(queue, engine, canaries, Box::new(WordAdapter))
}

fn start_worker(queue: Arc<Queue>, engine: Arc<Engine>, canaries: bool, adapter: Box<dyn Adapter>) -> Running {
    let (stop, stopped) = watch::channel(false);
    let (state, wake) = (WorkerState::default(), Arc::new(Notify::new()));
    let worker = Worker {
        queue: queue.clone(),
        runtime: Arc::new(Shared(Arc::clone(&engine))),
        adapters: vec![adapter],
        config: WorkerConfig { canaries, share: Some(Share { worker: 1, workers: 2 }), ..WorkerConfig::named("w1") },
        state: state.clone(),
        wake: Arc::clone(&wake),
    };
    let task = tokio::spawn(worker.run(stopped));
    Running { queue, engine, state, wake, stop, task }
}

impl Running {
    fn told(&self) -> Vec<Told> {
        self.queue.told.lock().unwrap().clone()
    }

    /// Waits until the queue was told `count` things.
    async fn until_told(&self, count: usize) -> Vec<Told> {
        for _ in 0..100_000 {
            if self.told().len() >= count {
                return self.told();
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        panic!("told only {:?}", self.told());
    }

    async fn stop(self) {
        self.stop.send(true).unwrap();
        self.task.await.unwrap();
        assert!(self.state.snapshot().stopped);
    }
}

#[tokio::test(start_paused = true)]
async fn results_are_handed_in_with_what_produced_them() {
    let running = start(Queue::with([job("x")]), Engine::replying([passing()]));
    let told = running.until_told(1).await;
    let Told::Completed(_, results, provenance) = &told[0] else { panic!("{told:?}") };
    assert_eq!(results[0].outcome, Outcome::Passed);
    assert_eq!((provenance.worker.as_str(), provenance.runtime.as_str()), ("w1", "runc"));
    assert_eq!(provenance.evaluator_version, EVALUATOR_VERSION);
    let seen = running.engine.seen.lock().unwrap().clone();
    assert_eq!(seen[0], "orphans", "what an earlier run left goes first");
    // The second of two workers on two processors.
    assert!(seen[1].starts_with("start ") && seen[1].ends_with(" on 1"), "{seen:?}");
    assert_eq!(running.state.snapshot().jobs, 1);
    running.stop().await;
}

#[tokio::test(start_paused = true)]
async fn nothing_is_claimed_while_the_engine_is_unreachable() {
    let engine = Engine::replying([passing()]);
    for _ in 0..5 {
        let refused = SandboxError::Unreachable { address: "unix:///x".into(), cause: "refused".into() };
        engine.pings.lock().unwrap().push_back(refused);
    }
    let running = start(Queue::with([job("x")]), engine);
    tokio::time::sleep(Duration::from_millis(600)).await;
    let engine = running.state.snapshot().engine.unwrap();
    assert_eq!(engine.unwrap_err(), "the container engine cannot be reached (unix:///x): refused");
    assert_eq!(running.queue.claims.load(Relaxed), 0);
    running.until_told(1).await;
    assert!(running.state.snapshot().engine.unwrap().is_ok());
    running.stop().await;
}

#[tokio::test(start_paused = true)]
async fn a_fault_gives_the_job_back_without_a_score() {
    let missing = Reply::Error(SandboxError::ImageMissing("sha256:0".into()));
    let running = start(Queue::with([job("x"), job("x")]), Engine::replying([missing, passing()]));
    let told = running.until_told(2).await;
    assert!(matches!(&told[0], Told::Failed(_, fault) if fault.cause.contains("./dev images")), "{told:?}");
    assert!(matches!(&told[1], Told::Completed(..)), "{told:?}");
    assert_eq!(running.state.snapshot().faults, 1);
    running.stop().await;
}

#[tokio::test(start_paused = true)]
async fn a_panic_is_a_fault_and_the_worker_goes_on() {
    let running = start(Queue::with([job("panic"), job("x")]), Engine::replying([passing()]));
    let told = running.until_told(2).await;
    assert!(
        matches!(&told[0], Told::Failed(_, fault) if fault.cause == "the suite made the adapter panic"),
        "{told:?}"
    );
    assert!(matches!(&told[1], Told::Completed(..)), "{told:?}");
    running.stop().await;
}

#[tokio::test(start_paused = true)]
async fn a_language_without_an_adapter_is_a_fault_of_ours() {
    let mut php = job("x");
    php.language = Language::Php;
    let running = start(Queue::with([php]), Engine::replying([]));
    let told = running.until_told(1).await;
    assert!(matches!(&told[0], Told::Failed(_, fault) if fault.cause == "there is no adapter for PHP yet"), "{told:?}");
    running.stop().await;
}

#[tokio::test(start_paused = true)]
async fn the_lease_is_extended_while_a_job_runs_and_dropped_work_is_never_written() {
    let running = start(Queue::with([job("x"), job("x")]), Engine::replying([Reply::Hang, passing()]));
    tokio::time::sleep(Duration::from_secs(50)).await;
    assert_eq!(running.queue.heartbeats.load(Relaxed), 3, "a quarter of 60 s apart");
    assert_eq!(running.engine.count("drop"), 0);
    running.queue.lease_lost.store(true, Relaxed);
    tokio::time::sleep(Duration::from_secs(15)).await;
    assert_eq!(running.engine.count("drop"), 1, "its container is gone");
    running.queue.lease_lost.store(false, Relaxed);
    let told = running.until_told(1).await;
    assert!(matches!(told.as_slice(), [Told::Completed(..)]), "the lost job was not written: {told:?}");
    running.stop().await;
}

#[tokio::test(start_paused = true)]
async fn a_queue_that_is_silent_for_a_whole_lease_takes_the_job_away() {
    let running = start(Queue::with([job("x")]), Engine::replying([Reply::Hang]));
    tokio::time::sleep(Duration::from_secs(1)).await;
    running.queue.down.store(4, Relaxed);
    tokio::time::sleep(Duration::from_secs(50)).await;
    assert_eq!(running.engine.count("drop"), 0);
    assert!(running.state.snapshot().queue.unwrap().contains("closed"));
    tokio::time::sleep(Duration::from_mins(1)).await;
    assert_eq!(running.engine.count("drop"), 1);
    assert_eq!(running.told(), []);
    running.stop().await;
}

#[tokio::test(start_paused = true)]
async fn a_short_silence_of_the_queue_loses_nothing() {
    let queue = Queue::with([job("x")]);
    queue.down.store(3, Relaxed);
    let running = start(queue, Engine::replying([passing()]));
    let told = running.until_told(1).await;
    assert!(matches!(told.as_slice(), [Told::Completed(..)]), "{told:?}");
    assert_eq!(running.state.snapshot().queue, None);
    running.stop().await;
}

#[tokio::test(start_paused = true)]
async fn waking_ends_the_wait_at_once() {
    let running = start(Queue::with([]), Engine::replying([passing()]));
    tokio::time::sleep(Duration::from_millis(700)).await;
    running.queue.waiting.lock().unwrap().push_back(job("x"));
    running.wake.notify_one();
    tokio::time::sleep(Duration::from_millis(1)).await;
    assert_eq!(running.told().len(), 1);
    running.stop().await;
}

#[tokio::test(start_paused = true)]
async fn stopping_lets_a_job_finish_or_gives_it_back() {
    let running = start(Queue::with([job("x")]), Engine::replying([Reply::Hang]));
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(running.state.snapshot().current.unwrap().as_str(), "go.cobra.f");
    let (queue, engine) = (Arc::clone(&running.queue), Arc::clone(&running.engine));
    running.stop().await;
    let told = queue.told.lock().unwrap().clone();
    assert!(matches!(told.as_slice(), [Told::Failed(_, fault)] if fault.cause.contains("given back")), "{told:?}");
    assert_eq!(engine.count("drop"), 1);
}

#[tokio::test(start_paused = true)]
async fn an_idle_container_is_closed() {
    let running = start(Queue::with([job("x")]), Engine::replying([passing()]));
    running.until_told(1).await;
    tokio::time::sleep(Duration::from_secs(20)).await;
    assert_eq!(running.engine.count("drop"), 0);
    tokio::time::sleep(Duration::from_secs(15)).await;
    assert_eq!(running.engine.count("drop"), 1);
    running.stop().await;
}

/// A suite that passes without noticing the control, one that fails, one that does not build.
fn canaries() -> Vec<Reply> {
    use crate::fixtures::step;
    use sandbox::protocol::{Exit, StepReport};
    let reported = |name, code, report: &str| StepReport { report: report.into(), ..step(name, Exit::Code(code)) };
    let built = || step("compile", Exit::Code(0));
    vec![
        Reply::Steps(vec![
            built(),
            reported("baseline", 0, "TestA=passed end"),
            reported("control", 0, "TestA=passed end"),
        ]),
        Reply::Steps(vec![built(), reported("baseline", 1, "TestA=failed end")]),
        Reply::Steps(vec![step("compile", Exit::Code(1))]),
    ]
}

#[tokio::test(start_paused = true)]
async fn canaries_run_once_before_the_first_job_of_an_image() {
    let replies = canaries().into_iter().chain([passing(), passing()]);
    let running = start_with(Queue::with([job("x"), job("x")]), Engine::replying(replies), true);
    let told = running.until_told(2).await;
    assert!(told.iter().all(|told| matches!(told, Told::Completed(_, results, _) if results.len() == 1)), "{told:?}");
    assert_eq!((running.engine.count("run"), running.engine.count("start")), (5, 1 + 1), "a container per evaluation");
}

#[tokio::test(start_paused = true)]
async fn a_worker_whose_canaries_end_otherwise_scores_nothing() {
    // The suite that calls nothing is a valid pass here, so the control run of this worker is broken.
    let replies = [passing()].into_iter().chain(canaries().into_iter().skip(1));
    let running = start_with(Queue::with([job("x")]), Engine::replying(replies), true);
    let told = running.until_told(1).await;
    let [Told::Failed(_, fault)] = told.as_slice() else { panic!("not given back: {told:?}") };
    assert!(fault.to_string().contains("a suite that passes ended as passed"), "{fault}");
}

/// Jobs of one evaluation.
fn alike(suites: &[&str]) -> Vec<TaskWork> {
    let template = job("");
    let with = |suite: &&str| TaskWork { slots: job(suite).slots, task: domain::TaskId::new(), ..template.clone() };
    suites.iter().map(with).collect()
}

fn start_together(works: Vec<TaskWork>, replies: Vec<Reply>) -> Running {
    start_worker(Queue::with(works), Engine::replying(replies), false, Box::new(Together))
}

#[tokio::test(start_paused = true)]
async fn jobs_of_one_evaluation_are_worked_on_together_and_settled_one_by_one() {
    let mut works = alike(&["~a", "~b", "~c"]);
    works.insert(1, job("x"));
    let missing = Reply::Error(SandboxError::ImageMissing("sha256:0".into()));
    let running = start_together(works, vec![passing(), missing, passing(), passing()]);
    let told = running.until_told(4).await;
    let completed: Vec<bool> = told.iter().map(|told| matches!(told, Told::Completed(..))).collect();
    assert_eq!(completed, [true, false, true, true], "the second of the group had a fault of ours: {told:?}");
    // The job of the other evaluation, which waited before two of them, came last.
    assert_eq!(running.state.snapshot().jobs, 4);
    assert!(running.state.snapshot().current.is_none());
    running.stop().await;
}

#[tokio::test(start_paused = true)]
async fn every_lease_of_a_group_is_extended_and_one_lost_gives_the_others_back() {
    let running = start_together(alike(&["~a", "~b"]), vec![Reply::Hang]);
    tokio::time::sleep(Duration::from_secs(50)).await;
    assert_eq!(running.queue.heartbeats.load(Relaxed), 6, "a quarter of 60 s apart, for both");
    running.queue.lease_lost.store(true, Relaxed);
    let told = running.until_told(1).await;
    assert!(matches!(told.as_slice(), [Told::Failed(_, fault)] if fault.cause.contains("given back")), "{told:?}");
    assert_eq!(running.engine.count("drop"), 1, "their container is gone");
    running.stop().await;
}

#[tokio::test(start_paused = true)]
async fn a_panic_over_one_suite_gives_all_jobs_of_the_group_back() {
    let running = start_together(alike(&["~a", "panic"]), vec![passing()]);
    let told = running.until_told(2).await;
    assert!(told.iter().all(|told| matches!(told, Told::Failed(..))), "{told:?}");
    running.stop().await;
}

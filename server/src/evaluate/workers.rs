//! As many suites at a time as asked for, each worker with containers of its own.

use std::collections::{BTreeSet, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use domain::{HostFault, ImageDigest, SlotResult, TaskKey, TaskWork};
use evaluator::adapter::Adapter;
use evaluator::session::Sessions;
use evaluator::{canary, pipeline};
use sandbox::ContainerRuntime;
use tokio::sync::mpsc;
use tokio::task::JoinSet;

use super::progress::Progress;
use super::results::Results;

/// Tries of a task before a fault of ours is left standing.
const TRIES: u32 = 3;

/// How it ended.
pub(super) struct Ended {
    pub(super) interrupted: bool,
    /// What could not be evaluated, and why.
    pub(super) faults: Vec<String>,
}

type Answer = (TaskWork, Result<Vec<SlotResult>, HostFault>);

/// Runs everything, and writes every result down as it comes.
pub(super) async fn run(
    runtime: &Arc<dyn ContainerRuntime>,
    name: &str,
    work: Vec<TaskWork>,
    jobs: usize,
    results: &mut Results,
) -> anyhow::Result<Ended> {
    let mut progress = Progress::new(work.iter().map(|work| work.slots.len() as u64).sum());
    let queue = Arc::new(Mutex::new(VecDeque::from(work)));
    let (sender, mut answers) = mpsc::channel::<Answer>(jobs);
    let mut workers = JoinSet::new();
    for number in 1..=jobs {
        let worker = format!("{name}-{number}");
        let orphans = runtime.remove_orphans(&worker).await?;
        if orphans > 0 {
            tracing::info!(worker, orphans, "removed containers of an earlier run");
        }
        workers.spawn(work_through(Arc::clone(&queue), Arc::clone(runtime), worker, sender.clone()));
    }
    drop(sender);
    let mut ended = Ended { interrupted: false, faults: Vec::new() };
    loop {
        let answer = tokio::select! {
            answer = answers.recv() => answer,
            _ = tokio::signal::ctrl_c() => {
                ended.interrupted = true;
                break;
            }
        };
        let Some((work, answer)) = answer else { break };
        progress.settled(work.slots.len(), work.task_key.as_str());
        match answer {
            Ok(slots) => results.add(&work, &slots)?,
            Err(fault) => ended.faults.push(of(&work.task_key, &fault)),
        }
    }
    progress.finish();
    // Dropping a session removes its container.
    workers.shutdown().await;
    Ok(ended)
}

fn of(task: &TaskKey, fault: &HostFault) -> String {
    format!("{task}: {fault}")
}

async fn work_through(
    queue: Arc<Mutex<VecDeque<TaskWork>>>,
    runtime: Arc<dyn ContainerRuntime>,
    worker: String,
    answers: mpsc::Sender<Answer>,
) {
    let adapters = evaluator::adapters();
    let mut sessions = Sessions::new(runtime, worker);
    let mut trusted = BTreeSet::new();
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
    while let Some(work) = next() {
        let answer = match adapters.iter().find(|adapter| adapter.language() == work.language) {
            Some(adapter) => evaluate(&work, adapter.as_ref(), &mut sessions, &mut trusted).await,
            None => Err(HostFault::new("choosing an adapter", format!("there is none for {}", work.language.name()))),
        };
        // Nobody listens any more after an interruption.
        if answers.send((work, answer)).await.is_err() {
            break;
        }
    }
    sessions.close().await;
}

async fn evaluate(
    work: &TaskWork,
    adapter: &dyn Adapter,
    sessions: &mut Sessions,
    trusted: &mut BTreeSet<ImageDigest>,
) -> Result<Vec<SlotResult>, HostFault> {
    let mut tries = 1;
    loop {
        let mut once = async || {
            if !trusted.contains(&work.image) {
                canary::check(work, adapter, sessions).await?;
                trusted.insert(work.image.clone());
            }
            pipeline::run_task(work, adapter, sessions).await
        };
        match once().await {
            Err(fault) if tries < TRIES => {
                tracing::warn!(task = %work.task_key, %fault, tries, "tried again");
                tries += 1;
            }
            answer => return answer,
        }
    }
}

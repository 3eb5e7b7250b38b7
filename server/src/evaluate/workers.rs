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

use crate::config::PinningConfig;

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
    pinning: PinningConfig,
    results: &mut Results,
) -> anyhow::Result<Ended> {
    let mut progress = Progress::new(work.iter().map(|work| work.slots.len() as u64).sum());
    let queue = Arc::new(Mutex::new(VecDeque::from(work)));
    let (sender, mut answers) = mpsc::channel::<Answer>(jobs);
    let mut workers = JoinSet::new();
    let cores = runtime.ping().await?.cores;
    for number in 1..=jobs {
        let worker = format!("{name}-{number}");
        let orphans = runtime.remove_orphans(&worker).await?;
        if orphans > 0 {
            tracing::info!(worker, orphans, "removed containers of an earlier run");
        }
        let mut sessions = Sessions::new(Arc::clone(runtime), worker);
        sessions.pin(pinning.share(number - 1, jobs).and_then(|share| share.of(cores)));
        workers.spawn(work_through(Arc::clone(&queue), sessions, sender.clone()));
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

async fn work_through(queue: Arc<Mutex<VecDeque<TaskWork>>>, mut sessions: Sessions, answers: mpsc::Sender<Answer>) {
    let adapters = evaluator::adapters();
    let mut trusted = BTreeSet::new();
    let most = |work: &TaskWork| {
        let adapter = adapters.iter().find(|adapter| adapter.language() == work.language);
        adapter.map_or(1, |adapter| adapter.as_ref().group_size())
    };
    let next = || next_group(&mut queue.lock().unwrap_or_else(PoisonError::into_inner), most);
    loop {
        let group = next();
        let Some(first) = group.first() else { break };
        let adapter = adapters.iter().find(|adapter| adapter.language() == first.language);
        let answers_of_group = if let Some(adapter) = adapter {
            evaluate(&group, adapter.as_ref(), &mut sessions, &mut trusted).await
        } else {
            let cause = format!("there is none for {}", first.language.name());
            group.iter().map(|_| Err(HostFault::new("choosing an adapter", &cause))).collect()
        };
        for answer in group.into_iter().zip(answers_of_group) {
            // Nobody listens any more after an interruption.
            if answers.send(answer).await.is_err() {
                return;
            }
        }
    }
    sessions.close().await;
}

/// The next task, with as many of those behind it as may be built together with it.
fn next_group(queue: &mut VecDeque<TaskWork>, most: impl Fn(&TaskWork) -> usize) -> Vec<TaskWork> {
    let mut group = Vec::from_iter(queue.pop_front());
    let most = group.first().map_or(0, most);
    while group.len() < most && queue.front().is_some_and(|next| next.repository.name == group[0].repository.name) {
        group.extend(queue.pop_front());
    }
    group
}

async fn evaluate(
    group: &[TaskWork],
    adapter: &dyn Adapter,
    sessions: &mut Sessions,
    trusted: &mut BTreeSet<ImageDigest>,
) -> Vec<Result<Vec<SlotResult>, HostFault>> {
    let mut answers = once(group, adapter, sessions, trusted).await;
    for (work, answer) in group.iter().zip(&mut answers) {
        let mut tries = 1;
        while let Err(fault) = answer
            && tries < TRIES
        {
            tracing::warn!(task = %work.task_key, %fault, tries, "tried again");
            tries += 1;
            *answer = once(std::slice::from_ref(work), adapter, sessions, trusted).await.remove(0);
        }
    }
    answers
}

/// One try; an answer for each.
async fn once(
    group: &[TaskWork],
    adapter: &dyn Adapter,
    sessions: &mut Sessions,
    trusted: &mut BTreeSet<ImageDigest>,
) -> Vec<Result<Vec<SlotResult>, HostFault>> {
    if let Err(fault) = canary::check_once(&group[0], adapter, sessions, trusted).await {
        return group.iter().map(|_| Err(fault.clone())).collect();
    }
    pipeline::run_group(group, adapter, sessions).await
}

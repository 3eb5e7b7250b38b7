//! The loop that takes jobs from the queue, runs them and hands in results. It owns nothing worth stealing.

mod state;

use std::collections::BTreeSet;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use domain::{HostFault, ImageDigest, Provenance, SlotResult, TaskWork};
use futures::FutureExt as _;
use sandbox::{ContainerRuntime, EngineInfo, Share};
use tokio::sync::{Notify, watch};
use tokio::time::{Instant, MissedTickBehavior};

use crate::adapter::Adapter;
use crate::queue::{Claimed, Lease, WorkQueue};
use crate::session::Sessions;
use crate::{EVALUATOR_VERSION, canary, pipeline};

pub use state::{WorkerSnapshot, WorkerState};

/// How a worker behaves; the defaults are those of `assay serve`.
#[derive(Debug, Clone)]
pub struct WorkerConfig {
    /// Unique name; the queue and the containers carry it.
    pub name: String,
    /// How long a claim lasts without a heartbeat; heartbeats are sent four times as often.
    pub lease: Duration,
    /// How long to wait when the queue is empty; a wake-up ends the wait at once.
    pub poll: Duration,
    /// How long to wait at most between attempts while the engine or the queue does not answer.
    pub backoff: Duration,
    /// How long a container is kept without work.
    pub idle_session: Duration,
    /// Whether suites with known ends are run before the first job of an image.
    pub canaries: bool,
    /// How long a running job may go on after the stop signal before it is given back.
    pub grace: Duration,
    /// Its place among the workers that divide the processors among themselves; any processor without it.
    pub share: Option<Share>,
}

impl WorkerConfig {
    /// The defaults under a name.
    pub fn named(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            lease: Duration::from_mins(1),
            poll: Duration::from_millis(500),
            backoff: Duration::from_secs(30),
            idle_session: Duration::from_secs(30),
            canaries: true,
            grace: Duration::from_secs(10),
            share: None,
        }
    }
}

/// A worker; run as many as there are cores, each with its own name.
pub struct Worker {
    pub queue: Arc<dyn WorkQueue>,
    pub runtime: Arc<dyn ContainerRuntime>,
    pub adapters: Vec<Box<dyn Adapter>>,
    pub config: WorkerConfig,
    /// What the status page shows.
    pub state: WorkerState,
    /// Notified when a job has been queued in this process.
    pub wake: Arc<Notify>,
}

/// How a job ended.
enum Ended {
    Finished(Vec<SlotResult>),
    Fault(HostFault),
    /// Somebody else has the job now, or will have: nothing may be written.
    LeaseLost,
}

impl Worker {
    /// Works until `stop` holds `true` (or its sender is gone), then finishes or gives back the current job.
    pub async fn run(self, mut stop: watch::Receiver<bool>) {
        let mut sessions = Sessions::new(Arc::clone(&self.runtime), self.config.name.clone());
        let mut orphans_removed = false;
        let mut trusted = BTreeSet::new();
        let mut pause = self.config.poll;
        while !stopping(&stop) {
            let turn = self.turn(&mut sessions, &mut orphans_removed, &mut trusted, &mut stop).await;
            pause = if turn.is_ok() { self.config.poll } else { (pause * 2).min(self.config.backoff) };
            if turn != Ok(true) {
                sessions.close_idle(self.config.idle_session).await;
                tokio::select! {
                    () = tokio::time::sleep(pause) => {}
                    () = self.wake.notified() => {}
                    _ = stop.wait_for(|stop| *stop) => {}
                }
            }
        }
        sessions.close().await;
        self.state.stopped();
    }

    /// One turn: whether a job was worked on, or `Err` when the engine or the queue did not answer.
    async fn turn(
        &self,
        sessions: &mut Sessions,
        orphans_removed: &mut bool,
        trusted: &mut BTreeSet<ImageDigest>,
        stop: &mut watch::Receiver<bool>,
    ) -> Result<bool, ()> {
        // First the engine: a job that is claimed without one would only collect faults.
        let engine = match self.runtime.ping().await {
            Ok(engine) => engine,
            Err(error) => {
                if self.state.engine_failed(&error) {
                    tracing::warn!(worker = self.config.name, %error, "no work is taken until the engine answers");
                }
                // Still alive, only not able to work.
                self.idle().await?;
                return Err(());
            }
        };
        self.state.engine_answered(&engine);
        sessions.pin(self.config.share.and_then(|share| share.of(engine.cores)));
        if !*orphans_removed {
            match self.runtime.remove_orphans(&self.config.name).await {
                Ok(0) => {}
                Ok(number) => tracing::info!(worker = self.config.name, number, "removed containers of an earlier run"),
                Err(error) => tracing::warn!(worker = self.config.name, %error, "while removing orphans"),
            }
            *orphans_removed = true;
        }
        match self.queue.claim(&self.config.name).await {
            Ok(Some(claimed)) => {
                self.state.queue_answered();
                let group = self.with_alike(claimed).await;
                self.work_on(group, &engine, sessions, trusted, stop).await;
                Ok(true)
            }
            Ok(None) => {
                self.idle().await?;
                Ok(false)
            }
            Err(error) => {
                self.queue_failed(&error);
                Err(())
            }
        }
    }

    /// A job, with others whose suites can be built together with its own.
    async fn with_alike(&self, claimed: Claimed) -> Vec<Claimed> {
        let most = self.adapter(&claimed.work).map_or(1, Adapter::group_size);
        let mut group = vec![claimed];
        if most > 1 && group[0].lease.attempt == 1 {
            match self.queue.claim_alike(&self.config.name, &group[0], most - 1).await {
                Ok(more) => group.extend(more),
                Err(error) => self.queue_failed(&error),
            }
        }
        group
    }

    fn adapter(&self, work: &TaskWork) -> Option<&dyn Adapter> {
        self.adapters.iter().find(|adapter| adapter.language() == work.language).map(AsRef::as_ref)
    }

    async fn idle(&self) -> Result<(), ()> {
        match self.queue.idle(&self.config.name).await {
            Ok(()) => self.state.queue_answered(),
            Err(error) => {
                self.queue_failed(&error);
                return Err(());
            }
        }
        Ok(())
    }

    fn queue_failed(&self, error: &crate::queue::QueueError) {
        if self.state.queue_failed(error) {
            tracing::warn!(worker = self.config.name, %error, "the queue does not answer");
        }
    }

    async fn work_on(
        &self,
        group: Vec<Claimed>,
        engine: &EngineInfo,
        sessions: &mut Sessions,
        trusted: &mut BTreeSet<ImageDigest>,
        stop: &mut watch::Receiver<bool>,
    ) {
        let (leases, works): (Vec<Lease>, Vec<TaskWork>) = group.into_iter().map(|c| (c.lease, c.work)).unzip();
        self.state.started(&works[0].task_key);
        for (lease, work) in leases.iter().zip(&works) {
            tracing::info!(worker = self.config.name, job = %lease.job, task = %work.task_key, attempt = lease.attempt, "job");
        }
        let all = |ended: &dyn Fn() -> Ended| leases.iter().map(|_| ended()).collect::<Vec<_>>();
        let fault = |cause: &str| Ended::Fault(HostFault::new("running the job", cause));
        let ended = {
            let job = self.guarded(&works, sessions, trusted);
            let watched = leases.iter().map(|lease| Box::pin(self.lease_lost(lease)));
            tokio::select! {
                ended = job => ended,
                ((), lost, _) = futures::future::select_all(watched) => {
                    let mut ended = all(&|| fault("a lease was lost beside it; the job is given back"));
                    ended[lost] = Ended::LeaseLost;
                    ended
                }
                () = self.stop_and_grace(stop) => {
                    all(&|| fault("the worker was stopped; the job is given back"))
                }
            }
        };
        for (lease, ended) in leases.iter().zip(ended) {
            self.settle(lease, ended, engine).await;
            self.state.finished();
        }
        self.state.idle();
    }

    /// Tells the queue how a job ended.
    async fn settle(&self, lease: &Lease, ended: Ended, engine: &EngineInfo) {
        let written = match ended {
            Ended::Finished(results) => {
                let provenance = Provenance {
                    evaluator_version: EVALUATOR_VERSION.to_owned(),
                    runtime: engine.runtime.clone(),
                    worker: self.config.name.clone(),
                    reused_from: None,
                };
                self.hand_in(lease, &results, &provenance).await
            }
            Ended::Fault(fault) => {
                tracing::warn!(worker = self.config.name, job = %lease.job, %fault, "job given back");
                self.state.faulted(&fault);
                self.queue.fail(lease, &fault).await.map(|()| true)
            }
            Ended::LeaseLost => Ok(false),
        };
        match written {
            Ok(true) => {}
            Ok(false) => {
                tracing::warn!(worker = self.config.name, job = %lease.job, "the lease was lost; work dropped");
            }
            // The lease runs out and the job is claimed again: nothing is lost and nothing doubled.
            Err(error) => self.queue_failed(&error),
        }
    }

    /// Runs jobs of one evaluation and repository, one answer for each; a panic becomes a fault of ours for all of them,
    /// and the worker goes on. Tried again, each is alone.
    async fn guarded(
        &self,
        works: &[TaskWork],
        sessions: &mut Sessions,
        trusted: &mut BTreeSet<ImageDigest>,
    ) -> Vec<Ended> {
        let first = &works[0];
        let Some(adapter) = self.adapter(first) else {
            let cause = format!("there is no adapter for {} yet", first.language.name());
            return works.iter().map(|work| Ended::Fault(HostFault::new(running(work), &cause))).collect();
        };
        let jobs = async {
            if self.config.canaries {
                canary::check_once(first, adapter, sessions, trusted).await?;
            }
            Ok(pipeline::run_group(works, adapter, sessions).await)
        };
        let fault: HostFault = match AssertUnwindSafe(jobs).catch_unwind().await {
            Ok(Ok(answers)) => {
                return answers.into_iter().map(|answer| answer.map_or_else(Ended::Fault, Ended::Finished)).collect();
            }
            Ok(Err(fault)) => fault,
            Err(panic) => {
                let cause = panic
                    .downcast_ref::<String>()
                    .cloned()
                    .or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()))
                    .unwrap_or_else(|| "panic without a message".to_owned());
                HostFault::new(format!("{} (a defect of the evaluator)", running(first)), cause)
            }
        };
        works.iter().map(|_| Ended::Fault(fault.clone())).collect()
    }

    /// Extends the lease until it is lost, or until it must have run out because the queue did not answer.
    async fn lease_lost(&self, lease: &Lease) {
        let mut ticks = tokio::time::interval(self.config.lease / 4);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        ticks.tick().await; // the first is immediate, and the claim is fresh
        let mut extended = Instant::now();
        loop {
            ticks.tick().await;
            let asked = Instant::now();
            match self.queue.heartbeat(&self.config.name, lease).await {
                Ok(true) => {
                    extended = asked;
                    self.state.queue_answered();
                }
                Ok(false) => return,
                Err(error) => self.queue_failed(&error),
            }
            if extended.elapsed() >= self.config.lease {
                return;
            }
        }
    }

    async fn stop_and_grace(&self, stop: &mut watch::Receiver<bool>) {
        // An error means that nobody can ask to stop any more, which `run` takes for a stop as well.
        let _ = stop.wait_for(|stop| *stop).await;
        tokio::time::sleep(self.config.grace).await;
    }

    /// Hands results in, trying again for as long as the lease can hold: a finished job is worth a little patience.
    async fn hand_in(
        &self,
        lease: &Lease,
        results: &[SlotResult],
        provenance: &Provenance,
    ) -> Result<bool, crate::queue::QueueError> {
        let mut tries = 0;
        loop {
            match self.queue.complete(lease, results, provenance).await {
                Err(error) if tries < 3 => {
                    self.queue_failed(&error);
                    tries += 1;
                    tokio::time::sleep(self.config.lease / 16).await;
                }
                answer => return answer,
            }
        }
    }
}

fn running(work: &TaskWork) -> String {
    format!("running task {}", work.task_key)
}

/// Whether to stop: asked to, or nobody is left who could ask.
fn stopping(stop: &watch::Receiver<bool>) -> bool {
    *stop.borrow() || stop.has_changed().is_err()
}

#[cfg(test)]
mod tests;

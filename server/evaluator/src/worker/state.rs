//! What a worker is doing, for the status page.

use std::sync::Arc;
use std::time::Instant;

use domain::{HostFault, TaskKey};
use sandbox::{EngineInfo, SandboxError};
use tokio::sync::watch;

use crate::queue::QueueError;

/// What is known of a worker at one moment.
#[derive(Debug, Clone, Default)]
pub struct WorkerSnapshot {
    /// The engine, or why it cannot be reached; `None` before it was asked.
    pub engine: Option<Result<EngineInfo, String>>,
    /// Why the queue does not answer; `None` when it does.
    pub queue: Option<String>,
    /// Task it works on.
    pub current: Option<TaskKey>,
    /// When that began.
    pub since: Option<Instant>,
    /// Jobs that ended, with results or with a fault.
    pub jobs: u64,
    /// Faults of ours met since the start, and the last one.
    pub faults: u64,
    pub last_fault: Option<String>,
    /// Whether the loop has ended.
    pub stopped: bool,
}

/// The shared, cheap-to-clone handle on it.
#[derive(Debug, Clone)]
pub struct WorkerState(Arc<watch::Sender<WorkerSnapshot>>);

impl Default for WorkerState {
    fn default() -> Self {
        Self(Arc::new(watch::Sender::new(WorkerSnapshot::default())))
    }
}

impl WorkerState {
    /// The state now.
    pub fn snapshot(&self) -> WorkerSnapshot {
        self.0.borrow().clone()
    }

    /// To wait for changes.
    pub fn subscribe(&self) -> watch::Receiver<WorkerSnapshot> {
        self.0.subscribe()
    }

    pub(super) fn engine_answered(&self, info: &EngineInfo) {
        self.0.send_if_modified(|s| {
            let changed = s.engine.as_ref().and_then(|engine| engine.as_ref().ok()) != Some(info);
            if changed {
                s.engine = Some(Ok(info.clone()));
            }
            changed
        });
    }

    /// Whether this is news.
    pub(super) fn engine_failed(&self, error: &SandboxError) -> bool {
        let text = error.to_string();
        self.0.send_if_modified(|s| {
            let changed = !matches!(&s.engine, Some(Err(known)) if *known == text);
            if changed {
                s.engine = Some(Err(text));
            }
            changed
        })
    }

    pub(super) fn queue_answered(&self) {
        self.0.send_if_modified(|s| s.queue.take().is_some());
    }

    /// Whether this is news.
    pub(super) fn queue_failed(&self, error: &QueueError) -> bool {
        let text = error.to_string();
        self.0.send_if_modified(|s| {
            let changed = s.queue.as_ref() != Some(&text);
            if changed {
                s.queue = Some(text);
            }
            changed
        })
    }

    pub(super) fn started(&self, task: &TaskKey) {
        self.0.send_modify(|s| {
            s.current = Some(task.clone());
            s.since = Some(Instant::now());
        });
    }

    /// A job of those in work has been settled.
    pub(super) fn finished(&self) {
        self.0.send_modify(|s| s.jobs += 1);
    }

    pub(super) fn idle(&self) {
        self.0.send_modify(|s| {
            s.current = None;
            s.since = None;
        });
    }

    pub(super) fn faulted(&self, fault: &HostFault) {
        self.0.send_modify(|s| {
            s.faults += 1;
            s.last_fault = Some(fault.to_string());
        });
    }

    pub(super) fn stopped(&self) {
        self.0.send_modify(|s| {
            s.stopped = true;
            s.current = None;
        });
    }
}

//! The port through which workers get work and hand in results. A worker holds no database and no state.

use async_trait::async_trait;
use domain::{HostFault, JobId, Provenance, SlotResult, TaskWork};

/// The right to work on one job until it expires; every write names it, so a worker that lost it cannot write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lease {
    pub job: JobId,
    /// Random, new with every claim.
    pub token: String,
    /// How many times this job has been claimed, this time included.
    pub attempt: u32,
}

/// A job with the lease on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claimed {
    pub lease: Lease,
    pub work: TaskWork,
}

/// The queue did not answer; always a fault of ours.
#[derive(Debug, thiserror::Error)]
#[error("work queue, while {action}: {cause}")]
pub struct QueueError {
    pub action: &'static str,
    pub cause: String,
}

/// A durable queue of tasks to evaluate.
#[async_trait]
pub trait WorkQueue: Send + Sync {
    /// Takes the next job, oldest fair turn first; `None` when nothing waits. Expired leases count as waiting.
    async fn claim(&self, worker: &str) -> Result<Option<Claimed>, QueueError>;
    /// Takes up to `most` more jobs of the evaluation and repository that a claimed job belongs to, whose suites may then
    /// be built together. Only jobs that were never tried: one that failed before is worked on alone.
    async fn claim_alike(&self, worker: &str, claimed: &Claimed, most: usize) -> Result<Vec<Claimed>, QueueError>;
    /// Extends the lease; `false` when it has been lost and the work must be dropped.
    async fn heartbeat(&self, worker: &str, lease: &Lease) -> Result<bool, QueueError>;
    /// Stores the results and ends the job, in one transaction; `false` when the lease has been lost.
    async fn complete(
        &self,
        lease: &Lease,
        results: &[SlotResult],
        provenance: &Provenance,
    ) -> Result<bool, QueueError>;
    /// Gives the job back after a fault of ours: retried later with growing delay, then dead. Never a score.
    async fn fail(&self, lease: &Lease, fault: &HostFault) -> Result<(), QueueError>;
    /// Says that an idle worker is alive.
    async fn idle(&self, worker: &str) -> Result<(), QueueError>;
}

//! The queue as the evaluator sees it.

use domain::{JobId, TaskWork, Timestamp};

/// A job with the lease on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimedJob {
    pub job: JobId,
    /// Random, new with every claim; every later write names it.
    pub token: String,
    /// How many times the job has been claimed, this time included and given-back leases left out.
    pub attempt: u32,
    pub work: TaskWork,
}

/// A worker as last heard of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkerRecord {
    pub name: String,
    pub seen: Timestamp,
    /// Key of the task it works on; empty when idle.
    pub current: String,
}

//! State of the service.

use domain::Timestamp;
use serde::{Deserialize, Serialize};

/// State of the service, for the public status page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SystemStatus {
    /// Engine version and runtime, or why it cannot be reached and what follows from that.
    pub engine: Result<String, String>,
    pub database: String,
    pub workers: Vec<WorkerStatus>,
    pub jobs_queued: u64,
    pub jobs_running: u64,
    /// Jobs given up after repeated faults of ours.
    pub jobs_dead: u64,
    pub version: String,
    /// Notes of the start-up, e.g. an image that is missing and the command that builds it.
    pub notices: Vec<String>,
}

/// One worker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WorkerStatus {
    pub name: String,
    pub seen: Timestamp,
    /// Task it works on; empty when idle.
    pub current: String,
}

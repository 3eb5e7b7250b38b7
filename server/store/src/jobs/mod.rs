//! The queue: leases with a token, fair turns, growing delays, dead jobs. States are drawn in the crate's README.

mod claim;
mod outcome;
mod settle;
mod workers;

use domain::{EvaluationId, JobId, TaskId};
use sqlx::any::AnyRow;

use crate::StoreError;
use crate::row::Cells;

/// A job by its row and by what it is for.
#[derive(Debug, Clone, Copy)]
struct JobRef {
    id: JobId,
    evaluation: EvaluationId,
    task: TaskId,
}

impl JobRef {
    /// Reads `id`, `evaluation_id` and `task_id`.
    fn read(row: &AnyRow) -> Result<Self, StoreError> {
        Ok(Self { id: row.parsed("id")?, evaluation: row.parsed("evaluation_id")?, task: row.parsed("task_id")? })
    }
}

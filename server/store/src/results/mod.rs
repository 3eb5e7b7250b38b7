//! What evaluations have come to: while they run, slot by slot, and at their end.

mod counts;
mod failures;
mod finish;
mod known;
mod progress;
mod recompute;
mod slots;
mod solved;

use domain::{EvaluationId, SubmissionId, SubmissionState};
use sqlx::AnyPool;

use crate::StoreError;
use crate::row::Cells;

/// The state of a submission and its newest evaluation, if it has one.
async fn newest_evaluation(
    pool: &AnyPool,
    submission: SubmissionId,
) -> Result<(SubmissionState, Option<EvaluationId>), StoreError> {
    let row = sqlx::query(
        "SELECT s.state, e.id FROM submissions s LEFT JOIN evaluations e ON e.submission_id = s.id
         WHERE s.id = $1 ORDER BY e.sequence DESC LIMIT 1",
    )
    .bind(submission.to_string())
    .fetch_optional(pool)
    .await?
    .ok_or_else(|| StoreError::not_found("submission", submission))?;
    Ok((row.parsed("state")?, row.optional_parsed("id")?))
}

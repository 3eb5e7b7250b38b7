//! Queueing: an evaluation, one job per task and the new state, in one transaction.

use domain::{EvaluationId, JobId, SubmissionId, SubmissionState, UserId};

use crate::audit::{self, Change};
use crate::batch::{Cell, insert};
use crate::row::Cells;
use crate::{Store, StoreError};

impl Store {
    /// Queues a submission; when it has been queued before, that evaluation is given back and nothing changes.
    pub async fn queue_submission(
        &self,
        id: SubmissionId,
        by: UserId,
        evaluator_version: &str,
    ) -> Result<EvaluationId, StoreError> {
        let now = self.now();
        let mut tx = self.write().await?;
        // The update that changes nothing holds the submission, so that of two clicks the second sees the first.
        let submission = sqlx::query("UPDATE submissions SET state = state WHERE id = $1 RETURNING version_id, state")
            .bind(id.to_string())
            .fetch_optional(&mut *tx)
            .await?
            .ok_or_else(|| StoreError::not_found("submission", id))?;
        let existing =
            sqlx::query("SELECT id FROM evaluations WHERE submission_id = $1 ORDER BY sequence DESC LIMIT 1")
                .bind(id.to_string())
                .fetch_optional(&mut *tx)
                .await?;
        if let Some(existing) = existing {
            return existing.parsed("id");
        }

        let tasks = sqlx::query(
            "SELECT t.id, t.position FROM tasks t
             WHERE t.id IN (SELECT s.task_id FROM suites s WHERE s.submission_id = $1) ORDER BY t.position",
        )
        .bind(id.to_string())
        .fetch_all(&mut *tx)
        .await?;
        if tasks.is_empty() {
            return Err(StoreError::invalid(format!("submission {id} has no suites, so there is nothing to evaluate")));
        }
        let limits = sqlx::query("SELECT limits FROM benchmark_versions WHERE id = $1")
            .bind(submission.text("version_id")?)
            .fetch_one(&mut *tx)
            .await?
            .text("limits")?;
        let evaluation = EvaluationId::new();
        sqlx::query(
            "INSERT INTO evaluations (id, submission_id, sequence, evaluator_version, limits, queued_at)
             VALUES ($1, $2, 1, $3, $4, $5)",
        )
        .bind(evaluation.to_string())
        .bind(id.to_string())
        .bind(evaluator_version.to_owned())
        .bind(limits)
        .bind(now.0)
        .execute(&mut *tx)
        .await?;
        let jobs = tasks
            .iter()
            .map(|task| {
                Ok([
                    Cell::text(JobId::new()),
                    Cell::text(evaluation),
                    Cell::Text(task.text("id")?),
                    Cell::Integer(task.integer("position")?),
                    Cell::text("queued"),
                    Cell::Integer(0),
                    Cell::Integer(0),
                    Cell::Integer(now.0),
                    Cell::text(""),
                ])
            })
            .collect::<Result<Vec<_>, StoreError>>()?;
        let columns =
            ["id", "evaluation_id", "task_id", "position", "state", "attempts", "faults", "run_after", "last_error"];
        insert(&mut tx, "jobs", columns, jobs).await?;
        sqlx::query("UPDATE submissions SET state = $2 WHERE id = $1")
            .bind(id.to_string())
            .bind(SubmissionState::Queued.as_str())
            .execute(&mut *tx)
            .await?;
        let change = Change {
            actor: Some(by),
            action: "submission.queued",
            subject: &id.to_string(),
            before: &submission.text("state")?,
            after: SubmissionState::Queued.as_str(),
            reason: "evaluation asked for",
        };
        audit::append(&mut tx, now, change).await?;
        tx.commit().await?;
        Ok(evaluation)
    }
}

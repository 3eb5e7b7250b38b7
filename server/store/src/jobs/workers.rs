//! Workers, dead jobs, and the queue in numbers.

use std::collections::BTreeSet;

use domain::{EvaluationId, SubmissionState, Timestamp};
use sqlx::AnyConnection;

use super::JobRef;
use crate::audit::{self, Change};
use crate::row::Cells;
use crate::{Store, StoreError, WorkerRecord};

impl Store {
    /// Queues dead jobs again, of one evaluation or of all: their `infra_error` outcomes are removed, attempts count
    /// from zero, and a blocked evaluation runs again. Gives the number of jobs.
    pub async fn retry_dead_jobs(&self, evaluation: Option<EvaluationId>) -> Result<u64, StoreError> {
        let now = self.now();
        let mut tx = self.write().await?;
        let rows = sqlx::query(
            "UPDATE jobs SET state = 'queued', attempts = 0, run_after = $2, finished_at = NULL
             WHERE state = 'dead' AND ($1 = '' OR evaluation_id = $1)
             RETURNING id, evaluation_id, task_id",
        )
        .bind(evaluation.map(|evaluation| evaluation.to_string()).unwrap_or_default())
        .bind(now.0)
        .fetch_all(&mut *tx)
        .await?;
        let mut evaluations = BTreeSet::new();
        for row in &rows {
            let job = JobRef::read(row)?;
            evaluations.insert(job.evaluation);
            sqlx::query("DELETE FROM outcomes WHERE evaluation_id = $1 AND task_id = $2 AND outcome = 'infra_error'")
                .bind(job.evaluation.to_string())
                .bind(job.task.to_string())
                .execute(&mut *tx)
                .await?;
        }
        for evaluation in evaluations {
            reopen(&mut tx, evaluation, now).await?;
        }
        tx.commit().await?;
        Ok(rows.len() as u64)
    }

    /// Gives back at once what a restarted worker held, without counting an attempt; gives the number of jobs.
    pub async fn release_worker(&self, worker: &str) -> Result<u64, StoreError> {
        let now = self.now();
        let mut tx = self.write().await?;
        let released = sqlx::query(
            "UPDATE jobs SET state = 'queued', attempts = CASE WHEN attempts > 0 THEN attempts - 1 ELSE 0 END,
                 run_after = $2, lease_token = NULL, lease_worker = NULL, lease_until = NULL
             WHERE lease_worker = $1 AND state = 'running'",
        )
        .bind(worker.to_owned())
        .bind(now.0)
        .execute(&mut *tx)
        .await?
        .rows_affected();
        seen(&mut tx, worker, "", now).await?;
        tx.commit().await?;
        Ok(released)
    }

    /// Notes that a worker is alive and which task it works on; empty when idle.
    pub async fn worker_seen(&self, worker: &str, current: &str) -> Result<(), StoreError> {
        let now = self.now();
        let mut tx = self.write().await?;
        seen(&mut tx, worker, current, now).await?;
        tx.commit().await
    }

    /// All workers ever heard of, the last heard of first.
    pub async fn workers(&self) -> Result<Vec<WorkerRecord>, StoreError> {
        let rows = sqlx::query("SELECT name, seen_at, current_task FROM workers ORDER BY seen_at DESC, name")
            .fetch_all(&self.pool)
            .await?;
        rows.iter()
            .map(|row| {
                Ok(WorkerRecord {
                    name: row.text("name")?,
                    seen: row.time("seen_at")?,
                    current: row.text("current_task")?,
                })
            })
            .collect()
    }

    /// How many jobs wait (expired leases included), run under a lease that holds, and are dead: `(queued, running, dead)`.
    pub async fn job_counts(&self) -> Result<(u64, u64, u64), StoreError> {
        let row = sqlx::query(
            "SELECT COALESCE(SUM(CASE WHEN state = 'queued' OR (state = 'running' AND lease_until <= $1) THEN 1 ELSE 0 END), 0) AS queued,
                    COALESCE(SUM(CASE WHEN state = 'running' AND lease_until > $1 THEN 1 ELSE 0 END), 0) AS running,
                    COALESCE(SUM(CASE WHEN state = 'dead' THEN 1 ELSE 0 END), 0) AS dead
             FROM jobs WHERE state IN ('queued', 'running', 'dead')",
        )
        .bind(self.now().0)
        .fetch_one(&self.pool)
        .await?;
        Ok((row.count("queued")?, row.count("running")?, row.count("dead")?))
    }
}

pub(super) async fn seen(
    connection: &mut AnyConnection,
    worker: &str,
    current: &str,
    now: Timestamp,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO workers (name, seen_at, current_task) VALUES ($1, $2, $3)
         ON CONFLICT (name) DO UPDATE SET seen_at = excluded.seen_at, current_task = excluded.current_task",
    )
    .bind(worker.to_owned())
    .bind(now.0)
    .bind(current.to_owned())
    .execute(connection)
    .await?;
    Ok(())
}

/// Takes back that an evaluation was blocked.
async fn reopen(connection: &mut AnyConnection, evaluation: EvaluationId, now: Timestamp) -> Result<(), StoreError> {
    let row = sqlx::query(
        "UPDATE evaluations SET finished_at = NULL, verdict = NULL WHERE id = $1 AND verdict = 'blocked'
         RETURNING submission_id",
    )
    .bind(evaluation.to_string())
    .fetch_optional(&mut *connection)
    .await?;
    let Some(row) = row else { return Ok(()) };
    let submission = row.text("submission_id")?;
    sqlx::query("UPDATE submissions SET state = $2 WHERE id = $1")
        .bind(submission.clone())
        .bind(SubmissionState::Running.as_str())
        .execute(&mut *connection)
        .await?;
    let change = Change {
        actor: None,
        action: "evaluation.retried",
        subject: &submission,
        before: SubmissionState::Blocked.as_str(),
        after: SubmissionState::Running.as_str(),
        reason: "its dead jobs were queued again",
    };
    audit::append(connection, now, change).await
}

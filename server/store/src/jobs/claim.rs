//! Claiming: the evaluation with the fewest running jobs comes first, then the one that waits longest.

use domain::{Attempt, EvaluationId, HostFault, Limits, SlotWork, TaskWork, Timestamp};
use sqlx::{AnyConnection, AssertSqlSafe};
use uuid::Uuid;

use super::JobRef;
use super::settle::{Retry, bury, give_back};
use crate::row::Cells;
use crate::tasks::{file_text, task_by_id};
use crate::{ClaimedJob, Store, StoreError, TaskRecord};

/// Whether job `j` can be claimed at `$1`: it waits and its delay is over, or its lease has expired.
macro_rules! claimable {
    () => {
        "((j.state = 'queued' AND j.run_after <= $1) OR (j.state = 'running' AND j.lease_until <= $1))"
    };
}

impl Store {
    /// Takes the next job for `lease_seconds`; `None` when nothing can be claimed now.
    ///
    /// A job that was claimed `max_attempts` times and whose lease expired again is not given out any more but dies.
    pub async fn claim_job(
        &self,
        worker: &str,
        lease_seconds: u32,
        max_attempts: u32,
    ) -> Result<Option<ClaimedJob>, StoreError> {
        let now = self.now();
        let mut tx = self.write().await?;
        self.bury_expired(&mut tx, now, max_attempts).await?;
        for evaluation in turns(&mut tx, now).await? {
            let Some((job, token, attempt)) = self.take(&mut tx, evaluation, worker, lease_seconds, now).await? else {
                continue;
            };
            match load_work(&mut tx, job).await {
                Ok(work) => {
                    mark_started(&mut tx, evaluation, now).await?;
                    super::workers::seen(&mut tx, worker, work.task_key.as_str(), now).await?;
                    tx.commit().await?;
                    return Ok(Some(ClaimedJob { job: job.id, token, attempt, work }));
                }
                Err(error @ StoreError::Corrupt { .. }) => {
                    // It must not block the jobs behind it for ever.
                    let fault = HostFault::new("reading a job from the database", &error);
                    let retry = Retry { attempts: attempt, max_attempts };
                    give_back(&mut tx, job, &fault, retry, now).await?;
                    tx.commit().await?;
                    return Err(error);
                }
                Err(error) => return Err(error),
            }
        }
        tx.commit().await?;
        Ok(None)
    }

    /// Takes up to `most` more jobs of the evaluation and repository of a claimed one, in their order. Only jobs that were
    /// never tried: one that failed, or whose worker vanished, is given out alone. A job that cannot be read is left to
    /// [`Store::claim_job`].
    pub async fn claim_alike(
        &self,
        worker: &str,
        lease_seconds: u32,
        like: &TaskWork,
        most: u32,
    ) -> Result<Vec<ClaimedJob>, StoreError> {
        let now = self.now();
        let mut tx = self.write().await?;
        let token = Uuid::new_v4().to_string();
        let sql = format!(
            "UPDATE jobs SET state = 'running', attempts = 1, lease_token = $3, lease_worker = $4, lease_until = $5
             WHERE id IN (SELECT j.id FROM jobs j
                 WHERE j.evaluation_id = $2 AND j.state = 'queued' AND j.attempts = 0 AND j.run_after <= $1
                   AND j.task_id IN (SELECT t.id FROM tasks t
                       WHERE t.repository_id = (SELECT repository_id FROM tasks WHERE id = $6))
                 ORDER BY j.position LIMIT $7{})
             RETURNING id, evaluation_id, task_id, position",
            self.kind.skip_locked()
        );
        let rows = sqlx::query(AssertSqlSafe(sql))
            .bind(now.0)
            .bind(like.evaluation.to_string())
            .bind(token.clone())
            .bind(worker.to_owned())
            .bind(now.plus_seconds(i64::from(lease_seconds)).0)
            .bind(like.task.to_string())
            .bind(i64::from(most))
            .fetch_all(&mut *tx)
            .await?;
        let mut jobs = Vec::with_capacity(rows.len());
        for row in &rows {
            let job = JobRef::read(row)?;
            match load_work(&mut tx, job).await {
                Ok(work) => {
                    let claimed = ClaimedJob { job: job.id, token: token.clone(), attempt: 1, work };
                    jobs.push((row.count("position")?, claimed));
                }
                Err(StoreError::Corrupt { .. }) => put_back(&mut tx, job).await?,
                Err(error) => return Err(error),
            }
        }
        tx.commit().await?;
        jobs.sort_by_key(|(position, _)| *position);
        Ok(jobs.into_iter().map(|(_, job)| job).collect())
    }

    /// Gives up the jobs whose lease expired on their last attempt.
    async fn bury_expired(
        &self,
        connection: &mut AnyConnection,
        now: Timestamp,
        max_attempts: u32,
    ) -> Result<(), StoreError> {
        let sql = format!(
            "SELECT id, evaluation_id, task_id, lease_worker FROM jobs
             WHERE state = 'running' AND lease_until <= $1 AND attempts >= $2{}",
            self.kind.skip_locked()
        );
        let expired = sqlx::query(AssertSqlSafe(sql))
            .bind(now.0)
            .bind(i64::from(max_attempts))
            .fetch_all(&mut *connection)
            .await?;
        for row in &expired {
            let worker = row.optional_text("lease_worker")?.unwrap_or_default();
            let fault = HostFault::new(
                "evaluating the task",
                format!("worker {worker} stopped answering, and no attempt is left"),
            );
            bury(connection, JobRef::read(row)?, &fault, now).await?;
        }
        Ok(())
    }

    /// Takes the next job of an evaluation; gives it with its token and attempt.
    async fn take(
        &self,
        connection: &mut AnyConnection,
        evaluation: EvaluationId,
        worker: &str,
        lease_seconds: u32,
        now: Timestamp,
    ) -> Result<Option<(JobRef, String, u32)>, StoreError> {
        let token = Uuid::new_v4().to_string();
        let sql = format!(
            concat!(
                "UPDATE jobs
                 SET faults = faults + CASE WHEN state = 'running' THEN 1 ELSE 0 END,
                     last_error_at = CASE WHEN state = 'running' THEN $1 ELSE last_error_at END,
                     last_error = CASE WHEN state = 'running'
                         THEN 'evaluating the task: worker ' || lease_worker || ' stopped answering'
                         ELSE last_error END,
                     state = 'running', attempts = attempts + 1,
                     lease_token = $3, lease_worker = $4, lease_until = $5
                 WHERE id = (SELECT j.id FROM jobs j WHERE j.evaluation_id = $2 AND ",
                claimable!(),
                " ORDER BY j.position LIMIT 1{})
                 RETURNING id, evaluation_id, task_id, attempts"
            ),
            self.kind.skip_locked()
        );
        let row = sqlx::query(AssertSqlSafe(sql))
            .bind(now.0)
            .bind(evaluation.to_string())
            .bind(token.clone())
            .bind(worker.to_owned())
            .bind(now.plus_seconds(i64::from(lease_seconds)).0)
            .fetch_optional(connection)
            .await?;
        row.map(|row| Ok((JobRef::read(&row)?, token, row.small("attempts")?))).transpose()
    }
}

/// Undoes a claim within its transaction.
async fn put_back(connection: &mut AnyConnection, job: JobRef) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE jobs SET state = 'queued', attempts = 0, lease_token = NULL, lease_worker = NULL, lease_until = NULL
         WHERE id = $1",
    )
    .bind(job.id.to_string())
    .execute(connection)
    .await?;
    Ok(())
}

/// Evaluations with a job that can be claimed, in the order of their turns.
async fn turns(connection: &mut AnyConnection, now: Timestamp) -> Result<Vec<EvaluationId>, StoreError> {
    let rows = sqlx::query(concat!(
        "SELECT e.id FROM evaluations e
         WHERE e.finished_at IS NULL
           AND EXISTS (SELECT 1 FROM jobs j WHERE j.evaluation_id = e.id AND ",
        claimable!(),
        ")
         ORDER BY (SELECT COUNT(*) FROM jobs r
                   WHERE r.evaluation_id = e.id AND r.state = 'running' AND r.lease_until > $1),
                  e.queued_at, e.id"
    ))
    .bind(now.0)
    .fetch_all(connection)
    .await?;
    rows.iter().map(|row| row.parsed("id")).collect()
}

/// Notes the first claim of an evaluation.
async fn mark_started(
    connection: &mut AnyConnection,
    evaluation: EvaluationId,
    now: Timestamp,
) -> Result<(), StoreError> {
    let started = sqlx::query("UPDATE evaluations SET started_at = $2 WHERE id = $1 AND started_at IS NULL")
        .bind(evaluation.to_string())
        .bind(now.0)
        .execute(&mut *connection)
        .await?
        .rows_affected();
    if started > 0 {
        sqlx::query(
            "UPDATE submissions SET state = 'running'
             WHERE id = (SELECT submission_id FROM evaluations WHERE id = $1) AND state = 'queued'",
        )
        .bind(evaluation.to_string())
        .execute(connection)
        .await?;
    }
    Ok(())
}

/// Everything that a worker needs for a job.
async fn load_work(connection: &mut AnyConnection, job: JobRef) -> Result<TaskWork, StoreError> {
    let TaskRecord { task, repository, .. } = task_by_id(connection, job.task).await?;
    let limits: Limits = sqlx::query("SELECT limits FROM evaluations WHERE id = $1")
        .bind(job.evaluation.to_string())
        .fetch_one(&mut *connection)
        .await?
        .json("limits")?;
    let limits = limits.widened(&repository.spec.limits);
    let file_text = file_text(connection, repository.id, &task.focal.path).await?;
    let slots = sqlx::query(
        "SELECT s.attempt, s.code, s.sha256, s.extraction FROM suites s
         JOIN evaluations e ON e.submission_id = s.submission_id
         WHERE e.id = $1 AND s.task_id = $2 ORDER BY s.attempt",
    )
    .bind(job.evaluation.to_string())
    .bind(job.task.to_string())
    .fetch_all(connection)
    .await?
    .iter()
    .map(|row| {
        Ok(SlotWork {
            attempt: Attempt(row.small("attempt")?),
            suite: row.text("code")?,
            sha256: row.parsed("sha256")?,
            extraction: row.parsed("extraction")?,
        })
    })
    .collect::<Result<_, StoreError>>()?;
    Ok(TaskWork {
        evaluation: job.evaluation,
        task: task.id,
        task_key: task.key,
        language: task.language,
        image: repository.image.ok_or_else(|| StoreError::invalid("a job names a repository without an image"))?,
        repository: repository.spec,
        focal: task.focal,
        file_text,
        executable_lines: task.executable_lines,
        mutants: task.mutants,
        limits,
        slots,
    })
}

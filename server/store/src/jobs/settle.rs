//! What becomes of a claimed job: kept, completed, given back, or dead. Every write names the lease's token,
//! so a worker that lost its lease cannot write.

use domain::{Evidence, HostFault, JobId, Outcome, Provenance, SlotResult, Timestamp};
use sqlx::AnyConnection;

use super::JobRef;
use super::outcome::{attempts_of, insert_outcomes};
use crate::row::Cells;
use crate::text::clean;
use crate::{Store, StoreError};

/// The longest delay before a job is tried again, in seconds.
const LONGEST_DELAY: i64 = 300;

/// How often a job has been tried, and how often it may be.
#[derive(Debug, Clone, Copy)]
pub(super) struct Retry {
    pub(super) attempts: u32,
    pub(super) max_attempts: u32,
}

impl Retry {
    /// Seconds until the next try; `None` when there is none: 2, 4, 8, … up to five minutes.
    fn delay(self) -> Option<i64> {
        (self.attempts < self.max_attempts)
            .then(|| 2_i64.checked_pow(self.attempts).map_or(LONGEST_DELAY, |seconds| seconds.min(LONGEST_DELAY)))
    }
}

impl Store {
    /// Extends the lease to `lease_seconds` from now; `false` when it has been lost.
    pub async fn heartbeat_job(
        &self,
        job: JobId,
        token: &str,
        worker: &str,
        lease_seconds: u32,
    ) -> Result<bool, StoreError> {
        let now = self.now();
        let mut tx = self.write().await?;
        let kept =
            sqlx::query("UPDATE jobs SET lease_until = $3 WHERE id = $1 AND lease_token = $2 AND state = 'running'")
                .bind(job.to_string())
                .bind(token.to_owned())
                .bind(now.plus_seconds(i64::from(lease_seconds)).0)
                .execute(&mut *tx)
                .await?
                .rows_affected()
                > 0;
        if kept {
            sqlx::query("UPDATE workers SET seen_at = $2 WHERE name = $1")
                .bind(worker.to_owned())
                .bind(now.0)
                .execute(&mut *tx)
                .await?;
        }
        tx.commit().await?;
        Ok(kept)
    }

    /// Stores one result per slot of the job and ends it, in one transaction; `false` when the lease has been lost,
    /// and then nothing is stored.
    ///
    /// A fault of ours is handed in with [`Store::fail_job`], never as a result: it would not be retried.
    pub async fn complete_job(
        &self,
        job: JobId,
        token: &str,
        results: &[SlotResult],
        provenance: &Provenance,
    ) -> Result<bool, StoreError> {
        if results.iter().any(|result| result.outcome == Outcome::InfraError) {
            return Err(StoreError::invalid(format!("a result of job {job} is an infra_error; fail the job instead")));
        }
        let now = self.now();
        let mut tx = self.write().await?;
        let row = sqlx::query(
            "UPDATE jobs SET state = 'done', finished_at = $3, lease_token = NULL, lease_worker = NULL, lease_until = NULL
             WHERE id = $1 AND lease_token = $2 AND state = 'running'
             RETURNING id, evaluation_id, task_id",
        )
        .bind(job.to_string())
        .bind(token.to_owned())
        .bind(now.0)
        .fetch_optional(&mut *tx)
        .await?;
        let Some(row) = row else { return Ok(false) };
        let job = JobRef::read(&row)?;
        let expected = attempts_of(&mut tx, job).await?;
        let mut given: Vec<_> = results.iter().map(|result| result.attempt).collect();
        given.sort_unstable();
        if given != expected {
            return Err(StoreError::invalid(format!(
                "job {} has results for the attempts {given:?}, and its suites are {expected:?}",
                job.id
            )));
        }
        insert_outcomes(&mut tx, job, results, Some(provenance), now).await?;
        tx.commit().await?;
        Ok(true)
    }

    /// Gives a job back after a fault of ours: it waits 2, 4, 8, … seconds, at most five minutes, and after
    /// `max_attempts` claims it dies and its slots end as `infra_error`. `false` when the lease had been lost.
    pub async fn fail_job(
        &self,
        job: JobId,
        token: &str,
        fault: &HostFault,
        max_attempts: u32,
    ) -> Result<bool, StoreError> {
        let now = self.now();
        let mut tx = self.write().await?;
        // The update that changes nothing holds the job until the end of the transaction.
        let row = sqlx::query(
            "UPDATE jobs SET state = state WHERE id = $1 AND lease_token = $2 AND state = 'running'
             RETURNING id, evaluation_id, task_id, attempts",
        )
        .bind(job.to_string())
        .bind(token.to_owned())
        .fetch_optional(&mut *tx)
        .await?;
        let Some(row) = row else { return Ok(false) };
        let retry = Retry { attempts: row.small("attempts")?, max_attempts };
        give_back(&mut tx, JobRef::read(&row)?, fault, retry, now).await?;
        tx.commit().await?;
        Ok(true)
    }
}

/// Puts a running job back into the queue, or buries it when no attempt is left.
pub(super) async fn give_back(
    connection: &mut AnyConnection,
    job: JobRef,
    fault: &HostFault,
    retry: Retry,
    now: Timestamp,
) -> Result<(), StoreError> {
    let Some(delay) = retry.delay() else {
        return bury(connection, job, fault, now).await;
    };
    sqlx::query(
        "UPDATE jobs SET state = 'queued', faults = faults + 1, run_after = $2, last_error = $3, last_error_at = $4,
             lease_token = NULL, lease_worker = NULL, lease_until = NULL
         WHERE id = $1",
    )
    .bind(job.id.to_string())
    .bind(now.plus_seconds(delay).0)
    .bind(clean(&fault.to_string()).into_owned())
    .bind(now.0)
    .execute(connection)
    .await?;
    tracing::warn!(job.id = %job.id, attempts = retry.attempts, delay_seconds = delay, %fault, "job {} failed and will be retried", job.id);
    Ok(())
}

/// Ends a running job as dead; its slots end as `infra_error`, which blocks the evaluation from being scored.
pub(super) async fn bury(
    connection: &mut AnyConnection,
    job: JobRef,
    fault: &HostFault,
    now: Timestamp,
) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE jobs SET state = 'dead', faults = faults + 1, last_error = $2, last_error_at = $3, finished_at = $3,
             lease_token = NULL, lease_worker = NULL, lease_until = NULL
         WHERE id = $1",
    )
    .bind(job.id.to_string())
    .bind(clean(&fault.to_string()).into_owned())
    .bind(now.0)
    .execute(&mut *connection)
    .await?;
    let results: Vec<SlotResult> = attempts_of(connection, job)
        .await?
        .into_iter()
        .map(|attempt| SlotResult {
            attempt,
            outcome: Outcome::InfraError,
            reason: format!("A fault of ours, not of the suite: {fault}."),
            evidence: Evidence::nothing(),
            millis: 0,
        })
        .collect();
    insert_outcomes(connection, job, &results, None, now).await?;
    tracing::error!(job.id = %job.id, %fault, "job {} is dead: no attempt is left", job.id);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::Retry;

    #[test]
    fn delays_double_up_to_five_minutes() {
        let delays: Vec<_> = (1..=12).map(|attempts| Retry { attempts, max_attempts: 12 }.delay()).collect();
        let seconds = [2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300];
        assert_eq!(delays[..11], seconds.map(Some));
        assert_eq!(delays[11], None);
        assert_eq!(Retry { attempts: 70, max_attempts: 99 }.delay(), Some(300));
    }
}

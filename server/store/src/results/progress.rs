//! How far an evaluation is.

use std::collections::BTreeMap;

use domain::{EvaluationId, Language, Outcome, SubmissionId, Timestamp};

use super::newest_evaluation;
use crate::row::Cells;
use crate::{LanguageProgressRecord, ProgressRecord, Store, StoreError};

impl Store {
    /// How far the newest evaluation of a submission is; without one, only its slots.
    pub async fn progress(&self, submission: SubmissionId) -> Result<ProgressRecord, StoreError> {
        let (state, evaluation) = newest_evaluation(&self.pool, submission).await?;
        let mut progress = ProgressRecord {
            state,
            languages: self.slots_per_language(submission).await?,
            faults: 0,
            last_fault: None,
            queue_position: 0,
            running: 0,
            started: None,
            first_settled: None,
            last_settled: None,
        };
        if let Some(evaluation) = evaluation {
            self.add_outcomes(evaluation, &mut progress).await?;
            self.add_jobs(evaluation, &mut progress).await?;
        }
        Ok(progress)
    }

    async fn slots_per_language(&self, submission: SubmissionId) -> Result<Vec<LanguageProgressRecord>, StoreError> {
        let rows = sqlx::query(
            "SELECT t.language, COUNT(*) AS slots FROM suites s JOIN tasks t ON t.id = s.task_id
             WHERE s.submission_id = $1 GROUP BY t.language",
        )
        .bind(submission.to_string())
        .fetch_all(&self.pool)
        .await?;
        let mut languages = rows
            .iter()
            .map(|row| {
                Ok(LanguageProgressRecord {
                    language: row.parsed("language")?,
                    slots: row.count("slots")?,
                    outcomes: Vec::new(),
                })
            })
            .collect::<Result<Vec<_>, StoreError>>()?;
        languages.sort_by_key(|record| record.language);
        Ok(languages)
    }

    async fn add_outcomes(&self, evaluation: EvaluationId, progress: &mut ProgressRecord) -> Result<(), StoreError> {
        let rows = sqlx::query(
            "SELECT t.language, o.outcome, COUNT(*) AS slots, MIN(o.created_at) AS first, MAX(o.created_at) AS last
             FROM outcomes o JOIN tasks t ON t.id = o.task_id
             WHERE o.evaluation_id = $1 GROUP BY t.language, o.outcome",
        )
        .bind(evaluation.to_string())
        .fetch_all(&self.pool)
        .await?;
        let mut counts: BTreeMap<(Language, Outcome), u64> = BTreeMap::new();
        for row in &rows {
            counts.insert((row.parsed("language")?, row.parsed("outcome")?), row.count("slots")?);
            let (first, last) = (row.time("first")?, row.time("last")?);
            progress.first_settled = Some(progress.first_settled.map_or(first, |known| known.min(first)));
            progress.last_settled = Some(progress.last_settled.map_or(last, |known| known.max(last)));
        }
        for record in &mut progress.languages {
            record.outcomes = counts
                .iter()
                .filter(|((language, _), _)| *language == record.language)
                .map(|((_, outcome), slots)| (*outcome, *slots))
                .collect();
        }
        Ok(())
    }

    async fn add_jobs(&self, evaluation: EvaluationId, progress: &mut ProgressRecord) -> Result<(), StoreError> {
        let now = self.now();
        let row = sqlx::query(
            "SELECT e.queued_at, e.started_at,
                    (SELECT CAST(COALESCE(SUM(j.faults), 0) AS BIGINT) FROM jobs j WHERE j.evaluation_id = e.id) AS faults,
                    (SELECT COUNT(*) FROM jobs j
                     WHERE j.evaluation_id = e.id AND j.state = 'running' AND j.lease_until > $2) AS running,
                    (SELECT COUNT(*) FROM jobs j
                     WHERE j.evaluation_id = e.id AND j.state IN ('queued', 'running')) AS unsettled
             FROM evaluations e WHERE e.id = $1",
        )
        .bind(evaluation.to_string())
        .bind(now.0)
        .fetch_one(&self.pool)
        .await?;
        progress.started = row.optional_time("started_at")?;
        progress.faults = row.count("faults")?;
        progress.running = row.count("running")?;
        progress.last_fault = self.last_fault(evaluation).await?;
        if progress.running == 0 && row.count("unsettled")? > 0 {
            progress.queue_position = self.turns_before(evaluation, row.time("queued_at")?, now).await?;
        }
        Ok(())
    }

    /// The newest fault of a job that still waits, runs again, or is dead.
    async fn last_fault(&self, evaluation: EvaluationId) -> Result<Option<String>, StoreError> {
        sqlx::query(
            "SELECT last_error FROM jobs WHERE evaluation_id = $1 AND state <> 'done' AND last_error_at IS NOT NULL
             ORDER BY last_error_at DESC, id LIMIT 1",
        )
        .bind(evaluation.to_string())
        .fetch_optional(&self.pool)
        .await?
        .map(|row| row.text("last_error"))
        .transpose()
    }

    /// How many other evaluations have their turn first. By the rule of `claim_job` these are the older ones that wait
    /// and have no job running either; each of them has one running after its turn, and then stands behind this one.
    async fn turns_before(
        &self,
        evaluation: EvaluationId,
        queued: Timestamp,
        now: Timestamp,
    ) -> Result<u64, StoreError> {
        sqlx::query(
            "SELECT COUNT(*) AS turns FROM evaluations e
             WHERE e.finished_at IS NULL AND (e.queued_at < $2 OR (e.queued_at = $2 AND e.id < $1))
               AND EXISTS (SELECT 1 FROM jobs j WHERE j.evaluation_id = e.id
                   AND ((j.state = 'queued' AND j.run_after <= $3) OR (j.state = 'running' AND j.lease_until <= $3)))
               AND NOT EXISTS (SELECT 1 FROM jobs j
                   WHERE j.evaluation_id = e.id AND j.state = 'running' AND j.lease_until > $3)",
        )
        .bind(evaluation.to_string())
        .bind(queued.0)
        .bind(now.0)
        .fetch_one(&self.pool)
        .await?
        .count("turns")
    }
}

//! Slots of a submission, one by one.

use domain::{Attempt, FailureMode, Language, Outcome, SlotResult, SlotRow, SubmissionId, TaskKey};

use super::newest_evaluation;
use crate::row::{Cells, to_integer};
use crate::tasks::task_by_id;
use crate::text::like_pattern;
use crate::{SlotFilter, SlotRecord, Store, StoreError};

/// Slots of submission `$1` with their outcome in evaluation `$2`, where outcome `$3`, language `$4` and pattern `$5`
/// match, and failure `$6`; empty matches all.
macro_rules! matching_slots {
    () => {
        " FROM suites s
          JOIN tasks t ON t.id = s.task_id
          LEFT JOIN outcomes o ON o.evaluation_id = $2 AND o.task_id = s.task_id AND o.attempt = s.attempt
          WHERE s.submission_id = $1 AND ($3 = '' OR o.outcome = $3) AND ($4 = '' OR t.language = $4)
            AND LOWER(t.key) LIKE $5 ESCAPE '!' AND ($6 = '' OR o.failure = $6)"
    };
}

impl Store {
    /// The slots that match, by repository, path, line and attempt, and how many match over all pages.
    pub async fn slots(&self, submission: SubmissionId, filter: SlotFilter) -> Result<(Vec<SlotRow>, u64), StoreError> {
        let (_, evaluation) = newest_evaluation(&self.pool, submission).await?;
        let evaluation = evaluation.map(|evaluation| evaluation.to_string()).unwrap_or_default();
        let outcome = filter.outcome.map_or("", Outcome::as_str);
        let language = filter.language.map_or("", Language::as_str);
        let failure = filter.failure.map_or("", FailureMode::as_str);
        let pattern = like_pattern(&filter.search);
        let total = sqlx::query(concat!("SELECT COUNT(*) AS total", matching_slots!()))
            .bind(submission.to_string())
            .bind(evaluation.clone())
            .bind(outcome)
            .bind(language)
            .bind(pattern.clone())
            .bind(failure)
            .fetch_one(&self.pool)
            .await?
            .count("total")?;
        let rows = sqlx::query(concat!(
            "SELECT t.key, s.attempt, t.language, o.outcome, o.reason, o.invokes, o.coverage, o.mutants,
                    o.mutants_detected, o.millis, o.failure, o.hallucination, o.cases, o.cases_passed",
            matching_slots!(),
            " ORDER BY t.position, s.attempt LIMIT $7 OFFSET $8"
        ))
        .bind(submission.to_string())
        .bind(evaluation)
        .bind(outcome)
        .bind(language)
        .bind(pattern)
        .bind(failure)
        .bind(to_integer(filter.limit))
        .bind(to_integer(filter.offset))
        .fetch_all(&self.pool)
        .await?;
        let slots = rows
            .iter()
            .map(|row| {
                let outcome = row.optional_parsed("outcome")?;
                Ok(SlotRow {
                    task: row.parsed("key")?,
                    attempt: Attempt(row.small("attempt")?),
                    language: row.parsed("language")?,
                    outcome,
                    failure: row.optional_parsed("failure")?,
                    hallucination: row.optional_parsed("hallucination")?,
                    cases: if outcome.is_some() { (row.small("cases_passed")?, row.small("cases")?) } else { (0, 0) },
                    reason: row.optional_text("reason")?.unwrap_or_default(),
                    invokes: outcome.is_some() && row.flag("invokes")?,
                    coverage: row.optional_json("coverage")?,
                    mutation: row.optional_small("mutants_detected")?.zip(row.optional_small("mutants")?),
                    millis: if outcome.is_some() { row.count("millis")? } else { 0 },
                })
            })
            .collect::<Result<_, StoreError>>()?;
        Ok((slots, total))
    }

    /// One slot with its suite and evidence; `None` when the submission has no suite there.
    pub async fn slot(
        &self,
        submission: SubmissionId,
        key: &TaskKey,
        attempt: Attempt,
    ) -> Result<Option<SlotRecord>, StoreError> {
        let (_, evaluation) = newest_evaluation(&self.pool, submission).await?;
        let row = sqlx::query(
            "SELECT s.task_id, s.code, s.sha256, s.extraction, o.outcome, o.reason, o.evidence, o.millis, o.provenance,
                    o.failure_detail
             FROM suites s
             JOIN tasks t ON t.id = s.task_id
             LEFT JOIN outcomes o ON o.evaluation_id = $2 AND o.task_id = s.task_id AND o.attempt = s.attempt
             WHERE s.submission_id = $1 AND t.key = $3 AND s.attempt = $4",
        )
        .bind(submission.to_string())
        .bind(evaluation.map(|evaluation| evaluation.to_string()).unwrap_or_default())
        .bind(key.to_string())
        .bind(i64::from(attempt.0))
        .fetch_optional(&self.pool)
        .await?;
        let Some(row) = row else { return Ok(None) };
        let mut connection = self.pool.acquire().await?;
        let result = match row.optional_parsed("outcome")? {
            Some(outcome) => Some(SlotResult {
                attempt,
                outcome,
                reason: row.text("reason")?,
                evidence: row.json("evidence")?,
                millis: row.count("millis")?,
            }),
            None => None,
        };
        Ok(Some(SlotRecord {
            task: task_by_id(&mut connection, row.parsed("task_id")?).await?,
            code: row.text("code")?,
            sha256: row.parsed("sha256")?,
            extraction: row.parsed("extraction")?,
            result,
            failure: row.optional_json("failure_detail")?,
            provenance: row.optional_json("provenance")?,
        }))
    }
}

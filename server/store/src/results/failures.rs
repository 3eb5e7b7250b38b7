//! What suites fail at: derived from outcomes that are stored, and stored beside them.

use domain::{Attempt, Failure, OutcomeId, RepositoryId, SlotResult};

use crate::row::{Cells, to_integer, to_json};
use crate::text::clean;
use crate::{Store, StoreError, UnclassifiedRow};

impl Store {
    /// Outcomes of which nobody has said yet what they fail at, oldest first, at most `limit`.
    pub async fn unclassified(&self, limit: u64) -> Result<Vec<UnclassifiedRow>, StoreError> {
        let rows = sqlx::query(
            "SELECT o.id, t.language, t.repository_id, s.code, o.attempt, o.outcome, o.reason, o.evidence, o.millis
             FROM outcomes o
             JOIN tasks t ON t.id = o.task_id
             JOIN evaluations e ON e.id = o.evaluation_id
             JOIN suites s ON s.submission_id = e.submission_id AND s.task_id = o.task_id AND s.attempt = o.attempt
             WHERE o.failure_version IS NULL ORDER BY o.id LIMIT $1",
        )
        .bind(to_integer(limit))
        .fetch_all(&self.pool)
        .await?;
        rows.iter()
            .map(|row| {
                Ok(UnclassifiedRow {
                    outcome: row.parsed("id")?,
                    language: row.parsed("language")?,
                    repository: row.parsed("repository_id")?,
                    suite: row.text("code")?,
                    result: SlotResult {
                        attempt: Attempt(row.small("attempt")?),
                        outcome: row.parsed("outcome")?,
                        reason: row.text("reason")?,
                        evidence: row.json("evidence")?,
                        millis: row.count("millis")?,
                    },
                })
            })
            .collect()
    }

    /// Stores what outcomes fail at by this version of the rules, in one transaction; `None` for one that is no failure.
    /// One that a retry has removed meanwhile is passed over.
    pub async fn set_failures(
        &self,
        failure_version: &str,
        failures: &[(OutcomeId, Option<Failure>)],
    ) -> Result<(), StoreError> {
        let mut tx = self.write().await?;
        for (outcome, failure) in failures {
            let failure =
                failure.as_ref().map(|failure| Failure { line: clean(&failure.line).into_owned(), ..failure.clone() });
            sqlx::query(
                "UPDATE outcomes SET failure = $2, hallucination = $3, failure_detail = $4, failure_version = $5
                 WHERE id = $1",
            )
            .bind(outcome.to_string())
            .bind(failure.as_ref().map(|failure| failure.mode.as_str()))
            .bind(failure.as_ref().and_then(|failure| failure.hallucination).map(domain::Hallucination::as_str))
            .bind(failure.as_ref().map(to_json).transpose()?)
            .bind(failure_version.to_owned())
            .execute(&mut *tx)
            .await?;
        }
        tx.commit().await
    }

    /// Makes every outcome unclassified that was classified by other rules, and gives their number.
    pub async fn forget_failures(&self, failure_version: &str) -> Result<u64, StoreError> {
        let mut tx = self.write().await?;
        let forgotten = sqlx::query("UPDATE outcomes SET failure_version = NULL WHERE failure_version <> $1")
            .bind(failure_version.to_owned())
            .execute(&mut *tx)
            .await?
            .rows_affected();
        tx.commit().await?;
        Ok(forgotten)
    }

    /// The text of every file of a repository that holds a focal function.
    pub async fn source_texts(&self, repository: RepositoryId) -> Result<Vec<String>, StoreError> {
        let rows = sqlx::query("SELECT text FROM source_files WHERE repository_id = $1 ORDER BY path")
            .bind(repository.to_string())
            .fetch_all(&self.pool)
            .await?;
        rows.iter().map(|row| row.text("text")).collect()
    }
}

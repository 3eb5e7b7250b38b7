//! Which tasks an evaluation solved, over the full task list.

use domain::{BenchmarkVersionId, EvaluationId, Outcome};

use crate::row::Cells;
use crate::{SolvedRow, Store, StoreError};

impl Store {
    /// Every task of the evaluation's benchmark version in its fixed order, with whether the first attempt passed: what
    /// paired tests compare. Two evaluations can be compared when they are of one version.
    pub async fn solved_tasks(
        &self,
        evaluation: EvaluationId,
    ) -> Result<(BenchmarkVersionId, Vec<SolvedRow>), StoreError> {
        let version = sqlx::query(
            "SELECT s.version_id FROM evaluations e JOIN submissions s ON s.id = e.submission_id WHERE e.id = $1",
        )
        .bind(evaluation.to_string())
        .fetch_optional(&self.pool)
        .await?
        .ok_or_else(|| StoreError::not_found("evaluation", evaluation))?
        .parsed::<BenchmarkVersionId>("version_id")?;
        let rows = sqlx::query(
            "SELECT t.key, t.language, COALESCE(o.outcome, '') AS outcome
             FROM tasks t
             LEFT JOIN outcomes o ON o.task_id = t.id AND o.evaluation_id = $1 AND o.attempt = 0
             WHERE t.version_id = $2 ORDER BY t.position",
        )
        .bind(evaluation.to_string())
        .bind(version.to_string())
        .fetch_all(&self.pool)
        .await?;
        let tasks = rows
            .iter()
            .map(|row| {
                Ok(SolvedRow {
                    key: row.parsed("key")?,
                    language: row.parsed("language")?,
                    passed: row.text("outcome")? == Outcome::Passed.as_str(),
                })
            })
            .collect::<Result<_, StoreError>>()?;
        Ok((version, tasks))
    }
}

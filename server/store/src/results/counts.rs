//! The denominators: all tasks of a version, whether or not there is a suite (invariant 4).

use domain::{EvaluationId, Limits};
use sqlx::any::AnyRow;

use crate::row::Cells;
use crate::{RepositoryCountRow, Store, StoreError, TaskCountRow};

impl Store {
    /// All tasks of the evaluation's benchmark version per language, in the order of languages.
    pub async fn version_task_count(&self, evaluation: EvaluationId) -> Result<Vec<TaskCountRow>, StoreError> {
        let (version, wanted) = self.version_and_mutants(evaluation).await?;
        let rows = sqlx::query(
            "SELECT language, COUNT(*) AS tasks, CAST(SUM(has_mutants) AS BIGINT) AS with_mutants
             FROM tasks WHERE version_id = $1 GROUP BY language",
        )
        .bind(version)
        .fetch_all(&self.pool)
        .await?;
        let mut counts = rows
            .iter()
            .map(|row| {
                let with_mutants = with_mutants(row, wanted)?;
                Ok(TaskCountRow { language: row.parsed("language")?, tasks: row.count("tasks")?, with_mutants })
            })
            .collect::<Result<Vec<_>, StoreError>>()?;
        counts.sort_unstable_by_key(|count| count.language);
        Ok(counts)
    }

    /// The same per repository, by language and name.
    pub async fn repository_task_count(&self, evaluation: EvaluationId) -> Result<Vec<RepositoryCountRow>, StoreError> {
        let (version, wanted) = self.version_and_mutants(evaluation).await?;
        let rows = sqlx::query(
            "SELECT r.id, r.spec, COUNT(*) AS tasks, CAST(SUM(t.has_mutants) AS BIGINT) AS with_mutants
             FROM repositories r JOIN tasks t ON t.repository_id = r.id
             WHERE r.version_id = $1 GROUP BY r.id, r.spec, r.position ORDER BY r.position",
        )
        .bind(version)
        .fetch_all(&self.pool)
        .await?;
        rows.iter()
            .map(|row| {
                Ok(RepositoryCountRow {
                    repository: row.parsed("id")?,
                    spec: row.json("spec")?,
                    tasks: row.count("tasks")?,
                    with_mutants: with_mutants(row, wanted)?,
                })
            })
            .collect()
    }

    /// The version that an evaluation runs under, and whether its limits want mutants.
    async fn version_and_mutants(&self, evaluation: EvaluationId) -> Result<(String, bool), StoreError> {
        let row = sqlx::query(
            "SELECT s.version_id, e.limits
             FROM evaluations e JOIN submissions s ON s.id = e.submission_id WHERE e.id = $1",
        )
        .bind(evaluation.to_string())
        .fetch_optional(&self.pool)
        .await?
        .ok_or_else(|| StoreError::not_found("evaluation", evaluation))?;
        let limits: Limits = row.json("limits")?;
        Ok((row.text("version_id")?, limits.mutants > 0))
    }
}

fn with_mutants(row: &AnyRow, wanted: bool) -> Result<u64, StoreError> {
    if wanted { row.count("with_mutants") } else { Ok(0) }
}

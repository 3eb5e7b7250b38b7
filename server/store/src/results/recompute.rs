//! Figures of scored evaluations, computed anew because a formula has changed.

use domain::EvaluationId;

use super::finish::insert_figures;
use crate::audit::{self, Change};
use crate::row::Cells;
use crate::{FigureRow, Store, StoreError};

impl Store {
    /// Scored evaluations whose figures come from another version of the formulas than this one, oldest first.
    pub async fn outdated_evaluations(&self, scoring_version: &str) -> Result<Vec<EvaluationId>, StoreError> {
        let rows = sqlx::query(
            "SELECT id FROM evaluations
             WHERE verdict = 'scored' AND (scoring_version IS NULL OR scoring_version <> $1) ORDER BY queued_at, id",
        )
        .bind(scoring_version.to_owned())
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(|row| row.parsed("id")).collect()
    }

    /// Puts new figures in the place of a scored evaluation's old ones, in one transaction; `false`, and nothing is
    /// changed, when they are of this version already or the evaluation is not scored. What was observed stays.
    pub async fn replace_figures(
        &self,
        evaluation: EvaluationId,
        scoring_version: &str,
        figures: &[FigureRow],
    ) -> Result<bool, StoreError> {
        let now = self.now();
        let mut tx = self.write().await?;
        // The update that changes nothing holds the evaluation until the end of the transaction.
        let row = sqlx::query(
            "UPDATE evaluations SET verdict = verdict
             WHERE id = $1 AND verdict = 'scored' AND (scoring_version IS NULL OR scoring_version <> $2)
             RETURNING submission_id, scoring_version",
        )
        .bind(evaluation.to_string())
        .bind(scoring_version.to_owned())
        .fetch_optional(&mut *tx)
        .await?;
        let Some(row) = row else { return Ok(false) };
        sqlx::query("DELETE FROM metrics WHERE evaluation_id = $1")
            .bind(evaluation.to_string())
            .execute(&mut *tx)
            .await?;
        insert_figures(&mut tx, evaluation, figures).await?;
        super::finish::set_scoring_version(&mut tx, evaluation, scoring_version).await?;
        sqlx::query("UPDATE leaderboard_entries SET updated_at = $2 WHERE evaluation_id = $1")
            .bind(evaluation.to_string())
            .bind(now.0)
            .execute(&mut *tx)
            .await?;
        let version = |version: &str| format!("formulas of version {version}");
        let change = Change {
            actor: None,
            action: "entry.recomputed",
            subject: &row.text("submission_id")?,
            before: &row.optional_text("scoring_version")?.as_deref().map(version).unwrap_or_default(),
            after: &version(scoring_version),
            reason: "a formula changed; the observations did not",
        };
        audit::append(&mut tx, now, change).await?;
        tx.commit().await?;
        Ok(true)
    }
}

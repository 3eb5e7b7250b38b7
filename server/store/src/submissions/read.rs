//! Submissions as pages show them.

use domain::{EvaluationId, SubmissionId, UserId};

use crate::row::Cells;
use crate::{EvaluationRecord, Store, StoreError, SubmissionListRow, SubmissionRecord};

impl Store {
    /// One submission with its newest evaluation. Who may see it is for [`SubmissionRecord::is_visible_to`].
    pub async fn submission(&self, id: SubmissionId) -> Result<Option<SubmissionRecord>, StoreError> {
        let row = sqlx::query(
            "SELECT s.id, s.version_id, v.label, b.slug, m.name AS model, s.mode, s.state, s.user_id, u.name AS user_name,
                    s.created_at, s.file_name, s.sha256, s.report
             FROM submissions s
             JOIN benchmark_versions v ON v.id = s.version_id
             JOIN benchmarks b ON b.id = v.benchmark_id
             JOIN models m ON m.id = s.model_id
             JOIN users u ON u.id = s.user_id
             WHERE s.id = $1",
        )
        .bind(id.to_string())
        .fetch_optional(&self.pool)
        .await?;
        let Some(row) = row else { return Ok(None) };
        Ok(Some(SubmissionRecord {
            id: row.parsed("id")?,
            version: row.parsed("version_id")?,
            version_label: row.text("label")?,
            benchmark: row.parsed("slug")?,
            model: row.parsed("model")?,
            mode: row.parsed("mode")?,
            state: row.parsed("state")?,
            user: row.parsed("user_id")?,
            user_name: row.text("user_name")?,
            created: row.time("created_at")?,
            file_name: row.text("file_name")?,
            sha256: row.parsed("sha256")?,
            report: row.json("report")?,
            evaluation: self.newest_evaluation(id).await?,
        }))
    }

    /// The submissions of one account, or of all, newest first.
    pub async fn submissions(&self, user: Option<UserId>) -> Result<Vec<SubmissionListRow>, StoreError> {
        let rows = sqlx::query(
            "SELECT s.id, b.slug, m.name AS model, s.mode, s.state, s.user_id, u.name AS user_name, s.created_at, s.slots,
                    (SELECT COUNT(*) FROM outcomes o WHERE o.evaluation_id = e.id) AS settled,
                    (SELECT COUNT(*) FROM outcomes o WHERE o.evaluation_id = e.id AND o.outcome = 'passed') AS passed
             FROM submissions s
             JOIN benchmark_versions v ON v.id = s.version_id
             JOIN benchmarks b ON b.id = v.benchmark_id
             JOIN models m ON m.id = s.model_id
             JOIN users u ON u.id = s.user_id
             LEFT JOIN evaluations e ON e.submission_id = s.id
                 AND e.sequence = (SELECT MAX(n.sequence) FROM evaluations n WHERE n.submission_id = s.id)
             WHERE $1 = '' OR s.user_id = $1
             ORDER BY s.created_at DESC, s.id DESC",
        )
        .bind(user.map(|user| user.to_string()).unwrap_or_default())
        .fetch_all(&self.pool)
        .await?;
        rows.iter()
            .map(|row| {
                Ok(SubmissionListRow {
                    id: row.parsed("id")?,
                    benchmark: row.parsed("slug")?,
                    model: row.parsed("model")?,
                    mode: row.parsed("mode")?,
                    state: row.parsed("state")?,
                    user: row.parsed("user_id")?,
                    user_name: row.text("user_name")?,
                    created: row.time("created_at")?,
                    settled: row.count("settled")?,
                    slots: row.count("slots")?,
                    passed: row.count("passed")?,
                })
            })
            .collect()
    }

    async fn newest_evaluation(&self, submission: SubmissionId) -> Result<Option<EvaluationRecord>, StoreError> {
        let row = sqlx::query(
            "SELECT id, queued_at, started_at, finished_at, limits, evaluator_version
             FROM evaluations WHERE submission_id = $1 ORDER BY sequence DESC LIMIT 1",
        )
        .bind(submission.to_string())
        .fetch_optional(&self.pool)
        .await?;
        let Some(row) = row else { return Ok(None) };
        let id: EvaluationId = row.parsed("id")?;
        let newest = sqlx::query(
            "SELECT provenance FROM outcomes WHERE evaluation_id = $1 AND provenance IS NOT NULL
             ORDER BY created_at DESC, id DESC LIMIT 1",
        )
        .bind(id.to_string())
        .fetch_optional(&self.pool)
        .await?;
        Ok(Some(EvaluationRecord {
            id,
            queued: row.time("queued_at")?,
            started: row.optional_time("started_at")?,
            finished: row.optional_time("finished_at")?,
            limits: row.json("limits")?,
            evaluator_version: row.text("evaluator_version")?,
            provenance: match newest {
                Some(newest) => newest.optional_json("provenance")?,
                None => None,
            },
        }))
    }
}

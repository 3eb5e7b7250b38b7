//! Results that need not be computed again.

use domain::{EvaluationId, Limits, Provenance, SlotResult, SlotWork, TaskWork};

use crate::row::Cells;
use crate::{Store, StoreError};

impl Store {
    /// What the same suites ended as earlier, under the same task, image, limits, evaluator version and runtime; `None`
    /// unless that is known of every slot. Only ends that do not depend on how busy the host was are taken.
    ///
    /// The provenance is that of the earlier run and says which evaluation it belongs to.
    pub async fn known_results(
        &self,
        work: &TaskWork,
        evaluator_version: &str,
        runtime: &str,
    ) -> Result<Option<(Vec<SlotResult>, Provenance)>, StoreError> {
        let mut results = Vec::with_capacity(work.slots.len());
        let mut provenance = None;
        for slot in &work.slots {
            let Some((result, from)) = self.known_result(work, slot, evaluator_version, runtime).await? else {
                return Ok(None);
            };
            results.push(result);
            provenance.get_or_insert(from);
        }
        Ok(provenance.map(|provenance| (results, provenance)))
    }

    async fn known_result(
        &self,
        work: &TaskWork,
        slot: &SlotWork,
        evaluator_version: &str,
        runtime: &str,
    ) -> Result<Option<(SlotResult, Provenance)>, StoreError> {
        // A task belongs to one version of its benchmark, and so to one image.
        let rows = sqlx::query(
            "SELECT o.evaluation_id, o.outcome, o.reason, o.evidence, o.millis, o.provenance, e.limits
             FROM outcomes o
             JOIN evaluations e ON e.id = o.evaluation_id
             JOIN suites s ON s.submission_id = e.submission_id AND s.task_id = o.task_id AND s.attempt = o.attempt
             WHERE o.task_id = $1 AND s.sha256 = $2 AND s.extraction = $3 AND e.evaluator_version = $4
               AND o.provenance IS NOT NULL
               AND o.outcome IN ('passed', 'test_failed', 'compile_error', 'no_tests', 'invalid_suite')
             ORDER BY o.created_at, o.id",
        )
        .bind(work.task.to_string())
        .bind(slot.sha256.to_string())
        .bind(slot.extraction.as_str())
        .bind(evaluator_version.to_owned())
        .fetch_all(&self.pool)
        .await?;
        for row in &rows {
            let from: Provenance = row.json("provenance")?;
            // An evaluation keeps the limits of its version; what the repository adds belongs to the task.
            let limits: Limits = row.json("limits")?;
            if limits.widened(&work.repository.limits) != work.limits {
                continue;
            }
            if from.runtime != runtime || from.reused_from.is_some() {
                continue;
            }
            let evaluation: EvaluationId = row.parsed("evaluation_id")?;
            let result = SlotResult {
                attempt: slot.attempt,
                outcome: row.parsed("outcome")?,
                reason: row.text("reason")?,
                evidence: row.json("evidence")?,
                millis: row.count("millis")?,
            };
            return Ok(Some((result, Provenance { reused_from: Some(evaluation), ..from })));
        }
        Ok(None)
    }
}

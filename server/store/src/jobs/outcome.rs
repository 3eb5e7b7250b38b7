//! Outcomes as rows.

use domain::{Attempt, Evidence, MutationRun, OutcomeId, Provenance, SlotResult, Timestamp};
use sqlx::AnyConnection;

use super::JobRef;
use crate::StoreError;
use crate::batch::{Cell, insert};
use crate::row::{Cells, to_integer, to_json};
use crate::text::clean_result;

/// The attempts for which a job's submission has suites, ascending.
pub(super) async fn attempts_of(connection: &mut AnyConnection, job: JobRef) -> Result<Vec<Attempt>, StoreError> {
    sqlx::query(
        "SELECT s.attempt FROM suites s JOIN evaluations e ON e.submission_id = s.submission_id
         WHERE e.id = $1 AND s.task_id = $2 ORDER BY s.attempt",
    )
    .bind(job.evaluation.to_string())
    .bind(job.task.to_string())
    .fetch_all(connection)
    .await?
    .iter()
    .map(|row| row.small("attempt").map(Attempt))
    .collect()
}

/// Stores what the slots of a job ended as. A second outcome for a slot is an error, so nothing can count twice.
pub(super) async fn insert_outcomes(
    connection: &mut AnyConnection,
    job: JobRef,
    results: &[SlotResult],
    provenance: Option<&Provenance>,
    now: Timestamp,
) -> Result<(), StoreError> {
    let provenance = provenance.map(to_json).transpose()?;
    let rows = results
        .iter()
        .map(|result| {
            let flaky = result.is_flaky();
            let (cases_passed, cases) = result.evidence.cases();
            let SlotResult { attempt, outcome, reason, evidence, millis } = clean_result(result);
            let Evidence { invokes, compiles, ref coverage, control, ref mutation, .. } = evidence;
            let score = mutation.as_ref().and_then(MutationRun::score);
            Ok([
                Cell::text(OutcomeId::new()),
                Cell::text(job.evaluation),
                Cell::text(job.task),
                Cell::Integer(i64::from(attempt.0)),
                Cell::text(outcome),
                Cell::Text(reason),
                Cell::Integer(i64::from(invokes)),
                Cell::Integer(i64::from(compiles)),
                Cell::optional_integer(coverage.as_ref().map(|coverage| to_integer(coverage.covered.len() as u64))),
                Cell::optional_text(coverage.as_ref().map(to_json).transpose()?),
                Cell::text(control),
                Cell::Integer(i64::from(flaky)),
                Cell::Integer(i64::from(cases)),
                Cell::Integer(i64::from(cases_passed)),
                Cell::Integer(to_integer(millis)),
                Cell::optional_integer(score.map(|(_, mutants)| i64::from(mutants))),
                Cell::optional_integer(score.map(|(detected, _)| i64::from(detected))),
                Cell::Text(to_json(&evidence)?),
                Cell::optional_text(provenance.clone()),
                Cell::Integer(now.0),
            ])
        })
        .collect::<Result<Vec<_>, StoreError>>()?;
    let columns = [
        "id",
        "evaluation_id",
        "task_id",
        "attempt",
        "outcome",
        "reason",
        "invokes",
        "compiles",
        "covered",
        "coverage",
        "control",
        "flaky",
        "cases",
        "cases_passed",
        "millis",
        "mutants",
        "mutants_detected",
        "evidence",
        "provenance",
        "created_at",
    ];
    insert(connection, "outcomes", columns, rows).await
}

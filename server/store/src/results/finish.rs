//! The end of an evaluation: everything is settled, and it is scored or blocked.

use domain::{Attempt, EntryId, EntrySource, EvaluationId, SubmissionState, Timestamp};
use sqlx::AnyConnection;

use crate::audit::{self, Change};
use crate::batch::{Cell, insert};
use crate::entries::read_figures;
use crate::row::{Cells, to_integer};
use crate::{FigureRow, Finish, ObservationRow, Store, StoreError};

impl Store {
    /// Evaluations whose jobs are all done or dead and that are not finished yet, oldest first.
    pub async fn finishable(&self) -> Result<Vec<EvaluationId>, StoreError> {
        let rows = sqlx::query(
            "SELECT e.id FROM evaluations e
             WHERE e.finished_at IS NULL
               AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.evaluation_id = e.id AND j.state IN ('queued', 'running'))
             ORDER BY e.queued_at, e.id",
        )
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(|row| row.parsed("id")).collect()
    }

    /// Every settled slot of an evaluation, by repository, path, line and attempt. Tasks without a suite are not in it:
    /// the denominator is [`Store::version_task_count`] (invariant 4).
    pub async fn observations(&self, evaluation: EvaluationId) -> Result<Vec<ObservationRow>, StoreError> {
        let rows = sqlx::query(
            "SELECT o.task_id, t.language, t.repository_id, o.attempt, o.outcome, o.invokes, o.compiles, t.executable,
                    o.mutants, o.mutants_detected,
                    COALESCE(o.covered, 0) AS covered, o.control, o.flaky, o.cases_passed, o.cases
             FROM outcomes o JOIN tasks t ON t.id = o.task_id
             WHERE o.evaluation_id = $1 ORDER BY t.position, o.attempt",
        )
        .bind(evaluation.to_string())
        .fetch_all(&self.pool)
        .await?;
        rows.iter()
            .map(|row| {
                Ok(ObservationRow {
                    task: row.parsed("task_id")?,
                    language: row.parsed("language")?,
                    repository: row.parsed("repository_id")?,
                    attempt: Attempt(row.small("attempt")?),
                    outcome: row.parsed("outcome")?,
                    invokes: row.flag("invokes")?,
                    compiles: row.flag("compiles")?,
                    executable: row.small("executable")?,
                    covered: row.small("covered")?,
                    mutation: row.optional_small("mutants_detected")?.zip(row.optional_small("mutants")?),
                    control: row.parsed("control")?,
                    flaky: row.flag("flaky")?,
                    cases: (row.small("cases_passed")?, row.small("cases")?),
                })
            })
            .collect()
    }

    /// Ends an evaluation, in one transaction; one that is finished already is left as it is.
    ///
    /// Scored: stores its figures, puts its entry on the board and makes the submission public. Refused while a slot is
    /// unsettled or ended in a fault of ours (invariant 1). Blocked: waits for [`Store::retry_dead_jobs`].
    pub async fn finish_evaluation(&self, evaluation: EvaluationId, finish: Finish) -> Result<(), StoreError> {
        let now = self.now();
        let mut tx = self.write().await?;
        let (verdict, state) = match finish {
            Finish::Scored { .. } => ("scored", SubmissionState::Evaluated),
            Finish::Blocked { .. } => ("blocked", SubmissionState::Blocked),
        };
        let row = sqlx::query(
            "UPDATE evaluations SET finished_at = $2, verdict = $3 WHERE id = $1 AND finished_at IS NULL
             RETURNING submission_id",
        )
        .bind(evaluation.to_string())
        .bind(now.0)
        .bind(verdict)
        .fetch_optional(&mut *tx)
        .await?;
        let Some(row) = row else {
            return exists(&mut tx, evaluation).await;
        };
        let submission = row.text("submission_id")?;
        let settled = Settled::read(&mut tx, evaluation, &submission).await?;
        let reason = match finish {
            Finish::Scored { figures, scoring_version } => {
                settled.check_scorable(evaluation)?;
                insert_figures(&mut tx, evaluation, &figures).await?;
                set_scoring_version(&mut tx, evaluation, &scoring_version).await?;
                insert_entry(&mut tx, evaluation, &submission, now).await?;
                crate::search::measure_difficulty(&mut tx, &submission).await?;
                "every slot is settled".to_owned()
            }
            Finish::Blocked { infra } => {
                settled.check_complete(evaluation)?;
                format!("{infra} slots ended in a fault of ours")
            }
        };
        sqlx::query("UPDATE submissions SET state = $2 WHERE id = $1")
            .bind(submission.clone())
            .bind(state.as_str())
            .execute(&mut *tx)
            .await?;
        let change = Change {
            actor: None,
            action: if state == SubmissionState::Evaluated { "entry.verified" } else { "evaluation.blocked" },
            subject: &submission,
            before: &settled.state,
            after: state.as_str(),
            reason: &reason,
        };
        audit::append(&mut tx, now, change).await?;
        tx.commit().await
    }

    /// The figures of a scored evaluation, by scope and metric; empty before.
    pub async fn figures(&self, evaluation: EvaluationId) -> Result<Vec<FigureRow>, StoreError> {
        let rows = sqlx::query("SELECT scope, metric, percent, n FROM metrics WHERE evaluation_id = $1")
            .bind(evaluation.to_string())
            .fetch_all(&self.pool)
            .await?;
        read_figures(&rows)
    }
}

/// What an evaluation has come to, in numbers.
struct Settled {
    /// Of the submission.
    state: String,
    slots: u64,
    outcomes: u64,
    infra: u64,
    open_jobs: u64,
}

impl Settled {
    async fn read(
        connection: &mut AnyConnection,
        evaluation: EvaluationId,
        submission: &str,
    ) -> Result<Self, StoreError> {
        let row = sqlx::query(
            "SELECT s.state, s.slots,
                    (SELECT COUNT(*) FROM outcomes o WHERE o.evaluation_id = $1) AS outcomes,
                    (SELECT COUNT(*) FROM outcomes o WHERE o.evaluation_id = $1 AND o.outcome = 'infra_error') AS infra,
                    (SELECT COUNT(*) FROM jobs j
                     WHERE j.evaluation_id = $1 AND j.state IN ('queued', 'running')) AS open_jobs
             FROM submissions s WHERE s.id = $2",
        )
        .bind(evaluation.to_string())
        .bind(submission.to_owned())
        .fetch_one(connection)
        .await?;
        Ok(Self {
            state: row.text("state")?,
            slots: row.count("slots")?,
            outcomes: row.count("outcomes")?,
            infra: row.count("infra")?,
            open_jobs: row.count("open_jobs")?,
        })
    }

    fn check_complete(&self, evaluation: EvaluationId) -> Result<(), StoreError> {
        if self.open_jobs > 0 || self.outcomes != self.slots {
            return Err(StoreError::invalid(format!(
                "evaluation {evaluation} has {} outcomes for {} slots and {} open jobs; it can be finished when all are settled",
                self.outcomes, self.slots, self.open_jobs
            )));
        }
        Ok(())
    }

    fn check_scorable(&self, evaluation: EvaluationId) -> Result<(), StoreError> {
        self.check_complete(evaluation)?;
        if self.infra > 0 {
            return Err(StoreError::invalid(format!(
                "evaluation {evaluation} cannot be scored: {} slots ended in a fault of ours; retry its dead jobs",
                self.infra
            )));
        }
        Ok(())
    }
}

pub(super) async fn set_scoring_version(
    connection: &mut AnyConnection,
    evaluation: EvaluationId,
    scoring_version: &str,
) -> Result<(), StoreError> {
    sqlx::query("UPDATE evaluations SET scoring_version = $2 WHERE id = $1")
        .bind(evaluation.to_string())
        .bind(scoring_version.to_owned())
        .execute(connection)
        .await?;
    Ok(())
}

async fn exists(connection: &mut AnyConnection, evaluation: EvaluationId) -> Result<(), StoreError> {
    sqlx::query("SELECT id FROM evaluations WHERE id = $1")
        .bind(evaluation.to_string())
        .fetch_optional(connection)
        .await?
        .map(|_| ())
        .ok_or_else(|| StoreError::not_found("evaluation", evaluation))
}

pub(super) async fn insert_figures(
    connection: &mut AnyConnection,
    evaluation: EvaluationId,
    figures: &[FigureRow],
) -> Result<(), StoreError> {
    crate::entries::check_figures(figures)?;
    let rows = figures
        .iter()
        .map(|(scope, metric, percent, n)| {
            [
                Cell::text(evaluation),
                Cell::text(scope.as_str()),
                Cell::text(metric),
                Cell::Real(*percent),
                Cell::Integer(to_integer(*n)),
            ]
        })
        .collect();
    insert(connection, "metrics", ["evaluation_id", "scope", "metric", "percent", "n"], rows).await
}

async fn insert_entry(
    connection: &mut AnyConnection,
    evaluation: EvaluationId,
    submission: &str,
    now: Timestamp,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO leaderboard_entries (id, benchmark_id, model_id, mode, source, evaluation_id, added_at, updated_at)
         SELECT $1, v.benchmark_id, s.model_id, s.mode, $2, $3, $4, $4
         FROM submissions s JOIN benchmark_versions v ON v.id = s.version_id WHERE s.id = $5",
    )
    .bind(EntryId::new().to_string())
    .bind(EntrySource::Verified.as_str())
    .bind(evaluation.to_string())
    .bind(now.0)
    .bind(submission.to_owned())
    .execute(connection)
    .await?;
    Ok(())
}

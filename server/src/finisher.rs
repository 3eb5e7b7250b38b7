//! Ends evaluations whose jobs are all settled: scores them, or holds them back because of a fault of ours.

use std::time::Duration;

use anyhow::Context as _;
use domain::EvaluationId;
use scoring::{SlotObservation, Unscorable};
use store::{Finish, ObservationRow, Store};

/// How often to look.
const PAUSE: Duration = Duration::from_secs(1);

/// Looks for settled evaluations, for as long as the process lives.
pub async fn run(store: Store) {
    let mut faulty = false;
    loop {
        match finish_all(&store).await {
            Ok(_) => faulty = false,
            // The same fault every second is said once.
            Err(error) if !faulty => {
                faulty = true;
                tracing::error!(error = format!("{error:#}"), "evaluations could not be finished; trying again");
            }
            Err(_) => {}
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Ends every evaluation that can be ended, and gives their number. Doing it twice changes nothing.
pub async fn finish_all(store: &Store) -> anyhow::Result<usize> {
    let settled = store.finishable().await?;
    for &evaluation in &settled {
        finish(store, evaluation).await.with_context(|| format!("while finishing evaluation {evaluation}"))?;
    }
    Ok(settled.len())
}

async fn finish(store: &Store, evaluation: EvaluationId) -> anyhow::Result<()> {
    let rows = store.observations(evaluation).await?;
    let tasks = store.version_task_count(evaluation).await?;
    let attempts = rows.iter().map(|row| row.attempt.0 + 1).max().unwrap_or(1);
    let slots: Vec<SlotObservation> = rows.iter().map(observation).collect();
    match scoring::figures(&tasks, attempts, &slots) {
        Ok(figures) => {
            let figures = figures.into_iter().map(|f| (f.scope, f.metric, f.percent, f.n)).collect();
            store.finish_evaluation(evaluation, Finish::Scored { figures }).await?;
            tracing::info!(evaluation = %evaluation, slots = slots.len(), "evaluation {evaluation} is on the board");
        }
        Err(Unscorable::Infra(infra)) => {
            store.finish_evaluation(evaluation, Finish::Blocked { infra }).await?;
            tracing::warn!(
                evaluation = %evaluation,
                infra,
                "evaluation {evaluation} is held back: {infra} slots ended in a fault of ours; \
                 retry them with `assay admin retry-jobs`"
            );
        }
        Err(error @ Unscorable::TooManySlots { .. }) => return Err(error.into()),
    }
    Ok(())
}

fn observation(row: &ObservationRow) -> SlotObservation {
    SlotObservation {
        language: row.language,
        outcome: row.outcome,
        invokes: row.invokes,
        compiles: row.compiles,
        executable: row.executable,
        covered: row.covered,
        control: row.control,
        mutation: row.mutation,
    }
}

//! Ends evaluations whose jobs are all settled: scores them, or holds them back because of a fault of ours.

use std::time::Duration;

use crate::failures::{Names, classify_all};
use anyhow::Context as _;
use domain::EvaluationId;
use scoring::{SCORING_VERSION, SlotObservation, TaskCount, Unscorable};
use store::{FigureRow, Finish, ObservationRow, Store, TaskCountRow};

/// How often to look.
const PAUSE: Duration = Duration::from_secs(1);

/// Looks for settled evaluations, for as long as the process lives.
pub async fn run(store: Store) {
    let mut faulty = false;
    let mut names = Names::default();
    loop {
        let done = async {
            finish_all(&store).await?;
            classify_all(&store, &mut names).await
        };
        match done.await {
            Ok(_) => faulty = false,
            // The same fault every second is said once.
            Err(error) if !faulty => {
                faulty = true;
                tracing::error!(
                    error = format!("{error:#}"),
                    "evaluations could not be finished or explained; trying again"
                );
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

/// Computes the figures of every scored evaluation anew whose figures come from another version of the formulas, and
/// gives their number. Nothing is run again: the observations are stored. One that cannot be computed keeps its old
/// figures, and the log says so.
pub async fn recompute_all(store: &Store) -> anyhow::Result<usize> {
    let mut recomputed = 0;
    for evaluation in store.outdated_evaluations(SCORING_VERSION).await? {
        let replaced = async {
            let figures = compute(store, evaluation).await??;
            anyhow::Ok(store.replace_figures(evaluation, SCORING_VERSION, &figures).await?)
        };
        match replaced.await {
            Ok(replaced) => recomputed += usize::from(replaced),
            Err(error) => tracing::error!(
                evaluation = %evaluation,
                error = format!("{error:#}"),
                "evaluation {evaluation} keeps figures by earlier formulas"
            ),
        }
    }
    Ok(recomputed)
}

/// The figures of what is stored of an evaluation.
async fn compute(store: &Store, evaluation: EvaluationId) -> anyhow::Result<Result<Vec<FigureRow>, Unscorable>> {
    let rows = store.observations(evaluation).await?;
    let tasks: Vec<TaskCount> = store.version_task_count(evaluation).await?.into_iter().map(task_count).collect();
    let attempts = rows.iter().map(|row| row.attempt.0 + 1).max().unwrap_or(1);
    let slots: Vec<SlotObservation> = rows.iter().map(observation).collect();
    Ok(scoring::figures(&tasks, attempts, &slots)
        .map(|figures| figures.into_iter().map(|f| (f.scope, f.metric, f.percent, f.n)).collect()))
}

async fn finish(store: &Store, evaluation: EvaluationId) -> anyhow::Result<()> {
    match compute(store, evaluation).await? {
        Ok(figures) => {
            let scoring_version = SCORING_VERSION.to_owned();
            store.finish_evaluation(evaluation, Finish::Scored { figures, scoring_version }).await?;
            tracing::info!(evaluation = %evaluation, "evaluation {evaluation} is on the board");
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

fn task_count(row: TaskCountRow) -> TaskCount {
    TaskCount { language: row.language, tasks: row.tasks, with_mutants: row.with_mutants }
}

pub(crate) fn observation(row: &ObservationRow) -> SlotObservation {
    SlotObservation {
        language: row.language,
        outcome: row.outcome,
        invokes: row.invokes,
        compiles: row.compiles,
        executable: row.executable,
        covered: row.covered,
        control: row.control,
        flaky: row.flaky,
        mutation: row.mutation,
        cases: row.cases,
    }
}

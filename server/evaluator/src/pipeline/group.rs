//! Several jobs of one evaluation and repository, whose suites are built together where the language can do that.
//!
//! A batch can only save time. A suite that passed in one, or whose tests failed, is done; every other end (it does not
//! build, it was stopped, it crashed, its container died) is found out again by running the suite alone, and only that
//! counts.

use std::collections::BTreeMap;
use std::time::Instant;

use domain::{HostFault, Outcome, SlotResult, TaskWork};
use sandbox::SandboxError;
use sandbox::protocol::{ContinueRequest, RunRequest, StepReport};

use super::{evaluate_slot, mutation, nonce, repeat};
use crate::adapter::{Adapter, Batch, Build, Member, Plan};
use crate::judge::{self, Ran};
use crate::session::Sessions;

/// Which slot of which job.
type Place = (usize, usize);

/// A suite that can be placed, with the plan for running it alone.
struct Planned {
    place: Place,
    nonce: String,
    plan: Plan,
}

/// Runs the jobs; one answer for each. All of them belong to one evaluation and one repository.
pub async fn run_group(
    works: &[TaskWork],
    adapter: &dyn Adapter,
    sessions: &mut Sessions,
) -> Vec<Result<Vec<SlotResult>, HostFault>> {
    let works: Vec<TaskWork> = works.iter().map(mutation::prepared).collect();
    let mut settled = if adapter.batch_size() > 1 && works.iter().map(|work| work.slots.len()).sum::<usize>() > 1 {
        batches(&works, adapter, sessions).await
    } else {
        BTreeMap::new()
    };
    let mut answers = Vec::with_capacity(works.len());
    for (number, work) in works.iter().enumerate() {
        answers.push(one_job(number, work, &mut settled, adapter, sessions).await);
    }
    answers
}

/// One job; what batches have settled is not run again.
async fn one_job(
    number: usize,
    work: &TaskWork,
    settled: &mut BTreeMap<Place, SlotResult>,
    adapter: &dyn Adapter,
    sessions: &mut Sessions,
) -> Result<Vec<SlotResult>, HostFault> {
    let mut results = Vec::with_capacity(work.slots.len());
    for (place, slot) in work.slots.iter().enumerate() {
        let done = match settled.remove(&(number, place)) {
            Some(result) => repeat(work, slot, adapter, sessions, result).await,
            None => evaluate_slot(work, slot, adapter, sessions).await,
        };
        results.push(done?);
    }
    Ok(results)
}

/// What could be settled in batches.
async fn batches(works: &[TaskWork], adapter: &dyn Adapter, sessions: &mut Sessions) -> BTreeMap<Place, SlotResult> {
    let mut planned = Vec::new();
    for (number, work) in works.iter().enumerate() {
        for (place, slot) in work.slots.iter().enumerate().filter(|(_, slot)| !judge::is_empty(slot)) {
            let nonce = nonce();
            if let Ok(plan) = adapter.plan(work, slot, &nonce) {
                planned.push(Planned { place: (number, place), nonce, plan });
            }
        }
    }
    let members: Vec<Member<'_>> = planned
        .iter()
        .map(|Planned { place, nonce, plan }| {
            let work = &works[place.0];
            Member { work, slot: &work.slots[place.1], nonce, plan }
        })
        .collect();
    let mut settled = BTreeMap::new();
    for batch in adapter.plan_batches(&members) {
        debug_assert!(batch.members.len() > 1 && batch.members.len() <= adapter.batch_size());
        for (index, result) in one_batch(&batch, &members, adapter, sessions).await {
            settled.insert(planned[index].place, result);
        }
    }
    settled
}

/// Builds a batch and runs its members; those that are settled by it.
async fn one_batch(
    batch: &Batch,
    members: &[Member<'_>],
    adapter: &dyn Adapter,
    sessions: &mut Sessions,
) -> Vec<(usize, SlotResult)> {
    let Some(work) = batch.members.first().map(|(index, _)| members[*index].work) else { return Vec::new() };
    let request = RunRequest { keep: true, ..batch.request.clone() };
    let steps = match sessions.run(work, &request).await {
        Ok(steps) => steps,
        Err(error) => {
            tracing::info!(%error, suites = batch.members.len(), "a batch was not built; its suites are run alone");
            return Vec::new();
        }
    };
    let builds = adapter.read_batch(batch, members, &steps);
    debug_assert_eq!(builds.len(), batch.members.len());
    let share = u64::try_from(batch.members.len()).unwrap_or(u64::MAX).max(1);
    let mut settled = Vec::new();
    for ((index, plan), build) in batch.members.iter().zip(builds) {
        let mut plan = plan.clone();
        plan.notes.push(format!("Suites of this submission built together with it: {}.", share - 1));
        let build = StepReport { wall_ms: build.wall_ms / share, cpu_ms: build.cpu_ms / share, ..build };
        match one_member(&members[*index], &plan, build, &request, adapter, sessions).await {
            Ok(Some(result)) => settled.push((*index, result)),
            Ok(None) => {}
            // What the folder held is gone with the container.
            Err(error) => {
                tracing::info!(task = %members[*index].work.task_key, %error, "a batch broke off; the rest is run alone");
                break;
            }
        }
    }
    settled
}

/// Runs one member in the batch's folder; `None` when it has to be run alone.
async fn one_member(
    member: &Member<'_>,
    plan: &Plan,
    build: StepReport,
    request: &RunRequest,
    adapter: &dyn Adapter,
    sessions: &mut Sessions,
) -> Result<Option<SlotResult>, SandboxError> {
    let Member { work, slot, nonce, .. } = *member;
    let start = Instant::now();
    let build_ms = build.wall_ms;
    let millis = || build_ms + u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
    let mut steps = vec![build];
    if adapter.read(work, plan, nonce, &steps).build != Build::Ok {
        return Ok(None);
    }
    let more =
        ContinueRequest { id: request.id.clone(), files: Vec::new(), steps: plan.request.steps.clone(), keep: true };
    steps.extend(sessions.go_on(&more).await?);
    let observation = adapter.read(work, plan, nonce, &steps);
    let mut result = judge::judge(work, slot, Ran::Finished(plan, &steps, &observation), millis());
    match result.outcome {
        Outcome::TestFailed => return Ok(Some(result)),
        Outcome::Passed => {}
        _ => return Ok(None),
    }
    if mutation::is_wanted(work) {
        let stage = mutation::Stage { work, slot, adapter, plan, nonce, id: &request.id, alone: None };
        if !matches!(mutation::run(&stage, sessions, &steps, &mut result).await, Ok(true)) {
            return Ok(None);
        }
        result.millis = millis();
    }
    Ok(Some(result))
}

#[cfg(test)]
#[path = "group_tests.rs"]
mod tests;

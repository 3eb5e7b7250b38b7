//! One job over a session: plan, run, read, judge, for each slot.

use std::time::Instant;

use domain::{HostFault, Outcome, SlotResult, SlotWork, TaskWork};
use sandbox::SandboxError;
use sandbox::protocol::{RunRequest, StepReport, Stopped};

use crate::adapter::{Adapter, Build};
use crate::judge::{self, BASELINE, Death, Ran};
use crate::session::Sessions;

use Turn::{Again, First};

mod group;
mod mutation;

pub use group::run_group;

/// Runs every slot of a task. A fault of ours ends the job without any result (invariant 1).
pub async fn run_task(
    work: &TaskWork,
    adapter: &dyn Adapter,
    sessions: &mut Sessions,
) -> Result<Vec<SlotResult>, HostFault> {
    run_group(std::slice::from_ref(work), adapter, sessions).await.remove(0)
}

/// One suite by itself: once, and again as often as the limits say if it passes.
async fn evaluate_slot(
    work: &TaskWork,
    slot: &SlotWork,
    adapter: &dyn Adapter,
    sessions: &mut Sessions,
) -> Result<SlotResult, HostFault> {
    let result = run_slot(work, slot, adapter, sessions, First(mutation::is_wanted(work))).await?;
    repeat(work, slot, adapter, sessions, result).await
}

/// Runs a suite that has passed again, and notes how that ended.
async fn repeat(
    work: &TaskWork,
    slot: &SlotWork,
    adapter: &dyn Adapter,
    sessions: &mut Sessions,
    mut result: SlotResult,
) -> Result<SlotResult, HostFault> {
    let repeats = if result.outcome == Outcome::Passed { work.limits.repeats } else { 0 };
    for number in 1..=repeats {
        let again = run_slot(work, slot, adapter, sessions, Again(number)).await?;
        result.evidence.repeats.push(again.outcome);
    }
    Ok(result)
}

/// Which run of a suite it is.
#[derive(Debug, Clone, Copy)]
enum Turn {
    /// The one that decides; with its mutants when it passes and this says so.
    First(bool),
    /// A repeated one, by its number from 1, which is also the seed of its order: the same for every suite, so that
    /// the same suite always gets the same answer.
    Again(u16),
}

/// One suite, once.
async fn run_slot(
    work: &TaskWork,
    slot: &SlotWork,
    adapter: &dyn Adapter,
    sessions: &mut Sessions,
    turn: Turn,
) -> Result<SlotResult, HostFault> {
    let mutants = matches!(turn, First(true));
    let start = Instant::now();
    let millis = || u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
    if judge::is_empty(slot) {
        return Ok(judge::judge(work, slot, Ran::Nothing, millis()));
    }
    let mut nonce = nonce();
    let mut plan = match adapter.plan(work, slot, &nonce) {
        Ok(plan) => plan,
        Err(error) => return Ok(judge::judge(work, slot, Ran::Unplaced(&error), millis())),
    };
    if let Again(seed) = turn {
        adapter.shuffle(&mut plan, seed.into());
    }
    let mut request = RunRequest { keep: mutants, ..plan.request.clone() };
    let (mut died_before, mut cut_before, mut again, mut waited_before) = (false, false, false, false);
    loop {
        match sessions.run(work, &request).await {
            Ok(steps) => {
                if let Some(cause) = steps.iter().find_map(|step| step.server_failed.as_ref())
                    && sessions.is_news(&work.image, cause)
                {
                    tracing::warn!(task = %work.task_key, cause, "a fork server does not work; its steps ran by themselves");
                }
                if !again && steps.iter().any(ran_out_of_time) {
                    again = true;
                    let fresh = self::nonce();
                    if let Some(other) = adapter.plan_again(work, slot, &plan, &fresh) {
                        (plan, nonce) = (other, fresh);
                        if let Again(seed) = turn {
                            adapter.shuffle(&mut plan, seed.into());
                        }
                        request = RunRequest { keep: mutants, ..plan.request.clone() };
                        continue;
                    }
                }
                // Once may be chance: a busy host makes anything slow that does not compute all the time.
                if !waited_before && steps.iter().any(waited_too_long) {
                    waited_before = true;
                    plan.notes.push(WAITED.to_owned());
                    continue;
                }
                let observation = adapter.read(work, &plan, &nonce, &steps);
                if let Build::Fault(cause) = &observation.build {
                    let what = format!("building {} without the suite", work.repository.name);
                    return Err(HostFault::new(what, cause));
                }
                let mut result = judge::judge(work, slot, Ran::Finished(&plan, &steps, &observation), millis());
                if mutants && result.outcome == Outcome::Passed {
                    let stage = mutation::Stage {
                        work,
                        slot,
                        adapter,
                        plan: &plan,
                        nonce: &nonce,
                        id: &request.id,
                        alone: Some(&request),
                    };
                    mutation::run(&stage, sessions, &steps, &mut result).await?;
                    result.millis = millis();
                }
                return Ok(result);
            }
            // Once may be chance (the host's memory, an engine restart); twice in fresh containers is the suite.
            Err(SandboxError::SessionDied { out_of_memory, cause }) if died_before => {
                let death = Death { out_of_memory, cause };
                return Ok(judge::judge(work, slot, Ran::Died(&plan, &death), millis()));
            }
            Err(SandboxError::SessionDied { out_of_memory, cause }) => {
                tracing::info!(task = %work.task_key, out_of_memory, cause, "container died; once more in a fresh one");
                died_before = true;
            }
            // Never the suite; but the host may have recovered, and then the job need not be given back.
            Err(SandboxError::SessionCut { cause }) if !cut_before => {
                tracing::warn!(task = %work.task_key, cause, "a run was cut off; once more in a fresh container");
                cut_before = true;
            }
            Err(error) => {
                return Err(HostFault::new(format!("running task {}", work.task_key), error));
            }
        }
    }
}

/// Whether the suite itself was stopped because it took too long. A control run that is stopped has noticed something.
fn ran_out_of_time(step: &StepReport) -> bool {
    step.name == BASELINE && matches!(step.stopped, Some(Stopped::WallTime | Stopped::CpuTime))
}

/// What the notes of a slot say after a run that was not computing when its time was over.
const WAITED: &str = "Its time ran out while it was not computing, so it was run once more; this is the second run.";

/// Whether a step was stopped for its time although the processor was not its own for nearly all of it.
fn waited_too_long(step: &StepReport) -> bool {
    step.stopped == Some(Stopped::WallTime) && !computed_throughout(step)
}

/// Whether a step used the processor for nearly all of its time, so that nothing else can have made it slow.
fn computed_throughout(step: &StepReport) -> bool {
    step.cpu_ms * 10 >= step.wall_ms * 9
}

/// 128 random bits in hexadecimal, new for every slot.
fn nonce() -> String {
    hex::encode(rand::random::<[u8; 16]>())
}

#[cfg(test)]
mod tests;

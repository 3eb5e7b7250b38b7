//! One job over a session: plan, run, read, judge, for each slot.

use std::time::Instant;

use domain::{HostFault, SlotResult, SlotWork, TaskWork};
use sandbox::SandboxError;

use crate::adapter::{Adapter, Build};
use crate::judge::{self, Death, Ran};
use crate::session::Sessions;

/// Runs every slot of a task. A fault of ours ends the job without any result (invariant 1).
pub async fn run_task(
    work: &TaskWork,
    adapter: &dyn Adapter,
    sessions: &mut Sessions,
) -> Result<Vec<SlotResult>, HostFault> {
    let mut results = Vec::with_capacity(work.slots.len());
    for slot in &work.slots {
        results.push(run_slot(work, slot, adapter, sessions).await?);
    }
    Ok(results)
}

async fn run_slot(
    work: &TaskWork,
    slot: &SlotWork,
    adapter: &dyn Adapter,
    sessions: &mut Sessions,
) -> Result<SlotResult, HostFault> {
    let start = Instant::now();
    let millis = || u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
    if judge::is_empty(slot) {
        return Ok(judge::judge(work, slot, Ran::Nothing, millis()));
    }
    let nonce = nonce();
    let plan = match adapter.plan(work, slot, &nonce) {
        Ok(plan) => plan,
        Err(error) => return Ok(judge::judge(work, slot, Ran::Unplaced(&error), millis())),
    };
    let (mut died_before, mut cut_before) = (false, false);
    loop {
        match sessions.run(work, &plan.request).await {
            Ok(steps) => {
                let observation = adapter.read(work, &plan, &nonce, &steps);
                if let Build::Fault(cause) = &observation.build {
                    let what = format!("building {} without the suite", work.repository.name);
                    return Err(HostFault::new(what, cause));
                }
                return Ok(judge::judge(work, slot, Ran::Finished(&plan, &steps, &observation), millis()));
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

/// 128 random bits in hexadecimal, new for every slot.
fn nonce() -> String {
    hex::encode(rand::random::<[u8; 16]>())
}

#[cfg(test)]
mod tests;

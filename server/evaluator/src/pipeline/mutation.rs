//! The mutants of a passing suite, in the folder that its run has kept.

use std::time::Duration;

use domain::{HostFault, Mutant, MutantResult, MutantStatus, Outcome, SlotResult, SlotWork, TaskWork};
use sandbox::SandboxError;
use sandbox::protocol::{ContinueRequest, Exit, RunRequest, StepReport};

use crate::adapter::{Adapter, Build, MUTANT_STEP, MutationOrder, Plan};
use crate::judge::{self, BASELINE};
use crate::session::Sessions;

/// Mutants in one request: what the supervisor answers stays small, and little is lost with a container.
const CHUNK: usize = 12;
/// Containers that mutants may kill before the suite is left without an answer.
const MOST_DEATHS: u32 = 3;

/// How long a mutant may take, from what the suite took without one.
fn limit(baseline: Duration, again: bool, run_seconds: u32) -> u64 {
    let (floor, factor) = if again { (4000, 20) } else { (1000, 10) };
    let millis = u64::try_from(baseline.as_millis()).unwrap_or(u64::MAX);
    millis.saturating_mul(factor).saturating_add(floor).min(u64::from(run_seconds) * 1000)
}

/// Whether a task has mutants that a passing suite is to be asked about.
pub(super) fn is_wanted(work: &TaskWork) -> bool {
    work.limits.mutants > 0 && !work.mutants.valid.is_empty()
}

/// The work with as many mutants as its limits allow, and with the change that changes nothing among them.
pub(super) fn prepared(work: &TaskWork) -> TaskWork {
    let mut work = work.clone();
    work.mutants.valid.truncate(usize::from(work.limits.mutants));
    if is_wanted(&work) {
        work.mutants.valid.extend(judge::mutation::harmless(&work.file_text, &work.focal));
    }
    work
}

/// One suite, its plan and what has been found out so far.
pub(super) struct Stage<'a> {
    pub work: &'a TaskWork,
    pub slot: &'a SlotWork,
    pub adapter: &'a dyn Adapter,
    pub plan: &'a Plan,
    pub nonce: &'a str,
    /// Of the request whose folder has been kept.
    pub id: &'a str,
    /// The plan's request, with `keep`; `None` for a suite that was built with others. Such a suite is left without an
    /// answer where another would be built again, because it is then run alone.
    pub alone: Option<&'a RunRequest>,
}

/// Runs the mutants and puts the answer into the result; `false`, and nothing is put there, when a suite that was built
/// with others has to be run alone. Only the host's faults are errors.
pub(super) async fn run(
    stage: &Stage<'_>,
    sessions: &mut Sessions,
    steps: &[StepReport],
    result: &mut SlotResult,
) -> Result<bool, HostFault> {
    debug_assert_eq!(result.outcome, Outcome::Passed);
    let baseline_step = steps.iter().find(|step| step.name == BASELINE);
    let baseline = Duration::from_millis(baseline_step.map_or(0, |step| step.wall_ms));
    let asked = judge::mutation::on_covered_lines(stage.work, result.evidence.coverage.as_ref());
    let mut runs: Vec<Run> = Vec::new();
    for again in [false, true] {
        // A busy machine may have been what made a mutant slow, so each that timed out is run once more, alone; but not
        // one that was computing for all of its time.
        let pending: Vec<&Mutant> = if again {
            let doubtful = |number| runs.iter().any(|run| run.result.number == number && run.is_doubtful());
            asked.iter().copied().filter(|mutant| doubtful(mutant.number)).collect()
        } else {
            asked.clone()
        };
        let wall_ms = limit(baseline, again, stage.work.limits.run_seconds);
        let order = MutationOrder { mutants: &pending, wall_ms, built: again, baseline: baseline_step };
        match batch(stage, sessions, order).await? {
            Ok(answers) => {
                runs.retain(|run| answers.iter().all(|answer| answer.result.number != run.result.number));
                runs.extend(answers);
            }
            Err(_) if stage.alone.is_none() => return Ok(false),
            Err(why) => {
                tracing::warn!(task = %stage.work.task_key, why, "mutants were not measured");
                judge::mutation::not_measured(result, &format!("Not measured: {why}."));
                return Ok(true);
            }
        }
    }
    let runs: Vec<MutantResult> = runs.into_iter().map(|run| run.result).collect();
    judge::mutation::record(result, judge::mutation::summarize(&stage.work.mutants, &runs));
    Ok(true)
}

/// One run of a mutant.
struct Run {
    result: MutantResult,
    /// Whether it used the processor for nearly all of its time, or ran into a limit that is not one of time, so that
    /// nothing else can have made it slow.
    computing: bool,
}

impl Run {
    fn of(number: u16, status: MutantStatus, step: &StepReport) -> Self {
        let result = MutantResult { number, status, millis: step.wall_ms };
        Self { result, computing: super::computed_throughout(step) }
    }

    fn is_doubtful(&self) -> bool {
        self.result.status == MutantStatus::TimedOut && !self.computing
    }
}

/// Runs mutants in chunks. The inner error says why there is no answer.
async fn batch(
    stage: &Stage<'_>,
    sessions: &mut Sessions,
    all: MutationOrder<'_>,
) -> Result<Result<Vec<Run>, String>, HostFault> {
    let MutationOrder { mutants, mut built, .. } = all;
    let mut results: Vec<Run> = Vec::with_capacity(mutants.len());
    let (mut deaths, mut cuts) = (0, 0);
    let mut size = if built { 1 } else { CHUNK };
    while let Some(rest) = mutants.get(results.len()..).filter(|rest| !rest.is_empty()) {
        let chunk = &rest[..rest.len().min(size)];
        let order = MutationOrder { mutants: chunk, built, ..all };
        let plan = stage.adapter.plan_mutants(stage.work, stage.slot, stage.plan, stage.nonce, order);
        let request = ContinueRequest { id: stage.id.to_owned(), files: plan.files, steps: plan.steps, keep: true };
        match sessions.go_on(&request).await {
            Ok(steps) => {
                let read = stage.adapter.read_mutants(stage.work, stage.plan, stage.nonce, &steps);
                match read.build {
                    Build::Ok => {}
                    Build::Failed(why) | Build::Fault(why) => {
                        return Ok(Err(format!("the mutants do not build: {why}")));
                    }
                    Build::Unknown => return Ok(Err("building the mutants took too long".to_owned())),
                }
                let answers: Vec<Run> = chunk
                    .iter()
                    .filter_map(|mutant| {
                        let (_, run) = read.runs.iter().find(|(number, _)| *number == mutant.number)?;
                        let step = steps.iter().find(|s| s.name == format!("{MUTANT_STEP}{}", mutant.number))?;
                        if read.endless.contains(&mutant.number) {
                            return Some(Run {
                                computing: true,
                                ..Run::of(mutant.number, MutantStatus::TimedOut, step)
                            });
                        }
                        let status = judge::mutation::status(step, run, stage.plan);
                        Some(Run::of(mutant.number, status, step))
                    })
                    .collect();
                if answers.len() != chunk.len() {
                    return Ok(Err("some mutants were not run".to_owned()));
                }
                results.extend(answers);
                built = true;
            }
            // Which mutant it was is known when there is only one; otherwise they are run one by one from here on.
            Err(SandboxError::SessionDied { .. }) if deaths < MOST_DEATHS => {
                deaths += 1;
                if let [mutant] = chunk {
                    let result = MutantResult { number: mutant.number, status: MutantStatus::Killed, millis: 0 };
                    results.push(Run { result, computing: true });
                }
                size = 1;
                built = false;
                if let Err(why) = keep_again(stage, sessions).await? {
                    return Ok(Err(why));
                }
            }
            Err(SandboxError::SessionDied { .. }) => return Ok(Err("mutants killed several containers".to_owned())),
            Err(SandboxError::SessionCut { .. }) if cuts == 0 => {
                cuts += 1;
                built = false;
                if let Err(why) = keep_again(stage, sessions).await? {
                    return Ok(Err(why));
                }
            }
            Err(error) => return Err(fault(stage.work, error)),
        }
    }
    Ok(Ok(results))
}

/// Builds the suite again in a fresh container, for the mutants that are left.
async fn keep_again(stage: &Stage<'_>, sessions: &mut Sessions) -> Result<Result<(), String>, HostFault> {
    let Some(request) = stage.alone else { return Ok(Err("its container ended".to_owned())) };
    match sessions.run(stage.work, request).await {
        Ok(steps) if steps.iter().any(|step| step.name == BASELINE && step.exit == Exit::Code(0)) => Ok(Ok(())),
        Ok(_) | Err(SandboxError::SessionDied { .. }) => Ok(Err("the suite did not pass a second time".to_owned())),
        Err(error) => Err(fault(stage.work, error)),
    }
}

fn fault(work: &TaskWork, error: SandboxError) -> HostFault {
    HostFault::new(format!("running mutants of task {}", work.task_key), error)
}

#[cfg(test)]
#[path = "mutation_tests.rs"]
mod tests;

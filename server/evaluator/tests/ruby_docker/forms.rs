//! The two forms of the runner, forked from a server and started for one suite, must say the same.

use domain::{FocalFunction, Language, RepositorySpec, SlotResult, SlotWork, TaskWork};
use evaluator::adapter::{
    Adapter, MutantRuns, MutationOrder, MutationPlan, Observation, PlacementError, Plan, PreparedTask,
};
use evaluator::ruby::RubyAdapter;
use sandbox::protocol::{RunRequest, StepReport};

use super::outcomes::EXPECTED;
use super::support::Lab;

/// Runs every step as a process of its own.
struct OneShot;

impl Adapter for OneShot {
    fn language(&self) -> Language {
        RubyAdapter.language()
    }

    fn plan(&self, work: &TaskWork, slot: &SlotWork, nonce: &str) -> Result<Plan, PlacementError> {
        let mut plan = RubyAdapter.plan(work, slot, nonce)?;
        plan.request.servers.clear();
        plan.request.steps.iter_mut().for_each(|step| step.server = None);
        Ok(plan)
    }

    fn read(&self, work: &TaskWork, plan: &Plan, nonce: &str, steps: &[StepReport]) -> Observation {
        RubyAdapter.read(work, plan, nonce, steps)
    }

    fn plan_mutants(
        &self,
        work: &TaskWork,
        slot: &SlotWork,
        plan: &Plan,
        nonce: &str,
        order: MutationOrder<'_>,
    ) -> MutationPlan {
        let mut mutants = RubyAdapter.plan_mutants(work, slot, plan, nonce, order);
        mutants.steps.iter_mut().for_each(|step| step.server = None);
        mutants
    }

    fn read_mutants(&self, work: &TaskWork, plan: &Plan, nonce: &str, steps: &[StepReport]) -> MutantRuns {
        RubyAdapter.read_mutants(work, plan, nonce, steps)
    }

    fn plan_preparation(&self, repository: &RepositorySpec, focals: &[(FocalFunction, String)]) -> Vec<RunRequest> {
        RubyAdapter.plan_preparation(repository, focals)
    }

    fn read_preparation(
        &self,
        repository: &RepositorySpec,
        focals: &[(FocalFunction, String)],
        steps: &[StepReport],
    ) -> Vec<Result<PreparedTask, String>> {
        RubyAdapter.read_preparation(repository, focals, steps)
    }
}

/// All but times and texts of limits.
fn essence(result: &SlotResult) -> String {
    let evidence = &result.evidence;
    let tests: Vec<_> = evidence.tests.iter().map(|test| (&test.name, test.status, &test.message)).collect();
    let covered = evidence.coverage.as_ref().map(|coverage| &coverage.covered);
    format!("{} {} {covered:?} {:?} {tests:#?}", result.outcome, evidence.control, evidence.reference)
}

#[tokio::test]
async fn a_suite_ends_the_same_forked_and_alone() {
    let lab = Lab::open().await;
    // Where in the endless part a limit strikes is chance.
    let names: Vec<_> = EXPECTED
        .iter()
        .map(|(name, ..)| *name)
        .filter(|name| !["output_flood", "memory_hog", "endless_loop", "sleeps_ignoring_signals"].contains(name))
        .collect();
    let forked = lab.run(&names).await;
    let alone = lab.run_by(&OneShot, &names).await;
    let different: Vec<_> = names
        .iter()
        .zip(forked.iter().zip(&alone))
        .filter(|(_, (forked, alone))| essence(forked) != essence(alone))
        .map(|(name, (forked, alone))| format!("{name}: forked {}\nalone {}", essence(forked), essence(alone)))
        .collect();
    assert!(different.is_empty(), "{}", different.join("\n\n"));
    let millis =
        |results: &[SlotResult]| results.iter().map(|result| result.millis).sum::<u64>() / results.len() as u64;
    println!("mean of {} suites: {} ms forked, {} ms alone", names.len(), millis(&forked), millis(&alone));
}

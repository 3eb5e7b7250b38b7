//! PHP: one process for each run of a suite, `/assay/runner.php` of the image (docker/runners/php), forked from a server
//! that has loaded PHPUnit.
//!
//! Settings of a repository: `psr4`, namespace prefixes with their folders below the root (`League\Csv\=src/`); `files`,
//! files below the root that are loaded before the suite; `depends`, packages below `/usr/share/php` whose autoloaders
//! are loaded. Each is a list separated by spaces.
//!
//! Names of tests: as PHPUnit writes them, `Shop\CartTest::testSums` and `… with data set "x"`. A pass needs a record of
//! each test method that the text names without a data provider.

mod placement;
mod preparation;
mod report;
mod request;
mod signals;
mod tree;

#[cfg(test)]
mod fixtures;

use domain::{FocalFunction, Language, RepositorySpec, SlotWork, TaskWork};
use sandbox::protocol::{InputFile, RunRequest, Step, StepReport};

use self::request::{Edit, Repository, Request};
use crate::adapter::{
    Adapter, Build, MUTANT_STEP, MutantRuns, MutationOrder, MutationPlan, Observation, PlacementError, Plan,
    PreparedTask,
};
use crate::judge::{BASELINE, CONTROL};

/// What is kept of what a suite prints under a mutant: nobody reads it.
const MUTANT_LOG_BYTES: u64 = 1 << 10;
/// Records of a run under a mutant: names only, at most a third of what a whole run sends.
const MUTANT_REPORT_BYTES: u64 = 704 << 10;

/// The adapter for PHP.
#[derive(Debug, Clone, Copy, Default)]
pub struct PhpAdapter;

impl Adapter for PhpAdapter {
    fn language(&self) -> Language {
        Language::Php
    }

    fn plan(&self, work: &TaskWork, slot: &SlotWork, nonce: &str) -> Result<Plan, PlacementError> {
        let placed = placement::place(&slot.suite, &work.repository)?;
        let run = Run { work, nonce, file: &placed.file };
        let mut steps = vec![run.step(BASELINE, None, false)?];
        match syntax::control_insertion_php(&work.file_text, &work.focal) {
            Ok((at, text)) => steps.push(run.step(CONTROL, Some(Edit(at, at, text)), false)?),
            // Preparation offers no such task. If one is there all the same, it is no fault of the suite.
            Err(error) => tracing::error!(task = %work.task_key, %error, "no control run"),
        }
        Ok(Plan {
            request: RunRequest {
                id: format!("{}-{}", work.task, slot.attempt.0),
                files: vec![InputFile { path: placed.file, text: placed.text }],
                steps,
                servers: vec![request::server(&work.repository)],
                ..RunRequest::default()
            },
            invokes: syntax::invokes(Language::Php, &slot.suite, &work.focal),
            static_tests: placed.static_names,
            notes: placed.notes,
            signals: placed.signals,
        })
    }

    fn shuffle(&self, plan: &mut Plan, seed: u32) {
        for step in &mut plan.request.steps {
            step.stdin = request::shuffled(&step.stdin, seed);
        }
    }

    fn read(&self, work: &TaskWork, _plan: &Plan, nonce: &str, steps: &[StepReport]) -> Observation {
        let find = |name: &str| steps.iter().find(|step| step.name == name);
        let read = |step| report::read_run(step, nonce, &work.executable_lines);
        match find(BASELINE) {
            None => Observation { build: Build::Unknown, baseline: None, control: None, reference: None },
            Some(baseline) => {
                let seen = read(baseline);
                Observation {
                    baseline: matches!(seen.build, Build::Ok | Build::Unknown).then_some(seen.run),
                    build: seen.build,
                    control: find(CONTROL).map(|step| read(step).run),
                    reference: seen.reference,
                }
            }
        }
    }

    fn plan_mutants(
        &self,
        work: &TaskWork,
        _slot: &SlotWork,
        plan: &Plan,
        nonce: &str,
        order: MutationOrder<'_>,
    ) -> MutationPlan {
        let Some(file) = plan.request.files.first() else { return MutationPlan::default() };
        let run = Run { work, nonce, file: &file.path };
        let steps = order.mutants.iter().filter_map(|mutant| {
            let edit = Edit(mutant.start as usize, mutant.end as usize, &mutant.replacement);
            let step = run.step(&format!("{MUTANT_STEP}{}", mutant.number), Some(edit), true).ok()?;
            Some(Step {
                wall_ms: order.wall_ms,
                cpu_seconds: order.wall_ms.div_ceil(1000),
                log_bytes: MUTANT_LOG_BYTES,
                report_bytes: MUTANT_REPORT_BYTES,
                ..step
            })
        });
        MutationPlan { files: Vec::new(), steps: steps.collect() }
    }

    fn read_mutants(&self, work: &TaskWork, _plan: &Plan, nonce: &str, steps: &[StepReport]) -> MutantRuns {
        MutantRuns::of(Build::Ok, steps, |step| report::read_run(step, nonce, &work.executable_lines).run)
    }

    fn plan_preparation(&self, repository: &RepositorySpec, focals: &[(FocalFunction, String)]) -> Vec<RunRequest> {
        preparation::plan(repository, focals)
    }

    fn read_preparation(
        &self,
        _repository: &RepositorySpec,
        focals: &[(FocalFunction, String)],
        steps: &[StepReport],
    ) -> Vec<Result<PreparedTask, String>> {
        preparation::read(focals, steps)
    }
}

/// What the runs of one slot have in common.
struct Run<'a> {
    work: &'a TaskWork,
    nonce: &'a str,
    /// Name of the suite's file.
    file: &'a str,
}

impl Run<'_> {
    /// A step that runs the suite; required when it is the run against the correct source.
    fn step(&self, name: &str, edit: Option<Edit<'_>>, mutant: bool) -> Result<Step, PlacementError> {
        let work = self.work;
        let required = edit.is_none();
        let suite = format!("{{dir}}/{}", self.file);
        let request = Request::Run {
            suite: &suite,
            nonce: self.nonce,
            seed: None,
            memory: request::memory(&work.limits),
            repository: Repository::of(&work.repository),
            focal: request::absolute(&work.repository, &work.focal),
            lines: [work.focal.start_line, work.focal.end_line],
            edit,
            mutant,
        };
        let stdin = request.line().map_err(|error| PlacementError(error.to_string()))?;
        let wall_ms = u64::from(work.limits.run_seconds) * 1000;
        Ok(request::step(name, stdin, wall_ms, &work.limits, required, &work.repository, true))
    }
}

#[cfg(test)]
mod tests;

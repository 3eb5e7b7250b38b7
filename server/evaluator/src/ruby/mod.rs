//! Ruby: one process for each run of a suite, `/assay/runner.rb` of the image (docker/runners/ruby), forked from a server
//! that has loaded the suite's framework.
//!
//! Settings of a repository: `entry`, what is required before the suite, space-separated (`hashie`); `load_path`,
//! folders below the root that are put on the load path, space-separated (`lib`).
//!
//! RSpec is the default; a suite that asks for Minitest or Test::Unit and does not name RSpec runs with that.
//!
//! Names of tests: the example's own description the first time, its full description (with its groups) when the
//! same one comes again; `Class#method` for Minitest and Test::Unit. `names.rs` says which of them a pass needs.

mod invocation;
mod names;
mod placement;
mod preparation;
mod report;
mod request;
mod signals;
mod tree;

#[cfg(test)]
mod fixtures;

use domain::{FocalFunction, Language, Mutant, RepositorySpec, SlotWork, TaskWork};
use sandbox::protocol::{InputFile, RunRequest, Server, Step, StepReport};

use self::placement::Framework;
use self::request::{Request, Setup};
use crate::adapter::{
    Adapter, Build, MUTANT_STEP, MutantRuns, MutationOrder, MutationPlan, Observation, PlacementError, Plan,
    PreparedTask,
};
use crate::judge::{BASELINE, CONTROL};

/// Where the suite is written, below the fresh folder.
const SUITE: &str = "spec/suite_spec.rb";
/// What is kept of what a suite prints under a mutant: nobody reads it.
const MUTANT_LOG_BYTES: u64 = 1 << 10;
/// Records of a run under a mutant: names only, at most a third of what a whole run sends.
const MUTANT_REPORT_BYTES: u64 = 704 << 10;

/// The adapter for Ruby.
#[derive(Debug, Clone, Copy, Default)]
pub struct RubyAdapter;

impl Adapter for RubyAdapter {
    fn language(&self) -> Language {
        Language::Ruby
    }

    fn plan(&self, work: &TaskWork, slot: &SlotWork, nonce: &str) -> Result<Plan, PlacementError> {
        let placed = placement::place(&slot.suite, &work.repository, &work.focal)?;
        let run = Run { work, nonce, framework: placed.framework };
        let mut steps = vec![run.step(BASELINE, Variant::Correct)?];
        match syntax::control_mutant_ruby(&work.file_text, &work.focal) {
            Ok(control) => steps.push(run.step(CONTROL, Variant::Control(&control))?),
            // Preparation offers no such task. If one is there all the same, it is no fault of the suite.
            Err(error) => tracing::error!(task = %work.task_key, %error, "no control run"),
        }
        Ok(Plan {
            request: RunRequest {
                id: format!("{}-{}", work.task, slot.attempt.0),
                files: vec![InputFile { path: SUITE.to_owned(), text: placed.text }],
                steps,
                servers: vec![run.server()?],
                ..RunRequest::default()
            },
            invokes: invocation::invokes(&slot.suite, &work.focal, &work.file_text),
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
                let seen = read(baseline).must_assert();
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
        slot: &SlotWork,
        _plan: &Plan,
        nonce: &str,
        order: MutationOrder<'_>,
    ) -> MutationPlan {
        let Ok(placed) = placement::place(&slot.suite, &work.repository, &work.focal) else {
            return MutationPlan::default();
        };
        let run = Run { work, nonce, framework: placed.framework };
        let steps = order.mutants.iter().filter_map(|mutant| {
            let step = run.step(&format!("{MUTANT_STEP}{}", mutant.number), Variant::Mutant(mutant)).ok()?;
            Some(Step {
                wall_ms: order.wall_ms,
                cpu_seconds: order.wall_ms.div_ceil(1000),
                log_bytes: MUTANT_LOG_BYTES,
                report_bytes: MUTANT_REPORT_BYTES,
                required: false,
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

/// What of the focal function a run sees.
#[derive(Clone, Copy)]
enum Variant<'a> {
    Correct,
    /// The text of its file with it failing at entry.
    Control(&'a str),
    Mutant(&'a Mutant),
}

/// What the runs of one slot have in common.
struct Run<'a> {
    work: &'a TaskWork,
    nonce: &'a str,
    framework: Framework,
}

impl Run<'_> {
    /// What the steps are forked from.
    fn server(&self) -> Result<Server, PlacementError> {
        let repository = &self.work.repository;
        let setup = Setup {
            framework: self.framework.as_str(),
            root: repository.root.trim_end_matches('/'),
            entry: entries(repository),
            load_path: absolute_load_path(repository),
        };
        request::server(&setup).map_err(|error| PlacementError(error.to_string()))
    }

    /// A step that runs the suite; required when it is the run against the correct source.
    fn step(&self, name: &str, variant: Variant<'_>) -> Result<Step, PlacementError> {
        let (work, framework) = (self.work, self.framework.as_str());
        let required = matches!(variant, Variant::Correct);
        let (control, mutant) = match variant {
            Variant::Correct => (None, None),
            Variant::Control(text) => (Some(text), None),
            Variant::Mutant(mutant) => (None, Some(mutant.into())),
        };
        let suite = format!("{{dir}}/{SUITE}");
        let request = Request::Run {
            suite: &suite,
            nonce: self.nonce,
            seed: None,
            entry: entries(&work.repository),
            load_path: absolute_load_path(&work.repository),
            framework,
            focal: request::absolute(&work.repository, &work.focal),
            lines: [work.focal.start_line, work.focal.end_line],
            control,
            mutant,
        };
        let stdin = request.line().map_err(|error| PlacementError(error.to_string()))?;
        let wall_ms = u64::from(work.limits.run_seconds) * 1000;
        Ok(request::step(name, stdin, wall_ms, &work.limits, required, Some(framework)))
    }
}

/// What is required before the suite.
fn entries(repository: &RepositorySpec) -> Vec<&str> {
    repository
        .settings
        .get("entry")
        .map_or_else(|| vec![repository.name.as_str()], |entry| entry.split_whitespace().collect())
}

/// Folders on the load path, below the root.
fn load_path(repository: &RepositorySpec) -> Vec<&str> {
    repository.settings.get("load_path").map_or_else(|| vec!["lib"], |path| path.split_whitespace().collect())
}

fn absolute_load_path(repository: &RepositorySpec) -> Vec<String> {
    load_path(repository).iter().map(|folder| format!("{}/{folder}", repository.root.trim_end_matches('/'))).collect()
}

//! Ruby: one process for each suite, run by `/assay/runner.rb` of the image (docker/runners/ruby).
//!
//! Settings of a repository: `entry`, what is required before the suite, space-separated (`hashie`); `load_path`,
//! folders below the root that are put on the load path, space-separated (`lib`).
//!
//! RSpec is the default; a suite that asks for Minitest and does not name RSpec runs with Minitest.
//!
//! Names of tests: the example's own description the first time, its full description (with its groups) when the
//! same one comes again; `Class#method` for Minitest. `names.rs` says which of them a pass needs.

mod names;
mod placement;
mod preparation;
mod report;
mod request;
mod tree;

#[cfg(test)]
mod fixtures;

use domain::{FocalFunction, Language, RepositorySpec, SlotWork, TaskWork};
use sandbox::protocol::{InputFile, RunRequest, StepReport};

use self::request::Request;
use crate::adapter::{Adapter, Build, Observation, PlacementError, Plan, PreparedTask};
use crate::judge::{BASELINE, CONTROL};

/// Where the suite is written, below the fresh folder.
const SUITE: &str = "spec/suite_spec.rb";

/// The adapter for Ruby.
#[derive(Debug, Clone, Copy, Default)]
pub struct RubyAdapter;

impl Adapter for RubyAdapter {
    fn language(&self) -> Language {
        Language::Ruby
    }

    fn plan(&self, work: &TaskWork, slot: &SlotWork, nonce: &str) -> Result<Plan, PlacementError> {
        let placed = placement::place(&slot.suite, &work.repository, &work.focal)?;
        let suite = format!("{{dir}}/{SUITE}");
        let step = |name: &str, control: Option<&str>| {
            let request = Request::Run {
                suite: &suite,
                nonce,
                entry: entries(&work.repository),
                load_path: absolute_load_path(&work.repository),
                framework: placed.framework.as_str(),
                focal: request::absolute(&work.repository, &work.focal),
                lines: [work.focal.start_line, work.focal.end_line],
                control,
            };
            let stdin = request.line().map_err(|error| PlacementError(error.to_string()))?;
            Ok(request::step(name, stdin, work.limits.run_seconds, &work.limits, control.is_none()))
        };
        let mut steps = vec![step(BASELINE, None)?];
        match syntax::control_mutant_ruby(&work.file_text, &work.focal) {
            Ok(control) => steps.push(step(CONTROL, Some(&control))?),
            // Preparation offers no such task. If one is there all the same, it is no fault of the suite.
            Err(error) => tracing::error!(task = %work.task_key, %error, "no control run"),
        }
        Ok(Plan {
            request: RunRequest {
                id: format!("{}-{}", work.task, slot.attempt.0),
                files: vec![InputFile { path: SUITE.to_owned(), text: placed.text }],
                steps,
                ..RunRequest::default()
            },
            invokes: syntax::invokes(Language::Ruby, &slot.suite, &work.focal),
            static_tests: placed.static_names,
            notes: placed.notes,
            signals: Vec::new(),
        })
    }

    fn read(&self, work: &TaskWork, _plan: &Plan, nonce: &str, steps: &[StepReport]) -> Observation {
        let read = |name: &str| {
            let step = steps.iter().find(|step| step.name == name)?;
            Some(report::read_run(step, nonce, &work.executable_lines))
        };
        match read(BASELINE) {
            None => Observation { build: Build::Unknown, baseline: None, control: None, reference: None },
            Some((build, run)) => Observation {
                baseline: matches!(build, Build::Ok | Build::Unknown).then_some(run),
                build,
                control: read(CONTROL).map(|(_, run)| run),
                reference: None,
            },
        }
    }

    fn plan_preparation(&self, repository: &RepositorySpec, focals: &[(FocalFunction, String)]) -> Vec<RunRequest> {
        preparation::plan(repository, focals).into_iter().collect()
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

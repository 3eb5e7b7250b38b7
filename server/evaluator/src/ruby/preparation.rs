//! A run without any suite: which lines can be covered, and does the repository load with each control mutant?
//! If it does not, the function is called while the gem loads, and a control run would tell nothing about a suite.

use domain::{ExecutableLines, FocalFunction, Limits, RepositorySpec};
use sandbox::protocol::{Exit, RunRequest, StepReport};

use super::report::{self, Record};
use super::request::{self, FocalRequest, Request};
use crate::adapter::PreparedTask;

/// No suite runs, so there is nobody to hide it from.
const NONCE: &str = "preparation";
/// Two short processes for each focal function.
const SECONDS: u32 = 300;

pub(super) fn plan(repository: &RepositorySpec, focals: &[(FocalFunction, String)]) -> Option<RunRequest> {
    // `read` answers for a function that cannot be broken.
    let controls: Vec<String> =
        focals.iter().map(|(focal, text)| syntax::control_mutant_ruby(text, focal).unwrap_or_default()).collect();
    let request = Request::Prepare {
        nonce: NONCE,
        entry: super::entries(repository),
        load_path: super::absolute_load_path(repository),
        focals: focals
            .iter()
            .zip(&controls)
            .map(|((focal, _), control)| FocalRequest {
                file: request::absolute(repository, focal),
                lines: [focal.start_line, focal.end_line],
                control,
            })
            .collect(),
    };
    let stdin = request.line().ok()?;
    let limits = Limits { log_bytes: 1 << 20, ..Limits::default() };
    Some(RunRequest {
        id: format!("prepare-{}", repository.name).replace('_', "-"),
        files: Vec::new(),
        steps: vec![request::step("prepare", stdin, SECONDS, &limits, true)],
        ..RunRequest::default()
    })
}

pub(super) fn read(focals: &[(FocalFunction, String)], steps: &[StepReport]) -> Vec<Result<PreparedTask, String>> {
    let answers = read_records(focals.len(), steps);
    let breakable = focals.iter().map(|(focal, text)| syntax::control_mutant_ruby(text, focal));
    answers
        .into_iter()
        .zip(breakable)
        .map(|(answer, control)| control.map_err(|error| error.to_string()).and(answer))
        .collect()
}

fn read_records(focals: usize, steps: &[StepReport]) -> Vec<Result<PreparedTask, String>> {
    let Some(step) = steps.first() else {
        return vec![Err("the preparation run did not take place".to_owned()); focals];
    };
    let (records, _) = report::records(&step.report, NONCE, false);
    let mut lines: Vec<Option<Vec<u32>>> = vec![None; focals];
    let mut loads = vec![false; focals];
    let mut problems: Vec<Option<String>> = vec![None; focals];
    let mut general = None;
    let mut ended = false;
    for record in records {
        match record {
            Record::Lines { index, executable } => set(&mut lines, index, Some(executable)),
            Record::Control { index } => set(&mut loads, index, true),
            Record::Problem { index: Some(index), message } => set(&mut problems, index, Some(message)),
            Record::Problem { index: None, message } => general = Some(message),
            Record::Done { .. } => ended = step.exit == Exit::Code(0),
            _ => {}
        }
    }
    if !ended {
        general = Some(format!("the preparation run did not end properly ({:?}): {}", step.exit, step.log.trim()));
    }
    lines
        .into_iter()
        .zip(loads)
        .zip(problems)
        .map(|((lines, loads), problem)| match (general.clone().or(problem), lines) {
            (Some(message), None) => Err(format!("the focal file cannot be loaded: {message}")),
            (Some(message), Some(_)) => {
                Err(format!("the repository does not load with the function broken: {message}"))
            }
            (None, Some(lines)) if loads && !lines.is_empty() => {
                Ok(PreparedTask { executable: ExecutableLines(lines), ..PreparedTask::default() })
            }
            (None, Some(_)) if loads => Err("the function has no executable line".to_owned()),
            (None, _) => Err("the runner said nothing about this function".to_owned()),
        })
        .collect()
}

fn set<T>(slots: &mut [T], index: usize, value: T) {
    if let Some(slot) = slots.get_mut(index) {
        *slot = value;
    }
}

#[cfg(test)]
mod tests;

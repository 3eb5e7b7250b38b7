//! A run without any suite: which lines can be covered, does the repository load with each control mutant, and which
//! mutants load? If the control mutant does not, the function is called while the gem loads, and a control run would
//! tell nothing about a suite.

use std::collections::BTreeMap;

use domain::{ExecutableLines, FocalFunction, InvalidMutant, Language, Limits, Mutant, RepositorySpec, TaskMutants};
use sandbox::protocol::{Exit, RunRequest, StepReport};

use super::report::Record;
use super::request::{self, FocalRequest, Request};
use crate::adapter::{MUTANT_POOL, PreparedTask};
use crate::records;

/// No suite runs, so there is nobody to hide it from.
const NONCE: &str = "preparation";
/// Functions in one request: each takes a short process for each of its mutants.
const CHUNK: usize = 12;
/// Wall-clock milliseconds of a request.
const WALL_MS: u64 = 300_000;

type Focals = [(FocalFunction, String)];

/// The mutants that are looked at, in order of preference.
fn pool(focal: &FocalFunction, text: &str) -> Vec<Mutant> {
    let mut mutants = syntax::mutants(Language::Ruby, text, focal);
    mutants.truncate(MUTANT_POOL);
    mutants
}

pub(super) fn plan(repository: &RepositorySpec, focals: &Focals) -> Vec<RunRequest> {
    let chunks = focals.chunks(CHUNK).enumerate();
    chunks.filter_map(|(number, focals)| plan_chunk(repository, number, focals)).collect()
}

fn plan_chunk(repository: &RepositorySpec, number: usize, focals: &Focals) -> Option<RunRequest> {
    // `read` answers for a function that cannot be broken.
    let texts: Vec<(String, Vec<Mutant>)> = focals
        .iter()
        .map(|(focal, text)| (syntax::control_mutant_ruby(text, focal).unwrap_or_default(), pool(focal, text)))
        .collect();
    let request = Request::Prepare {
        nonce: NONCE,
        root: repository.root.trim_end_matches('/'),
        entry: super::entries(repository),
        load_path: super::absolute_load_path(repository),
        focals: focals
            .iter()
            .zip(&texts)
            .map(|((focal, _), (control, mutants))| FocalRequest {
                file: request::absolute(repository, focal),
                lines: [focal.start_line, focal.end_line],
                control,
                mutants: mutants.iter().map(Into::into).collect(),
            })
            .collect(),
        mutants: Limits::default().mutants,
    };
    let stdin = request.line().ok()?;
    let limits = Limits { log_bytes: 1 << 20, ..Limits::default() };
    Some(RunRequest {
        id: format!("prepare-{}-{number}", repository.name).replace('_', "-"),
        files: Vec::new(),
        steps: vec![request::step("prepare", stdin, WALL_MS, &limits, true, None)],
        ..RunRequest::default()
    })
}

pub(super) fn read(focals: &Focals, steps: &[StepReport]) -> Vec<Result<PreparedTask, String>> {
    let mut steps = steps.iter();
    focals.chunks(CHUNK).flat_map(|focals| read_chunk(focals, steps.next())).collect()
}

fn read_chunk(focals: &Focals, step: Option<&StepReport>) -> Vec<Result<PreparedTask, String>> {
    let (answers, general) = answers(focals.len(), step);
    let each = focals.iter().zip(answers).map(|((focal, text), answer)| {
        syntax::control_mutant_ruby(text, focal).map_err(|error| error.to_string())?;
        let mutants = sort(pool(focal, text), &answer.mutants);
        let executable = answer.executable(general.as_deref())?;
        Ok(PreparedTask { executable, mutants })
    });
    each.collect()
}

/// What the runner said about one function.
#[derive(Debug, Clone, Default)]
struct Answer {
    lines: Option<Vec<u32>>,
    loads: bool,
    problem: Option<String>,
    /// By number: whether it is valid, or why not.
    mutants: BTreeMap<u16, Result<(), String>>,
}

impl Answer {
    fn executable(self, general: Option<&str>) -> Result<ExecutableLines, String> {
        match (general.map(str::to_owned).or(self.problem), self.lines) {
            (Some(message), None) => Err(format!("the focal file cannot be loaded: {message}")),
            (Some(message), Some(_)) => {
                Err(format!("the repository does not load with the function broken: {message}"))
            }
            (None, Some(lines)) if self.loads && !lines.is_empty() => Ok(ExecutableLines(lines)),
            (None, Some(_)) if self.loads => Err("the function has no executable line".to_owned()),
            (None, _) => Err("the runner said nothing about this function".to_owned()),
        }
    }
}

/// An answer for each function, and what is wrong with all of them.
fn answers(focals: usize, step: Option<&StepReport>) -> (Vec<Answer>, Option<String>) {
    let mut answers = vec![Answer::default(); focals];
    let Some(step) = step else { return (answers, Some("the preparation run did not take place".to_owned())) };
    let (records, _) = records::records(&step.report, NONCE, false);
    let mut general = None;
    let mut ended = false;
    let mut change = |index: usize, change: &dyn Fn(&mut Answer)| {
        if let Some(answer) = answers.get_mut(index) {
            change(answer);
        }
    };
    for record in &records {
        match record {
            Record::Lines { index, executable } => change(*index, &|a| a.lines = Some(executable.clone())),
            Record::Control { index } => change(*index, &|a| a.loads = true),
            Record::Mutant { index, mutant } => change(*index, &|a| {
                a.mutants.insert(*mutant, Ok(()));
            }),
            Record::Problem { index: Some(index), mutant: Some(mutant), message } => change(*index, &|a| {
                a.mutants.insert(*mutant, Err(message.clone()));
            }),
            Record::Problem { index: Some(index), mutant: None, message } => {
                change(*index, &|a| a.problem = Some(message.clone()));
            }
            Record::Problem { index: None, message, .. } => general = Some(message.clone()),
            Record::Done { .. } => ended = step.exit == Exit::Code(0),
            _ => {}
        }
    }
    if !ended {
        general = Some(format!("the preparation run did not end properly ({:?}): {}", step.exit, step.log.trim()));
    }
    (answers, general)
}

/// The first valid mutants, and the invalid ones before the last of them. One without an answer did not end.
fn sort(pool: Vec<Mutant>, answers: &BTreeMap<u16, Result<(), String>>) -> TaskMutants {
    let wanted = usize::from(Limits::default().mutants);
    let mut sorted = TaskMutants::default();
    for mutant in pool {
        if sorted.valid.len() == wanted {
            break;
        }
        match answers.get(&mutant.number) {
            Some(Ok(())) => sorted.valid.push(mutant),
            Some(Err(why)) => sorted.invalid.push(InvalidMutant { mutant, reason: records::one_line(why) }),
            None => sorted.invalid.push(InvalidMutant { mutant, reason: "Loading it did not end.".to_owned() }),
        }
    }
    sorted
}

#[cfg(test)]
mod tests;

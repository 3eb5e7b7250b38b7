//! A run without any suite: which lines can be covered, does the repository load with each control mutant, and which
//! mutants load? PHP finds most mistakes when it compiles a file, so each mutant is loaded once.

use std::collections::BTreeMap;

use domain::{ExecutableLines, FocalFunction, InvalidMutant, Language, Limits, Mutant, RepositorySpec, TaskMutants};
use sandbox::protocol::{Exit, RunRequest, StepReport};

use super::report::Record;
use super::request::{self, Edit, FocalRequest, Repository, Request};
use crate::adapter::{MUTANT_POOL, PreparedTask};
use crate::records;

/// No suite runs, so there is nobody to hide it from.
const NONCE: &str = "preparation";
/// Functions in one request: each takes a short process for each of its mutants.
const CHUNK: usize = 20;
/// Wall-clock milliseconds of a request.
const WALL_MS: u64 = 300_000;

type Focals = [(FocalFunction, String)];

/// The mutants that are looked at, in order of preference.
fn pool(focal: &FocalFunction, text: &str) -> Vec<Mutant> {
    let mut mutants = syntax::mutants(Language::Php, text, focal);
    mutants.truncate(MUTANT_POOL);
    mutants
}

pub(super) fn plan(repository: &RepositorySpec, focals: &Focals) -> Vec<RunRequest> {
    let chunks = focals.chunks(CHUNK).enumerate();
    chunks.filter_map(|(number, focals)| plan_chunk(repository, number, focals)).collect()
}

fn plan_chunk(repository: &RepositorySpec, number: usize, focals: &Focals) -> Option<RunRequest> {
    let pools: Vec<Vec<Mutant>> = focals.iter().map(|(focal, text)| pool(focal, text)).collect();
    let request = Request::Prepare {
        nonce: NONCE,
        repository: Repository::of(repository),
        focals: focals
            .iter()
            .zip(&pools)
            .map(|((focal, text), pool)| FocalRequest {
                file: request::absolute(repository, focal),
                lines: [focal.start_line, focal.end_line],
                control: syntax::control_insertion_php(text, focal).ok().map(|(at, text)| Edit(at, at, text)),
                mutants: pool
                    .iter()
                    .map(|mutant| {
                        (mutant.number, Edit(mutant.start as usize, mutant.end as usize, &mutant.replacement))
                    })
                    .collect(),
            })
            .collect(),
        mutants: Limits::default().mutants,
    };
    let stdin = request.line().ok()?;
    let limits = Limits { log_bytes: 1 << 20, ..Limits::default() };
    Some(RunRequest {
        id: format!("prepare-{}-{number}", repository.name).replace('_', "-"),
        files: Vec::new(),
        steps: vec![request::step("prepare", stdin, WALL_MS, &limits, true, repository, false)],
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
        syntax::control_insertion_php(text, focal).map_err(|error| error.to_string())?;
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
    let (records, _) = records::records(&step.report, NONCE, true);
    let mut general = None;
    let mut ended = false;
    for record in records {
        match record {
            Record::Problem { index: None, message, .. } => general = Some(message),
            Record::Done { .. } => ended = step.exit == Exit::Code(0),
            Record::Lines { index, .. }
            | Record::Control { index }
            | Record::Mutant { index, .. }
            | Record::Problem { index: Some(index), .. } => {
                if let Some(answer) = answers.get_mut(index) {
                    take(answer, record);
                }
            }
            _ => {}
        }
    }
    if !ended {
        general = Some(format!("the preparation run did not end properly ({:?}): {}", step.exit, step.log.trim()));
    }
    (answers, general)
}

fn take(answer: &mut Answer, record: Record) {
    match record {
        Record::Lines { executable, .. } => answer.lines = Some(executable),
        Record::Control { .. } => answer.loads = true,
        Record::Mutant { mutant, .. } => {
            answer.mutants.insert(mutant, Ok(()));
        }
        Record::Problem { mutant: Some(mutant), message, .. } => {
            answer.mutants.insert(mutant, Err(message));
        }
        Record::Problem { message, .. } => answer.problem = Some(message),
        _ => {}
    }
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

//! Which mutants compile: all of some functions of a package in one go, each as a function of its own.

use std::collections::BTreeMap;

use domain::{FocalFunction, InvalidMutant, Language, Limits, Mutant, RepositorySpec, TaskMutants};
use sandbox::protocol::{InputFile, RunRequest, StepReport};

use super::super::report::{Verdict, build_report};
use super::super::{CopiedFunction, Order, base_name, driver_step, import_path};
use super::{LOG_BYTES, NONCE, by_folder};
use crate::adapter::MUTANT_POOL;

/// Functions that are compiled together at most; more would not fit into the time of a build.
const AT_ONCE: usize = 400;
/// Bytes of what the compiler said of one mutant.
const REASON_BYTES: usize = 200;

fn pool(focal: &FocalFunction, text: &str) -> Vec<Mutant> {
    let mut mutants = syntax::mutants(Language::Go, text, focal);
    mutants.truncate(MUTANT_POOL);
    mutants
}

/// Numbers of focal functions of one folder whose mutants are compiled together.
fn groups(focals: &[(FocalFunction, String)]) -> Vec<Vec<usize>> {
    let at_once = AT_ONCE / MUTANT_POOL;
    by_folder(focals)
        .into_values()
        .flat_map(|numbers| numbers.chunks(at_once).map(<[_]>::to_vec).collect::<Vec<_>>())
        .collect()
}

fn step_name(group: usize) -> String {
    format!("mutants {group}")
}

/// One request for each group.
pub(super) fn plan(repository: &RepositorySpec, focals: &[(FocalFunction, String)]) -> Vec<RunRequest> {
    groups(focals)
        .iter()
        .enumerate()
        .filter_map(|(group, numbers)| request(repository, focals, group, numbers))
        .collect()
}

fn request(
    repository: &RepositorySpec,
    focals: &[(FocalFunction, String)],
    group: usize,
    numbers: &[usize],
) -> Option<RunRequest> {
    let (first, _) = focals.get(*numbers.first()?)?;
    let mut texts: BTreeMap<&str, String> = BTreeMap::new();
    let mut copies = Vec::new();
    for &number in numbers {
        let (focal, file_text) = &focals[number];
        let mutants = pool(focal, file_text);
        let all: Vec<&Mutant> = mutants.iter().collect();
        let prefix = format!("assayMutant{number}x");
        let Ok(functions) = syntax::mutant_functions_go(file_text, focal, &all, &prefix) else { continue };
        let text = texts.entry(&focal.path).or_insert_with(|| format!("{file_text}\n"));
        let mut line = text.matches('\n').count() + 1;
        for (mutant, function) in mutants.iter().zip(functions) {
            let last = line + function.matches('\n').count();
            let id = number * MUTANT_POOL + usize::from(mutant.number);
            copies.push(CopiedFunction { id, file: base_name(&focal.path), first: line, last });
            text.push_str(&function);
            text.push('\n');
            line = last + 1;
        }
    }
    let mut files = vec![InputFile { path: "empty.go".to_owned(), text: format!("package {}\n", first.package) }];
    let mut replaced = BTreeMap::new();
    for (path, text) in texts {
        let here = format!("focal/{}", base_name(path));
        replaced.insert(base_name(path), here.clone());
        files.push(InputFile { path: here, text });
    }
    let import_path = import_path(repository, first);
    let order = Order {
        nonce: NONCE,
        package: &import_path,
        external: false,
        probe: "empty.go",
        replaced,
        plain: BTreeMap::new(),
        files: BTreeMap::new(),
        copies,
    };
    let mut step = driver_step(&step_name(group), "check", &order, &Limits::default()).ok()?;
    step.required = false;
    step.log_bytes = LOG_BYTES;
    let id = format!("prepare-{}-{group}", repository.name);
    Some(RunRequest { id, files, steps: vec![step], ..RunRequest::default() })
}

/// The mutants of each function, or why they could not be decided.
pub(super) fn read(focals: &[(FocalFunction, String)], steps: &[StepReport]) -> Vec<Result<TaskMutants, String>> {
    let mut answers: Vec<Result<TaskMutants, String>> =
        focals.iter().map(|_| Err("its mutants were not compiled".to_owned())).collect();
    for (group, numbers) in groups(focals).into_iter().enumerate() {
        let step = steps.iter().find(|step| step.name == step_name(group));
        let report = step.and_then(|step| build_report(step, NONCE));
        for number in numbers {
            let (focal, text) = &focals[number];
            answers[number] = match &report {
                Some(report) if report.verdict == Verdict::Ok => Ok(kept(number, pool(focal, text), |id| {
                    report.invalid.iter().find(|invalid| invalid.id == id).map(|invalid| invalid.message.as_str())
                })),
                // Their package cannot take copies at all: the task stands, without mutants.
                Some(_) => Ok(TaskMutants::default()),
                None => Err("compiling its mutants ended without a report".to_owned()),
            };
        }
    }
    answers
}

/// The first valid ones, as many as are ever run, and the invalid ones before the last of them.
fn kept<'a>(number: usize, pool: Vec<Mutant>, reason: impl Fn(usize) -> Option<&'a str>) -> TaskMutants {
    let most = usize::from(Limits::default().mutants);
    let mut mutants = TaskMutants::default();
    for mutant in pool {
        if mutants.valid.len() >= most {
            break;
        }
        match reason(number * MUTANT_POOL + usize::from(mutant.number)) {
            Some(reason) => {
                let mut reason = reason.lines().next().unwrap_or_default().to_owned();
                reason.truncate(reason.floor_char_boundary(REASON_BYTES));
                mutants.invalid.push(InvalidMutant { mutant, reason });
            }
            None => mutants.valid.push(mutant),
        }
    }
    if mutants.valid.len() >= most {
        let last = mutants.valid.last().map_or(0, |mutant| mutant.number);
        mutants.invalid.retain(|invalid| invalid.mutant.number < last);
    }
    mutants
}

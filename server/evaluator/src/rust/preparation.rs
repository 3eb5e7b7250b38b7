//! Whether functions can be tested, and which of their mutants build: a repository is compiled with the counters and the
//! mutants of all its focal functions at once, and the driver takes out what does not build.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use domain::{ExecutableLines, FocalFunction, InvalidMutant, Language, Limits, Mutant, RepositorySpec, TaskMutants};
use sandbox::protocol::{InputFile, RunRequest, Step, StepReport};
use serde::Deserialize;
use syntax::{InsertionKind, RustInstrumented};

use super::{DRIVER, run_id, step};
use crate::adapter::{MUTANT_POOL, PreparedTask};

/// Nothing hostile runs here, so this only has to tell our records from a tool's stray output.
const NONCE: &str = "preparation";
const HARNESS: &str = "assay_harness";
/// The harness for a focal function; there is no suite that any of them belongs to.
const CALLS: &str = "assay_harness::Task::<0>";
/// Seconds for all rounds of one repository.
const SECONDS: u32 = 1200;
/// Bytes of the answer: some hundred bytes for each invalid mutant.
const REPORT_BYTES: u64 = 8 << 20;

type Focals = [(FocalFunction, String)];

/// The mutants that are looked at, in order of preference.
fn pool(focal: &FocalFunction, text: &str) -> Vec<Mutant> {
    let mut mutants = syntax::mutants(Language::Rust, text, focal);
    mutants.truncate(MUTANT_POOL);
    mutants
}

fn instrumented(focal: &FocalFunction, text: &str, pool: &[Mutant]) -> Result<RustInstrumented, String> {
    syntax::instrument_rust(text, focal, CALLS, pool).map_err(|error| error.to_string())
}

pub(super) fn plan(repository: &RepositorySpec, focals: &Focals) -> Vec<RunRequest> {
    let mut by_file: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (task, (focal, _)) in focals.iter().enumerate() {
        by_file.entry(&focal.path).or_default().push(task);
    }
    let mut files = Vec::new();
    let mut pieces = String::new();
    let mut ranges: Vec<(usize, usize, usize)> = vec![(0, 0, 0); focals.len()];
    for (file, tasks) in by_file.values().enumerate() {
        let Some(original) = tasks.first().map(|task| focals[*task].1.as_str()) else { continue };
        let made = tasks.iter().filter_map(|task| {
            let (focal, text) = &focals[*task];
            Some((*task, instrumented(focal, text, &pool(focal, text)).ok()?))
        });
        let woven = weave(original, made.collect(), file, &mut pieces, &mut ranges);
        files.push(InputFile { path: format!("file{file}.rs"), text: woven });
    }
    let tasks: String = ranges.iter().fold(String::new(), |mut list, (file, start, end)| {
        // Writing to a String cannot fail.
        let _ = writeln!(list, "{file} {start} {end}");
        list
    });
    files.push(InputFile { path: "pieces".to_owned(), text: pieces });
    files.push(InputFile { path: "tasks".to_owned(), text: tasks });
    let order = serde_json::json!({
        "nonce": NONCE,
        "repository": repository.name.as_str(),
        "harness": HARNESS,
        "files": by_file.keys().collect::<Vec<_>>(),
    });
    let check = Step {
        name: "check".to_owned(),
        argv: vec![DRIVER.to_owned(), "check".to_owned()],
        stdin: order.to_string(),
        report_bytes: REPORT_BYTES,
        ..step(&Limits::default(), SECONDS)
    };
    vec![RunRequest { id: run_id(repository), files, steps: vec![check], ..RunRequest::default() }]
}

/// A file with the insertions of all its functions, and where each of them is.
fn weave(
    original: &str,
    mut made: Vec<(usize, RustInstrumented)>,
    file: usize,
    pieces: &mut String,
    ranges: &mut [(usize, usize, usize)],
) -> String {
    // None of them lies inside another, so one follows the other.
    made.sort_by_key(|(_, made)| made.function.start);
    let mut text = String::with_capacity(original.len() * 2);
    let mut done = 0;
    for (task, made) in made {
        text.push_str(original.get(done..made.function.start).unwrap_or_default());
        done = made.function.start;
        let start = text.len();
        for insertion in &made.insertions {
            text.push_str(original.get(done..insertion.at).unwrap_or_default());
            done = insertion.at;
            let at = text.len();
            text.push_str(&insertion.text);
            let kind = match insertion.kind {
                InsertionKind::Entry => "e".to_owned(),
                InsertionKind::Frame => "-".to_owned(),
                InsertionKind::Mutant(number) => number.to_string(),
            };
            let _ = writeln!(pieces, "{file} {task} {kind} {at} {}", text.len());
        }
        text.push_str(original.get(done..made.function.end).unwrap_or_default());
        done = made.function.end;
        ranges[task] = (file, start, text.len());
    }
    text.push_str(original.get(done..).unwrap_or_default());
    text
}

/// The driver's answer.
#[derive(Debug, Default, Deserialize)]
struct Answer {
    nonce: String,
    verdict: String,
    #[serde(default)]
    message: String,
    #[serde(default)]
    broken: Vec<Broken>,
    #[serde(default)]
    invalid: Vec<Invalid>,
}

#[derive(Debug, Deserialize)]
struct Broken {
    task: usize,
    message: String,
}

#[derive(Debug, Deserialize)]
struct Invalid {
    task: usize,
    mutant: u16,
    message: String,
}

pub(super) fn read(focals: &Focals, steps: &[StepReport]) -> Vec<Result<PreparedTask, String>> {
    let answer = answer(steps);
    focals
        .iter()
        .enumerate()
        .map(|(task, (focal, text))| {
            let pool = pool(focal, text);
            let made = instrumented(focal, text, &pool)?;
            let answer = answer.as_ref().map_err(Clone::clone)?;
            if let Some(broken) = answer.broken.iter().find(|broken| broken.task == task) {
                return Err(format!("it does not build with counters: {}", broken.message));
            }
            let reason = |mutant: &Mutant| {
                if made.left_out.contains(&mutant.number) {
                    return Some("it cannot stand beside the original".to_owned());
                }
                let invalid = answer.invalid.iter().find(|i| i.task == task && i.mutant == mutant.number)?;
                Some(invalid.message.clone())
            };
            Ok(PreparedTask { executable: ExecutableLines(made.executable_lines()), mutants: sorted(pool, reason) })
        })
        .collect()
}

fn answer(steps: &[StepReport]) -> Result<Answer, String> {
    let step = steps.first().ok_or("the preparation run did not take place")?;
    let answer: Option<Answer> = serde_json::from_str(step.report.trim()).ok();
    let answer = answer.filter(|answer| answer.nonce == NONCE);
    let answer = answer.ok_or_else(|| format!("building the repository ended with {:?} and no report", step.exit))?;
    if answer.verdict == "ok" { Ok(answer) } else { Err(answer.message) }
}

/// The first valid ones, as many as are kept, and the invalid ones before the last of them.
fn sorted(pool: Vec<Mutant>, reason: impl Fn(&Mutant) -> Option<String>) -> TaskMutants {
    let mut mutants = TaskMutants::default();
    for mutant in pool {
        if mutants.valid.len() >= usize::from(Limits::default().mutants) {
            break;
        }
        match reason(&mutant) {
            Some(reason) => mutants.invalid.push(InvalidMutant { mutant, reason }),
            None => mutants.valid.push(mutant),
        }
    }
    let last = mutants.valid.last().map_or(0, |mutant| mutant.number);
    mutants.invalid.retain(|invalid| invalid.mutant.number < last);
    mutants
}

#[cfg(test)]
mod tests;

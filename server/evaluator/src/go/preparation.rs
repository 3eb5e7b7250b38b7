//! Whether functions can be tested at all: each package is compiled once with the probes of all its focal functions.

mod mutants;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use domain::{ExecutableLines, FocalFunction, Limits, RepositorySpec, TaskMutants};
use sandbox::protocol::{InputFile, RunRequest, StepReport};
use syntax::GoProbe;

use super::report::{Verdict, build_report};
use super::{Order, PROBE, base_name, driver_step, folder, import_path};
use crate::adapter::PreparedTask;

/// Nothing hostile runs here, so this only has to tell our records from a tool's stray output.
const NONCE: &str = "preparation";

/// Bytes of log per package, so that the answers of many fit into one.
const LOG_BYTES: u64 = 4 << 10;

/// Names of the probes of the focal function with this number.
fn names(number: usize) -> (String, String) {
    (format!("AssayHits{number}"), format!("AssayControl{number}"))
}

/// First a compilation of each folder with the probes of its focal functions, then of each with their mutants.
pub(super) fn plan(repository: &RepositorySpec, focals: &[(FocalFunction, String)]) -> Vec<RunRequest> {
    let mut requests = vec![probes(repository, focals)];
    requests.extend(mutants::plan(repository, focals));
    requests
}

/// One step for each folder with focal functions.
fn probes(repository: &RepositorySpec, focals: &[(FocalFunction, String)]) -> RunRequest {
    let (mut files, mut steps) = (Vec::new(), Vec::new());
    for (package, (folder, numbers)) in by_folder(focals).into_iter().enumerate() {
        let mut texts: BTreeMap<&str, String> = BTreeMap::new();
        let mut probe = String::new();
        for &number in &numbers {
            let (focal, file_text) = &focals[number];
            let text = texts.entry(&focal.path).or_insert_with(|| file_text.clone());
            let (counters, control) = names(number);
            // Instrumenting keeps every line where it is, so that one function after the other can be done.
            let probes = GoProbe { counters: &counters, control: &control };
            if let Ok(instrumented) = syntax::instrument_go(text, focal, &probes) {
                // Writing to a String cannot fail.
                let _ = writeln!(probe, "var {counters} [{}]uint32\nvar {control} bool", instrumented.lines.len());
                *text = instrumented.text;
            }
        }
        let Some((first, _)) = numbers.first().map(|&number| &focals[number]) else { continue };
        let mut replaced = BTreeMap::new();
        for (path, text) in texts {
            let here = format!("package{package}/focal/{}", base_name(path));
            replaced.insert(base_name(path), here.clone());
            files.push(InputFile { path: here, text });
        }
        let probe_file = format!("package{package}/{PROBE}");
        files.push(InputFile { path: probe_file.clone(), text: format!("package {}\n\n{probe}", first.package) });
        let import_path = import_path(repository, first);
        let order = Order {
            nonce: NONCE,
            package: &import_path,
            external: false,
            probe: &probe_file,
            replaced,
            plain: BTreeMap::new(),
            files: BTreeMap::new(),
            copies: Vec::new(),
        };
        if let Ok(mut step) = driver_step(&format!("check {folder}"), "check", &order, &Limits::default()) {
            step.required = false;
            step.log_bytes = LOG_BYTES;
            steps.push(step);
        }
    }
    RunRequest { id: format!("prepare-{}", repository.name), files, steps, ..RunRequest::default() }
}

/// The executable lines of each function, or why it cannot be offered.
pub(super) fn read(
    _repository: &RepositorySpec,
    focals: &[(FocalFunction, String)],
    steps: &[StepReport],
) -> Vec<Result<PreparedTask, String>> {
    let mutants = mutants::read(focals, steps);
    focals
        .iter()
        .zip(mutants)
        .map(|((focal, text), mutants)| {
            let probes = GoProbe { counters: "hits", control: "control" };
            let instrumented = syntax::instrument_go(text, focal, &probes).map_err(|error| error.to_string())?;
            let name = format!("check {}", folder(&focal.path));
            let step = steps.iter().find(|step| step.name == name).ok_or("its package was not compiled")?;
            let report = build_report(step, NONCE)
                .ok_or_else(|| format!("compiling its package ended with {:?} and no report", step.exit))?;
            let prepared = |mutants: Result<TaskMutants, String>| {
                Ok(PreparedTask { executable: ExecutableLines(instrumented.executable_lines()), mutants: mutants? })
            };
            if report.verdict == Verdict::Ok {
                return prepared(mutants);
            }
            // One function that cannot take probes must not spoil the others of its package.
            let elsewhere = !report.diagnostics.is_empty()
                && report.diagnostics.iter().all(|d| {
                    focals.iter().any(|(other, _)| {
                        other != focal && base_name(&other.path) == base_name(&d.file) && within(other, d.line)
                    })
                });
            if elsewhere {
                return prepared(mutants);
            }
            let own = report.diagnostics.iter().find(|d| within(focal, d.line)).map(|d| d.message.clone());
            Err(format!("its package does not compile with probes: {}", own.unwrap_or(report.message)))
        })
        .collect()
}

const fn within(focal: &FocalFunction, line: u32) -> bool {
    focal.start_line <= line && line <= focal.end_line
}

/// Numbers of the focal functions, by folder.
fn by_folder(focals: &[(FocalFunction, String)]) -> BTreeMap<&str, Vec<usize>> {
    let mut folders: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (number, (focal, _)) in focals.iter().enumerate() {
        folders.entry(folder(&focal.path)).or_default().push(number);
    }
    folders
}

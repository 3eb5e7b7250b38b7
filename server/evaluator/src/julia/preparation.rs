//! A run without any suite: is the focal function where it should be, which of its lines are statements, and which of its
//! mutants can be defined?

use std::collections::BTreeMap;

use domain::{ExecutableLines, FocalFunction, InvalidMutant, Language, Limits, Mutant, RepositorySpec, TaskMutants};
use sandbox::protocol::{Exit, RunRequest, Step, StepReport};

use super::report::Record;
use super::request::{self, Engine, Request};
use crate::adapter::{MUTANT_POOL, PreparedTask};
use crate::records;

/// No suite runs, so there is nobody to hide it from.
const NONCE: &str = "preparation";
/// Functions in one request.
const CHUNK: usize = 24;
/// Wall-clock milliseconds of a request.
const WALL_MS: u64 = 300_000;

type Focals = [(FocalFunction, String)];

/// The mutants that are looked at, in order of preference, each with the function's text.
fn pool(focal: &FocalFunction, text: &str) -> Vec<(Mutant, String)> {
    let mutants = syntax::mutants(Language::Julia, text, focal).into_iter().take(MUTANT_POOL);
    mutants.filter_map(|mutant| request::mutated(focal, text, &mutant).map(|mutated| (mutant, mutated))).collect()
}

pub(super) fn plan(repository: &RepositorySpec, focals: &Focals) -> Vec<RunRequest> {
    focals.chunks(CHUNK).enumerate().map(|(number, focals)| plan_chunk(repository, number, focals)).collect()
}

fn plan_chunk(repository: &RepositorySpec, number: usize, focals: &Focals) -> RunRequest {
    let mut request =
        Request::default().field("mode", "prepare").field("nonce", NONCE).field("package", request::module(repository));
    for (index, (focal, text)) in focals.iter().enumerate() {
        request = request
            .field("focal", &index.to_string())
            .field("file", &request::absolute(repository, focal))
            .field("first", &focal.start_line.to_string())
            .field("last", &focal.end_line.to_string())
            .field("module", &request::focal_module(repository, focal))
            .field("source", &focal.source);
        for (mutant, mutated) in pool(focal, text) {
            request.push(&format!("mutant {}", mutant.number), &mutated);
        }
    }
    let limits = Limits { log_bytes: 1 << 20, ..Limits::default() };
    let step = request::step("prepare", request.text(), WALL_MS, &limits, Engine::Interpreter, true);
    RunRequest {
        id: format!("prepare-{}-{number}", repository.name).replace('_', "-"),
        steps: vec![Step { required: true, ..step }],
        ..RunRequest::default()
    }
}

pub(super) fn read(focals: &Focals, steps: &[StepReport]) -> Vec<Result<PreparedTask, String>> {
    let mut steps = steps.iter();
    focals.chunks(CHUNK).flat_map(|focals| read_chunk(focals, steps.next())).collect()
}

fn read_chunk(focals: &Focals, step: Option<&StepReport>) -> Vec<Result<PreparedTask, String>> {
    let Some(step) = step else {
        return vec![Err("the preparation run did not take place".to_owned()); focals.len()];
    };
    let (records, _) = records::records(&step.report, NONCE, true);
    let mut lines = BTreeMap::new();
    let mut invalid: BTreeMap<usize, BTreeMap<u16, String>> = BTreeMap::new();
    let mut problems = BTreeMap::new();
    let mut ended = false;
    for record in records {
        match record {
            Record::Lines { index, executable } => {
                lines.insert(index, executable);
            }
            Record::Mutants { index, invalid: numbers, reasons } => {
                invalid.insert(index, numbers.into_iter().zip(reasons).collect());
            }
            Record::Problem { index, message } => {
                problems.insert(index, message);
            }
            Record::Done { .. } => ended = step.exit == Exit::Code(0),
            _ => {}
        }
    }
    let each = focals.iter().enumerate().map(|(index, (focal, text))| {
        if let Some(message) = problems.remove(&index) {
            return Err(format!("the function cannot be made ready: {}", records::one_line(&message)));
        }
        let (Some(lines), Some(invalid)) = (lines.remove(&index), invalid.remove(&index)) else {
            let why = if ended { "" } else { ", because the run did not end properly" };
            return Err(format!("the runner said nothing about this function{why}"));
        };
        let mutants = sort(pool(focal, text).into_iter().map(|(mutant, _)| mutant), &invalid);
        Ok(PreparedTask { executable: ExecutableLines(lines), mutants })
    });
    each.collect()
}

/// The first valid mutants, and the invalid ones before the last of them.
fn sort(pool: impl Iterator<Item = Mutant>, invalid: &BTreeMap<u16, String>) -> TaskMutants {
    let wanted = usize::from(Limits::default().mutants);
    let mut sorted = TaskMutants::default();
    for mutant in pool {
        if sorted.valid.len() == wanted {
            break;
        }
        match invalid.get(&mutant.number) {
            None => sorted.valid.push(mutant),
            Some(why) => sorted.invalid.push(InvalidMutant { mutant, reason: records::one_line(why) }),
        }
    }
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::julia::fixtures::{FILE, focal, report_of, work};

    #[test]
    fn a_request_holds_each_function_with_its_mutants() {
        let focals = vec![(focal(), FILE.to_owned()); CHUNK + 1];
        let requests = plan(&work().repository, &focals);
        assert_eq!(requests.len(), 2);
        let stdin = &requests[1].steps[0].stdin;
        assert!(stdin.contains("focal\t0\n") && stdin.contains("\nmodule\tDates\n"), "{stdin}");
        assert!(stdin.contains("\nmutant 0\tfunction canonicalize(x)"), "{stdin}");
        assert!(!stdin.contains("{dir}"), "{stdin}");
        assert!(requests[0].id.starts_with("prepare-dates-0"));
    }

    #[test]
    fn answers_are_read() {
        let focals = vec![(focal(), FILE.to_owned()); 3];
        let lines = [
            r#""event":"lines","index":0,"executable":[3,5]"#,
            r#""event":"mutants","index":0,"invalid":[0],"reasons":["no  way"]"#,
            r#""event":"problem","index":1,"message":"no method""#,
            r#""event":"done","rc":0,"count":0"#,
        ];
        let numbered = lines.iter().enumerate();
        let report: Vec<String> = numbered
            .map(|(number, line)| format!("{{\"nonce\":\"preparation\",\"number\":{number},{line}}}\n"))
            .collect();
        let answers = read(&focals, &[report_of("prepare", Exit::Code(0), &report.concat())]);
        let prepared = answers[0].as_ref().unwrap();
        assert_eq!(prepared.executable, ExecutableLines(vec![3, 5]));
        assert_eq!(prepared.mutants.invalid[0].reason, "no way");
        assert!(prepared.mutants.valid.iter().all(|mutant| mutant.number != 0));
        assert_eq!(answers[1], Err("the function cannot be made ready: no method".to_owned()));
        assert_eq!(answers[2], Err("the runner said nothing about this function".to_owned()));
        assert!(read(&focals, &[])[0].is_err());
    }
}

//! Reads the records of the runner.

use std::collections::BTreeMap;

use domain::{ExecutableLines, FocalFunction, ReferenceChecks, TestCaseRecord, TestCaseStatus};
use sandbox::protocol::{Exit, StepReport};
use serde::Deserialize;

use crate::adapter::{Build, TestRun};

/// One line of descriptor 3.
#[derive(Debug, Deserialize)]
struct Line {
    nonce: String,
    /// Counts up from 0 in one run.
    number: u64,
    #[serde(flatten)]
    record: Record,
}

/// What a line says.
#[derive(Debug, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub(super) enum Record {
    /// The suite reached its first test or its end: it loads.
    Start,
    /// A test set began.
    Open {
        id: u32,
        name: String,
    },
    Close {
        id: u32,
    },
    /// One `@test`, named after its sets and its place in them.
    End {
        name: String,
        status: Status,
        #[serde(default)]
        message: String,
        millis: u64,
    },
    /// Code between the tests failed.
    Outside {
        message: String,
    },
    /// Lines of the focal function that ran.
    Cov {
        covered: Vec<u32>,
    },
    Done {
        rc: i32,
        count: u32,
    },
    /// The suite is not Julia.
    Syntax {
        message: String,
    },
    /// Loading the suite failed before there was any test.
    LoadError {
        message: String,
    },
    /// The focal function could not be made ready; the suite had not been touched.
    Fault {
        message: String,
    },
    /// Preparation: executable lines of one focal function.
    Lines {
        index: usize,
        executable: Vec<u32>,
    },
    /// Preparation: the mutants of one focal function that cannot be defined.
    Mutants {
        index: usize,
        invalid: Vec<u16>,
        reasons: Vec<String>,
    },
    /// Preparation: why one focal function cannot be offered.
    Problem {
        index: usize,
        message: String,
    },
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Status {
    Passed,
    Failed,
    Skipped,
}

impl From<Status> for TestCaseStatus {
    fn from(status: Status) -> Self {
        match status {
            Status::Passed => Self::Passed,
            Status::Failed => Self::Failed,
            Status::Skipped => Self::Skipped,
        }
    }
}

/// The genuine records in order, and whether there was anything else.
pub(super) fn records(report: &str, nonce: &str) -> (Vec<Record>, bool) {
    let mut records = Vec::new();
    let mut forged = false;
    for line in report.split_inclusive('\n') {
        // A run that was stopped can end in the middle of a line.
        let Some(line) = line.strip_suffix('\n') else { continue };
        match serde_json::from_str::<Line>(line) {
            Ok(line) if line.nonce == nonce && line.number == records.len() as u64 => records.push(line.record),
            _ => forged = true,
        }
    }
    (records, forged)
}

/// What one run showed.
pub(super) struct Seen {
    pub build: Build,
    pub run: TestRun,
    pub reference: ReferenceChecks,
}

/// What one run of a suite reported; covered lines are cut down to the executable ones.
pub(super) fn read_run(step: &StepReport, nonce: &str, executable: &ExecutableLines, focal: &FocalFunction) -> Seen {
    let (records, forged) = records(&step.report, nonce);
    let mut build = Build::Unknown;
    let mut run = TestRun { tests: Vec::new(), announced: None, ended: false, covered: Vec::new(), forged };
    let mut open: BTreeMap<u32, String> = BTreeMap::new();
    let mut outside = 0;
    for record in records {
        match record {
            Record::Syntax { message } | Record::LoadError { message } => build = Build::Failed(one_line(&message)),
            // Once the suite has started it could have written this.
            Record::Fault { message } if build == Build::Unknown => build = Build::Fault(one_line(&message)),
            Record::Start => build = Build::Ok,
            Record::Open { id, name } => {
                open.insert(id, name);
            }
            Record::Close { id } => {
                open.remove(&id);
            }
            Record::End { name, status, message, millis } => {
                run.tests.push(test_case(&name, status.into(), &message, millis));
            }
            Record::Outside { message } => {
                outside += 1;
                run.tests.push(test_case("(outside of the tests)", TestCaseStatus::Failed, &message, 0));
            }
            Record::Cov { mut covered } => {
                covered.retain(|line| executable.0.contains(line));
                run.covered = covered;
            }
            Record::Done { rc, count } => {
                run.ended = step.exit == Exit::Code(rc);
                run.announced = Some(count + outside);
            }
            Record::Fault { .. } | Record::Lines { .. } | Record::Mutants { .. } | Record::Problem { .. } => {
                run.forged = true;
            }
        }
    }
    let reference = reference(&run, focal);
    for name in open.into_values() {
        run.tests.push(test_case(&name, TestCaseStatus::Unfinished, "", 0));
    }
    Seen { build, run, reference }
}

/// The reference's rules (xrepotest.md §3.3): at least one result; all of them passes, so that a broken one fails; every
/// line of the focal range counts, executable or not (Q-30). Its name rule is looked at where the suite is at hand.
fn reference(run: &TestRun, focal: &FocalFunction) -> ReferenceChecks {
    let all_passed = run.tests.iter().all(|test| test.status == TestCaseStatus::Passed);
    let any = !run.tests.is_empty() && run.ended;
    ReferenceChecks {
        csr: any,
        tpr: any && all_passed,
        ir: false,
        coverage: run.ended.then(|| (run.covered.len() as u32, focal.end_line - focal.start_line + 1)),
    }
}

fn test_case(name: &str, status: TestCaseStatus, message: &str, millis: u64) -> TestCaseRecord {
    TestCaseRecord {
        name: name.chars().take(300).collect(),
        status,
        message: message.chars().take(2000).collect(),
        millis,
    }
}

pub(super) fn one_line(message: &str) -> String {
    let line: String = message.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(300).collect();
    if line.is_empty() { "no message".to_owned() } else { line }
}

#[cfg(test)]
mod tests;

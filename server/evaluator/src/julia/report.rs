//! Reads the records of the runner.

use std::collections::BTreeMap;

use domain::{ExecutableLines, FocalFunction, ReferenceChecks, TestCaseStatus};
use sandbox::protocol::{Exit, StepReport};
use serde::Deserialize;

use crate::adapter::{Build, TestRun};
use crate::records::{Status, one_line, records, test_case};

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
        /// Statements of it that ran, each as often as it did.
        #[serde(default)]
        statements: Option<u64>,
    },
    /// A mutant ran more statements than it may.
    Endless,
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

/// What one run showed.
pub(super) struct Seen {
    pub build: Build,
    pub run: TestRun,
    pub reference: ReferenceChecks,
    /// Statements of the focal function that ran, once the run has ended.
    pub statements: Option<u64>,
    /// Whether the focal function was stopped because it ran too many.
    pub endless: bool,
}

/// What one run of a suite reported; covered lines are cut down to the executable ones.
pub(super) fn read_run(step: &StepReport, nonce: &str, executable: &ExecutableLines, focal: &FocalFunction) -> Seen {
    let (records, forged) = records(&step.report, nonce, true);
    let mut build = Build::Unknown;
    let mut run = TestRun { tests: Vec::new(), announced: None, ended: false, covered: Vec::new(), forged };
    let mut open: BTreeMap<u32, String> = BTreeMap::new();
    let (mut outside, mut statements, mut endless) = (0, None, false);
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
            Record::Cov { mut covered, statements: ran } => {
                covered.retain(|line| executable.0.contains(line));
                run.covered = covered;
                statements = ran;
            }
            Record::Endless => endless = true,
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
    Seen { build, run, reference, statements, endless }
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

#[cfg(test)]
mod tests;

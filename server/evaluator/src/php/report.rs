//! Reads the records of `/assay/runner.php`.

use std::collections::BTreeMap;

use domain::{ExecutableLines, ReferenceChecks, TestCaseStatus};
use sandbox::protocol::{Exit, StepReport};
use serde::Deserialize;

use crate::adapter::{Build, TestRun};
use crate::records::{Status, one_line, records, test_case};

/// What a line says.
#[derive(Debug, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub(super) enum Record {
    /// The suite parses and the repository is loaded; the suite comes next.
    Ready,
    /// The suite was loaded; it has so many tests.
    Start {
        count: u32,
    },
    Begin {
        id: String,
        name: String,
    },
    End {
        id: String,
        name: String,
        status: Status,
        message: String,
        millis: u64,
    },
    /// Under a mutant: the tests that ended well, in place of their records. A failure ends such a run.
    Names {
        passed: Vec<String>,
        skipped: Vec<String>,
    },
    /// Something failed outside of the tests: a hook that runs once, a data provider.
    Outside {
        message: String,
    },
    /// Lines of the focal function that ran while the tests ran.
    Cov {
        covered: Vec<u32>,
    },
    /// `reference` is the exit code that PHPUnit's own command would have ended with.
    Done {
        rc: i32,
        reference: i32,
    },
    /// The suite is not PHP.
    Syntax {
        message: String,
    },
    /// Loading the suite, or making tests of its classes, failed.
    LoadError {
        message: String,
    },
    /// The repository did not load; the suite had not been touched.
    Fault {
        message: String,
    },
    /// Preparation: executable lines of one focal function.
    Lines {
        index: usize,
        executable: Vec<u32>,
    },
    /// Preparation: the repository loads with the control mutant of one focal function.
    Control {
        index: usize,
    },
    /// Preparation: the repository loads with this mutant.
    Mutant {
        index: usize,
        mutant: u16,
    },
    /// Preparation: why one focal function, or all of them, cannot be offered, or why a mutant is not valid.
    Problem {
        index: Option<usize>,
        mutant: Option<u16>,
        message: String,
    },
}

/// What one run of a suite showed.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Seen {
    pub build: Build,
    pub run: TestRun,
    pub reference: Option<ReferenceChecks>,
}

/// What one run of a suite reported; covered lines are cut down to the executable ones.
pub(super) fn read_run(step: &StepReport, nonce: &str, executable: &ExecutableLines) -> Seen {
    let (records, forged) = records(&step.report, nonce, true);
    let mut build = Build::Unknown;
    let mut run = TestRun { tests: Vec::new(), announced: None, ended: false, covered: Vec::new(), forged };
    let mut open: BTreeMap<String, usize> = BTreeMap::new();
    let (mut parses, mut exit, mut measured) = (false, None, false);
    for record in records {
        match record {
            Record::Ready => parses = true,
            Record::Syntax { message } | Record::LoadError { message } => build = Build::Failed(one_line(&message)),
            // Afterwards the suite has had its hands on everything.
            Record::Fault { message } if !parses => build = Build::Fault(one_line(&message)),
            Record::Start { count } => {
                build = Build::Ok;
                run.announced = Some(count);
            }
            Record::Begin { id, name } => {
                open.insert(id, run.tests.len());
                run.tests.push(test_case(&name, TestCaseStatus::Unfinished, "", 0));
            }
            Record::End { id, name, status, message, millis } => {
                let test = test_case(&name, status.into(), &message, millis);
                match open.remove(&id).and_then(|index| run.tests.get_mut(index)) {
                    Some(begun) => *begun = test,
                    None => run.tests.push(test),
                }
            }
            Record::Names { passed, skipped } => {
                for (names, status) in [(passed, TestCaseStatus::Passed), (skipped, TestCaseStatus::Skipped)] {
                    run.tests.extend(names.iter().map(|name| test_case(name, status, "", 0)));
                }
            }
            Record::Outside { message } => {
                run.tests.push(test_case("(outside of the tests)", TestCaseStatus::Failed, &message, 0));
                run.announced = run.announced.map(|count| count.saturating_add(1));
            }
            Record::Cov { mut covered } => {
                covered.retain(|line| executable.0.contains(line));
                run.covered = covered;
                measured = true;
            }
            Record::Done { rc, reference } => {
                run.ended = step.exit == Exit::Code(rc);
                exit = Some(reference);
            }
            Record::Fault { .. }
            | Record::Lines { .. }
            | Record::Control { .. }
            | Record::Mutant { .. }
            | Record::Problem { .. } => run.forged = true,
        }
    }
    // Its rules: the suite parses; the exit code, whatever was skipped or asserted; the lines that are
    // statements, which are those that pcov lists.
    let known = parses || matches!(build, Build::Failed(_));
    let reference = known.then(|| ReferenceChecks {
        csr: parses,
        tpr: exit == Some(0) && run.ended,
        ir: false, // told from the text, by the judge
        coverage: measured.then_some((run.covered.len() as u32, executable.0.len() as u32)),
    });
    Seen { build, run, reference }
}

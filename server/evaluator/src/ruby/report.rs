//! Reads the records of `/assay/runner.rb`.

use std::collections::{BTreeMap, BTreeSet};

use domain::{ExecutableLines, ReferenceChecks, TestCaseStatus};
use sandbox::protocol::{Exit, StepReport};
use serde::Deserialize;

use crate::adapter::{Build, TestRun};
use crate::records::{Status, one_line, records, test_case};

/// What a line says.
#[derive(Debug, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub(super) enum Record {
    /// The suite was loaded; it has so many tests.
    Start {
        count: u32,
    },
    Begin {
        id: String,
        name: String,
    },
    /// `name` is the test's own description, `full` the one with its groups.
    End {
        id: String,
        name: String,
        full: String,
        status: Status,
        message: String,
        millis: u64,
    },
    /// Under a mutant: the tests that ended well, in place of their records. A failure ends such a run.
    Names {
        passed: Vec<String>,
        skipped: Vec<String>,
    },
    /// Something failed outside of the tests, e.g. in a hook that runs once.
    Outside {
        message: String,
    },
    /// Lines of the focal function that ran while the tests ran and before (`def` itself), and how many can.
    Cov {
        covered: Vec<u32>,
        loaded: Vec<u32>,
        total: u32,
    },
    /// The suite parses and the repository is loaded; the suite comes next.
    Ready,
    Done {
        rc: i32,
        /// Made in all tests together; not told by the preparation.
        assertions: Option<u64>,
    },
    /// The suite is not Ruby.
    Syntax {
        message: String,
    },
    /// Loading the suite raised.
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
    /// Whether the run came to its end without a single assertion.
    pub asserts_nothing: bool,
}

impl Seen {
    /// A suite that asserts nothing at all does not pass: its tests count as skipped. Asked of the run against the
    /// correct source only: where the focal function is broken, failures that the suite hides would come before the
    /// assertions, and look like being noticed.
    pub(super) fn must_assert(mut self) -> Self {
        for test in self.run.tests.iter_mut().filter(|test| test.status == TestCaseStatus::Passed) {
            if self.asserts_nothing {
                test.status = TestCaseStatus::Skipped;
                "The suite asserts nothing.".clone_into(&mut test.message);
            }
        }
        self
    }
}

/// What one run of a suite reported; covered lines are cut down to the executable ones.
pub(super) fn read_run(step: &StepReport, nonce: &str, executable: &ExecutableLines) -> Seen {
    let (records, forged) = records(&step.report, nonce, true);
    let mut build = Build::Unknown;
    let mut run = TestRun { tests: Vec::new(), announced: None, ended: false, covered: Vec::new(), forged };
    let mut open: BTreeMap<String, usize> = BTreeMap::new();
    let mut given: BTreeSet<String> = BTreeSet::new();
    let (mut parses, mut coverage, mut asserts_nothing) = (false, None, false);
    for record in records {
        match record {
            Record::Syntax { message } | Record::LoadError { message } => build = Build::Failed(one_line(&message)),
            // Afterwards the suite has had its hands on everything.
            Record::Fault { message } if run.announced.is_none() => build = Build::Fault(one_line(&message)),
            Record::Start { count } => {
                build = Build::Ok;
                run.announced = Some(count);
            }
            Record::Begin { id, name } => {
                open.insert(id, run.tests.len());
                run.tests.push(test_case(&name, TestCaseStatus::Unfinished, "", 0));
            }
            Record::End { id, name, full, status, message, millis } => {
                let name = if given.insert(name.clone()) { name } else { full };
                let test = test_case(&name, status.into(), &message, millis);
                match open.remove(&id).and_then(|index| run.tests.get_mut(index)) {
                    Some(begun) => *begun = test,
                    None => run.tests.push(test),
                }
            }
            Record::Names { passed, skipped } => {
                let all = [(passed, TestCaseStatus::Passed), (skipped, TestCaseStatus::Skipped)];
                run.tests.extend(all.into_iter().flat_map(|(names, status)| {
                    names.into_iter().map(move |name| test_case(&name, status, "", 0)).collect::<Vec<_>>()
                }));
            }
            Record::Outside { message } => {
                run.tests.push(test_case("(outside of the tests)", TestCaseStatus::Failed, &message, 0));
                run.announced = run.announced.map(|count| count.saturating_add(1));
            }
            Record::Ready => parses = true,
            Record::Cov { mut covered, loaded, total } => {
                let any = covered.iter().chain(&loaded).collect::<BTreeSet<_>>().len();
                coverage = Some((any.min(total as usize) as u32, total));
                covered.retain(|line| executable.0.contains(line));
                run.covered = covered;
            }
            Record::Done { rc, assertions } => {
                run.ended = step.exit == Exit::Code(rc);
                asserts_nothing = assertions == Some(0);
            }
            Record::Fault { .. }
            | Record::Lines { .. }
            | Record::Control { .. }
            | Record::Mutant { .. }
            | Record::Problem { .. } => run.forged = true,
        }
    }
    // The rules of the reference: the suite parses; the command ends with 0, whatever was skipped and however few
    // tests there were; lines count as covered also by being loaded.
    let known = parses || matches!(build, Build::Failed(_));
    let reference = known.then(|| ReferenceChecks {
        csr: parses,
        tpr: step.exit == Exit::Code(0) && step.stopped.is_none(),
        ir: false, // told from the text, by the judge
        coverage,
    });
    Seen { build, run, reference, asserts_nothing }
}

#[cfg(test)]
mod tests;

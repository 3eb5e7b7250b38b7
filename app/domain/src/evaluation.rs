//! What travels between the queue, the worker and the store: a suite in, a result out.

use serde::{Deserialize, Serialize};

use crate::{
    Check, EvaluationId, ExecutableLines, Extraction, FailureMode, FocalFunction, Hallucination, ImageDigest, Language,
    Limits, MutationRun, Outcome, RepositorySpec, Sha256, TaskId, TaskKey, TaskMutants,
};

/// Which of several suites for the same task (0-based).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Attempt(pub u32);

/// One suite to run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SlotWork {
    pub attempt: Attempt,
    /// The test code as extracted; empty when `extraction` is `nothing`.
    pub suite: String,
    pub sha256: Sha256,
    pub extraction: Extraction,
}

/// Everything that a worker needs for one job; it holds no state of its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskWork {
    pub evaluation: EvaluationId,
    pub task: TaskId,
    pub task_key: TaskKey,
    pub language: Language,
    pub image: ImageDigest,
    pub repository: RepositorySpec,
    pub focal: FocalFunction,
    /// The whole text of the focal file, as it is in the image.
    pub file_text: String,
    pub executable_lines: ExecutableLines,
    #[serde(default)]
    pub mutants: TaskMutants,
    pub limits: Limits,
    pub slots: Vec<SlotWork>,
}

text_enum! {
    /// How a check of a slot went.
    CheckStatus, "check status" {
        Passed = "passed",
        Failed = "failed",
        /// An earlier check was decisive.
        NotRun = "not_run",
    }
}

/// One check of a slot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckRecord {
    pub check: Check,
    pub status: CheckStatus,
    /// What was found, in one sentence; empty when there is nothing to say.
    pub detail: String,
    /// Wall-clock milliseconds.
    pub millis: u64,
}

text_enum! {
    /// How one test case of a suite ended.
    TestCaseStatus, "test case status" {
        Passed = "passed",
        Failed = "failed",
        Skipped = "skipped",
        /// It began and never reported an end.
        Unfinished = "unfinished",
    }
}

/// One test case, as reported over the private channel and never as printed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestCaseRecord {
    /// Its name as the framework gives it (bounded to 300 characters).
    pub name: String,
    pub status: TestCaseStatus,
    /// The failure message, bounded to 2,000 characters; empty when passed.
    pub message: String,
    pub millis: u64,
}

/// Which executable lines of the focal function ran (1-based, in the file).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineCoverage {
    /// Number of executable lines of the task; never computed from the suite's own run.
    pub executable: u32,
    /// The covered ones, ascending; a subset of the task's executable lines.
    pub covered: Vec<u32>,
}

text_enum! {
    /// Whether a passing suite fails when the focal function is broken on purpose (invariant 2).
    Control, "control" {
        /// It failed, as it must: the suite exercises the focal function.
        Noticed = "noticed",
        /// It still passed: not a valid pass.
        Unnoticed = "unnoticed",
        /// The suite did not pass, so there was nothing to control.
        NotRun = "not_run",
    }
}

/// What the reference implementation's own rules say of the same run, so that a verified row can be set against the
/// published ones (xrepotest.md §3). Never part of our outcome.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReferenceChecks {
    /// Its `compilation`: Go and Rust type-check, PHP and Ruby only parse, Julia records at least one test.
    pub csr: bool,
    /// Its `tests`: the exit code of the run, whatever was skipped.
    pub tpr: bool,
    /// Its `invocation`: the focal function's name as an identifier in a test's body (§3.6).
    pub ir: bool,
    /// Its covered and total lines of the focal range; `None` where they were not measured.
    pub coverage: Option<(u32, u32)>,
}

/// What a slot used, over all of its steps.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Processor time in milliseconds, the sum.
    pub cpu_millis: u64,
    /// Highest resident memory of one process in bytes.
    pub peak_memory_bytes: u64,
    /// Bytes printed, the sum.
    pub printed_bytes: u64,
}

/// What was observed of one slot; outcomes are stored and metrics derived from them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    /// Whether the suite's syntax tree calls the focal function.
    pub invokes: bool,
    /// Whether the suite built or loaded.
    pub compiles: bool,
    pub coverage: Option<LineCoverage>,
    pub control: Control,
    pub checks: Vec<CheckRecord>,
    pub tests: Vec<TestCaseRecord>,
    /// What the placement changed in the suite, one sentence each.
    pub placement_notes: Vec<String>,
    /// What the suite printed and what the tools said, bounded; shown, never parsed for a verdict (invariant 2).
    pub log: String,
    /// What it made of the mutants; `None` when it did not pass or was not asked.
    #[serde(default)]
    pub mutation: Option<MutationRun>,
    /// What the reference's rules say; `None` when nothing ran.
    #[serde(default)]
    pub reference: Option<ReferenceChecks>,
    #[serde(default)]
    pub usage: Usage,
    /// Things in the suite's text that a maintainer should look at (process exit, reflection, the environment), one
    /// sentence each. They decide nothing.
    #[serde(default)]
    pub signals: Vec<String>,
    /// Outcomes of further runs of a passing suite; any that differs makes the slot flaky.
    #[serde(default)]
    pub repeats: Vec<Outcome>,
}

impl Evidence {
    /// Of a slot of which nothing is known.
    pub fn nothing() -> Self {
        Self {
            invokes: false,
            compiles: false,
            coverage: None,
            control: Control::NotRun,
            checks: Vec::new(),
            tests: Vec::new(),
            placement_notes: Vec::new(),
            log: String::new(),
            mutation: None,
            reference: None,
            usage: Usage::default(),
            signals: Vec::new(),
            repeats: Vec::new(),
        }
    }
}

impl Evidence {
    /// Test cases that passed, and all that were reported.
    pub fn cases(&self) -> (u32, u32) {
        let passed = self.tests.iter().filter(|test| test.status == TestCaseStatus::Passed).count();
        (passed as u32, self.tests.len() as u32)
    }
}

impl SlotResult {
    /// Whether a repeated run ended otherwise than the first.
    pub fn is_flaky(&self) -> bool {
        self.evidence.repeats.iter().any(|outcome| *outcome != self.outcome)
    }
}

/// What one slot ended as.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SlotResult {
    pub attempt: Attempt,
    pub outcome: Outcome,
    /// The rule that decided, in one sentence.
    pub reason: String,
    pub evidence: Evidence,
    /// Wall-clock milliseconds of the whole slot.
    pub millis: u64,
}

/// A slot in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SlotRow {
    pub task: TaskKey,
    pub attempt: Attempt,
    pub language: Language,
    /// `None` while it waits.
    pub outcome: Option<Outcome>,
    /// What it fails at; `None` for a valid pass, and until that has been found out.
    pub failure: Option<FailureMode>,
    /// What an API hallucination invents.
    pub hallucination: Option<Hallucination>,
    /// Test cases that passed, and all that were reported.
    pub cases: (u32, u32),
    /// The rule that decided; empty while it waits.
    pub reason: String,
    pub invokes: bool,
    pub coverage: Option<LineCoverage>,
    /// Detected and valid mutants; `None` where there is no score.
    pub mutation: Option<(u32, u32)>,
    /// Wall-clock milliseconds; 0 while it waits.
    pub millis: u64,
}

/// What produced a result (invariant 3).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Provenance {
    pub evaluator_version: String,
    /// Container runtime: `runc` or `runsc`.
    pub runtime: String,
    /// Name of the worker.
    pub worker: String,
    /// The evaluation whose result this is, where the same suite had been run before under the same conditions.
    #[serde(default)]
    pub reused_from: Option<EvaluationId>,
}

/// A fault of ours: host, engine, disk or network. It is retried and never becomes a score (invariant 1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{what}: {cause}")]
pub struct HostFault {
    /// What was being done.
    pub what: String,
    /// What went wrong.
    pub cause: String,
}

impl HostFault {
    /// A fault met while doing `what`.
    pub fn new(what: impl Into<String>, cause: impl std::fmt::Display) -> Self {
        Self { what: what.into(), cause: cause.to_string() }
    }
}

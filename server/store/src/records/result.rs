//! What evaluations have come to.

use domain::{
    Attempt, Control, Extraction, Failure, FailureMode, Language, Outcome, OutcomeId, Provenance, RepositoryId,
    RepositorySpec, Sha256, SlotResult, SubmissionState, TaskId, Timestamp,
};

use super::{FigureRow, TaskRecord};

/// How far the newest evaluation of a submission is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgressRecord {
    pub state: SubmissionState,
    /// Languages that have slots, in the order of languages.
    pub languages: Vec<LanguageProgressRecord>,
    /// Faults of ours met so far: failed attempts and lost leases.
    pub faults: u64,
    /// What the newest of them was, while its job still waits or is dead.
    pub last_fault: Option<String>,
    /// Jobs of other evaluations that will be claimed before this one's next; 0 while one of its jobs runs or none waits.
    pub queue_position: u64,
    /// Jobs under a lease that holds.
    pub running: u64,
    /// When the first job was claimed.
    pub started: Option<Timestamp>,
    pub first_settled: Option<Timestamp>,
    pub last_settled: Option<Timestamp>,
}

/// Progress in one language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LanguageProgressRecord {
    pub language: Language,
    /// Suites of the submission.
    pub slots: u64,
    /// Counts of settled slots in the order of outcomes; outcomes without slots left out.
    pub outcomes: Vec<(Outcome, u64)>,
}

/// Which slots of a submission are asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SlotFilter {
    pub outcome: Option<Outcome>,
    pub failure: Option<FailureMode>,
    pub language: Option<Language>,
    /// Part of a task key, in any case; empty for all.
    pub search: String,
    pub limit: u64,
    pub offset: u64,
}

impl Default for SlotFilter {
    /// The first 50 of all.
    fn default() -> Self {
        Self { outcome: None, failure: None, language: None, search: String::new(), limit: 50, offset: 0 }
    }
}

/// One slot with its evidence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SlotRecord {
    pub task: TaskRecord,
    /// The suite as extracted.
    pub code: String,
    pub sha256: Sha256,
    pub extraction: Extraction,
    /// `None` while it waits.
    pub result: Option<SlotResult>,
    /// What it fails at; `None` for a valid pass, and until that has been found out.
    pub failure: Option<Failure>,
    /// Of this result; `None` while it waits and for an `infra_error`, which no evaluator produced.
    pub provenance: Option<Provenance>,
}

/// What metrics are computed from: one settled slot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObservationRow {
    pub task: TaskId,
    pub language: Language,
    pub repository: RepositoryId,
    pub attempt: Attempt,
    pub outcome: Outcome,
    pub invokes: bool,
    pub compiles: bool,
    /// Executable lines of the task.
    pub executable: u32,
    /// Covered ones of them; 0 when coverage was not measured.
    pub covered: u32,
    /// Detected and valid mutants; `None` where there is no score.
    pub mutation: Option<(u32, u32)>,
    pub control: Control,
    /// Whether a repeated run of a passing suite ended otherwise.
    pub flaky: bool,
    /// Test cases that passed, and all that were reported.
    pub cases: (u32, u32),
}

/// A settled slot of which nobody has said yet what it fails at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnclassifiedRow {
    pub outcome: OutcomeId,
    pub language: Language,
    pub repository: RepositoryId,
    /// The suite as extracted.
    pub suite: String,
    pub result: SlotResult,
}

/// The tasks of one language in an evaluation's benchmark version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TaskCountRow {
    pub language: Language,
    pub tasks: u64,
    /// Those with valid mutants; 0 when the evaluation's limits want none.
    pub with_mutants: u64,
}

/// The tasks of one repository in an evaluation's benchmark version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RepositoryCountRow {
    pub repository: RepositoryId,
    pub spec: RepositorySpec,
    pub tasks: u64,
    /// Those with valid mutants; 0 when the evaluation's limits want none.
    pub with_mutants: u64,
}

/// How an evaluation ends.
#[derive(Debug, Clone, PartialEq)]
pub enum Finish {
    /// Every slot is settled without a fault of ours; the entry goes on the board.
    Scored {
        figures: Vec<FigureRow>,
        /// Version of the formulas that gave them.
        scoring_version: String,
    },
    /// Some slots ended in a fault of ours; nothing is published until they are retried.
    Blocked { infra: u64 },
}

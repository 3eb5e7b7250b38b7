//! Slots of a submission.

use domain::{
    Attempt, Failure, FailureMode, Language, ModelName, MutantStatus, MutationOperator, Outcome, Provenance, Sha256,
    SlotResult, SlotRow, SourceLine, SubmissionId, Task,
};
use serde::{Deserialize, Serialize};

/// Which slots of a submission are asked for.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SlotRequest {
    pub outcome: Option<Outcome>,
    pub failure: Option<FailureMode>,
    pub language: Option<Language>,
    /// Part of a task id, any case.
    pub search: String,
    /// 0-based page of 50.
    pub page: u32,
}

/// A page of slots.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SlotList {
    pub slots: Vec<SlotRow>,
    /// Slots that match, over all pages.
    pub total: u64,
}

/// What a mutant changes, in whole lines.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MutantChange {
    pub operator: MutationOperator,
    /// Line of the change (1-based, in the file).
    pub line: u32,
    pub before: String,
    pub after: String,
    /// What the suite made of it; `None` where no suite was asked.
    pub status: Option<MutantStatus>,
    /// Why no suite is asked about it.
    pub invalid: Option<String>,
}

/// One slot with its evidence.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SlotDetail {
    pub submission: SubmissionId,
    pub model: ModelName,
    pub task: Task,
    pub attempt: Attempt,
    pub suite_sha256: Sha256,
    /// The suite as uploaded, coloured.
    pub suite: Vec<SourceLine>,
    /// The focal function, coloured.
    pub focal: Vec<SourceLine>,
    /// `None` while it waits.
    pub result: Option<SlotResult>,
    /// What it fails at; `None` for a valid pass, and until that has been found out.
    pub failure: Option<Failure>,
    /// The task's mutants with what the suite made of them; empty unless it was asked.
    pub mutants: Vec<MutantChange>,
    pub image: String,
    pub provenance: Option<Provenance>,
}

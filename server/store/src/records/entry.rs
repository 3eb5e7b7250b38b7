//! Rows of leaderboards.

use domain::{
    ContextMode, EntryId, EntrySource, EvaluationId, Language, Metric, ModelName, Scope, Slug, SubmissionId, TaskKey,
    Timestamp,
};

/// A value in percent and the number of tasks it is taken over: scope, metric, percent, n.
pub type FigureRow = (Scope, Metric, f64, u64);

/// An entry as a paper gives it.
#[derive(Debug, Clone, PartialEq)]
pub struct PublishedEntry {
    pub model: ModelName,
    pub provider: String,
    /// Where the model is described; empty if unknown.
    pub link: String,
    pub open_weights: bool,
    pub mode: ContextMode,
    pub added: Timestamp,
    pub figures: Vec<FigureRow>,
}

/// A row of a leaderboard.
#[derive(Debug, Clone, PartialEq)]
pub struct EntryRecord {
    pub id: EntryId,
    pub benchmark: Slug,
    pub model: ModelName,
    /// Empty if unknown.
    pub provider: String,
    /// Empty if unknown.
    pub link: String,
    pub open_weights: bool,
    pub source: EntrySource,
    pub mode: ContextMode,
    /// For verified entries.
    pub submission: Option<SubmissionId>,
    /// Likewise: what its figures were computed from.
    pub evaluation: Option<EvaluationId>,
    pub added: Timestamp,
    pub figures: Vec<FigureRow>,
}

/// A task of an evaluation's benchmark version, and whether its suite passed there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SolvedRow {
    pub key: TaskKey,
    pub language: Language,
    /// A task without a suite is not solved (invariant 4).
    pub passed: bool,
}

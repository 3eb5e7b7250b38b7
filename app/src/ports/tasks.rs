//! Tasks: lists of them, and one with all that is shown of it.

use domain::{
    Attempt, ContextMode, Language, Limits, ModelName, Outcome, RepositoryDomain, RepositorySpec, SourceLine,
    SubmissionId, Task, TaskKey,
};
use serde::{Deserialize, Serialize};

use super::{BenchmarkSummary, MutantChange};

/// How hard a task is: the share of verified entries that solve it (pass and cover a line at the first attempt).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum DifficultyBand {
    Nobody,
    Hard,
    Medium,
    Easy,
    Everybody,
}

/// Order of a task list.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum TaskSort {
    /// By repository, path and line.
    #[default]
    Repository,
    Shortest,
    Longest,
    Hardest,
    Easiest,
}

/// Which tasks are asked for.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct TaskRequest {
    pub language: Option<Language>,
    /// Repository name.
    pub repository: Option<String>,
    pub domain: Option<RepositoryDomain>,
    /// Fewest and most lines of the function.
    pub lines: Option<(u32, u32)>,
    pub difficulty: Option<DifficultyBand>,
    pub sort: TaskSort,
    /// Part of a function's qualified name, path or source, any case.
    pub search: String,
    /// 0-based page of 50.
    pub page: u32,
}

/// A page of tasks of the newest version of a benchmark.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TaskList {
    pub benchmark: BenchmarkSummary,
    /// Repositories with their number of tasks, by language and name.
    pub repositories: Vec<(RepositorySpec, u64)>,
    pub tasks: Vec<TaskRow>,
    /// Tasks that match, over all pages.
    pub total: u64,
}

/// A line of a task list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TaskRow {
    pub key: TaskKey,
    pub language: Language,
    pub repository: String,
    pub qualified_name: String,
    pub path: String,
    pub start_line: u32,
    pub end_line: u32,
    /// Executable lines.
    pub executable: u32,
    /// Verified entries, and those that solve it.
    pub entries: u64,
    pub solved: u64,
}

/// A task with all that is shown of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TaskDetail {
    pub benchmark: BenchmarkSummary,
    pub task: Task,
    pub repository: RepositorySpec,
    /// Content address of the image.
    pub image: String,
    pub limits: Limits,
    /// The focal function, coloured.
    pub source: Vec<SourceLine>,
    /// All mutants, the unusable ones last.
    pub mutants: Vec<MutantChange>,
    /// Outcomes of public entries (and of the viewer's own submissions), newest first.
    pub outcomes: Vec<TaskOutcome>,
}

/// What a model is asked for a task, in one context mode.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TaskPrompt {
    pub mode: ContextMode,
    /// Version of the wording and of the contexts.
    pub version: String,
    /// The texts, or why this installation has none for the mode and what gives it one.
    pub text: Result<PromptText, String>,
}

/// The texts of a prompt.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PromptText {
    pub system: String,
    pub user: String,
    pub characters: u64,
    /// An estimate: a quarter of the bytes.
    pub tokens: u64,
    /// What chose the context; empty where nothing is chosen.
    pub produced_by: String,
    /// Pieces of context.
    pub parts: u64,
}

/// What one submission's suite for a task ended as.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TaskOutcome {
    pub submission: SubmissionId,
    pub model: ModelName,
    pub mode: ContextMode,
    pub attempt: Attempt,
    pub outcome: Outcome,
    pub invokes: bool,
    pub covered: Option<u32>,
    pub millis: u64,
}

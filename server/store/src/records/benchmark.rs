//! Benchmarks, their versions, repositories and tasks.

use domain::{
    Attempt, BenchmarkId, BenchmarkVersionId, ContextMode, ExecutableLines, FocalFunction, ImageDigest, Language,
    Limits, ModelName, Outcome, Repository, RepositoryDomain, RepositorySpec, Slug, SubmissionId, Task, TaskKey,
    TaskMutants, Timestamp,
};

/// A benchmark as its maintainers describe it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewBenchmark {
    pub slug: Slug,
    pub name: String,
    /// One sentence.
    pub description: String,
    /// Text and address of links.
    pub links: Vec<(String, String)>,
    /// How to cite it; empty when there is nothing to cite.
    pub citation: String,
    /// Whether its tasks are stored here; otherwise it has figures only.
    pub has_tasks: bool,
}

/// A version to be made; never changed afterwards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewVersion {
    pub benchmark: BenchmarkId,
    /// What readers call it: `1.0`.
    pub label: String,
    /// Hash of everything that makes it what it is; the same fingerprint is the same version.
    pub fingerprint: String,
    pub limits: Limits,
    /// Tasks per language, for benchmarks whose tasks are not stored.
    pub declared: Vec<(Language, u64)>,
    /// Number of repositories, for benchmarks whose tasks are not stored.
    pub declared_repositories: u64,
    pub repositories: Vec<NewRepository>,
}

/// A repository of a version to be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRepository {
    pub spec: RepositorySpec,
    /// `None` for a release without images.
    pub image: Option<ImageDigest>,
    /// Path below the repository's root and text of each file that holds a focal function or that prompts may show.
    pub files: Vec<(String, String)>,
    pub tasks: Vec<NewTask>,
}

/// A task of a version to be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewTask {
    pub key: TaskKey,
    pub focal: FocalFunction,
    pub executable_lines: ExecutableLines,
    pub mutants: TaskMutants,
}

/// A benchmark with its newest version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BenchmarkRecord {
    pub id: BenchmarkId,
    pub slug: Slug,
    pub name: String,
    pub description: String,
    pub links: Vec<(String, String)>,
    pub citation: String,
    pub has_tasks: bool,
    /// The newest one; `None` until the first is made.
    pub version: Option<VersionRecord>,
    /// Entries over all context modes.
    pub entries: u64,
    /// When an entry, the version or the description last changed.
    pub updated: Timestamp,
}

/// One version in a few figures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VersionRecord {
    pub id: BenchmarkVersionId,
    pub label: String,
    pub limits: Limits,
    pub fingerprint: String,
    pub created: Timestamp,
    /// Tasks per language in the order of languages: stored ones, or as declared where none are stored.
    pub languages: Vec<(Language, u64)>,
    /// Likewise.
    pub repositories: u64,
    /// Whether every repository has an image, so that suites can be run.
    pub runnable: bool,
}

/// How hard a task is: the share of verified entries that solve it, in bands. Solving is passing and covering at least
/// one line, at the first attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Band {
    /// None of them.
    Nobody,
    /// At most a quarter.
    Hard,
    /// Between.
    Medium,
    /// At least three quarters.
    Easy,
    /// All of them.
    Everybody,
}

/// In which order tasks are listed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum TaskOrder {
    /// By repository, path and line.
    #[default]
    Position,
    Shortest,
    Longest,
    /// The smallest share of entries first.
    Hardest,
    Easiest,
}

/// Which tasks are asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskFilter {
    pub language: Option<Language>,
    /// Name of a repository.
    pub repository: Option<String>,
    pub domain: Option<RepositoryDomain>,
    /// Lines of the focal function, inclusive.
    pub min_lines: Option<u32>,
    /// Likewise.
    pub max_lines: Option<u32>,
    pub band: Option<Band>,
    /// Part of a key, qualified name, path or source, in any case; empty for all. Shorter than three characters: not of
    /// the source.
    pub search: String,
    pub order: TaskOrder,
    pub limit: u64,
    pub offset: u64,
}

impl Default for TaskFilter {
    /// The first 50 of all.
    fn default() -> Self {
        Self {
            language: None,
            repository: None,
            domain: None,
            min_lines: None,
            max_lines: None,
            band: None,
            search: String::new(),
            order: TaskOrder::default(),
            limit: 50,
            offset: 0,
        }
    }
}

/// A task with where it comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskRecord {
    pub task: Task,
    pub repository: Repository,
    /// Those of the version, widened for the repository.
    pub limits: Limits,
    /// Benchmark that the task's version belongs to.
    pub benchmark: Slug,
    /// Verified entries of its version.
    pub entries: u64,
    /// Those that solve it.
    pub solved: u64,
}

/// What one submission's suite for a task ended as.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskOutcomeRow {
    pub submission: SubmissionId,
    pub model: ModelName,
    pub mode: ContextMode,
    pub attempt: Attempt,
    pub outcome: Outcome,
    pub invokes: bool,
    /// Covered executable lines; `None` when coverage was not measured.
    pub covered: Option<u32>,
    pub millis: u64,
}

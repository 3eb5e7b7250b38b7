//! What pages need from the back end. `server` implements it over the store; page tests use a fake.

use domain::{
    ContextMode, EntryId, EntrySource, EvaluationId, Language, Limits, Metric, ModelName, Outcome, Provenance,
    RepositorySpec, Scope, Sha256, Slug, SubmissionId, SubmissionState, Timestamp, UploadReport,
};
use serde::{Deserialize, Serialize};

mod breakdown;
mod charts;
mod compare;
mod sheet;
mod slots;
mod status;
mod tasks;

pub use breakdown::GroupScores;
pub use charts::{ChartName, ChartRequest, ChartSet, ChartView};
pub use compare::{
    Compared, Comparison, MOST_COMPARED, ModelBoard, ModelDetail, OnlySolved, Paired, PairedTest, PrintedTest,
    board_address, model_address,
};
pub use sheet::{Sheet, SheetMetric, SheetRow};
pub use slots::{MutantChange, SlotDetail, SlotList, SlotRequest};
pub use status::{SystemStatus, WorkerStatus};
pub use tasks::{
    DifficultyBand, PromptText, TaskDetail, TaskList, TaskOutcome, TaskPrompt, TaskRequest, TaskRow, TaskSort,
};

#[cfg(feature = "ssr")]
use {
    crate::error::AppError,
    domain::{Attempt, TaskKey, Viewer},
};

/// A benchmark version in a few figures.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BenchmarkSummary {
    pub slug: Slug,
    pub name: String,
    pub version: String,
    /// One sentence.
    pub description: String,
    /// Tasks per language, in the order of languages; languages without tasks are left out.
    pub languages: Vec<(Language, u64)>,
    pub repositories: u64,
    /// Entries that the public sees, over all context modes.
    pub entries: u64,
    /// When an entry was last added or changed.
    pub updated: Timestamp,
    /// Whether the tasks themselves are stored here (the published benchmark has figures only).
    pub has_tasks: bool,
    /// Text and address of links, e.g. the paper.
    pub links: Vec<(String, String)>,
    /// How to cite it; empty when there is nothing to cite.
    pub citation: String,
}

impl BenchmarkSummary {
    /// Tasks over all languages.
    pub fn tasks(&self) -> u64 {
        self.languages.iter().map(|(_, n)| n).sum()
    }
}

/// Which board is asked for; everything else of a view is arranged by the page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BoardRequest {
    pub benchmark: Slug,
    pub mode: ContextMode,
    /// What ranks and intervals are computed for.
    pub metric: Metric,
    /// A language, or `macro` for all.
    pub scope: Scope,
}

/// The rows of one benchmark in one context mode, unfiltered, best first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Board {
    pub benchmark: BenchmarkSummary,
    /// Entries per context mode, modes without entries included.
    pub modes: Vec<(ContextMode, u64)>,
    /// Metrics that at least one row has, in declaration order.
    pub metrics: Vec<Metric>,
    pub rows: Vec<BoardRow>,
}

/// One entry.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BoardRow {
    pub entry: EntryId,
    pub model: ModelName,
    pub provider: String,
    /// Where the model is described; empty if unknown. Shown, never fetched.
    pub link: String,
    pub open_weights: bool,
    pub source: EntrySource,
    /// What the entry points to, for verified ones.
    pub submission: Option<SubmissionId>,
    pub added: Timestamp,
    /// Rank by the requested metric and scope; ties share one. `None` when it has no value there.
    pub rank: Option<RankRange>,
    /// 95 % interval of the requested metric and scope, in percent.
    pub interval: Option<(f64, f64)>,
    pub figures: Vec<Figure>,
}

/// A rank with the 95 % range of the place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RankRange {
    pub rank: u32,
    pub low: u32,
    pub high: u32,
    /// Whether another entry has the same rank.
    pub tied: bool,
}

/// One value of a row, in percent, with the number of tasks it is taken over (invariant 6).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    pub scope: Scope,
    pub metric: Metric,
    pub percent: f64,
    pub n: u64,
}

impl BoardRow {
    /// The value of a metric in a scope, in percent.
    pub fn figure(&self, scope: Scope, metric: Metric) -> Option<Figure> {
        self.figures.iter().copied().find(|figure| figure.scope == scope && figure.metric == metric)
    }
}

/// A version of a benchmark with all that is said about it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BenchmarkDetail {
    pub summary: BenchmarkSummary,
    pub limits: Limits,
    /// Hash of everything that makes the version what it is; empty before there is one.
    pub fingerprint: String,
    pub made: Timestamp,
    /// Whether suites can be run here.
    pub runnable: bool,
    /// By language and name; empty where only figures are stored.
    pub repositories: Vec<BenchmarkRepository>,
    pub prompt_version: String,
}

/// A repository of a benchmark.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BenchmarkRepository {
    pub spec: RepositorySpec,
    /// Content address, or `none`.
    pub image: String,
    pub tasks: u64,
}

/// A line of a list of submissions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SubmissionRow {
    pub id: SubmissionId,
    pub model: ModelName,
    pub mode: ContextMode,
    pub state: SubmissionState,
    pub uploaded: Timestamp,
    /// Slots settled and slots in all.
    pub settled: u64,
    pub slots: u64,
    pub passed: u64,
}

/// A submission with all that is shown of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SubmissionDetail {
    pub id: SubmissionId,
    pub benchmark: BenchmarkSummary,
    pub model: ModelName,
    pub mode: ContextMode,
    pub state: SubmissionState,
    pub uploaded_by: String,
    pub uploaded: Timestamp,
    pub file_name: String,
    pub sha256: Sha256,
    pub report: UploadReport,
    /// Whether the viewer may queue it.
    pub may_queue: bool,
    /// The newest evaluation, once queued.
    pub evaluation: Option<EvaluationDetail>,
}

/// The run of a submission.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EvaluationDetail {
    pub id: EvaluationId,
    pub progress: Progress,
    pub limits: Limits,
    /// Language and content address of each image.
    pub images: Vec<(Language, String)>,
    /// From the newest result; `None` until the first.
    pub provenance: Option<Provenance>,
    pub queued: Timestamp,
    pub started: Option<Timestamp>,
    pub finished: Option<Timestamp>,
    /// Values of every metric and scope, once settled without a fault of ours.
    pub figures: Vec<Figure>,
    /// The same per repository and then per domain, where there is more than one.
    pub repositories: Vec<GroupScores>,
    pub domains: Vec<GroupScores>,
}

/// How far an evaluation is: what the live view polls.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    pub state: SubmissionState,
    /// Slots settled and slots in all, over all languages.
    pub settled: u64,
    pub slots: u64,
    /// Per language: slots in all, then settled slots per outcome.
    pub languages: Vec<LanguageProgress>,
    /// Jobs that wait before this evaluation's next one; 0 when it is running.
    pub queue_position: u64,
    /// Why nothing moves, in words, when a fault of ours is the reason.
    pub stalled: Option<String>,
    /// Faults of ours met so far and retried.
    pub faults: u64,
    /// Seconds left, from the pace so far; `None` before there is one.
    pub seconds_left: Option<u64>,
}

/// Progress in one language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LanguageProgress {
    pub language: Language,
    pub slots: u64,
    /// Counts of settled slots, outcomes without slots left out.
    pub outcomes: Vec<(Outcome, u64)>,
}

/// What pages read. Visibility is decided here: what a viewer may not see is `NotFound`.
#[cfg(feature = "ssr")]
#[async_trait::async_trait]
pub trait Queries: Send + Sync {
    async fn benchmarks(&self) -> Result<Vec<BenchmarkSummary>, AppError>;
    /// One benchmark with its newest version.
    async fn benchmark(&self, slug: &Slug) -> Result<BenchmarkDetail, AppError>;
    async fn board(&self, request: BoardRequest) -> Result<Board, AppError>;
    /// The board of a benchmark whose metrics are data; `None` for one with entries.
    async fn sheet(&self, benchmark: &Slug) -> Result<Option<Sheet>, AppError>;
    /// Charts of one benchmark; `None` in place of one that it has no data for.
    async fn charts(&self, benchmark: &Slug, requests: Vec<ChartRequest>) -> Result<ChartSet, AppError>;
    /// Two to four entries of one benchmark beside each other.
    async fn compare(&self, entries: &[EntryId]) -> Result<Comparison, AppError>;
    /// A model that has at least one public entry.
    async fn model(&self, name: &ModelName) -> Result<ModelDetail, AppError>;
    /// Tasks of the newest version of `benchmark`.
    async fn tasks(&self, benchmark: &Slug, request: TaskRequest) -> Result<TaskList, AppError>;
    async fn task(&self, viewer: Option<&Viewer>, key: &TaskKey) -> Result<TaskDetail, AppError>;
    /// What a model is asked for a task.
    async fn prompt(&self, key: &TaskKey, mode: ContextMode) -> Result<TaskPrompt, AppError>;
    /// The viewer's own submissions, newest first; a maintainer sees all.
    async fn submissions(&self, viewer: &Viewer) -> Result<Vec<SubmissionRow>, AppError>;
    async fn submission(&self, viewer: Option<&Viewer>, id: SubmissionId) -> Result<SubmissionDetail, AppError>;
    async fn progress(&self, viewer: Option<&Viewer>, id: SubmissionId) -> Result<Progress, AppError>;
    async fn slots(
        &self,
        viewer: Option<&Viewer>,
        id: SubmissionId,
        request: SlotRequest,
    ) -> Result<SlotList, AppError>;
    async fn slot(
        &self,
        viewer: Option<&Viewer>,
        id: SubmissionId,
        task: &TaskKey,
        attempt: Attempt,
    ) -> Result<SlotDetail, AppError>;
    async fn status(&self) -> Result<SystemStatus, AppError>;
}

/// What `server` puts into the context of every page.
#[cfg(feature = "ssr")]
#[derive(Clone)]
pub struct PageContext {
    pub queries: std::sync::Arc<dyn Queries>,
    /// The signed-in account, read from the session before the page is rendered.
    pub viewer: Option<Viewer>,
    /// A form that was posted and could not be carried out; its page shows it again.
    pub rejected: Option<RejectedForm>,
    /// Largest upload in bytes, shown before uploading.
    pub upload_limit: u64,
}

/// A form that was refused, with what the visitor typed (never a password).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RejectedForm {
    /// What is wrong as a whole, and what to do.
    pub message: String,
    /// Field name and what is wrong with it.
    pub fields: Vec<(String, String)>,
    /// Field name and what was typed.
    pub values: Vec<(String, String)>,
    /// For an upload whose lines were checked.
    pub report: Option<UploadReport>,
}

//! What pages read: `app`'s ports over the store, with the visibility rules and the mapping of faults.

mod benchmarks;
mod board;
mod breakdown;
mod charts;
mod compare;
mod engine;
mod faults;
mod models;
mod mutants;
mod notices;
mod progress;
mod sheets;
mod status;
mod submissions;
mod tasks;

use std::sync::Arc;

use app::error::AppError;
use app::ports::{
    BenchmarkDetail, BenchmarkSummary, Board, BoardRequest, ChartRequest, ChartSet, Comparison, ModelDetail, Progress,
    Queries, Sheet, SlotDetail, SlotList, SlotRequest, SubmissionDetail, SubmissionRow, SystemStatus, TaskDetail,
    TaskList, TaskPrompt, TaskRequest,
};
use async_trait::async_trait;
use domain::{Attempt, ContextMode, EntryId, ModelName, Slug, SubmissionId, TaskKey, Viewer};
use store::Store;

use crate::prompts::PromptCache;

pub use engine::EngineProbe;
pub use notices::Notices;

/// The back end of the pages.
pub struct Backend {
    store: Store,
    engine: EngineProbe,
    notices: Notices,
    places: board::Places,
    drawings: charts::Drawings,
    prompts: Arc<PromptCache>,
}

impl Backend {
    /// Over a store; `engine` and `notices` are what the status page tells about the rest of the process.
    pub fn new(store: Store, engine: EngineProbe, notices: Notices) -> Self {
        Self {
            store,
            engine,
            notices,
            places: board::Places::default(),
            drawings: charts::Drawings::default(),
            prompts: Arc::default(),
        }
    }
}

#[async_trait]
impl Queries for Backend {
    async fn benchmarks(&self) -> Result<Vec<BenchmarkSummary>, AppError> {
        self.all_benchmarks().await
    }

    async fn benchmark(&self, slug: &Slug) -> Result<BenchmarkDetail, AppError> {
        self.benchmark_detail(slug).await
    }

    async fn board(&self, request: BoardRequest) -> Result<Board, AppError> {
        self.board_of(request).await
    }

    async fn sheet(&self, benchmark: &Slug) -> Result<Option<Sheet>, AppError> {
        self.sheet_of(benchmark).await
    }

    async fn charts(&self, benchmark: &Slug, requests: Vec<ChartRequest>) -> Result<ChartSet, AppError> {
        self.chart_set(benchmark, requests).await
    }

    async fn compare(&self, entries: &[EntryId]) -> Result<Comparison, AppError> {
        self.comparison(entries).await
    }

    async fn model(&self, name: &ModelName) -> Result<ModelDetail, AppError> {
        self.model_detail(name).await
    }

    async fn tasks(&self, benchmark: &Slug, request: TaskRequest) -> Result<TaskList, AppError> {
        self.task_list(benchmark, request).await
    }

    async fn task(&self, viewer: Option<&Viewer>, key: &TaskKey) -> Result<TaskDetail, AppError> {
        self.task_detail(viewer, key).await
    }

    async fn prompt(&self, key: &TaskKey, mode: ContextMode) -> Result<TaskPrompt, AppError> {
        self.task_prompt(key, mode).await
    }

    async fn submissions(&self, viewer: &Viewer) -> Result<Vec<SubmissionRow>, AppError> {
        self.submission_rows(viewer).await
    }

    async fn submission(&self, viewer: Option<&Viewer>, id: SubmissionId) -> Result<SubmissionDetail, AppError> {
        self.submission_detail(viewer, id).await
    }

    async fn progress(&self, viewer: Option<&Viewer>, id: SubmissionId) -> Result<Progress, AppError> {
        self.visible(viewer, id).await?;
        self.progress_of(id).await
    }

    async fn slots(
        &self,
        viewer: Option<&Viewer>,
        id: SubmissionId,
        request: SlotRequest,
    ) -> Result<SlotList, AppError> {
        self.visible(viewer, id).await?;
        self.slot_list(id, request).await
    }

    async fn slot(
        &self,
        viewer: Option<&Viewer>,
        id: SubmissionId,
        task: &TaskKey,
        attempt: Attempt,
    ) -> Result<SlotDetail, AppError> {
        let submission = self.visible(viewer, id).await?;
        self.slot_detail(submission, task, attempt).await
    }

    async fn status(&self) -> Result<SystemStatus, AppError> {
        self.system_status().await
    }
}

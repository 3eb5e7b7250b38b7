//! A back end for page tests: the papers' figures on one board, and two tasks.

mod analysis;
mod data;

use std::sync::{Arc, Mutex, OnceLock};

use app::error::AppError;
use app::ports::{
    BenchmarkDetail, BenchmarkSummary, Board, BoardRequest, ChartRequest, ChartSet, Comparison, ModelDetail,
    PageContext, Progress, Queries, Sheet, SlotDetail, SlotList, SlotRequest, SubmissionDetail, SubmissionRow,
    SystemStatus, TaskDetail, TaskList, TaskPrompt, TaskRequest,
};
use axum::body::{Body, to_bytes};
use axum::http::Request;
use domain::{Attempt, ContextMode, EntryId, ModelName, Slug, SubmissionId, TaskKey, Viewer};
use leptos::config::LeptosOptions;

pub(crate) use data::viewer;

/// Answers from the tables in `data`; remembers what it was asked for.
#[derive(Default)]
pub(crate) struct Fake {
    pub(crate) board_requests: Mutex<Vec<BoardRequest>>,
    pub(crate) task_requests: Mutex<Vec<TaskRequest>>,
    /// Every read fails with a fault of ours.
    pub(crate) broken: bool,
    /// Reads wait, so that they may go on on another thread.
    pub(crate) wanders: bool,
    /// No benchmark has entries or tasks.
    pub(crate) empty: bool,
}

impl Fake {
    async fn wander(&self) -> Result<(), AppError> {
        if self.wanders {
            // Another task wakes this one, mostly from another thread.
            let _ = tokio::spawn(tokio::task::yield_now()).await;
        }
        self.check()
    }

    fn check(&self) -> Result<(), AppError> {
        if self.broken { Err(AppError::Internal("0123abcd".to_owned())) } else { Ok(()) }
    }
}

fn not_found<T>(what: impl std::fmt::Display) -> Result<T, AppError> {
    Err(AppError::NotFound(what.to_string()))
}

#[async_trait::async_trait]
impl Queries for Fake {
    async fn benchmarks(&self) -> Result<Vec<BenchmarkSummary>, AppError> {
        self.check()?;
        Ok(if self.empty { Vec::new() } else { vec![data::xrepotest(), data::starter()] })
    }

    async fn benchmark(&self, slug: &Slug) -> Result<BenchmarkDetail, AppError> {
        self.check()?;
        data::benchmark(slug).map_or_else(|| not_found(format!("The benchmark “{slug}”")), Ok)
    }

    async fn board(&self, request: BoardRequest) -> Result<Board, AppError> {
        self.wander().await?;
        self.board_requests.lock().unwrap().push(request.clone());
        match request.benchmark.as_str() {
            "xrepotest" if self.empty => Ok(data::without_rows(&request)),
            "xrepotest" => Ok(data::published_board(&request)),
            other => not_found(format!("The benchmark “{other}”")),
        }
    }

    async fn sheet(&self, benchmark: &Slug) -> Result<Option<Sheet>, AppError> {
        self.check()?;
        Ok((benchmark.as_str() == "sheet").then(analysis::sheet))
    }

    async fn charts(&self, benchmark: &Slug, requests: Vec<ChartRequest>) -> Result<ChartSet, AppError> {
        self.wander().await?;
        match benchmark.as_str() {
            "xrepotest" if !self.empty => Ok(analysis::charts(data::xrepotest(), requests)),
            "starter" | "xrepotest" => Ok(ChartSet { benchmark: data::starter(), charts: vec![None; requests.len()] }),
            other => not_found(format!("The benchmark “{other}”")),
        }
    }

    async fn compare(&self, entries: &[EntryId]) -> Result<Comparison, AppError> {
        self.check()?;
        analysis::comparison(entries).map_or_else(|| not_found("An entry"), Ok)
    }

    async fn model(&self, name: &ModelName) -> Result<ModelDetail, AppError> {
        self.wander().await?;
        analysis::model(name).map_or_else(|| not_found(format!("The model “{name}”")), Ok)
    }

    async fn tasks(&self, benchmark: &Slug, request: TaskRequest) -> Result<TaskList, AppError> {
        self.check()?;
        self.task_requests.lock().unwrap().push(request.clone());
        match benchmark.as_str() {
            "starter" => Ok(data::task_list(&request)),
            other => not_found(format!("The benchmark “{other}”")),
        }
    }

    async fn task(&self, _: Option<&Viewer>, key: &TaskKey) -> Result<TaskDetail, AppError> {
        self.wander().await?;
        data::task(key).map_or_else(|| not_found(format!("The task “{key}”")), Ok)
    }

    async fn prompt(&self, key: &TaskKey, mode: ContextMode) -> Result<TaskPrompt, AppError> {
        self.check()?;
        Ok(data::prompt(key, mode))
    }

    async fn submissions(&self, _: &Viewer) -> Result<Vec<SubmissionRow>, AppError> {
        Ok(Vec::new())
    }

    async fn submission(&self, _: Option<&Viewer>, id: SubmissionId) -> Result<SubmissionDetail, AppError> {
        not_found(id)
    }

    async fn progress(&self, _: Option<&Viewer>, id: SubmissionId) -> Result<Progress, AppError> {
        not_found(id)
    }

    async fn slots(&self, _: Option<&Viewer>, id: SubmissionId, _: SlotRequest) -> Result<SlotList, AppError> {
        not_found(id)
    }

    async fn slot(
        &self,
        _: Option<&Viewer>,
        _: SubmissionId,
        task: &TaskKey,
        _: Attempt,
    ) -> Result<SlotDetail, AppError> {
        not_found(task)
    }

    async fn status(&self) -> Result<SystemStatus, AppError> {
        Err(AppError::Internal("0123abcd".to_owned()))
    }
}

static ROUTES: OnceLock<usize> = OnceLock::new();

/// Renders the page at `path` as the server does: its status and its HTML.
pub(crate) async fn get(fake: Arc<Fake>, viewer: Option<Viewer>, path: &str) -> (u16, String) {
    get_with_cookie(fake, viewer, path, "").await
}

/// The same for a browser that sends a cookie.
pub(crate) async fn get_with_cookie(
    fake: Arc<Fake>,
    viewer: Option<Viewer>,
    path: &str,
    cookie: &str,
) -> (u16, String) {
    // As the server does at its start; it also sets the executor up.
    ROUTES.get_or_init(|| leptos_axum::generate_route_list(app::App).len());
    let options = LeptosOptions::builder().output_name("assay").build();
    let context = PageContext { queries: fake, viewer, rejected: None, upload_limit: 64 << 20 };
    let handler = leptos_axum::render_app_async_with_context(
        move || leptos::context::provide_context(context.clone()),
        move || app::shell(options.clone()),
    );
    let request = Request::get(path).header("cookie", cookie).body(Body::empty()).unwrap();
    let response = handler(request).await;
    let status = response.status().as_u16();
    let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    (status, String::from_utf8(body.to_vec()).unwrap())
}

//! `POST /submissions`.

use anyhow::Context as _;
use app::ports::RejectedForm;
use axum::extract::multipart::Multipart;
use axum::extract::{FromRequest as _, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Redirect, Response};
use domain::{ContextMode, ModelName, Slug, SubmissionId, UploadReport, Viewer};
use store::{BenchmarkRecord, NewSubmission, Store};

use super::check_file;
use super::gate::{Busy, Slot};
use super::receive::{ReceiveError, Received, drain_body, receive};
use crate::http::Fault;
use crate::middleware::CurrentViewer;
use crate::state::AppState;

/// Benchmark of a form that names none.
const DEFAULT_BENCHMARK: &str = "starter";

/// Receives, checks and stores an upload; then to its page, where it is queued. Refused: the form again.
pub async fn upload(
    State(state): State<AppState>,
    CurrentViewer(viewer): CurrentViewer,
    request: Request,
) -> Result<Response, Fault> {
    // Before the first byte of the body is kept: strangers cannot fill the disk.
    let Some(viewer) = viewer else {
        drain_body(request.into_body()).await;
        return Ok((StatusCode::UNAUTHORIZED, "Sign in to upload a submission.\n").into_response());
    };
    let slot = match state.uploads.enter(viewer.id) {
        Ok(slot) => slot,
        Err(busy) => {
            drain_body(request.into_body()).await;
            return Ok(come_back(busy));
        }
    };
    let form = match Multipart::from_request(request, &()).await {
        Ok(form) => form,
        Err(rejection) => return Ok(rejection.into_response()),
    };
    let mut received = Received::default();
    let outcome = match receive(&state.uploads, form, &mut received).await {
        Ok(()) => submit(&state, &viewer, &mut received, slot).await?,
        Err(ReceiveError::Refused(status, message)) => Err(Refusal::form(status, &message)),
        Err(ReceiveError::Fault(error)) => return Err(error.into()),
    };
    match outcome {
        Ok(id) => {
            tracing::info!(submission = %id, user = %viewer.id, "submission {id} is checked and stored");
            Ok(Redirect::to(&format!("/submissions/{id}")).into_response())
        }
        Err(refusal) => {
            let rejected = RejectedForm {
                message: refusal.message,
                fields: refusal.fields,
                values: vec![
                    ("model".to_owned(), received.model),
                    ("mode".to_owned(), received.mode),
                    ("benchmark".to_owned(), received.benchmark),
                    ("file".to_owned(), received.file_name),
                ],
                report: refusal.report,
            };
            Ok(state.pages.rejected(Some(viewer), "/submit", refusal.status, rejected).await)
        }
    }
}

fn come_back(busy: Busy) -> Response {
    let (status, text) = match busy {
        Busy::Site => (StatusCode::SERVICE_UNAVAILABLE, "Too many uploads at the moment. Try again in a minute.\n"),
        Busy::Account => (
            StatusCode::TOO_MANY_REQUESTS,
            "Other uploads of this account are still being received or checked. Try again in a minute.\n",
        ),
    };
    let mut response = (status, text).into_response();
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("60"));
    response
}

/// Why an upload was not stored.
struct Refusal {
    status: StatusCode,
    message: String,
    fields: Vec<(String, String)>,
    report: Option<UploadReport>,
}

impl Refusal {
    fn form(status: StatusCode, message: &str) -> Self {
        Self { status, message: message.to_owned(), fields: Vec::new(), report: None }
    }

    fn field(name: &str, problem: impl Into<String>) -> (String, String) {
        (name.to_owned(), problem.into())
    }
}

/// Checks the form and the file, and stores both. Nothing is stored unless all of it is right.
async fn submit(
    state: &AppState,
    viewer: &Viewer,
    received: &mut Received,
    slot: Slot,
) -> anyhow::Result<Result<SubmissionId, Refusal>> {
    let (form, file) = match (read_form(&state.store, received).await?, received.file.take()) {
        (Ok(form), Some(file)) => (form, file),
        (form, file) => {
            let mut fields = form.err().unwrap_or_default();
            if file.is_none() {
                fields.push(Refusal::field("file", "Choose a JSONL file; none arrived, or it was empty."));
            }
            // The two lists of the form cannot be wrong unless somebody made the form up, so they have no place of
            // their own for what is wrong with them.
            let lists = fields.iter().filter(|(name, _)| matches!(name.as_str(), "mode" | "benchmark"));
            let message = std::iter::once("The submission was not stored.")
                .chain(lists.map(|(_, problem)| problem.as_str()))
                .collect::<Vec<_>>()
                .join(" ");
            return Ok(Err(Refusal { status: StatusCode::UNPROCESSABLE_ENTITY, message, fields, report: None }));
        }
    };
    let tasks = state.store.task_keys(form.version).await?;
    let limit = state.uploads.max_bytes();
    // The check goes on when the visitor hangs up, and this future does not; so the slot belongs to the check.
    let (checked, _slot) =
        tokio::task::spawn_blocking(move || (check_file(file, tasks, limit), slot)).await.context("upload check")?;
    let checked = checked.context("while checking an upload")?;
    if !checked.report.is_acceptable() {
        let errors = checked.report.errors_total;
        let message = match errors {
            0 => "Nothing was stored: the file holds no suite for any task of this benchmark.".to_owned(),
            1 => "Nothing was stored: one line has to be put right first.".to_owned(),
            n => format!("Nothing was stored: {n} problems have to be put right first."),
        };
        let report = Some(checked.report);
        return Ok(Err(Refusal { status: StatusCode::UNPROCESSABLE_ENTITY, message, fields: Vec::new(), report }));
    }
    let id = SubmissionId::new();
    let submission = NewSubmission {
        id,
        version: form.version,
        model: form.model,
        mode: form.mode,
        user: viewer.id,
        file_name: received.file_name.clone(),
        sha256: checked.report.sha256.clone(),
        report: checked.report,
        suites: checked.suites,
    };
    state.store.create_submission(submission).await.context("while storing a submission")?;
    Ok(Ok(id))
}

/// The checked fields.
struct Form {
    version: domain::BenchmarkVersionId,
    model: ModelName,
    mode: ContextMode,
}

async fn read_form(store: &Store, received: &Received) -> anyhow::Result<Result<Form, Vec<(String, String)>>> {
    let mut problems = Vec::new();
    let model = received.model.parse::<ModelName>();
    if let Err(error) = &model {
        problems.push(Refusal::field("model", format!("The {error}.")));
    }
    let mode = received.mode.parse::<ContextMode>();
    if mode.is_err() {
        problems.push(Refusal::field("mode", "Choose what the model was shown."));
    }
    let version = match benchmark(store, &received.benchmark).await? {
        Some(BenchmarkRecord { has_tasks: true, version: Some(version), .. }) if !version.runnable => {
            let problem = "This benchmark has no images here, so no suite can be run; choose another.";
            problems.push(Refusal::field("benchmark", problem));
            None
        }
        Some(BenchmarkRecord { has_tasks: true, version: Some(version), .. }) => Some(version.id),
        Some(BenchmarkRecord { has_tasks: true, version: None, .. }) => {
            let problem = "Its tasks have not been imported yet; the status page says what is missing.";
            problems.push(Refusal::field("benchmark", problem));
            None
        }
        Some(_) => {
            problems.push(Refusal::field("benchmark", "This benchmark has published figures only; choose another."));
            None
        }
        None => {
            problems.push(Refusal::field("benchmark", "There is no such benchmark."));
            None
        }
    };
    Ok(match (version, model, mode) {
        (Some(version), Ok(model), Ok(mode)) => Ok(Form { version, model, mode }),
        _ => Err(problems),
    })
}

async fn benchmark(store: &Store, name: &str) -> anyhow::Result<Option<BenchmarkRecord>> {
    let name = if name.is_empty() { DEFAULT_BENCHMARK } else { name };
    match name.parse::<Slug>() {
        Ok(slug) => Ok(store.benchmark(&slug).await?),
        Err(_) => Ok(None),
    }
}

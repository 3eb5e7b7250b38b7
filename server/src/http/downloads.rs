//! Downloads of a submission: what was checked, and what every suite ended as.

use app::error::AppError;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use domain::{SlotRow, SubmissionId, Viewer};
use futures::{StreamExt as _, TryStreamExt as _};
use store::{SlotFilter, Store, StoreError, SubmissionRecord};

use super::Fault;
use super::progress::refusal;
use crate::middleware::CurrentViewer;
use crate::state::AppState;

/// Slots that are read at a time.
const BATCH: u64 = 500;

/// `GET /submissions/{id}/report.json`: the upload report as it was made.
pub async fn report(
    State(state): State<AppState>,
    CurrentViewer(viewer): CurrentViewer,
    Path(id): Path<String>,
) -> Result<Response, Fault> {
    match visible(&state, viewer.as_ref(), &id).await {
        Ok(record) => {
            let json = serde_json::to_vec_pretty(&record.report)?;
            Ok(attachment(Body::from(json), "application/json", &format!("assay-{}-report.json", record.id)))
        }
        Err(error) => Ok(refusal(&error)),
    }
}

/// `GET /submissions/{id}/outcomes.jsonl`: one line per slot.
pub async fn outcomes(
    State(state): State<AppState>,
    CurrentViewer(viewer): CurrentViewer,
    Path(id): Path<String>,
) -> Response {
    match visible(&state, viewer.as_ref(), &id).await {
        Ok(record) => {
            let lines = Body::from_stream(lines(state.store, record.id));
            attachment(lines, "application/jsonl", &format!("assay-{}-outcomes.jsonl", record.id))
        }
        Err(error) => refusal(&error),
    }
}

async fn visible(state: &AppState, viewer: Option<&Viewer>, id: &str) -> Result<SubmissionRecord, AppError> {
    let id = id.parse().map_err(|_| AppError::NotFound("This submission".to_owned()))?;
    state.backend.visible(viewer, id).await
}

fn attachment(body: Body, content_type: &'static str, name: &str) -> Response {
    let mut response = body.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")) {
        headers.insert(header::CONTENT_DISPOSITION, value);
    }
    response
}

/// All slots, read in batches while they are sent.
fn lines(store: Store, id: SubmissionId) -> impl futures::Stream<Item = Result<Bytes, std::io::Error>> {
    futures::stream::try_unfold(Some(0_u64), move |offset| {
        let store = store.clone();
        async move {
            let Some(offset) = offset else { return Ok::<_, StoreError>(None) };
            let filter = SlotFilter { limit: BATCH, offset, ..SlotFilter::default() };
            let (rows, total) = store.slots(id, filter).await?;
            let next = Some(offset + BATCH).filter(|next| *next < total && !rows.is_empty());
            Ok(Some((rows, next)))
        }
    })
    .map_err(|error| std::io::Error::other(format!("reading outcomes: {error}")))
    .inspect_err(|error| tracing::error!(error = %error, "a download of outcomes was cut off"))
    .map(|batch| batch.map(|rows| rows.iter().map(line).collect::<String>().into()))
}

fn line(row: &SlotRow) -> String {
    let value = serde_json::json!({
        "task": row.task,
        "attempt": row.attempt,
        "language": row.language,
        "outcome": row.outcome,
        "reason": row.reason,
        "failure_mode": row.failure,
        "hallucination": row.hallucination,
        "tests": row.outcome.map(|_| row.cases.1),
        "tests_passed": row.outcome.map(|_| row.cases.0),
        "invokes": row.invokes,
        "executable_lines": row.coverage.as_ref().map(|coverage| coverage.executable),
        "covered_lines": row.coverage.as_ref().map(|coverage| &coverage.covered),
        "mutants": row.mutation.map(|(_, mutants)| mutants),
        "mutants_noticed": row.mutation.map(|(noticed, _)| noticed),
        "millis": row.millis,
    });
    format!("{value}\n")
}

//! `POST /submissions/{id}/queue`.

use app::error::AppError;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Redirect, Response};

use crate::http::Fault;
use crate::middleware::CurrentViewer;
use crate::state::AppState;

/// Queues a submission of the viewer's. A second click changes nothing.
pub async fn queue(
    State(state): State<AppState>,
    CurrentViewer(viewer): CurrentViewer,
    Path(id): Path<String>,
) -> Result<Response, Fault> {
    let Some(viewer) = viewer else {
        return Ok((StatusCode::UNAUTHORIZED, "Sign in to queue a submission.\n").into_response());
    };
    let missing = || (StatusCode::NOT_FOUND, "This submission was not found.\n").into_response();
    let Ok(id) = id.parse() else { return Ok(missing()) };
    let record = match state.backend.visible(Some(&viewer), id).await {
        Ok(record) => record,
        Err(AppError::NotFound(_)) => return Ok(missing()),
        Err(error) => return Err(anyhow::Error::new(error).into()),
    };
    if !record.is_managed_by(Some(&viewer)) {
        return Ok((StatusCode::FORBIDDEN, "Only its owner may queue a submission.\n").into_response());
    }
    let evaluation = state.store.queue_submission(id, viewer.id, evaluator::EVALUATOR_VERSION).await?;
    state.wake.notify_waiters();
    tracing::info!(submission = %id, evaluation = %evaluation, "submission {id} is queued");
    Ok(Redirect::to(&format!("/submissions/{id}")).into_response())
}

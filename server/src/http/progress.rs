//! `GET /api/submissions/{id}/progress`: what the live view polls.

use app::error::AppError;
use app::ports::{Progress, Queries as _};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};

use crate::middleware::CurrentViewer;
use crate::state::AppState;

/// [`Progress`] as JSON; 404 for those who may not see the submission.
pub async fn progress(
    State(state): State<AppState>,
    CurrentViewer(viewer): CurrentViewer,
    Path(id): Path<String>,
) -> Response {
    let Ok(id) = id.parse() else { return refusal(&AppError::NotFound("This submission".to_owned())) };
    match state.backend.progress(viewer.as_ref(), id).await {
        Ok(progress) => Json::<Progress>(progress).into_response(),
        Err(error) => refusal(&error),
    }
}

/// An error of the ports as a plain answer.
pub(super) fn refusal(error: &AppError) -> Response {
    let status = match error {
        AppError::NotFound(_) => StatusCode::NOT_FOUND,
        AppError::Unauthenticated => StatusCode::UNAUTHORIZED,
        AppError::Forbidden => StatusCode::FORBIDDEN,
        AppError::Invalid { .. } => StatusCode::UNPROCESSABLE_ENTITY,
        AppError::Internal(_) | AppError::Transport(_) => StatusCode::INTERNAL_SERVER_ERROR,
    };
    (status, format!("{error}.\n")).into_response()
}

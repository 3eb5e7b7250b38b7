//! `GET /healthz`, for whoever watches over the process.

use axum::extract::State;
use axum::http::StatusCode;

use crate::state::AppState;

/// 200 while the database answers. The container engine may be away: the site serves and uploads queue.
pub async fn health(State(state): State<AppState>) -> (StatusCode, &'static str) {
    match state.store.ping().await {
        Ok(()) => (StatusCode::OK, "ok\n"),
        Err(error) => {
            tracing::error!(error = %error, "the database does not answer");
            (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer\n")
        }
    }
}

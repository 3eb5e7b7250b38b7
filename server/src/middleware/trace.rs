//! One log line per request, without secrets.

use std::time::Instant;

use axum::extract::{MatchedPath, Request};
use axum::middleware::Next;
use axum::response::Response;
use tracing::Instrument as _;

use super::RequestId;

/// The layer. It logs the route and never the address: addresses hold setup tokens and search words.
pub async fn trace(request: Request, next: Next) -> Response {
    let id = request.extensions().get::<RequestId>().map(|id| id.0.clone()).unwrap_or_default();
    let route = request.extensions().get::<MatchedPath>().map_or("(none)", MatchedPath::as_str).to_owned();
    let span = tracing::info_span!("request", %id, method = %request.method(), route);
    async {
        let start = Instant::now();
        let response = next.run(request).await;
        let status = response.status().as_u16();
        let duration_ms = start.elapsed().as_millis() as u64;
        if response.status().is_server_error() {
            tracing::error!(status, duration_ms, "answered with a fault of ours");
        } else {
            tracing::debug!(status, duration_ms, "answered");
        }
        response
    }
    .instrument(span)
    .await
}

//! A short id per request, in the answer and in every log line about it.

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;

const HEADER: HeaderName = HeaderName::from_static("x-request-id");

/// Twelve hexadecimal digits; always ours, whatever the visitor sends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestId(pub String);

/// The layer.
pub async fn with_request_id(mut request: Request, next: Next) -> Response {
    let id = hex::encode(rand::random::<[u8; 6]>());
    request.extensions_mut().insert(RequestId(id.clone()));
    let mut response = next.run(request).await;
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(HEADER, value);
    }
    response
}

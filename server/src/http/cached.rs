//! Answers that browsers keep and ask about again.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use sha2::{Digest as _, Sha256};

use super::files::names;

/// A body under a tag of its content: an empty 304 for a browser that has it already.
pub(super) fn tagged(request: &HeaderMap, content_type: &'static str, body: String) -> Response {
    let hash = hex::encode(Sha256::digest(body.as_bytes()));
    // Weak, because the same content travels in several encodings.
    let tag = HeaderValue::from_str(&format!("W/\"{}\"", &hash[..16])).ok();
    let known = request.get(header::IF_NONE_MATCH).zip(tag.as_ref()).is_some_and(|(list, tag)| names(list, tag));
    let mut response = if known { StatusCode::NOT_MODIFIED.into_response() } else { body.into_response() };
    let headers = response.headers_mut();
    if !known {
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    }
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, no-cache"));
    if let Some(tag) = tag {
        headers.insert(header::ETAG, tag);
    }
    response
}

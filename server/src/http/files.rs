//! The built site: style sheet, script, WebAssembly and what is served as it is.

use std::path::Path;

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use sha2::{Digest as _, Sha256};
use tower::ServiceExt as _;
use tower_http::services::ServeDir;

/// Files below `pkg/`; a missing one is a plain 404.
pub async fn package_files(site_root: &Path, request: Request) -> Response {
    match site_file(site_root, &FileRequest::from(&request)).await {
        Some(response) => response,
        None => (StatusCode::NOT_FOUND, "There is no such file.\n").into_response(),
    }
}

/// What matters of a request for a file; a whole one cannot be borrowed while files are read.
#[derive(Debug, Clone)]
pub struct FileRequest {
    method: Method,
    path: String,
    headers: HeaderMap,
}

impl From<&Request> for FileRequest {
    fn from(request: &Request) -> Self {
        Self {
            method: request.method().clone(),
            path: request.uri().path().to_owned(),
            headers: request.headers().clone(),
        }
    }
}

/// The file of the site that a request names, or `None` when there is none.
///
/// Names do not change between builds, so browsers ask again every time and get an empty 304 while nothing changed.
pub async fn site_file(site_root: &Path, request: &FileRequest) -> Option<Response> {
    if !matches!(request.method, Method::GET | Method::HEAD) || !may_be_file(&request.path) {
        return None;
    }
    let if_none_match = request.headers.get(header::IF_NONE_MATCH);
    let mut inner = Request::builder().method(&request.method).uri(&request.path);
    for name in [header::ACCEPT_ENCODING, header::RANGE, header::IF_MODIFIED_SINCE] {
        // An entity tag, when there is one, decides alone.
        let decided = name == header::IF_MODIFIED_SINCE && if_none_match.is_some();
        if let Some(value) = request.headers.get(&name).filter(|_| !decided) {
            inner = inner.header(name, value);
        }
    }
    let service =
        ServeDir::new(site_root).append_index_html_on_directories(false).precompressed_br().precompressed_gzip();
    let response = service.oneshot(inner.body(axum::body::Body::empty()).ok()?).await.ok()?;
    let found =
        [StatusCode::OK, StatusCode::PARTIAL_CONTENT, StatusCode::NOT_MODIFIED, StatusCode::RANGE_NOT_SATISFIABLE];
    if !found.contains(&response.status()) {
        return None;
    }
    let mut response = response.into_response();
    let tag = entity_tag(response.headers());
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, no-cache"));
    if let Some(tag) = tag {
        let known = if_none_match.is_some_and(|value| names(value, &tag));
        headers.insert(header::ETAG, tag);
        if known && response.status() == StatusCode::OK {
            let (mut parts, _) = response.into_parts();
            parts.status = StatusCode::NOT_MODIFIED;
            parts.headers.remove(header::CONTENT_LENGTH);
            return Some(Response::from_parts(parts, axum::body::Body::empty()));
        }
    }
    Some(response)
}

/// Whether a path can name a file at all; asking the disk for the others would only fill the log with its complaints.
fn may_be_file(path: &str) -> bool {
    const LONGEST_NAME: usize = 255;
    !path.ends_with('/') && path.len() < 1024 && path.split('/').all(|name| name.len() <= LONGEST_NAME)
}

/// Changes with the file's time, its size, and the form in which it is sent.
fn entity_tag(headers: &HeaderMap) -> Option<HeaderValue> {
    let modified = headers.get(header::LAST_MODIFIED)?;
    let mut hash = Sha256::new();
    for value in [Some(modified), headers.get(header::CONTENT_LENGTH), headers.get(header::CONTENT_ENCODING)] {
        hash.update(value.map_or(b"-".as_slice(), HeaderValue::as_bytes));
        hash.update(b"\n");
    }
    HeaderValue::from_str(&format!("\"{}\"", &hex::encode(hash.finalize())[..16])).ok()
}

/// Whether a list of tags, as `If-None-Match` has it, names this one.
pub(super) fn names(list: &HeaderValue, tag: &HeaderValue) -> bool {
    let (Ok(list), Ok(tag)) = (list.to_str(), tag.to_str()) else { return false };
    // The comparison for GET is the weak one (RFC 9110, 13.1.2).
    let plain = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    list.split(',').map(plain).any(|entry| entry == plain(tag) || entry == "*")
}

#[cfg(test)]
mod tests {
    use super::may_be_file;

    #[test]
    fn what_cannot_be_a_file_is_not_looked_for() {
        assert!(may_be_file("/favicon.svg") && may_be_file(&format!("/{}", "a".repeat(255))));
        for path in ["/", "/pkg/", &format!("/pkg/{}.js", "a".repeat(253)), &"/a".repeat(1000)] {
            assert!(!may_be_file(path), "{path}");
        }
    }
}

//! Headers that tell browsers what a page of ours may do.

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;

/// Scripts of our own and those that carry this page's nonce; WebAssembly; our style sheet; no plug-ins, no frames.
pub fn content_security_policy(nonce: Option<&str>) -> String {
    let nonce = nonce.map(|nonce| format!(" 'nonce-{nonce}'")).unwrap_or_default();
    format!(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'{nonce}; style-src 'self'; img-src 'self' data:; \
         font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; \
         frame-ancestors 'none'; object-src 'none'"
    )
}

/// The layer. A page has set its own policy, with its nonce; everything else gets one without.
pub async fn security_headers(request: Request, next: Next) -> Response {
    let secret_address = request.uri().path().starts_with("/setup/");
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    if !headers.contains_key(header::CONTENT_SECURITY_POLICY)
        && let Ok(policy) = HeaderValue::from_str(&content_security_policy(None))
    {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    // `same-origin` and not `no-referrer`: the latter makes browsers send `Origin: null` with our own forms.
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    headers.insert(
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static("camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    );
    headers.insert(HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin"));
    headers.insert(HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin"));
    // What a page shows depends on who asks, so nobody between us and the browser may keep it.
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static(if secret_address {
        "no-store"
    } else {
        "private, no-cache"
    }));
    response
}

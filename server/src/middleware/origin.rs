//! Refuses requests that another site makes a browser send (cross-site request forgery).
//!
//! Browsers say where a request comes from, and pages cannot change that: `Sec-Fetch-Site` on https and localhost,
//! `Origin` on every POST. The session cookie is `SameSite=Lax` besides.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

/// The origin of the site, if it is configured; otherwise that of the `Host` a request names.
#[derive(Debug, Clone, Default)]
pub struct AllowedOrigin(pub Option<String>);

impl AllowedOrigin {
    fn is_ours(&self, origin: &str, host: Option<&str>) -> bool {
        match (&self.0, host) {
            (Some(ours), _) if origin.eq_ignore_ascii_case(ours) => true,
            (_, Some(host)) => origin
                .strip_prefix("http://")
                .or_else(|| origin.strip_prefix("https://"))
                .is_some_and(|authority| authority.eq_ignore_ascii_case(host)),
            (_, None) => false,
        }
    }
}

/// Why a request is refused, for whoever sees the answer.
fn objection(method: &Method, headers: &HeaderMap, allowed: &AllowedOrigin) -> Option<&'static str> {
    // These change nothing on this site.
    if matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS | Method::TRACE) {
        return None;
    }
    let text = |name: header::HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("unreadable"));
    let host = text(header::HOST);
    let site = text(header::HeaderName::from_static("sec-fetch-site"));
    let origin = text(header::ORIGIN);
    if origin.is_some_and(|origin| !allowed.is_ours(origin, host)) && site != Some("same-origin") {
        return Some("The request comes from another site. Open the page on this site and send the form from there.");
    }
    match site {
        Some("same-origin" | "none") => None,
        Some(_) => {
            Some("The request comes from another site. Open the page on this site and send the form from there.")
        }
        None if origin.is_some() => None,
        // Neither header: not a browser of the last years. A program that brings no cookie acts for nobody, so it
        // cannot be tricked; with a cookie it may be an old browser that is being tricked.
        None if headers.contains_key(header::COOKIE) => {
            Some("The request does not say where it comes from. Send it with an `Origin` header that names this site.")
        }
        None => None,
    }
}

/// The layer.
pub async fn check_origin(State(allowed): State<AllowedOrigin>, request: Request, next: Next) -> Response {
    match objection(request.method(), request.headers(), &allowed) {
        None => next.run(request).await,
        Some(reason) => (StatusCode::FORBIDDEN, reason).into_response(),
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderName;

    use super::*;

    fn refused(method: &Method, headers: &[(&str, &str)], ours: Option<&str>) -> bool {
        let headers =
            headers.iter().map(|(name, value)| (name.parse::<HeaderName>().unwrap(), value.parse().unwrap())).collect();
        objection(method, &headers, &AllowedOrigin(ours.map(str::to_owned))).is_some()
    }

    #[test]
    fn who_may_post() {
        let host = ("host", "127.0.0.1:3000");
        for (headers, want) in [
            (vec![host, ("sec-fetch-site", "same-origin")], false),
            (vec![host, ("sec-fetch-site", "same-origin"), ("origin", "null")], false),
            (vec![host, ("sec-fetch-site", "none")], false),
            (vec![host, ("sec-fetch-site", "cross-site")], true),
            (vec![host, ("sec-fetch-site", "same-site")], true),
            (vec![host, ("sec-fetch-site", "cross-site"), ("origin", "http://127.0.0.1:3000")], true),
            (vec![host, ("origin", "http://127.0.0.1:3000")], false),
            (vec![host, ("origin", "http://127.0.0.1:3001")], true),
            (vec![host, ("origin", "null")], true),
            (vec![host, ("origin", "https://evil.example")], true),
            (vec![host, ("origin", "https://evil.example"), ("sec-fetch-site", "none")], true),
            (vec![host], false),
            (vec![host, ("cookie", "assay=x")], true),
            (vec![host, ("cookie", "assay=x"), ("origin", "http://127.0.0.1:3000")], false),
        ] {
            assert_eq!(refused(&Method::POST, &headers, None), want, "{headers:?}");
            assert!(!refused(&Method::GET, &headers, None));
        }
    }

    #[test]
    fn behind_a_proxy_the_public_address_counts() {
        let headers = [("host", "10.0.0.2:3000"), ("origin", "https://assay.example")];
        assert!(refused(&Method::POST, &headers, None));
        assert!(!refused(&Method::DELETE, &headers, Some("https://assay.example")));
        assert!(refused(&Method::POST, &headers, Some("https://assay.example.evil.example")));
    }
}

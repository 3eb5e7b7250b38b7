//! Rendering pages of `app`: on their routes, as 404, and again when a form was refused.

use std::sync::Arc;

use app::ports::{PageContext, Queries, RejectedForm};
use axum::body::Body;
use axum::extract::Request;
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use domain::Viewer;
use leptos::config::LeptosOptions;
use leptos::context::{provide_context, use_context};
use leptos::nonce::use_nonce;
use leptos_axum::{ResponseOptions, render_app_async_with_context};

use crate::middleware::{CurrentViewer, content_security_policy};

/// What it takes to render a page.
#[derive(Clone)]
pub struct Pages {
    pub queries: Arc<dyn Queries>,
    pub options: LeptosOptions,
    /// Largest upload in bytes.
    pub upload_limit: u64,
}

/// Gives a page its context and the answer its security policy. Called for every page and every server function.
pub fn provide_page(pages: &Pages) {
    let viewer = use_context::<Parts>()
        .and_then(|parts| parts.extensions.get::<CurrentViewer>().cloned())
        .and_then(|CurrentViewer(viewer)| viewer);
    pages.provide(viewer, None);
}

impl Pages {
    fn provide(&self, viewer: Option<Viewer>, rejected: Option<RejectedForm>) {
        provide_context(PageContext {
            queries: Arc::clone(&self.queries),
            viewer,
            rejected,
            upload_limit: self.upload_limit,
        });
        // The nonce is made anew for every answer, so the policy has to be as well.
        if let (Some(nonce), Some(response)) = (use_nonce(), use_context::<ResponseOptions>())
            && let Ok(policy) = HeaderValue::from_str(&content_security_policy(Some(&nonce.to_string())))
        {
            response.insert_header(header::CONTENT_SECURITY_POLICY, policy);
        }
    }

    /// The page for an address that no route knows.
    pub async fn not_found(&self, request: Request) -> Response {
        let (pages, options) = (self.clone(), self.options.clone());
        let handler = render_app_async_with_context(move || provide_page(&pages), move || app::shell(options.clone()));
        let mut response = handler(request).await;
        if response.status() == StatusCode::OK {
            *response.status_mut() = StatusCode::NOT_FOUND;
        }
        response
    }

    /// The page of a form again, with what was wrong with it.
    pub async fn rejected(
        &self,
        viewer: Option<Viewer>,
        path: &str,
        status: StatusCode,
        rejected: RejectedForm,
    ) -> Response {
        let mut request = Request::new(Body::empty());
        if let Ok(uri) = path.parse() {
            *request.uri_mut() = uri;
        }
        let (pages, options) = (self.clone(), self.options.clone());
        let context = move || pages.provide(viewer.clone(), Some(rejected.clone()));
        let handler = render_app_async_with_context(context, move || app::shell(options.clone()));
        let mut response = handler(request).await;
        *response.status_mut() = status;
        response
    }
}

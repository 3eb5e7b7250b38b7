//! Who is looking: read once per request, before any page is rendered.

use axum::extract::{Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Redirect, Response};
use domain::Viewer;
use tower_sessions::Session;

use crate::auth::session_user;
use crate::http::Fault;
use crate::state::AppState;

/// The signed-in account of a request, as a request extension.
#[derive(Debug, Clone)]
pub struct CurrentViewer(pub Option<Viewer>);

impl<S: Send + Sync> axum::extract::FromRequestParts<S> for CurrentViewer {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut axum::http::request::Parts, _: &S) -> Result<Self, Self::Rejection> {
        Ok(parts.extensions.get::<Self>().cloned().unwrap_or(Self(None)))
    }
}

/// Pages that are about the visitor's own things.
const NEEDS_ACCOUNT: [&str; 2] = ["/submit", "/submissions"];

/// The layer. Sends visitors without an account from their own pages to the sign-in page.
pub async fn read_viewer(
    State(state): State<AppState>,
    session: Session,
    mut request: Request,
    next: Next,
) -> Result<Response, Fault> {
    let viewer = match session_user(&session).await? {
        Some(user) => state.store.viewer(user).await?,
        None => None,
    };
    let path = request.uri().path();
    if viewer.is_none() && request.method() == Method::GET && NEEDS_ACCOUNT.contains(&path) {
        return Ok(Redirect::to(&format!("/sign-in?next={path}")).into_response());
    }
    request.extensions_mut().insert(CurrentViewer(viewer));
    Ok(next.run(request).await)
}

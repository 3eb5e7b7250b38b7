//! Every route and the layers around them.

use std::any::Any;

use app::App;
use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::StatusCode;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use leptos_axum::{LeptosRoutes as _, generate_route_list};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::limit::RequestBodyLimitLayer;

use crate::http::ClientAddress;
use crate::middleware::{AllowedOrigin, check_origin, read_viewer, security_headers, trace, with_request_id};
use crate::state::AppState;
use crate::{auth, http, uploads};

/// Largest body in bytes, except of an upload.
const BODY_LIMIT: usize = 64 << 10;

/// The whole site.
pub fn router(state: AppState) -> Router {
    let pages = state.pages.clone();
    let options = state.pages.options.clone();
    let site = Router::new()
        .route("/register", post(auth::register))
        .route("/sign-in", post(auth::sign_in))
        .route("/sign-out", post(auth::sign_out))
        .route("/setup/{token}", post(auth::redeem))
        .route("/submissions/{id}/queue", post(uploads::queue))
        .route("/submissions/{id}/report.json", get(http::report))
        .route("/submissions/{id}/outcomes.jsonl", get(http::outcomes))
        .route("/api/submissions/{id}/progress", get(http::progress))
        .route("/charts/{file}", get(http::chart))
        .route("/benchmarks/{slug}/export/{file}", get(http::board))
        .route("/feed.atom", get(http::feed))
        .leptos_routes_with_context(
            &state,
            generate_route_list(App),
            move || http::provide_page(&pages),
            move || app::shell(options.clone()),
        )
        .fallback(file_or_not_found)
        .layer(RequestBodyLimitLayer::new(BODY_LIMIT))
        // Uploads are counted while they are spooled, so they have a limit of their own.
        .merge(Router::new().route("/submissions", post(uploads::upload)).layer(DefaultBodyLimit::disable()))
        .layer(from_fn_with_state(state.clone(), read_viewer))
        .layer(auth::session_layer(state.store.clone(), state.http.is_https()));

    // Neither needs to know who is asking.
    let open = Router::new().route("/healthz", get(http::health)).route("/pkg/{*file}", get(package_file));

    // A stack of layers costs compile time with its depth, so it is built in two parts.
    let site = site
        .merge(open)
        .layer(from_fn_with_state(AllowedOrigin(state.http.public_url.clone()), check_origin))
        .layer(from_fn_with_state(ClientAddress { behind_proxy: state.http.behind_proxy }, ClientAddress::layer))
        .layer(CompressionLayer::new())
        // Compressed already.
        .merge(Router::new().route("/benchmarks/{slug}/prompts/{file}", get(http::prompts)));
    site.layer(CatchPanicLayer::custom(panicked))
        .layer(from_fn(security_headers))
        .layer(from_fn(trace))
        .layer(from_fn(with_request_id))
        .with_state(state)
}

async fn package_file(State(state): State<AppState>, request: Request) -> Response {
    http::package_files(&state.http.site_root, request).await
}

/// What no route knows: a file of the site, or the page that says that there is nothing.
async fn file_or_not_found(State(state): State<AppState>, request: Request) -> Response {
    match http::site_file(&state.http.site_root, &http::FileRequest::from(&request)).await {
        Some(file) => file,
        None => state.pages.not_found(request).await,
    }
}

#[expect(clippy::needless_pass_by_value, reason = "the layer hands the panic over")]
fn panicked(cause: Box<dyn Any + Send + 'static>) -> Response {
    let cause = cause
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| cause.downcast_ref::<&str>().copied())
        .unwrap_or("a panic without text");
    let reference = http::logged(&anyhow::anyhow!("panic: {cause}"));
    let text = format!("Something went wrong on our side. Reference: {reference}\n");
    (StatusCode::INTERNAL_SERVER_ERROR, text).into_response()
}

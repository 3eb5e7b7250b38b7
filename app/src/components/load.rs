//! Reading for a page: the data or the page of the error, with its HTTP status.

use std::future::Future;

use domain::Slug;
use leptos::prelude::*;
use leptos::server_fn::http_export::StatusCode;
use leptos::tachys::reactive_graph::OwnedView;
use leptos_axum::ResponseOptions;
use leptos_meta::{Meta, Title};

use crate::error::AppError;
use crate::ports::PageContext;

/// Reads with `read` and shows the result with `show`; an error becomes its own page with the fitting status.
/// Call it at the top of a page's component; the route must be `SsrMode::Async`, so that the status is still open.
pub fn load<T, Fut, V>(
    read: impl FnOnce(PageContext) -> Fut,
    show: impl FnOnce(T) -> V + Send + 'static,
) -> impl IntoView
where
    T: Send + 'static,
    Fut: Future<Output = Result<T, AppError>> + Send + 'static,
    V: IntoView + 'static,
{
    // Contexts are looked up before the first await, where the owner is certainly this page's.
    let response = use_context::<ResponseOptions>();
    let reading = use_context::<PageContext>().map(read);
    Suspend::new(async move {
        let result = match reading {
            Some(reading) => reading.await,
            None => Err(AppError::Internal("no page context".to_owned())),
        };
        // The page is written out later and maybe on another thread, where nothing says whose page it is: `Meta` and
        // `Link` would find no document to register with, and be lost.
        match result {
            Ok(data) => OwnedView::new(show(data)).into_any(),
            Err(error) => {
                set_status(response.as_ref(), &error);
                OwnedView::new(view! { <ErrorPage error/> }).into_any()
            }
        }
    })
}

fn set_status(response: Option<&ResponseOptions>, error: &AppError) {
    let status = match error {
        AppError::NotFound(_) => StatusCode::NOT_FOUND,
        AppError::Unauthenticated => StatusCode::UNAUTHORIZED,
        AppError::Forbidden => StatusCode::FORBIDDEN,
        AppError::Invalid { .. } => StatusCode::BAD_REQUEST,
        AppError::Internal(_) | AppError::Transport(_) => StatusCode::INTERNAL_SERVER_ERROR,
    };
    if let Some(response) = response {
        response.set_status(status);
    }
}

/// For an address that was understood only in part: the page is shown with its defaults, but not as a success.
pub fn answer_bad_request_if(condition: bool) {
    if let Some(response) = use_context::<ResponseOptions>().filter(|_| condition) {
        response.set_status(StatusCode::BAD_REQUEST);
    }
}

/// The slug in a path; what cannot be one names nothing.
pub fn benchmark_slug(text: &str) -> Result<Slug, AppError> {
    text.parse().map_err(|_| AppError::NotFound(format!("The benchmark “{text}”")))
}

/// Says what happened and what to do next.
#[component]
pub fn ErrorPage(error: AppError) -> impl IntoView {
    let (title, advice, href, action) = match &error {
        AppError::NotFound(_) => {
            ("Not found", "It may have another address, or you may have to sign in to see it.", "/", "Leaderboard")
        }
        AppError::Unauthenticated => {
            ("Sign in", "Submissions in progress are shown to their owners and to maintainers.", "/sign-in", "Sign in")
        }
        AppError::Forbidden => {
            ("Not allowed", "Ask a maintainer, or sign in with another account.", "/sign-in", "Sign in")
        }
        AppError::Invalid { .. } => ("Not understood", "Check the address and try again.", "/", "Leaderboard"),
        AppError::Internal(_) | AppError::Transport(_) => (
            "A fault of ours",
            "Nothing you did caused it, and nothing was lost. Try again in a minute; the status page says what we know.",
            "/status",
            "Status",
        ),
    };
    view! {
        <Title text=title/>
        <Meta name="robots" content="noindex"/>
        <div class="page-head"><h1>{title}</h1><p class="lead">{error.to_string()}"."</p></div>
        <p>{advice}</p>
        <div class="row"><a class="btn" href=href>{action}</a></div>
    }
}

/// Shown for an address that no route has.
#[component]
pub fn NoSuchPage() -> impl IntoView {
    let error = AppError::NotFound("This page".to_owned());
    set_status(use_context::<ResponseOptions>().as_ref(), &error);
    view! { <ErrorPage error/> }
}

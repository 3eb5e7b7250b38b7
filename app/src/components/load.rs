//! Reading for a page: the data or the page of the error, with its HTTP status.

use std::future::Future;

use leptos::prelude::*;
use leptos::server_fn::http_export::StatusCode;
use leptos_axum::ResponseOptions;
use leptos_meta::Title;

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
        match result {
            Ok(data) => show(data).into_any(),
            Err(error) => {
                set_status(response.as_ref(), &error);
                view! { <ErrorPage error/> }.into_any()
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

/// Says what happened and what to do next.
#[component]
pub fn ErrorPage(error: AppError) -> impl IntoView {
    view! {
        <Title text="Error"/>
        <h1>{error.to_string()}</h1>
    }
}

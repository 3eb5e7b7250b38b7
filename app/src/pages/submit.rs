//! `Submit`.

use leptos::prelude::*;

/// The page of its route.
#[component]
pub fn SubmitPage() -> impl IntoView {
    view! { <h1>"Submit"</h1> }
}

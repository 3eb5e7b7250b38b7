//! `Status`.

use leptos::prelude::*;

/// The page of its route.
#[component]
pub fn StatusPage() -> impl IntoView {
    view! { <h1>"Status"</h1> }
}

//! `Set up`.

use leptos::prelude::*;

/// The page of its route.
#[component]
pub fn SetupPage() -> impl IntoView {
    view! { <h1>"Set up"</h1> }
}

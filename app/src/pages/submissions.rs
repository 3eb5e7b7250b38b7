//! `Submissions`.

use leptos::prelude::*;

/// The page of its route.
#[component]
pub fn SubmissionsPage() -> impl IntoView {
    view! { <h1>"Submissions"</h1> }
}

//! `Submission`.

use leptos::prelude::*;

/// The page of its route.
#[component]
pub fn SubmissionPage() -> impl IntoView {
    view! { <h1>"Submission"</h1> }
}

//! `Register`.

use leptos::prelude::*;

/// The page of its route.
#[component]
pub fn RegisterPage() -> impl IntoView {
    view! { <h1>"Register"</h1> }
}

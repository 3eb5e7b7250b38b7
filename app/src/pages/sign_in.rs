//! `Sign in`.

use leptos::prelude::*;

/// The page of its route.
#[component]
pub fn SignInPage() -> impl IntoView {
    view! { <h1>"Sign in"</h1> }
}

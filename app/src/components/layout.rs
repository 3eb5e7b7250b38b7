//! The frame of every page.

use leptos::prelude::*;

/// Brand, main navigation, theme and account.
#[component]
pub fn SiteHeader() -> impl IntoView {
    view! { <header class="site-head"></header> }
}

/// Links that are not part of the main navigation.
#[component]
pub fn SiteFooter() -> impl IntoView {
    view! { <footer class="site-foot"></footer> }
}

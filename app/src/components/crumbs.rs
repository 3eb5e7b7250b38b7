//! Where a page stands.

use leptos::prelude::*;

/// The way to this page: text and address of each step, then the page itself, which is no link.
#[component]
pub fn Crumbs(trail: Vec<(String, String)>, #[prop(into)] here: String) -> impl IntoView {
    view! {
        <nav class="crumbs" aria-label="Breadcrumb">
            <ol role="list">
                {trail.into_iter().map(|(text, href)| view! { <li><a href=href>{text}</a></li> }).collect_view()}
                <li aria-current="page">{here}</li>
            </ol>
        </nav>
    }
}

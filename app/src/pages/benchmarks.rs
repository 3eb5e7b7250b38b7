use leptos::prelude::*;

#[component]
pub fn BenchmarksPage() -> impl IntoView {
    view! { <h1>"Benchmarks"</h1> }
}

use leptos::prelude::*;

#[component]
pub fn TaskPage() -> impl IntoView {
    view! { <h1>"Task"</h1> }
}

use leptos::prelude::*;

#[component]
pub fn TasksPage() -> impl IntoView {
    view! { <h1>"Tasks"</h1> }
}

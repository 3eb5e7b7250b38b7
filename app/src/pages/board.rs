use leptos::prelude::*;

#[component]
pub fn BoardPage() -> impl IntoView {
    view! { <h1>"Board"</h1> }
}

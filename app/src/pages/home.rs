use leptos::prelude::*;

#[component]
pub fn HomePage() -> impl IntoView {
    view! { <h1>"Home"</h1> }
}

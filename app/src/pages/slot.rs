//! `Slot`.

use leptos::prelude::*;

/// The page of its route.
#[component]
pub fn SlotPage() -> impl IntoView {
    view! { <h1>"Slot"</h1> }
}

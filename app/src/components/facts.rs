//! Lines of a list of facts.

use leptos::prelude::*;

/// A term with its value, for a `<dl class="facts">`.
pub fn fact(term: &'static str, value: AnyView) -> AnyView {
    view! {
        <div>
            <dt>{term}</dt>
            <dd>{value}</dd>
        </div>
    }
    .into_any()
}

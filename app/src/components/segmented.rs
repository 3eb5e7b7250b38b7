//! A choice of one as a row of links.

use leptos::prelude::*;

/// One of the choices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    pub text: String,
    /// How many there are behind it.
    pub count: Option<u64>,
    pub href: String,
    pub current: bool,
}

/// `label` names the choice for screen readers.
#[component]
pub fn Segmented(#[prop(into)] label: String, choices: Vec<Choice>) -> impl IntoView {
    view! {
        <div class="segmented segmented-small wide" role="group" aria-label=label>
            {choices
                .into_iter()
                .map(|choice| {
                    view! {
                        <a href=choice.href aria-current=choice.current.then_some("true")>
                            {choice.text}
                            {choice.count.map(|n| view! { " "<span class="n">{n}</span> })}
                        </a>
                    }
                })
                .collect_view()}
        </div>
    }
}

/// Tabs over a page: links, of which the server marks the current one.
#[component]
pub fn Tabs(#[prop(into)] label: String, choices: Vec<Choice>) -> impl IntoView {
    view! {
        <nav class="tabs" aria-label=label>
            <ul role="list">
                {choices
                    .into_iter()
                    .map(|choice| {
                        view! {
                            <li>
                                <a href=choice.href aria-current=choice.current.then_some("page")>
                                    <span data-text=choice.text.clone()>{choice.text.clone()}</span>
                                    {choice
                                        .count
                                        .map(|n| view! { <span class="n">{crate::view::words::thousands(n)}</span> })}
                                </a>
                            </li>
                        }
                    })
                    .collect_view()}
            </ul>
        </nav>
    }
}

//! Headings that sort by link.

use leptos::prelude::*;

/// How a column is sorted, in the words of `aria-sort`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SortOrder {
    Ascending,
    Descending,
}

impl SortOrder {
    /// The value of `aria-sort`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Ascending => "ascending",
            Self::Descending => "descending",
        }
    }

    /// The other one.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Ascending => Self::Descending,
            Self::Descending => Self::Ascending,
        }
    }
}

/// A link that sorts; the `th` around it carries `aria-sort`. In columns of figures the arrow stands before the text.
#[component]
pub fn SortLink(#[prop(into)] text: String, href: String, #[prop(optional)] arrow_first: bool) -> impl IntoView {
    let arrow = || {
        view! {
            <svg viewBox="0 0 8 10" aria-hidden="true"><path d="M4 9.5L.5 4h7z" fill="currentColor"></path></svg>
        }
    };
    view! {
        <a class="sort" href=href>
            {arrow_first.then(arrow)}
            {text}
            {(!arrow_first).then(arrow)}
        </a>
    }
}

//! Line icons, drawn in the colour of the text around them.

use leptos::prelude::*;

/// Which icon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IconName {
    Down,
    Info,
    Search,
    Tick,
    Cross,
    Warning,
    External,
}

impl IconName {
    const fn paths(self) -> &'static str {
        match self {
            Self::Down => r#"<path d="M3 6l5 5 5-5"/>"#,
            Self::Info => r#"<circle cx="8" cy="8" r="6.25"/><path d="M8 7.25v4M8 4.75v.5"/>"#,
            Self::Search => r#"<circle cx="7" cy="7" r="4.5"/><path d="M10.5 10.5L14 14"/>"#,
            Self::Tick => r#"<path d="M3 8.5l3.25 3.25L13 5"/>"#,
            Self::Cross => r#"<path d="M4 4l8 8M12 4l-8 8"/>"#,
            Self::Warning => r#"<path d="M8 2.25L14.5 13.5h-13zM8 6.5v3.25M8 11.5v.25"/>"#,
            Self::External => r#"<path d="M6.5 3.5h-3v9h9v-3M9 2.5h4.5V7M13.5 2.5L7.5 8.5"/>"#,
        }
    }
}

/// An icon beside a text that says the same, hence hidden from screen readers.
#[component]
pub fn Icon(
    name: IconName,
    /// Edge length in pixels.
    #[prop(default = 16)]
    size: u32,
) -> impl IntoView {
    view! {
        <svg
            width=size
            height=size
            viewBox="0 0 16 16"
            fill="none"
            stroke="currentColor"
            stroke-width="1.5"
            stroke-linecap="round"
            stroke-linejoin="round"
            aria-hidden="true"
            inner_html=name.paths()
        ></svg>
    }
}

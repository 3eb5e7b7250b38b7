//! The HTML document around every page.

use leptos::config::LeptosOptions;
use leptos::hydration::{AutoReload, HydrationScripts};
use leptos::prelude::*;
use leptos_meta::MetaTags;

use crate::App;
use crate::components::layout::chosen_theme;
use crate::widgets::Theme;

/// The whole document; `server` renders it for each request.
pub fn shell(options: LeptosOptions) -> impl IntoView {
    // The switch in the header decides by itself; this spares the flash of the other theme until it is read.
    let theme = Some(chosen_theme()).filter(|theme| *theme != Theme::Auto).map(Theme::as_str);
    view! {
        <!DOCTYPE html>
        <html lang="en" data-theme=theme>
            <head>
                <meta charset="utf-8"/>
                <meta name="viewport" content="width=device-width, initial-scale=1"/>
                <meta name="color-scheme" content="light dark"/>
                <link rel="icon" href="/favicon.svg" type="image/svg+xml"/>
                <link rel="alternate" type="application/atom+xml" title="New entries" href="/feed.atom"/>
                <link rel="stylesheet" href="/pkg/assay.css"/>
                <AutoReload options=options.clone()/>
                <HydrationScripts options islands=true/>
                <MetaTags/>
            </head>
            <body>
                <App/>
            </body>
        </html>
    }
}

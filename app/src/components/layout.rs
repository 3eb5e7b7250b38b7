//! The frame of every page: what stands above and below it.

use domain::Viewer;
use leptos::prelude::*;
use leptos::server_fn::http_export::header::COOKIE;
use leptos::server_fn::http_export::request::Parts;
use leptos_router::hooks::use_location;

use super::{Icon, IconName, RoleBadge};
use crate::ports::PageContext;
use crate::view::query::{HOME_BENCHMARK, TASKS_BENCHMARK};
use crate::widgets::{Theme, ThemeSwitch};

/// An item of the main navigation, and the page that it is current for.
struct NavItem {
    text: &'static str,
    href: String,
    current: bool,
}

/// Ends of the addresses of pages over the data of a benchmark.
const ANALYSIS: [&str; 4] = ["/failure-modes", "/context", "/metrics", "/workflows"];

fn nav_items(path: &str) -> Vec<NavItem> {
    let starts = |prefix: &str| path == prefix || path.starts_with(&format!("{prefix}/"));
    let tasks = path.ends_with("/tasks") || starts("/tasks");
    let analysis = ANALYSIS.iter().any(|page| path.ends_with(page));
    let board = starts("/benchmarks") && !tasks && !analysis;
    let item = |text, href: &str, current| NavItem { text, href: href.to_owned(), current };
    vec![
        item("Leaderboard", "/", path == "/" || board || starts("/models") || starts("/compare")),
        item("Analysis", &format!("/benchmarks/{HOME_BENCHMARK}{}", ANALYSIS[0]), analysis),
        item("Tasks", &format!("/benchmarks/{TASKS_BENCHMARK}/tasks"), tasks),
        item("Submit", "/submit", starts("/submit") || starts("/submissions")),
        item("About", "/about", starts("/about")),
    ]
}

/// The theme that the visitor's cookie names.
pub fn chosen_theme() -> Theme {
    use_context::<Parts>()
        .and_then(|parts| Some(Theme::from_cookies(parts.headers.get(COOKIE)?.to_str().ok()?)))
        .unwrap_or_default()
}

/// Brand, main navigation, theme and account.
#[component]
pub fn SiteHeader() -> impl IntoView {
    let path = use_location().pathname.get_untracked();
    let viewer = use_context::<PageContext>().and_then(|context| context.viewer);
    let items = nav_items(&path)
        .into_iter()
        .map(|item| {
            view! {
                <li>
                    <a href=item.href data-text=item.text aria-current=item.current.then_some("page")>
                        {item.text}
                    </a>
                </li>
            }
        })
        .collect_view();
    view! {
        <header class="site-head">
            <div class="frame">
                <a class="skip" href="#main">"Skip to content"</a>
                <a class="brand" href="/"><BrandMark/>"Assay"</a>
                <nav class="site-nav" aria-label="Main"><ul role="list">{items}</ul></nav>
                <div class="site-tools">
                    <ThemeSwitch theme=chosen_theme()/>
                    {match viewer {
                        Some(viewer) => view! { <AccountMenu viewer/> }.into_any(),
                        None => view! { <a class="btn btn-small" href="/sign-in">"Sign in"</a> }.into_any(),
                    }}
                </div>
            </div>
        </header>
    }
}

/// An interval with its estimate.
#[component]
fn BrandMark() -> impl IntoView {
    view! {
        <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2">
            <path d="M3 6v10M19 6v10M3 11h16"></path>
            <circle cx="12.5" cy="11" r="3.75" fill="currentColor" stroke="none"></circle>
        </svg>
    }
}

#[component]
fn AccountMenu(viewer: Viewer) -> impl IntoView {
    view! {
        <details class="menu menu-end">
            <summary class="btn btn-small">
                <span class="account-name">{viewer.name}</span>
                <Icon name=IconName::Down size=12/>
            </summary>
            <div class="menu-panel">
                <p class="hint">{viewer.email.to_string()}</p>
                <p><RoleBadge role=viewer.role/></p>
                <a href="/submissions">"Submissions"</a>
                <form method="post" action="/sign-out">
                    <button class="btn btn-small" type="submit">"Sign out"</button>
                </form>
            </div>
        </details>
    }
}

/// Links that are not part of the main navigation.
#[component]
pub fn SiteFooter() -> impl IntoView {
    view! {
        <footer class="site-foot">
            <div class="frame">
                <nav aria-label="Footer">
                    <ul role="list">
                        <li><a href="/benchmarks">"Benchmarks"</a></li>
                        <li><a href="/about">"How it is measured"</a></li>
                        <li><a href="/about#glossary">"Glossary"</a></li>
                        <li><a href="/status">"Status"</a></li>
                    </ul>
                </nav>
                <p>"Every score names its tasks, its interval and its source."</p>
            </div>
        </footer>
    }
}

#[cfg(test)]
mod tests {
    use super::nav_items;

    #[test]
    fn one_item_is_current() {
        let current = |path: &str| {
            nav_items(path).into_iter().filter(|item| item.current).map(|item| item.text).collect::<Vec<_>>()
        };
        assert_eq!(current("/"), ["Leaderboard"]);
        assert_eq!(current("/benchmarks/starter"), ["Leaderboard"]);
        assert_eq!(current("/benchmarks/starter/tasks"), ["Tasks"]);
        assert_eq!(current("/benchmarks/starter/failure-modes"), ["Analysis"]);
        assert_eq!(current("/tasks/go-cobra-1"), ["Tasks"]);
        assert_eq!(current("/submissions/1"), ["Submit"]);
        assert_eq!(current("/sign-in"), Vec::<&str>::new());
    }
}

//! Pages of a long list, as links.

use leptos::prelude::*;

use crate::view::words::thousands;

/// Rows on a page, as the ports define it.
pub const PAGE_SIZE: u64 = 50;

/// Number of pages; an empty list has one.
pub const fn page_count(total: u64) -> u64 {
    if total == 0 { 1 } else { total.div_ceil(PAGE_SIZE) }
}

/// "51 to 100 of 1,234 tasks" and links to the pages around; `href` gives the address of a 0-based page.
#[component]
pub fn Pagination(
    /// 0-based.
    page: u32,
    total: u64,
    /// What is counted, in the plural.
    noun: &'static str,
    href: impl Fn(u32) -> String + Send + 'static,
) -> impl IntoView {
    let pages = page_count(total);
    let first = u64::from(page) * PAGE_SIZE + 1;
    let last = (first + PAGE_SIZE - 1).min(total);
    let summary = if first > total {
        format!("No {noun} on this page; there are {}.", thousands(total))
    } else {
        format!("{} to {} of {} {noun}", thousands(first), thousands(last), thousands(total))
    };
    let previous = (page > 0).then(|| u64::from(page - 1).min(pages - 1));
    let next = (u64::from(page) + 1 < pages).then(|| page + 1);
    let previous = previous.map(|p| href(p as u32));
    let next = next.map(href);
    view! {
        <nav class="pages" aria-label="Pages">
            <p class="note">{summary}</p>
            {(pages > 1).then(|| view! {
                <div class="row">
                    {previous.map(|href| view! { <a class="btn btn-small" rel="prev" href=href>"Previous"</a> })}
                    <span class="note">{format!("Page {} of {}", thousands(u64::from(page) + 1), thousands(pages))}</span>
                    {next.map(|href| view! { <a class="btn btn-small" rel="next" href=href>"Next"</a> })}
                </div>
            })}
        </nav>
    }
}

#[cfg(test)]
mod tests {
    use super::page_count;

    #[test]
    fn fifty_rows_a_page() {
        assert_eq!([0, 1, 50, 51, 100, 101].map(page_count), [1, 1, 1, 2, 2, 3]);
    }
}

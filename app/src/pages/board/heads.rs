//! The headings of the table: each sorts by link, and names what its figures are taken over.

use domain::{Metric, Scope};
use leptos::prelude::*;

use super::table::{Frame, count_word, counts_tasks};
use crate::components::{DefinitionButton, SortLink, SortOrder};
use crate::view::board::Column;
use crate::view::board_rows::{FigureColumn, languages_with};
use crate::view::words::thousands;

fn aria_sort(frame: &Frame<'_>, column: Column) -> Option<&'static str> {
    let sort = frame.view.sort;
    let order = if sort.ascending { SortOrder::Ascending } else { SortOrder::Descending };
    (sort.column == column).then_some(order.as_str())
}

fn sort_href(frame: &Frame<'_>, column: Column) -> String {
    frame.view.sorted_by(column).address(frame.path)
}

/// One row of headings, or two where languages are grouped.
pub(super) fn head(frame: &Frame<'_>, languages: &[FigureColumn], metrics: &[FigureColumn]) -> impl IntoView {
    let (metric, short) = (frame.view.metric, frame.view.metric.short_name());
    // All languages have a second row of headings below the names of their groups.
    let groups = (!languages.is_empty()).then_some("2");
    let title = match groups {
        Some(_) => format!("{short}, mean of {}, %", mean_basis(frame, metric)),
        None => format!("{short}, %"),
    };
    let axis = match (frame.has_headline, frame.has_intervals) {
        (false, _) => "by language only".to_owned(),
        (true, true) => format!("95 % interval on 0 to {:.0}", frame.axis.end),
        (true, false) => format!("on 0 to {:.0}", frame.axis.end),
    };
    let first = view! {
        <th scope="col" role="columnheader" rowspan=groups class="c-rank">"Rank"<span class="sub">"range"</span></th>
        <th scope="col" role="columnheader" rowspan=groups class="c-model" aria-sort=aria_sort(frame, Column::Model)>
            <SortLink text="Model" href=sort_href(frame, Column::Model)/>
        </th>
        <th scope="col" role="columnheader" rowspan=groups class="c-head" aria-sort=aria_sort(frame, Column::Headline)>
            <span class="th-line">
                <SortLink text=title href=sort_href(frame, Column::Headline)/>
                <DefinitionButton metric/>
            </span>
            <span class="sub">{axis}</span>
        </th>
    };
    let metric_heads = metrics
        .iter()
        .enumerate()
        .map(|(i, column)| metric_head(frame, *column, groups.is_some() && i == 0))
        .collect_view();
    if groups.is_none() {
        let counted = counts_tasks(frame).then(|| count_head(frame));
        return view! { <tr role="row">{first} {counted} {metric_heads}</tr> }.into_any();
    }
    let language_heads =
        languages.iter().enumerate().map(|(i, column)| language_head(frame, *column, i == 0)).collect_view();
    view! {
        <tr role="row">
            {first}
            <th scope="colgroup" role="columnheader" colspan=languages.len().to_string() class="group-start">
                {format!("{short} by language, %")}
            </th>
            {(!metrics.is_empty()).then(|| view! {
                <th scope="colgroup" role="columnheader" colspan=metrics.len().to_string() class="group-start">
                    "All languages, %"
                </th>
            })}
        </tr>
        <tr role="row">{language_heads} {metric_heads}</tr>
    }
    .into_any()
}

fn language_head(frame: &Frame<'_>, column: FigureColumn, first: bool) -> impl IntoView {
    let name = match column.scope {
        Scope::Language(language) => language.name(),
        Scope::Macro | Scope::Micro => "All",
    };
    let n = column.n.map(|n| format!("of {}", thousands(n))).unwrap_or_default();
    view! {
        <th
            scope="col"
            role="columnheader"
            class=if first { "num lang group-start" } else { "num lang" }
            aria-sort=aria_sort(frame, column.sort_key())
        >
            <SortLink text=name href=sort_href(frame, column.sort_key()) arrow_first=true/>
            <span class="sub">{n}</span>
        </th>
    }
}

/// `languages`, or `3 languages` where the others lack the metric.
fn mean_basis(frame: &Frame<'_>, metric: Metric) -> String {
    match languages_with(frame.board, metric).len() {
        with if with > 0 && with < frame.board.benchmark.languages.len() => format!("{with} languages"),
        _ => "languages".to_owned(),
    }
}

/// Under the heading of a metric: over what it is taken, and whether it is conditional.
fn metric_basis(frame: &Frame<'_>, column: FigureColumn) -> String {
    let all = frame.board.benchmark.languages.len();
    let with = languages_with(frame.board, column.metric).len();
    match (column.scope, column.metric) {
        (Scope::Language(_), Metric::MsAtPass) => "given pass".to_owned(),
        (Scope::Language(_), Metric::Cov | Metric::Ms) => "mean".to_owned(),
        (Scope::Language(_), _) => column.n.map(|n| format!("of {}", thousands(n))).unwrap_or_default(),
        (Scope::Micro, _) => "pooled".to_owned(),
        (Scope::Macro, _) if with > 0 && with < all => format!("{with} langs"),
        (Scope::Macro, _) => "mean".to_owned(),
    }
}

fn metric_head(frame: &Frame<'_>, column: FigureColumn, first: bool) -> impl IntoView {
    view! {
        <th
            scope="col"
            role="columnheader"
            class=if first { "num metric group-start" } else { "num metric" }
            aria-sort=aria_sort(frame, column.sort_key())
        >
            <span class="th-line">
                <SortLink
                    text=column.metric.short_name()
                    href=sort_href(frame, column.sort_key())
                    arrow_first=true
                />
                <DefinitionButton metric=column.metric/>
            </span>
            <span class="sub">{metric_basis(frame, column)}</span>
        </th>
    }
}

fn count_head(frame: &Frame<'_>) -> impl IntoView {
    let column = FigureColumn::of(frame.board, frame.view.metric, frame.view.scope());
    let basis = column.n.map(|n| format!("of {}", thousands(n))).unwrap_or_default();
    view! {
        <th scope="col" role="columnheader" class="num metric">
            {count_word(frame.view.metric)}
            <span class="sub">{basis}</span>
        </th>
    }
}

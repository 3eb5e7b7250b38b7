//! A board whose metrics are data of its benchmark: one table for all of them.

use leptos::prelude::*;
use leptos_meta::{Link, Meta, Title};
use leptos_router::hooks::use_query_map;

use super::BoardHead;
use crate::components::load::answer_bad_request_if;
use crate::components::{ChartSection, Problems, SortLink, SortOrder, SourceBadge};
use crate::ports::{Sheet, SheetRow};
use crate::view::format::counted;
use crate::view::sheet::{SheetView, best};

#[component]
pub fn SheetBoard(sheet: Sheet, path: String) -> impl IntoView {
    let query = use_query_map().get_untracked();
    let (view, problems) = SheetView::parse(&sheet, (&query).into_iter().map(|(key, value)| (key.as_ref(), value)));
    answer_bad_request_if(!problems.is_empty());
    let benchmark = sheet.benchmark.clone();
    let title = format!("{} leaderboard", benchmark.name);
    let rows = sheet.rows.len() as u64;
    let description = format!("{} {}.", benchmark.description, counted(rows, "row", "rows"));
    let intervals = sheet.rows.iter().any(|row| row.intervals.iter().any(Option::is_some));
    let citation = benchmark.citation.clone();
    let own = format!("/benchmarks/{}", benchmark.slug);
    view! {
        <Title text=title/>
        <Meta name="description" content=description/>
        <Link rel="canonical" href=path.clone()/>
        <BoardHead benchmark/>
        <Problems problems/>
        <div class="board-status">
            <p role="status"><b>{format!("{} shown.", counted(rows, "row", "rows"))}</b>" "{order_words(&sheet, view)}</p>
            <SourceBadge source=domain::EntrySource::Published/>
            <a href=format!("{}/export/board.csv", own) download="">"CSV"</a>
        </div>
        {table(&sheet, view, &path)}
        <p class="note">
            {format!("Source: {}. ", sheet.source)}
            <b>"Bold"</b>
            " is the best of a column. “—” is not known."
            {intervals.then_some(" Small figures are printed 95 % intervals.")}
        </p>
        {sheet.charts.into_iter().map(|chart| view! { <ChartSection chart/> }).collect_view()}
        <section class="section" id="metrics">
            <div class="section-head"><h2>"Metrics"</h2></div>
            <dl class="facts facts-wide">
                {sheet
                    .metrics
                    .into_iter()
                    .map(|metric| view! {
                        <div>
                            <dt>{metric.short}</dt>
                            <dd>{metric.definition}</dd>
                        </div>
                    })
                    .collect_view()}
            </dl>
        </section>
        {(!citation.is_empty()).then(|| view! {
            <section class="section" id="cite">
                <div class="section-head"><h2>"Cite"</h2></div>
                <pre class="log log-wrap" tabindex="0" role="region" aria-label="Text for a citation">{citation}</pre>
            </section>
        })}
    }
}

fn order_words(sheet: &Sheet, view: SheetView) -> String {
    let name = sheet.metrics.get(view.metric).map_or("", |metric| metric.short.as_str());
    format!("{} {name} first.", if view.reversed { "Worst" } else { "Best" })
}

fn table(sheet: &Sheet, view: SheetView, path: &str) -> impl IntoView + use<> {
    let order = if view.is_ascending(sheet) { SortOrder::Ascending } else { SortOrder::Descending };
    let labels = sheet
        .labels
        .iter()
        .map(|label| view! { <th scope="col" role="columnheader">{label.clone()}</th> })
        .collect_view();
    let heads = sheet
        .metrics
        .iter()
        .enumerate()
        .map(|(i, metric)| {
            let sorted = (view.metric == i).then_some(order.as_str());
            let text = if metric.unit.is_empty() {
                metric.short.clone()
            } else {
                format!("{}, {}", metric.short, metric.unit)
            };
            view! {
                <th scope="col" role="columnheader" class="num" aria-sort=sorted>
                    <SortLink text href=view.sorted_by(i).address(sheet, path) arrow_first=true/>
                </th>
            }
        })
        .collect_view();
    let rows = view.order(sheet).into_iter().map(|row| table_row(sheet, &sheet.rows[row])).collect_view();
    view! {
        <div class="table-scroll" role="region" aria-label="Leaderboard" tabindex="0">
            <table class="table table-cards" role="table">
                <thead role="rowgroup"><tr role="row">{labels} {heads}</tr></thead>
                <tbody role="rowgroup">{rows}</tbody>
            </table>
        </div>
    }
}

fn table_row(sheet: &Sheet, row: &SheetRow) -> impl IntoView + use<> {
    let labels = row
        .labels
        .iter()
        .zip(&sheet.labels)
        .enumerate()
        .map(|(i, (text, label))| {
            let (text, label) = (text.clone(), label.clone());
            match i {
                0 => view! { <th scope="row" role="rowheader" data-label=label>{text}</th> }.into_any(),
                _ => view! { <td role="cell" data-label=label>{text}</td> }.into_any(),
            }
        })
        .collect_view();
    let values = sheet
        .metrics
        .iter()
        .enumerate()
        .map(|(i, metric)| {
            let label = metric.short.clone();
            let Some(value) = row.values.get(i).copied().flatten() else {
                return view! { <td role="cell" class="num none" data-label=label>"—"</td> }.into_any();
            };
            let best = best(sheet, i).is_some_and(|best| best.to_bits() == value.to_bits());
            // Costs are printed with four decimals, percentages with two.
            let text = if metric.unit == "%" { format!("{value:.2}") } else { format!("{value:.4}") };
            let interval = row.intervals.get(i).copied().flatten();
            let interval =
                interval.map(|(low, high)| view! { <span class="sub">{format!("{low:.1} to {high:.1}")}</span> });
            let class = if best { "num best" } else { "num" };
            view! { <td role="cell" class=class data-label=label>{text} {interval}</td> }.into_any()
        })
        .collect_view();
    view! { <tr role="row">{labels} {values}</tr> }
}

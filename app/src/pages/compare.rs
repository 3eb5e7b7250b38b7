//! `/compare?entries=…`: two to four entries of one benchmark beside each other.

pub mod paired;

use domain::{EntryId, Scope};
use leptos::prelude::*;
use leptos_meta::{Link, Meta, Title};
use leptos_router::hooks::use_query_map;

use self::paired::{PairedTests, PrintedTests};
use crate::components::{ChartSection, Crumbs, Empty, SourceBadge, load};
use crate::error::AppError;
use crate::ports::{Compared, Comparison, model_address};
use crate::view::format::percent;
use crate::view::query::address;
use crate::view::words::thousands;

/// The page of its route. Without a choice it says how to make one.
#[component]
pub fn ComparePage() -> impl IntoView {
    let chosen = use_query_map().read_untracked().get_all("entries").unwrap_or_default();
    // A form sends one parameter per entry; a link may put them into one.
    let chosen: Vec<String> =
        chosen.iter().flat_map(|part| part.split(',')).filter(|id| !id.is_empty()).map(str::to_owned).collect();
    if chosen.is_empty() {
        return view! { <NothingChosen/> }.into_any();
    }
    load(
        |context| async move {
            let ids = chosen
                .iter()
                .map(|id| id.parse::<EntryId>().map_err(|_| AppError::NotFound(format!("The entry “{id}”"))))
                .collect::<Result<Vec<_>, _>>()?;
            context.queries.compare(&ids).await
        },
        |comparison| view! { <Content comparison/> },
    )
    .into_any()
}

#[component]
fn NothingChosen() -> impl IntoView {
    view! {
        <Title text="Compare"/>
        <Meta name="description" content="Two to four entries of a leaderboard beside each other."/>
        <div class="page-head"><h1>"Compare"</h1></div>
        <Empty title="Nothing chosen yet">
            <p>"On a leaderboard, tick two to four entries and press “Compare”."</p>
            <a class="btn btn-small" href="/">"Leaderboard"</a>
        </Empty>
    }
}

#[component]
fn Content(comparison: Comparison) -> impl IntoView {
    let names: Vec<String> = comparison.entries.iter().map(|entry| entry.label.clone()).collect();
    let title = names.join(" and ");
    let ids: Vec<String> = comparison.entries.iter().map(|entry| entry.row.entry.to_string()).collect();
    let canonical = address("/compare", ids.iter().map(|id| ("entries", id.as_str())));
    let benchmark = comparison.benchmark.clone();
    let board = format!("/benchmarks/{}", benchmark.slug);
    let slug_of = benchmark.name.clone();
    view! {
        <Title text=format!("Compare {title}")/>
        <Meta name="description" content=format!("{title} on {}: metrics, intervals and paired tests.", benchmark.name)/>
        <Link rel="canonical" href=canonical/>
        <div class="page-head">
            <Crumbs trail=vec![(slug_of, board)] here="Compare"/>
            <h1>"Compare"</h1>
            <div class="meta">
                <span>{format!("{} {}", benchmark.name, benchmark.version)}</span>
                <span><b>{thousands(benchmark.tasks())}</b>" tasks"</span>
            </div>
        </div>
        <MeanTable entries=comparison.entries.clone() metrics=comparison.metrics/>
        {comparison.charts.into_iter().map(|chart| view! { <ChartSection chart/> }).collect_view()}
        <PairedTests paired=comparison.paired names=names/>
        <PrintedTests tests=comparison.printed source=comparison.printed_source/>
    }
}

/// Every metric of every entry over all languages, with the difference where there are two.
#[component]
fn MeanTable(entries: Vec<Compared>, metrics: Vec<domain::Metric>) -> impl IntoView {
    let two = entries.len() == 2;
    let heads = entries
        .iter()
        .map(|entry| {
            let href = model_address(&entry.row.model);
            view! {
                <th scope="col" role="columnheader" class="num">
                    <a href=href>{entry.label.clone()}</a>
                    " "
                    <SourceBadge source=entry.row.source/>
                </th>
            }
        })
        .collect_view();
    let rows = metrics
        .into_iter()
        .map(|metric| {
            let values: Vec<Option<f64>> = entries
                .iter()
                .map(|entry| entry.row.figure(Scope::Macro, metric).map(|figure| figure.percent))
                .collect();
            let cells = values
                .iter()
                .zip(&entries)
                .map(|(value, entry)| {
                    let text = value.map_or("—".to_owned(), percent);
                    view! { <td role="cell" class="num" data-label=entry.label.clone()>{text}</td> }
                })
                .collect_view();
            let difference = two.then(|| {
                let text = match (values[0], values[1]) {
                    (Some(a), Some(b)) => signed(a - b),
                    _ => "—".to_owned(),
                };
                view! { <td role="cell" class="num" data-label="Difference">{text}</td> }
            });
            view! {
                <tr role="row">
                    <th scope="row" role="rowheader">{metric.name()}</th>
                    {cells}
                    {difference}
                </tr>
            }
        })
        .collect_view();
    view! {
        <section class="section" id="means">
            <div class="section-head"><h2>"Mean of languages, %"</h2><span class="note">"“—” is not known for every language"</span></div>
            <div class="table-scroll" role="region" aria-label="Mean of languages" tabindex="0">
                <table class="table table-flush table-cards" role="table">
                    <thead role="rowgroup">
                        <tr role="row">
                            <th scope="col" role="columnheader">"Metric"</th>
                            {heads}
                            {two.then(|| view! { <th scope="col" role="columnheader" class="num">"Difference, points"</th> })}
                        </tr>
                    </thead>
                    <tbody role="rowgroup">{rows}</tbody>
                </table>
            </div>
        </section>
    }
}

/// A difference with its sign, a minus sign of the width of a plus.
fn signed(value: f64) -> String {
    let text = format!("{:.2}", value.abs());
    match text.as_str() {
        "0.00" => text,
        _ if value < 0.0 => format!("−{text}"),
        _ => format!("+{text}"),
    }
}

#[cfg(test)]
mod tests {
    use super::signed;

    #[test]
    fn differences_have_a_sign_unless_they_are_none() {
        assert_eq!([0.001, -0.001, 4.764, -0.15].map(signed), ["0.00", "0.00", "+4.76", "−0.15"]);
    }
}

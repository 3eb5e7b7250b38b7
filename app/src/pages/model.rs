//! `/models/:name`: what is known of a model, over all boards.

use domain::{ContextMode, Language, Metric, ModelName, Scope};
use leptos::prelude::*;
use leptos_meta::{Link, Meta, Title};
use leptos_router::hooks::use_params_map;

use crate::components::{ChartSection, Crumbs, OpenWeightsBadge, SourceBadge, load};
use crate::error::AppError;
use crate::ports::{BoardRow, ModelBoard, ModelDetail, board_address, model_address};
use crate::view::format::{counted, percent};
use crate::view::query::is_web_link;
use crate::view::words::thousands;

/// The page of its route.
#[component]
pub fn ModelPage() -> impl IntoView {
    let name = use_params_map().read_untracked().get("name").unwrap_or_default();
    load(
        |context| async move {
            let name: ModelName = name.parse().map_err(|_| AppError::NotFound(format!("The model “{name}”")))?;
            context.queries.model(&name).await
        },
        |model| view! { <Model model/> },
    )
}

#[component]
fn Model(model: ModelDetail) -> impl IntoView {
    let entries: u64 = model.boards.iter().map(|board| board.entries.len() as u64).sum();
    let description = format!(
        "Figures of {} in every language and context mode: {} on {}.",
        model.name,
        counted(entries, "entry", "entries"),
        counted(model.boards.len() as u64, "benchmark", "benchmarks"),
    );
    let canonical = model_address(&model.name);
    view! {
        <Title text=model.name.to_string()/>
        <Meta name="description" content=description/>
        <Link rel="canonical" href=canonical/>
        <div class="page-head">
            <Crumbs trail=vec![("Leaderboard".to_owned(), "/".to_owned())] here=model.name.to_string()/>
            <div class="title-line">
                <h1>{model.name.to_string()}</h1>
                {model.open_weights.then(|| view! { <OpenWeightsBadge/> })}
            </div>
            <div class="meta">
                <span>{if model.provider.is_empty() { "Provider not known".to_owned() } else { model.provider }}</span>
                <span><b>{thousands(entries)}</b>{if entries == 1 { " entry" } else { " entries" }}</span>
                {is_web_link(&model.link).then(|| view! { <a href=model.link.clone() rel="noopener">"Where it is described"</a> })}
            </div>
        </div>
        {model.boards.into_iter().map(|board| view! { <OnBoard board/> }).collect_view()}
    }
}

#[component]
fn OnBoard(board: ModelBoard) -> impl IntoView {
    let benchmark = board.benchmark;
    let href = format!("/benchmarks/{}", benchmark.slug);
    view! {
        <section class="section">
            <div class="section-head">
                <h2><a href=href>{benchmark.name.clone()}</a></h2>
                <span class="note">{format!("version {}, newest first", benchmark.version)}</span>
            </div>
            {board
                .entries
                .into_iter()
                .map(|(mode, row)| view! { <EntryFigures slug=benchmark.slug.clone() mode row/> })
                .collect_view()}
        </section>
        {board.charts.into_iter().map(|chart| view! { <ChartSection chart/> }).collect_view()}
    }
}

/// One entry with its figures: a row per language, then the mean and all tasks together.
#[component]
fn EntryFigures(slug: domain::Slug, mode: ContextMode, row: BoardRow) -> impl IntoView {
    let metrics: Vec<Metric> = Metric::ALL
        .iter()
        .copied()
        .filter(|metric| row.figures.iter().any(|figure| figure.metric == *metric))
        .collect();
    let scopes = Language::ALL.iter().copied().map(Scope::Language).chain([Scope::Macro, Scope::Micro]);
    let rows = scopes
        .filter_map(|scope| {
            let n = row.figures.iter().find(|figure| figure.scope == scope)?.n;
            let name = match scope {
                Scope::Language(language) => language.name(),
                Scope::Macro => "Mean of languages",
                Scope::Micro => "All tasks",
            };
            let cells = metrics
                .iter()
                .map(|metric| {
                    let text = row.figure(scope, *metric).map_or("—".to_owned(), |figure| percent(figure.percent));
                    view! { <td role="cell" class="num" data-label=metric.short_name()>{text}</td> }
                })
                .collect_view();
            Some(view! {
                <tr role="row">
                    <th scope="row" role="rowheader">{name}</th>
                    {cells}
                    <td role="cell" class="num" data-label="Tasks">{thousands(n)}</td>
                </tr>
            })
        })
        .collect_view();
    let heads = metrics
        .iter()
        .map(|metric| view! { <th scope="col" role="columnheader" class="num">{metric.short_name()}", %"</th> })
        .collect_view();
    let label = format!("{} context, added {}", mode.name(), row.added.display_date());
    view! {
        <div class="stack-s">
            <div class="row">
                <h3><a href=board_address(&slug, mode)>{format!("{} context", mode.name())}</a></h3>
                <SourceBadge source=row.source/>
                <span class="note">"added "<time datetime=row.added.rfc3339()>{row.added.display_date()}</time></span>
                {row.submission.map(|id| view! { <a href=format!("/submissions/{id}")>"Submission with all suites"</a> })}
            </div>
            <div class="table-scroll" role="region" aria-label=label tabindex="0">
                <table class="table table-cards" role="table">
                    <thead role="rowgroup">
                        <tr role="row">
                            <th scope="col" role="columnheader">"Language"</th>
                            {heads}
                            <th scope="col" role="columnheader" class="num">"Tasks"</th>
                        </tr>
                    </thead>
                    <tbody role="rowgroup">{rows}</tbody>
                </table>
            </div>
        </div>
    }
}

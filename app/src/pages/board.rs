//! `/benchmarks/:slug`: a leaderboard. All of its state is in the URL, and every control is a link or a form.

mod heads;
pub mod notes;
mod rows;
pub mod sheet;
pub mod table;
pub mod toolbar;

use domain::{ContextMode, Metric};
use leptos::prelude::*;
use leptos_meta::{Link, Meta, Title};
use leptos_router::hooks::{use_params_map, use_query_map};

use self::notes::Notes;
use self::sheet::SheetBoard;
use self::table::BoardTable;
use self::toolbar::Toolbar;
use crate::components::load::{answer_bad_request_if, benchmark_slug};
use crate::components::{Alert, AlertKind, ChartSection, Choice, Definitions, Icon, IconName, Problems, Tabs, load};
use crate::ports::{BenchmarkSummary, Board, BoardRequest, ChartName, ChartRequest, ChartView};
use crate::view::board::BoardView;
use crate::view::format::counted;
use crate::view::query::is_web_link;
use crate::view::words::thousands;

/// The leaderboard of the benchmark in the path.
#[component]
pub fn BoardPage() -> impl IntoView {
    let slug = use_params_map().read_untracked().get("slug").unwrap_or_default();
    let path = format!("/benchmarks/{slug}");
    view! { <BoardAt slug path/> }
}

/// The leaderboard of `slug`; its own links lead to `path`.
#[component]
pub(super) fn BoardAt(slug: String, path: String) -> impl IntoView {
    let query = use_query_map().get_untracked();
    let (view, problems) = BoardView::parse((&query).into_iter().map(|(key, value)| (key.as_ref(), value)));
    let (mode, metric, scope, language) = (view.mode, view.metric, view.scope(), view.language);
    load(
        move |context| async move {
            let benchmark = benchmark_slug(&slug)?;
            if let Some(sheet) = context.queries.sheet(&benchmark).await? {
                return Ok(Err(sheet));
            }
            let overview = ChartRequest { mode: Some(mode), ..ChartRequest::new(ChartName::Board, &benchmark) };
            let request = BoardRequest { benchmark: benchmark.clone(), mode, metric, scope };
            let board = context.queries.board(request).await?;
            let charts = context.queries.charts(&benchmark, vec![overview.in_language(language)]).await?.charts;
            Ok(Ok((board, charts)))
        },
        move |found| match found {
            Ok((board, charts)) => view! { <BoardContent board charts view path problems/> }.into_any(),
            // Its parameters are others, so what the board could not read of them is no problem.
            Err(sheet) => view! { <SheetBoard sheet path/> }.into_any(),
        },
    )
}

#[component]
fn BoardContent(
    board: Board,
    charts: Vec<Option<ChartView>>,
    view: BoardView,
    path: String,
    problems: Vec<String>,
) -> impl IntoView {
    answer_bad_request_if(!problems.is_empty());
    let benchmark = board.benchmark.clone();
    let missing_language = view.language.filter(|language| !benchmark.languages.iter().any(|(has, _)| has == language));
    let title = match view.language {
        Some(language) => format!("{} leaderboard, {}", benchmark.name, language.name()),
        None => format!("{} leaderboard", benchmark.name),
    };
    let description = format!(
        "{} {} in {}.",
        benchmark.description,
        counted(board.rows.len() as u64, "entry", "entries"),
        mode_phrase(view.mode),
    );
    let metrics = shown_metrics(&board, &view);
    view! {
        <Title text=title/>
        <Meta name="description" content=description/>
        <Link rel="canonical" href=view.unfiltered().address(&path)/>
        <BoardHead benchmark=benchmark.clone()/>
        <Problems problems/>
        <Tabs label="Language" choices=language_tabs(&benchmark, &view, &path)/>
        {missing_language.map(|language| view! {
            <Alert kind=AlertKind::Warn>
                {format!("{} has no tasks in {}. Choose one of its languages above.", benchmark.name, language.name())}
            </Alert>
        })}
        <Toolbar board=board.clone() view=view.clone() path=path.clone()/>
        <BoardTable board=board.clone() view=view.clone() path=path.clone()/>
        {charts.into_iter().flatten().map(|chart| view! { <ChartSection chart/> }).collect_view()}
        <Notes board view path/>
        <Definitions metrics/>
    }
}

/// The metrics that a board can show, the chosen one included even if no row has it.
fn shown_metrics(board: &Board, view: &BoardView) -> Vec<Metric> {
    Metric::ALL.iter().copied().filter(|metric| *metric == view.metric || board.metrics.contains(metric)).collect()
}

/// `standard context`, in running text.
fn mode_phrase(mode: ContextMode) -> String {
    match mode {
        ContextMode::Standard | ContextMode::File => format!("{} context", mode.name().to_lowercase()),
        ContextMode::Lsp | ContextMode::RagBm25 | ContextMode::RagDense => format!("{} context", mode.name()),
    }
}

fn language_tabs(benchmark: &BenchmarkSummary, view: &BoardView, path: &str) -> Vec<Choice> {
    let tab = |text: &str, count, language| Choice {
        text: text.to_owned(),
        count: Some(count),
        href: view.with_language(language).address(path),
        current: view.language == language,
    };
    std::iter::once(tab("All", benchmark.tasks(), None))
        .chain(benchmark.languages.iter().map(|(language, n)| tab(language.name(), *n, Some(*language))))
        .collect()
}

/// Name, version and size of a benchmark, with its links.
#[component]
fn BoardHead(benchmark: BenchmarkSummary) -> impl IntoView {
    let tasks = benchmark.tasks();
    let tasks_link = benchmark.has_tasks.then(|| format!("/benchmarks/{}/tasks", benchmark.slug));
    let updated = benchmark.updated;
    // A benchmark whose metrics are data has neither languages nor tasks here.
    let own = !benchmark.languages.is_empty() || benchmark.has_tasks;
    let analysis = format!("/benchmarks/{}/metrics", benchmark.slug);
    view! {
        <div class="page-head">
            <div class="title-line">
                <h1>{benchmark.name}</h1>
                <details class="menu">
                    <summary class="btn btn-small">
                        {format!("Version {}", benchmark.version)}
                        <Icon name=IconName::Down size=12/>
                    </summary>
                    <div class="menu-panel">
                        <p><b>{benchmark.version.clone()}</b>", current"</p>
                        <p class="hint">
                            "A version is immutable: tasks, limits and image digests stay as they were."
                        </p>
                    </div>
                </details>
                <p class="lead">{benchmark.description}</p>
            </div>
            <div class="meta">
                {own.then(|| view! {
                    <span><b>{thousands(tasks)}</b>" tasks"</span>
                    <span><b>{thousands(benchmark.entries)}</b>{if benchmark.entries == 1 { " entry" } else { " entries" }}</span>
                    <span><b>{thousands(benchmark.repositories)}</b>" repositories"</span>
                })}
                <span>"Updated "<time datetime=updated.rfc3339()>{updated.display_date()}</time></span>
                <a href="/about">"How it is measured"</a>
                {own.then(|| view! { <a href=analysis>"Analysis"</a> })}
                {tasks_link.map(|href| view! { <a href=href>"Browse tasks"</a> })}
                {benchmark
                    .links
                    .into_iter()
                    .filter(|(_, href)| is_web_link(href))
                    .map(|(text, href)| view! { <a href=href rel="noopener">{text}</a> })
                    .collect_view()}
                <a href="/benchmarks">"All benchmarks"</a>
            </div>
        </div>
    }
}

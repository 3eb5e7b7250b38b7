//! Pages over the data of one benchmark, beside its board: each a handful of charts that say where they come from.

pub mod context;
pub mod failure_modes;
pub mod metrics;
pub mod workflows;

use domain::{Language, Metric, Slug};
use leptos::prelude::*;
use leptos_meta::{Link, Meta, Title};
use leptos_router::hooks::{use_params_map, use_query_map};

pub use context::ContextPage;
pub use failure_modes::FailureModesPage;
pub use metrics::MetricsPage;
pub use workflows::WorkflowsPage;

use crate::components::chart::narrowed;
use crate::components::load::benchmark_slug;
use crate::components::{ChartSection, Choice, Crumbs, Empty, Problems, Segmented, Tabs};
use crate::error::AppError;
use crate::ports::{BenchmarkSummary, ChartSet};

/// The pages with the last part of their address.
const PAGES: [(&str, &str); 4] =
    [("failure-modes", "Failure modes"), ("context", "Context"), ("metrics", "Metrics"), ("workflows", "Workflows")];

/// The benchmark that the address names.
fn slug_in_path() -> Result<Slug, AppError> {
    benchmark_slug(&use_params_map().read_untracked().get("slug").unwrap_or_default())
}

/// A parameter of the address; one that cannot be understood is said and left out.
fn parameter<T: std::str::FromStr<Err: std::fmt::Display>>(key: &str, problems: &mut Vec<String>) -> Option<T> {
    let text = use_query_map().read_untracked().get(key).filter(|text| !text.is_empty())?;
    text.parse().map_err(|error| problems.push(format!("In the address, `{key}`: {error}."))).ok()
}

/// The path of an analysis page.
fn page_path(benchmark: &Slug, page: &str) -> String {
    format!("/benchmarks/{benchmark}/{page}")
}

/// An analysis page: its head, what can be chosen, the charts that there are, and what is said below them.
#[component]
fn AnalysisPage(
    set: ChartSet,
    /// Last part of the address, one of [`PAGES`].
    page: &'static str,
    #[prop(into)] title: String,
    lead: &'static str,
    /// What there is none of where there is no chart.
    missing: &'static str,
    /// Query of the canonical address.
    pairs: Vec<(&'static str, Option<String>)>,
    /// Labels with what can be chosen there.
    choosers: Vec<(&'static str, Vec<Choice>)>,
    problems: Vec<String>,
    #[prop(optional)] children: Option<Children>,
) -> impl IntoView {
    let benchmark = set.benchmark;
    let path = page_path(&benchmark.slug, page);
    let borrowed: Vec<_> = pairs.iter().map(|(key, value)| (*key, value.as_deref())).collect();
    let canonical = narrowed(&path, &borrowed);
    let choices = PAGES
        .iter()
        .map(|(last, text)| Choice {
            text: (*text).to_owned(),
            count: None,
            href: page_path(&benchmark.slug, last),
            current: *last == page,
        })
        .collect();
    let description = format!("{} {lead}", benchmark.name);
    let choosers = choosers
        .into_iter()
        .map(|(label, choices)| {
            view! {
                <div class="toolbar-group wide">
                    <span class="label wide-only">{label}</span>
                    <Segmented label choices/>
                </div>
            }
        })
        .collect_view();
    let charts: Vec<_> = set.charts.into_iter().flatten().collect();
    let body = if charts.is_empty() {
        view! { <NothingPublished benchmark=benchmark.clone() what=missing/> }.into_any()
    } else {
        charts.into_iter().map(|chart| view! { <ChartSection chart/> }).collect_view().into_any()
    };
    view! {
        <Title text=format!("{title}, {}", benchmark.name)/>
        <Meta name="description" content=description/>
        <Link rel="canonical" href=canonical/>
        <Crumbs
            trail=vec![("Leaderboard".to_owned(), format!("/benchmarks/{}", benchmark.slug))]
            here=title.clone()
        />
        <div class="page-head">
            <h1>{title}</h1>
            <p class="lead">{lead}</p>
        </div>
        <Tabs label="Analysis" choices/>
        <Problems problems/>
        <div class="toolbar">{choosers}</div>
        {body}
        {children.map(|children| children())}
    }
}

/// All languages, then each one of the benchmark.
fn language_choices(
    benchmark: &BenchmarkSummary,
    current: Option<Language>,
    href: impl Fn(Option<Language>) -> String,
) -> Vec<Choice> {
    let choice = |text: &str, count, language| Choice {
        text: text.to_owned(),
        count: Some(count),
        href: href(language),
        current: current == language,
    };
    std::iter::once(choice("All", benchmark.tasks(), None))
        .chain(benchmark.languages.iter().map(|(language, n)| choice(language.name(), *n, Some(*language))))
        .collect()
}

/// A choice of metrics.
fn metric_choices(metrics: &[Metric], current: Metric, href: impl Fn(Metric) -> String) -> Vec<Choice> {
    metrics
        .iter()
        .map(|metric| Choice {
            text: metric.short_name().to_owned(),
            count: None,
            href: href(*metric),
            current: *metric == current,
        })
        .collect()
}

/// Stands in place of charts for a benchmark without such data.
#[component]
fn NothingPublished(benchmark: BenchmarkSummary, what: &'static str) -> impl IntoView {
    view! {
        <Empty title=format!("No {what} yet")>
            <p>{format!("There are no {what} for {}.", benchmark.name)}</p>
            <a class="btn btn-small" href=format!("/benchmarks/{}", benchmark.slug)>"Leaderboard"</a>
        </Empty>
    }
}

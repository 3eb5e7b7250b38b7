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
use crate::components::{Choice, Crumbs, Empty, Tabs};
use crate::error::AppError;
use crate::ports::BenchmarkSummary;

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

/// What stands above the charts of every analysis page.
#[component]
fn AnalysisHead(
    benchmark: BenchmarkSummary,
    /// Last part of the address, one of [`PAGES`].
    page: &'static str,
    #[prop(into)] title: String,
    lead: &'static str,
    /// Query of the canonical address.
    pairs: Vec<(&'static str, Option<String>)>,
) -> impl IntoView {
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

//! `/benchmarks/:slug/metrics`: how the metrics hang together, and what each alone would hide.

use domain::{Language, Metric, Slug};
use leptos::prelude::*;

use super::{AnalysisHead, NothingPublished, language_choices, page_path, parameter, slug_in_path};
use crate::components::chart::narrowed;
use crate::components::load::answer_bad_request_if;
use crate::components::{ChartSection, Problems, Segmented, load};
use crate::ports::{ChartName, ChartRequest, ChartSet};

const PAGE: &str = "metrics";

/// Metrics of the benchmark in the path.
#[component]
pub fn MetricsPage() -> impl IntoView {
    let slug = slug_in_path();
    let mut problems = Vec::new();
    let language = parameter::<Language>("language", &mut problems);
    answer_bad_request_if(!problems.is_empty());
    load(
        move |context| async move {
            let slug = slug?;
            context.queries.charts(&slug, requests(&slug, language)).await
        },
        move |set| view! { <Content set language problems/> },
    )
}

/// What is not split by language is shown beside all languages only.
fn requests(slug: &Slug, language: Option<Language>) -> Vec<ChartRequest> {
    let mut requests = vec![
        ChartRequest::new(ChartName::Correlation, slug).in_language(language),
        ChartRequest::new(ChartName::InvokeAgainstPass, slug).in_language(language),
    ];
    if language.is_none() {
        requests.extend([
            ChartRequest::new(ChartName::Disagreement, slug),
            ChartRequest::new(ChartName::Mutation, slug).of_metric(Metric::Ms),
            ChartRequest::new(ChartName::Mutation, slug).of_metric(Metric::MsAtPass),
        ]);
    }
    requests
}

#[component]
fn Content(set: ChartSet, language: Option<Language>, problems: Vec<String>) -> impl IntoView {
    let benchmark = set.benchmark;
    let path = page_path(&benchmark.slug, PAGE);
    let choices = language_choices(&benchmark, language, |language| {
        narrowed(&path, &[("language", language.map(Language::as_str))])
    });
    let charts: Vec<_> = set.charts.into_iter().flatten().collect();
    let body = if charts.is_empty() {
        view! { <NothingPublished benchmark=benchmark.clone() what="figures of three or more entries"/> }.into_any()
    } else {
        charts.into_iter().map(|chart| view! { <ChartSection chart/> }).collect_view().into_any()
    };
    view! {
        <AnalysisHead
            benchmark
            page=PAGE
            title="Metrics"
            lead="How the metrics hang together over the entries of the board, and where one of them alone would mislead."
            pairs=vec![("language", language.map(|language| language.to_string()))]
        />
        <Problems problems/>
        <div class="toolbar">
            <div class="toolbar-group wide">
                <span class="label wide-only">"Language"</span>
                <Segmented label="Language" choices/>
            </div>
        </div>
        {body}
        <p class="note"><a href="/about#metrics">"What each metric means, with its formula and its limits"</a></p>
    }
}

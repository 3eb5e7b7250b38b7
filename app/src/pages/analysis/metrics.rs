//! `/benchmarks/:slug/metrics`: how the metrics hang together, and what each alone would hide.

use domain::{Language, Metric, Slug};
use leptos::prelude::*;

use super::{AnalysisPage, language_choices, page_path, parameter, slug_in_path};
use crate::components::chart::narrowed;
use crate::components::load;
use crate::components::load::answer_bad_request_if;
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
    let path = page_path(&set.benchmark.slug, PAGE);
    let choices = language_choices(&set.benchmark, language, |language| {
        narrowed(&path, &[("language", language.map(Language::as_str))])
    });
    view! {
        <AnalysisPage
            set
            page=PAGE
            title="Metrics"
            lead="How the metrics hang together over the entries of the board, and where one of them alone would mislead."
            missing="figures of three or more entries"
            pairs=vec![("language", language.map(|language| language.to_string()))]
            choosers=vec![("Language", choices)]
            problems
        >
            <p class="note"><a href="/about#metrics">"What each metric means, with its formula and its limits"</a></p>
        </AnalysisPage>
    }
}

//! `/benchmarks/:slug/context`: what showing a model more of the repository changes.

use domain::{Language, Metric, Slug};
use leptos::prelude::*;

use super::{AnalysisHead, NothingPublished, language_choices, metric_choices, page_path, parameter, slug_in_path};
use crate::components::chart::narrowed;
use crate::components::load::answer_bad_request_if;
use crate::components::{ChartSection, Problems, Segmented, load};
use crate::ports::{ChartName, ChartRequest, ChartSet};

const PAGE: &str = "context";
/// What is published for every mode.
const METRICS: [Metric; 3] = [Metric::Tpr, Metric::Cov, Metric::Ir];

/// Context modes of the benchmark in the path.
#[component]
pub fn ContextPage() -> impl IntoView {
    let slug = slug_in_path();
    let mut problems = Vec::new();
    let language = parameter::<Language>("language", &mut problems);
    let metric = parameter::<Metric>("metric", &mut problems).unwrap_or(Metric::Tpr);
    answer_bad_request_if(!problems.is_empty());
    load(
        move |context| async move {
            let slug = slug?;
            context.queries.charts(&slug, requests(&slug, language, metric)).await
        },
        move |set| view! { <Content set language metric problems/> },
    )
}

fn requests(slug: &Slug, language: Option<Language>, metric: Metric) -> Vec<ChartRequest> {
    let of = |name| ChartRequest::new(name, slug).in_language(language);
    vec![
        of(ChartName::ContextDifference).of_metric(metric),
        of(ChartName::ContextModes).of_metric(metric),
        of(ChartName::ContextTradeoff),
    ]
}

#[component]
fn Content(set: ChartSet, language: Option<Language>, metric: Metric, problems: Vec<String>) -> impl IntoView {
    let benchmark = set.benchmark;
    let path = page_path(&benchmark.slug, PAGE);
    let address = |language: Option<Language>, metric: Metric| {
        let metric = (metric != Metric::Tpr).then_some(metric.as_str());
        narrowed(&path, &[("language", language.map(Language::as_str)), ("metric", metric)])
    };
    let languages = language_choices(&benchmark, language, |language| address(language, metric));
    let metrics = metric_choices(&METRICS, metric, |metric| address(language, metric));
    let charts: Vec<_> = set.charts.into_iter().flatten().collect();
    let body = if charts.is_empty() {
        view! { <NothingPublished benchmark=benchmark.clone() what="entries in several context modes"/> }.into_any()
    } else {
        charts.into_iter().map(|chart| view! { <ChartSection chart/> }).collect_view().into_any()
    };
    view! {
        <AnalysisHead
            benchmark
            page=PAGE
            title="Context"
            lead="What changes when a model is shown more than the focal function: its file, what the language server knows, or retrieved passages."
            pairs=vec![
                ("language", language.map(|language| language.to_string())),
                ("metric", (metric != Metric::Tpr).then(|| metric.to_string())),
            ]
        />
        <Problems problems/>
        <div class="toolbar">
            <div class="toolbar-group wide">
                <span class="label wide-only">"Language"</span>
                <Segmented label="Language" choices=languages/>
            </div>
            <div class="toolbar-group wide">
                <span class="label wide-only">"Metric"</span>
                <Segmented label="Metric" choices=metrics/>
            </div>
        </div>
        {body}
        <p class="note">
            "The outcomes per task behind published rates are not known. So an interval of a difference takes the two runs as independent; as both wrote suites for the same tasks, the true one is most likely narrower. Unequal numbers of tasks are those of the paper and are not corrected."
        </p>
    }
}

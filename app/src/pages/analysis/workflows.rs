//! `/benchmarks/:slug/workflows`: beyond one answer per task.

use domain::{Metric, Slug};
use leptos::prelude::*;

use super::{AnalysisHead, NothingPublished, metric_choices, page_path, parameter, slug_in_path};
use crate::components::chart::narrowed;
use crate::components::load::answer_bad_request_if;
use crate::components::{ChartSection, Problems, Segmented, load};
use crate::ports::{ChartName, ChartRequest, ChartSet};

const PAGE: &str = "workflows";
const METRICS: [Metric; 3] = [Metric::Tpr, Metric::Cov, Metric::Ir];

/// Workflows on the benchmark in the path.
#[component]
pub fn WorkflowsPage() -> impl IntoView {
    let slug = slug_in_path();
    let mut problems = Vec::new();
    let metric = parameter::<Metric>("metric", &mut problems).unwrap_or(Metric::Tpr);
    answer_bad_request_if(!problems.is_empty());
    load(
        move |context| async move {
            let slug = slug?;
            context.queries.charts(&slug, requests(&slug, metric)).await
        },
        move |set| view! { <Content set metric problems/> },
    )
}

fn requests(slug: &Slug, metric: Metric) -> Vec<ChartRequest> {
    vec![
        ChartRequest::new(ChartName::Agentic, slug).of_metric(metric),
        ChartRequest::new(ChartName::Repair, slug).of_metric(metric),
        ChartRequest::new(ChartName::Retrieval, slug),
        ChartRequest::new(ChartName::Perplexity, slug),
    ]
}

#[component]
fn Content(set: ChartSet, metric: Metric, problems: Vec<String>) -> impl IntoView {
    let benchmark = set.benchmark;
    let path = page_path(&benchmark.slug, PAGE);
    let choices = metric_choices(&METRICS, metric, |metric| {
        narrowed(&path, &[("metric", (metric != Metric::Tpr).then_some(metric.as_str()))])
    });
    let charts: Vec<_> = set.charts.into_iter().flatten().collect();
    let body = if charts.is_empty() {
        view! { <NothingPublished benchmark=benchmark.clone() what="figures of other workflows"/> }.into_any()
    } else {
        charts.into_iter().map(|chart| view! { <ChartSection chart/> }).collect_view().into_any()
    };
    view! {
        <AnalysisHead
            benchmark
            page=PAGE
            title="Workflows"
            lead="Agents against a single answer, one round of repair, what is retrieved, and how well models knew the code before."
            pairs=vec![("metric", (metric != Metric::Tpr).then(|| metric.to_string()))]
        />
        <Problems problems/>
        <div class="toolbar">
            <div class="toolbar-group wide">
                <span class="label wide-only">"Metric of the first two"</span>
                <Segmented label="Metric of the first two" choices/>
            </div>
        </div>
        {body}
    }
}

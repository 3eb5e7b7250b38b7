//! `/benchmarks/:slug/workflows`: beyond one answer per task.

use domain::{Metric, Slug};
use leptos::prelude::*;

use super::{AnalysisPage, metric_choices, page_path, parameter, slug_in_path};
use crate::components::chart::narrowed;
use crate::components::load;
use crate::components::load::answer_bad_request_if;
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
    let path = page_path(&set.benchmark.slug, PAGE);
    let choices = metric_choices(&METRICS, metric, |metric| {
        narrowed(&path, &[("metric", (metric != Metric::Tpr).then_some(metric.as_str()))])
    });
    view! {
        <AnalysisPage
            set
            page=PAGE
            title="Workflows"
            lead="Agents against a single answer, one round of repair, what is retrieved, and how well models knew the code before."
            missing="figures of other workflows"
            pairs=vec![("metric", (metric != Metric::Tpr).then(|| metric.to_string()))]
            choosers=vec![("Metric of the first two", choices)]
            problems
        />
    }
}

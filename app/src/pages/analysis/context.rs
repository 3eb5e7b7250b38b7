//! `/benchmarks/:slug/context`: what showing a model more of the repository changes.

use domain::{Language, Metric, Slug};
use leptos::prelude::*;

use super::{AnalysisPage, language_choices, metric_choices, page_path, parameter, slug_in_path};
use crate::components::chart::narrowed;
use crate::components::load;
use crate::components::load::answer_bad_request_if;
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
    let path = page_path(&set.benchmark.slug, PAGE);
    let address = |language: Option<Language>, metric: Metric| {
        let metric = (metric != Metric::Tpr).then_some(metric.as_str());
        narrowed(&path, &[("language", language.map(Language::as_str)), ("metric", metric)])
    };
    let languages = language_choices(&set.benchmark, language, |language| address(language, metric));
    let metrics = metric_choices(&METRICS, metric, |metric| address(language, metric));
    view! {
        <AnalysisPage
            set
            page=PAGE
            title="Context"
            lead="What changes when a model is shown more than the focal function: its file, what the language server knows, or retrieved passages."
            missing="entries in several context modes"
            pairs=vec![
                ("language", language.map(|language| language.to_string())),
                ("metric", (metric != Metric::Tpr).then(|| metric.to_string())),
            ]
            choosers=vec![("Language", languages), ("Metric", metrics)]
            problems
        >
            <p class="note">
                "The outcomes per task behind published rates are not known. So an interval of a difference takes the two runs as independent; as both wrote suites for the same tasks, the true one is most likely narrower. Unequal numbers of tasks are those of the paper and are not corrected."
            </p>
        </AnalysisPage>
    }
}

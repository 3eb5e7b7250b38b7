//! `/benchmarks/:slug/failure-modes`: what stops a suite.

use domain::{Language, Slug};
use leptos::prelude::*;

use super::{AnalysisPage, language_choices, page_path, parameter, slug_in_path};
use crate::components::chart::narrowed;
use crate::components::load;
use crate::components::load::answer_bad_request_if;
use crate::ports::{ChartName, ChartRequest, ChartSet};

const PAGE: &str = "failure-modes";

/// The classes, each in one sentence (xrepotest.md §5).
const CLASSES: [(&str, &str); 6] = [
    ("Pass", "The suite builds and every test of it passes."),
    ("Logic and assertion", "The suite runs, and an assertion of it does not hold or the code under test raises."),
    ("Test design and mocking", "The suite fails in its own scaffolding: mocks, fixtures or the test framework."),
    ("API hallucination", "The suite uses a library, a name or a signature that does not exist."),
    ("Type system and memory", "A type, lifetime or ownership rule of the language is broken."),
    ("Syntax and compilation", "The text is no program of the language, or does not build for another reason."),
];

/// Failure modes of the benchmark in the path, over all languages or in one.
#[component]
pub fn FailureModesPage() -> impl IntoView {
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

/// All languages are compared over all models; in one language the models stand beside each other.
fn requests(slug: &Slug, language: Option<Language>) -> Vec<ChartRequest> {
    let of = |name| ChartRequest::new(name, slug).in_language(language);
    let mut requests = vec![of(ChartName::FailureModes)];
    if language.is_some() {
        requests.push(of(ChartName::FailureModesByModel));
    }
    requests.push(of(ChartName::Hallucination));
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
            title="Failure modes"
            lead="What stops a suite, as a share of all tasks, with standard and with file context."
            missing="failure modes"
            pairs=vec![("language", language.map(|language| language.to_string()))]
            choosers=vec![("Language", choices)]
            problems
        >
            <section class="section" id="classes">
                <div class="section-head"><h2>"Classes"</h2></div>
                <dl class="facts facts-wide">
                    {CLASSES
                        .map(|(name, meaning)| view! { <div><dt>{name}</dt><dd>{meaning}</dd></div> })
                        .into_iter()
                        .collect_view()}
                </dl>
            </section>
        </AnalysisPage>
    }
}

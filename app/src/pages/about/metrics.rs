//! Every metric with its formula, an example and its limits.

use domain::Metric;
use leptos::prelude::*;

/// The same small evaluation for every metric, so that they can be compared: ten tasks of one language.
const EXAMPLE: &str = "Ten tasks. Nine have a suite; seven of these build, three pass, and of the three that pass one never calls the focal function.";

/// The metric of the small evaluation.
const fn example(metric: Metric) -> &'static str {
    match metric {
        Metric::Csr => "Seven of ten build: 7 ÷ 10 = 70 %.",
        Metric::Tpr => "Three of ten pass: 3 ÷ 10 = 30 %. Not 3 of the 7 that build: the task list is the denominator.",
        Metric::Ir => "Eight of the nine suites call the function: 8 ÷ 10 = 80 %.",
        Metric::Cov => "Two suites run 6 of 8 and 4 of 8 lines, the others none: (0.75 + 0.50) ÷ 10 = 12.5 %.",
        Metric::Ms => "The three that pass notice 3 of 4, 1 of 4 and 0 of 4 mutants: (0.75 + 0.25 + 0) ÷ 10 = 10 %.",
        Metric::MsAtPass => "The same three alone: (0.75 + 0.25 + 0) ÷ 3 = 33.3 %.",
        Metric::ValidPass => {
            "Of the three that pass, two call the function, cover a line and fail on the control mutant: 2 ÷ 10 = 20 %."
        }
    }
}

/// What a metric does not say.
const fn limits(metric: Metric) -> &'static str {
    match metric {
        Metric::Csr => {
            "Dynamic languages have no build, so loading counts there; a suite without a test may still build."
        }
        Metric::Tpr => "All or nothing per suite, and an empty assertion passes too: read it beside IR and Valid.",
        Metric::Ir => {
            "Found in the syntax tree: a call through a name that is made at run time is not seen, and a call need not be checked."
        }
        Metric::Cov => {
            "Running a line is not checking it. Lines, not branches; short functions weigh as much as long ones."
        }
        Metric::Ms => "One small mistake at a time, and not every mutant differs in behaviour; it cannot exceed TPR.",
        Metric::MsAtPass => {
            "Conditional: a model that passes seldom is judged by few suites, so two models are not compared on the same tasks."
        }
        Metric::ValidPass => {
            "One mutant decides whether a pass is valid; a suite that checks little more than that it ran can still be valid."
        }
    }
}

#[component]
pub fn Metrics() -> impl IntoView {
    let metrics = Metric::ALL
        .iter()
        .map(|metric| {
            let facts = [("Formula", metric.formula()), ("Example", example(*metric)), ("Limits", limits(*metric))];
            view! {
                <div class="stack-s" id=format!("metric-{metric}")>
                    <h3>{format!("{} ({})", metric.name(), metric.short_name())}</h3>
                    <p>{metric.definition()}</p>
                    <dl class="facts facts-wide">
                        {facts
                            .map(|(term, text)| view! { <div><dt>{term}</dt><dd>{text}</dd></div> })
                            .into_iter()
                            .collect_view()}
                    </dl>
                </div>
            }
        })
        .collect_view();
    view! {
        <section class="section" id="metrics">
            <div class="section-head"><h2>"Metrics"</h2></div>
            <p>
                "Every figure is a percentage over the full task list of the benchmark version: a task without a suite counts as a failure and is listed. What happened to each suite is stored; figures are computed from that, so a change of a formula is a recomputation and not a new run."
            </p>
            <p>
                "“Mean” is the unweighted mean over the languages, so that each language counts the same; “pooled” takes all tasks together."
            </p>
            <p><b>"The example below: "</b>{EXAMPLE}</p>
            {metrics}
        </section>
    }
}

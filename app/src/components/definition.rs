//! The definition behind a metric's heading, opened without a script.

use domain::Metric;
use leptos::prelude::*;

use super::{Icon, IconName};

fn id(metric: Metric) -> String {
    format!("def-{metric}")
}

/// Opens the definition of a metric; the page also needs `<Definitions>` with that metric.
#[component]
pub fn DefinitionButton(metric: Metric) -> impl IntoView {
    view! {
        <button class="info" type="button" popovertarget=id(metric)>
            <Icon name=IconName::Info size=13/>
            <span class="visually-hidden">{format!("Definition of {}", metric.name().to_lowercase())}</span>
        </button>
    }
}

/// The definitions themselves, once per page, outside any table.
#[component]
pub fn Definitions(metrics: Vec<Metric>) -> impl IntoView {
    metrics
        .into_iter()
        .map(|metric| {
            view! {
                <div class="def" popover="auto" id=id(metric)>
                    <b>{metric.name()}</b>
                    <p>{metric.definition()}</p>
                    <dl>
                        <dt>"Formula"</dt>
                        <dd>{metric.formula()}</dd>
                        <dt>"Range"</dt>
                        <dd>"0–100 %, higher is better"</dd>
                    </dl>
                </div>
            }
        })
        .collect_view()
}

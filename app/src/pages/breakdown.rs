//! Scores of an evaluation by repository and by domain, folded away below the scores of the whole.

use domain::{Conditional, Metric};
use leptos::prelude::*;

use crate::ports::GroupScores;
use crate::view::words::thousands;

/// What is shown of a group beside its metrics: a figure of its passing suites only.
const GIVEN: Conditional = Conditional::CoverageGivenPass;

/// A table of groups; nothing when there are none.
#[component]
pub fn Breakdown(
    /// What a group is: `Repository`.
    of: &'static str,
    groups: Vec<GroupScores>,
) -> impl IntoView {
    let metrics: Vec<Metric> =
        Metric::ALL.iter().copied().filter(|m| groups.iter().any(|g| g.figures.iter().any(|f| f.0 == *m))).collect();
    let head = metrics.iter().map(|metric| {
        view! { <th scope="col" role="columnheader" class="num"><abbr title=metric.name()>{metric.short_name()}</abbr></th> }
    });
    let head = head.collect_view();
    (!groups.is_empty()).then(|| {
        let label = format!("Scores by {}", of.to_lowercase());
        view! {
            <details class="disclosure">
                <summary>{label.clone()}</summary>
                <div class="table-scroll" role="region" aria-label=label tabindex="0">
                    <table class="table table-flush table-cards" role="table">
                        <thead role="rowgroup"><tr role="row">
                            <th scope="col" role="columnheader">{of}</th>
                            <th scope="col" role="columnheader" class="num">"n"</th>
                            {head}
                            <th scope="col" role="columnheader" class="num"><abbr title=GIVEN.definition()>{GIVEN.name()}</abbr></th>
                            <th scope="col" role="columnheader" class="num">"Test cases passed"</th>
                        </tr></thead>
                        <tbody role="rowgroup">
                            {groups.into_iter().map(|group| view! { <Row of metrics=metrics.clone() group/> }).collect_view()}
                        </tbody>
                    </table>
                </div>
            </details>
        }
    })
}

#[component]
fn Row(of: &'static str, metrics: Vec<Metric>, group: GroupScores) -> impl IntoView {
    let none = || "—".to_owned();
    let cells = metrics.iter().map(|&metric| {
        let value = group.figures.iter().find(|figure| figure.0 == metric);
        let text = value.map_or_else(none, |figure| format!("{:.2}", figure.1));
        view! { <td role="cell" class="num" data-label=metric.short_name()>{text}</td> }
    });
    let cells = cells.collect_view();
    let given = group.conditional.iter().find(|figure| figure.0 == GIVEN);
    let given = given.map_or_else(none, |(_, percent, n)| format!("{percent:.2} of {n}"));
    let (passed, all) = group.cases;
    let cases = if all > 0 { format!("{} of {}", thousands(passed), thousands(all)) } else { none() };
    view! {
        <tr role="row">
            <th scope="row" role="rowheader" data-label=of>{group.name}</th>
            <td role="cell" class="num" data-label="n">{thousands(group.tasks)}</td>
            {cells}
            <td role="cell" class="num" data-label=GIVEN.name()>{given}</td>
            <td role="cell" class="num" data-label="Test cases passed">{cases}</td>
        </tr>
    }
}

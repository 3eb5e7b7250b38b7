//! Mutants of a focal function: what each changes, and what a suite made of it.

use domain::MutantStatus;
use leptos::prelude::*;

use crate::ports::MutantChange;
use crate::view::log::visible;

const fn mark(status: MutantStatus) -> (&'static str, &'static str) {
    match status {
        MutantStatus::Killed => ("outcome o-pass", "noticed"),
        MutantStatus::Survived => ("outcome o-fail", "not noticed"),
        MutantStatus::NotCovered => ("outcome o-fail", "line never ran"),
        MutantStatus::TimedOut => ("outcome o-limit", "noticed: timed out"),
    }
}

/// A table of changes; the third column is what became of each, or why it is not used.
#[component]
pub fn MutantTable(changes: Vec<MutantChange>) -> impl IntoView {
    let rows = changes
        .into_iter()
        .map(|change| {
            let end = match (change.status, change.invalid) {
                (_, Some(reason)) => view! { <span class="note">{format!("not used: {}", visible(&reason))}</span> }.into_any(),
                (Some(status), None) => {
                    let (class, word) = mark(status);
                    view! { <span class=class>{word}</span> }.into_any()
                }
                (None, None) => view! { <span class="note">"used"</span> }.into_any(),
            };
            view! {
                <tr role="row">
                    <th scope="row" role="rowheader" data-label="Line" class="num">{change.line}</th>
                    <td role="cell" data-label="Kind">{change.operator.name()}</td>
                    <td role="cell" data-label="Change" class="change">
                        <del class="mono">{visible(&change.before)}</del>
                        <ins class="mono">{if change.after.trim().is_empty() { "(left out)".to_owned() } else { visible(&change.after) }}</ins>
                    </td>
                    <td role="cell" data-label="End">{end}</td>
                </tr>
            }
        })
        .collect_view();
    view! {
        <table class="table table-flush table-cards" role="table">
            <thead role="rowgroup"><tr role="row">
                <th scope="col" role="columnheader" class="num">"Line"</th>
                <th scope="col" role="columnheader">"Kind"</th>
                <th scope="col" role="columnheader">"Change"</th>
                <th scope="col" role="columnheader">"End"</th>
            </tr></thead>
            <tbody role="rowgroup">{rows}</tbody>
        </table>
    }
}

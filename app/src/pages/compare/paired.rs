//! Tests of a comparison: over the outcomes of the same tasks, and as a paper printed them.

use leptos::prelude::*;

use crate::components::Empty;
use crate::ports::{OnlySolved, Paired, PairedTest, PrintedTest};
use crate::view::words::thousands;

/// Differences under this p are called differences.
const LEVEL: f64 = 0.05;

/// A p-value: four decimals, or a power of ten below them.
fn p_value(p: f64) -> String {
    if p >= 0.000_05 { format!("{p:.4}") } else { format!("{p:.1e}") }
}

/// Who is ahead after the correction, if anybody.
fn reads(test: &PairedTest, names: &[String]) -> String {
    let ahead = if test.only_a > test.only_b { test.a } else { test.b };
    match names.get(ahead) {
        Some(name) if test.p_holm < LEVEL => format!("{name} ahead"),
        _ => "no difference shown".to_owned(),
    }
}

#[component]
pub fn PairedTests(paired: Result<Paired, String>, names: Vec<String>) -> impl IntoView {
    let body = match paired {
        Err(reason) => view! { <Empty title="No paired test"><p>{reason}</p></Empty> }.into_any(),
        Ok(paired) => {
            let lists = paired.only.into_iter().map(|only| only_list(only, &names)).collect_view();
            view! {
                {table(paired.tests, &names)}
                <p class="note">
                    "McNemar's test asks whether more tasks are solved by one alone than by the other alone; tasks that both or neither solve say nothing about that. p is two-sided; Holm's correction is over all rows. The first attempt of each task counts, and a task without a suite is not solved."
                </p>
                <div class="halves">{lists}</div>
            }
            .into_any()
        }
    };
    view! {
        <section class="section" id="paired">
            <div class="section-head"><h2>"Paired test"</h2><span class="note">"McNemar, Holm-corrected"</span></div>
            {body}
        </section>
    }
}

fn table(tests: Vec<PairedTest>, names: &[String]) -> impl IntoView + use<> {
    let name = |i: usize| names.get(i).cloned().unwrap_or_default();
    let rows = tests
        .into_iter()
        .map(|test| {
            let place = test.language.map_or("All tasks", domain::Language::name);
            let read = reads(&test, names);
            view! {
                <tr role="row">
                    <th scope="row" role="rowheader">{format!("{} and {}", name(test.a), name(test.b))}</th>
                    <td role="cell" data-label="Tasks">{place}</td>
                    <td role="cell" class="num" data-label="Both">{thousands(test.both)}</td>
                    <td role="cell" class="num" data-label="Only first">{thousands(test.only_a)}</td>
                    <td role="cell" class="num" data-label="Only second">{thousands(test.only_b)}</td>
                    <td role="cell" class="num" data-label="Neither">{thousands(test.neither)}</td>
                    <td role="cell" class="num" data-label="p">{p_value(test.p)}</td>
                    <td role="cell" class="num" data-label="p, corrected">{p_value(test.p_holm)}</td>
                    <td role="cell" data-label="Reads">{read}</td>
                </tr>
            }
        })
        .collect_view();
    view! {
        <div class="table-scroll" role="region" aria-label="Paired tests" tabindex="0">
            <table class="table table-flush table-cards" role="table">
                <thead role="rowgroup">
                    <tr role="row">
                        <th scope="col" role="columnheader">"Entries"</th>
                        <th scope="col" role="columnheader">"Tasks"</th>
                        <th scope="col" role="columnheader" class="num">"Both"</th>
                        <th scope="col" role="columnheader" class="num">"Only first"</th>
                        <th scope="col" role="columnheader" class="num">"Only second"</th>
                        <th scope="col" role="columnheader" class="num">"Neither"</th>
                        <th scope="col" role="columnheader" class="num">"p"</th>
                        <th scope="col" role="columnheader" class="num">"p, corrected"</th>
                        <th scope="col" role="columnheader">"Reads"</th>
                    </tr>
                </thead>
                <tbody role="rowgroup">{rows}</tbody>
            </table>
        </div>
    }
}

fn only_list(only: OnlySolved, names: &[String]) -> impl IntoView + use<> {
    let name = |i: usize| names.get(i).cloned().unwrap_or_default();
    let title = format!("Solved by {} and not by {}", name(only.entry), name(only.other));
    let cut = only.total > only.tasks.len() as u64;
    let more = cut.then(|| format!("The first {} of {}.", only.tasks.len(), thousands(only.total)));
    let tasks = only
        .tasks
        .into_iter()
        .map(|key| view! { <li><a class="mono" href=format!("/tasks/{key}")>{key.to_string()}</a></li> })
        .collect_view();
    view! {
        <details class="disclosure">
            <summary>{format!("{title}: {}", thousands(only.total))}</summary>
            {if only.total == 0 {
                view! { <p class="note">"No task."</p> }.into_any()
            } else {
                view! { <ul role="list">{tasks}</ul> }.into_any()
            }}
            {more.map(|more| view! { <p class="note">{more}</p> })}
        </details>
    }
}

/// Tests from the benchmark's paper; nothing when it has none for these entries.
#[component]
pub fn PrintedTests(tests: Vec<PrintedTest>, source: String) -> impl IntoView {
    if tests.is_empty() {
        return ().into_any();
    }
    let rows = tests
        .into_iter()
        .map(|test| {
            view! {
                <tr role="row">
                    <th scope="row" role="rowheader">{format!("{} and {}", test.a, test.b)}</th>
                    <td role="cell" data-label="Language">{test.language.name()}</td>
                    <td role="cell" data-label="Context">{test.mode.name()}</td>
                    <td role="cell" class="num" data-label="χ²">{test.chi2}</td>
                    <td role="cell" class="num" data-label="p, as printed">{test.p}</td>
                </tr>
            }
        })
        .collect_view();
    view! {
        <section class="section" id="printed">
            <div class="section-head"><h2>"Paired tests as printed"</h2><span class="note">{format!("Source: {source}")}</span></div>
            <div class="table-scroll" role="region" aria-label="Paired tests as printed" tabindex="0">
                <table class="table table-flush table-cards" role="table">
                    <thead role="rowgroup">
                        <tr role="row">
                            <th scope="col" role="columnheader">"Models"</th>
                            <th scope="col" role="columnheader">"Language"</th>
                            <th scope="col" role="columnheader">"Context"</th>
                            <th scope="col" role="columnheader" class="num">"χ²"</th>
                            <th scope="col" role="columnheader" class="num">"p, as printed"</th>
                        </tr>
                    </thead>
                    <tbody role="rowgroup">{rows}</tbody>
                </table>
            </div>
            <p class="note">
                "The paper calls these p-values Holm-corrected; they equal the uncorrected ones of their χ². They are shown as printed."
            </p>
        </section>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_p_values_keep_their_size() {
        assert_eq!([1.0, 0.0499, 0.0001, 0.000_01].map(p_value), ["1.0000", "0.0499", "0.0001", "1.0e-5"]);
    }

    #[test]
    fn only_a_corrected_difference_is_one() {
        let names = ["A".to_owned(), "B".to_owned()];
        let test = |only_a, only_b, p_holm| PairedTest {
            a: 0,
            b: 1,
            language: None,
            both: 0,
            only_a,
            only_b,
            neither: 0,
            p: 0.01,
            p_holm,
        };
        assert_eq!(reads(&test(9, 1, 0.02), &names), "A ahead");
        assert_eq!(reads(&test(1, 9, 0.02), &names), "B ahead");
        assert_eq!(reads(&test(9, 1, 0.07), &names), "no difference shown");
    }
}

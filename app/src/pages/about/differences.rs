//! Where we differ from the reference implementation, and how the formulas have changed.

use leptos::prelude::*;

/// What it does, and what we do: in the order of an evaluation. The numbers are those of our list of its faults.
const DIFFERENCES: [(&str, &str, &str); 9] = [
    (
        "Denominator",
        "Tasks without an answer drop out, so figures rise when a run is incomplete.",
        "The full task list; missing tasks fail and are listed.",
    ),
    (
        "Passing",
        "Exit code 0 passes, also without any test, with all skipped or with none executed.",
        "A report over a channel of its own must name at least one test that ran and passed.",
    ),
    (
        "Same names",
        "Results go by function name: overloads in one repository share the last result.",
        "Every task has an id of its own.",
    ),
    (
        "Coverage",
        "Braces, blank lines and comments can count as lines; files are found by part of their name.",
        "Executable lines of the focal function only, by exact path.",
    ),
    (
        "Loading",
        "Ruby loads the focal file alone, which fails in most gems, and counts what loading runs.",
        "The repository is loaded as its own tests load it; only what runs during the tests counts.",
    ),
    (
        "Mutation",
        "One ratio over all mutants together, those that cannot run included.",
        "Mean of the suites’ scores over valid mutants, as the paper defines it.",
    ),
    (
        "Timeouts",
        "Taken for another failure by words in the log.",
        "An outcome of their own, like running out of memory.",
    ),
    (
        "Intervals",
        "One random sequence for all models, so an interval depends on the others shown.",
        "A sequence per entry; tasks are drawn within each language.",
    ),
    (
        "Tests of pairs",
        "Identical results differ “significantly”; p-values are printed uncorrected.",
        "Identical results give p = 1; Holm’s correction is applied.",
    ),
];

/// Versions of the formulas, newest first. `server` checks that the first is the one in use.
pub const SCORING_VERSIONS: [(&str, &str); 2] = [
    (
        "2",
        "MS counts 0 wherever mutants were to be noticed, also where nothing passed; a flaky pass is not a valid pass.",
    ),
    ("1", "The first."),
];

#[component]
pub fn Differences() -> impl IntoView {
    let rows = DIFFERENCES
        .map(|(topic, theirs, ours)| {
            view! {
                <tr role="row">
                    <th scope="row" role="rowheader" data-label="Topic">{topic}</th>
                    <td role="cell" class="cell-text" data-label="Reference implementation">{theirs}</td>
                    <td role="cell" class="cell-text" data-label="Assay">{ours}</td>
                </tr>
            }
        })
        .into_iter()
        .collect_view();
    view! {
        <section class="section" id="reference">
            <div class="section-head"><h2>"Differences to the reference implementation"</h2></div>
            <p>
                "XRepoTest’s own programs measure some things otherwise. Figures of published entries are theirs, those of verified entries are ours; the two should not be compared to the last point. The command line writes both results of a run, so that every difference can be traced to a rule."
            </p>
            <div class="table-scroll" role="region" aria-label="Differences to the reference implementation" tabindex="0">
                <table class="table table-flush table-cards" role="table">
                    <thead role="rowgroup">
                        <tr role="row">
                            <th scope="col" role="columnheader">"Topic"</th>
                            <th scope="col" role="columnheader">"Reference implementation"</th>
                            <th scope="col" role="columnheader">"Assay"</th>
                        </tr>
                    </thead>
                    <tbody role="rowgroup">{rows}</tbody>
                </table>
            </div>
        </section>
        <section class="section" id="versions">
            <div class="section-head"><h2>"Versions of the formulas"</h2></div>
            <p>
                "Every computed figure is stored with the version that gave it. When a formula changes, figures are computed again from the stored outcomes; nothing is run again."
            </p>
            <dl class="facts facts-wide">
                {SCORING_VERSIONS
                    .map(|(version, what)| view! { <div><dt>{format!("Version {version}")}</dt><dd>{what}</dd></div> })
                    .into_iter()
                    .collect_view()}
            </dl>
        </section>
    }
}

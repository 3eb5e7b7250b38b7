//! `/about`: how everything on a board is measured, in the words that the rest of the site uses.

pub mod differences;
pub mod metrics;

use domain::{Check, EntrySource, Outcome};
use leptos::prelude::*;
use leptos_meta::{Link, Meta, Title};

use self::differences::Differences;
use self::metrics::Metrics;
use crate::components::badge::source_meaning;
use crate::components::{OutcomeMark, SourceBadge};

/// Terms of the vocabulary, each with its one meaning.
const GLOSSARY: [(&str, &str); 10] = [
    ("Benchmark", "A named set of tasks. A version of it is immutable, with its limits and image digests."),
    ("Repository", "A project under test, inside an image that is named by its content."),
    ("Task", "One focal function of one repository."),
    ("Focal function", "The function that a suite must test: its name, file, lines, signature and class."),
    ("Context mode", "What the model was shown: standard, file, LSP, RAG BM25 or RAG dense."),
    ("Submission", "What a vendor uploads at one time for one model and one context mode; it never changes."),
    ("Suite", "The test code for one task. Its slot is its place in the grid of tasks and attempts."),
    ("Evaluation", "One execution of a submission under one benchmark version. A correction is a new evaluation."),
    ("Entry", "A row of a leaderboard, with the source of its figures."),
    (
        "Fault of ours",
        "Trouble with a host, the container engine, a disk or the network. It is retried and never scored.",
    ),
];

/// What each check asks.
const fn question(check: Check) -> &'static str {
    match check {
        Check::Extraction => "Is there test code in the answer?",
        Check::Placement => "Can it be placed into the repository?",
        Check::Invocation => "Does the suite call the focal function, by its syntax tree?",
        Check::Compilation => "Does the suite build, or in a dynamic language load, with the repository?",
        Check::Tests => "Do all of its tests pass against the correct source?",
        Check::Coverage => "Which lines of the focal function ran while the tests ran?",
        Check::Mutation => "Which broken variants of the focal function does it notice?",
    }
}

/// How it is measured.
#[component]
pub fn AboutPage() -> impl IntoView {
    view! {
        <Title text="How it is measured"/>
        <Meta
            name="description"
            content="Metrics, outcomes, intervals, the control mutant and the sandbox behind every figure of Assay."
        />
        <Link rel="canonical" href="/about"/>
        <div class="page-head">
            <h1>"How it is measured"</h1>
            <p class="lead">
                "Assay ranks unit tests that language models write. A vendor uploads one suite per task; every suite runs here, alone, against the real repository."
            </p>
        </div>
        <nav class="tabs" aria-label="On this page">
            <ul role="list">
                {[
                    ("#metrics", "Metrics"),
                    ("#checks", "Checks"),
                    ("#outcomes", "Outcomes"),
                    ("#ranks", "Ranks"),
                    ("#control", "Control mutant"),
                    ("#sandbox", "Sandbox"),
                    ("#reference", "Differences"),
                    ("#versions", "Versions"),
                    ("#glossary", "Glossary"),
                ]
                    .map(|(href, text)| view! { <li><a href=href><span data-text=text>{text}</span></a></li> })
                    .into_iter()
                    .collect_view()}
            </ul>
        </nav>
        <Metrics/>
        <Checks/>
        <Outcomes/>
        <Ranks/>
        <Isolation/>
        <Differences/>
        <section class="section" id="glossary">
            <div class="section-head"><h2>"Glossary"</h2></div>
            <dl class="facts facts-wide">
                {GLOSSARY.map(|(term, meaning)| definition(term.into_any(), meaning)).into_iter().collect_view()}
            </dl>
        </section>
    }
}

fn definition(term: AnyView, meaning: &'static str) -> impl IntoView {
    view! {
        <div>
            <dt>{term}</dt>
            <dd>{meaning}</dd>
        </div>
    }
}

#[component]
fn Checks() -> impl IntoView {
    view! {
        <section class="section" id="checks">
            <div class="section-head"><h2>"Checks"</h2></div>
            <p>"A slot goes through these questions in order. A decisive answer ends it; what was not asked is shown as not run."</p>
            <dl class="facts facts-wide">
                {Check::ALL.iter().map(|check| definition(check.name().into_any(), question(*check))).collect_view()}
            </dl>
            <p>
                "Results of single tests come from a report that the runner writes over a channel of its own. What a suite prints is shown, but never read for a verdict."
            </p>
        </section>
    }
}

#[component]
fn Outcomes() -> impl IntoView {
    view! {
        <section class="section" id="outcomes">
            <div class="section-head"><h2>"Outcomes"</h2></div>
            <p>"Each slot ends as exactly one of these. The shape of the glyph tells the family."</p>
            <dl class="facts facts-wide">
                {Outcome::ALL
                    .iter()
                    .map(|outcome| {
                        definition(view! { <OutcomeMark outcome=*outcome/> }.into_any(), outcome.explanation())
                    })
                    .collect_view()}
            </dl>
        </section>
    }
}

#[component]
fn Ranks() -> impl IntoView {
    view! {
        <section class="section" id="ranks">
            <div class="section-head"><h2>"Ranks, intervals and sources"</h2></div>
            <p>
                "A score stands on a limited number of tasks, so it comes with a 95 % interval: tasks are drawn again and again, within each language, and the score is computed for every draw. Entries that cannot be told apart from the first of their group share its rank; the small figures beside a rank are the 95 % range of the place."
            </p>
            <dl class="facts facts-wide">
                {EntrySource::ALL
                    .iter()
                    .map(|source| {
                        definition(view! { <SourceBadge source=*source/> }.into_any(), source_meaning(*source))
                    })
                    .collect_view()}
            </dl>
        </section>
    }
}

#[component]
fn Isolation() -> impl IntoView {
    view! {
        <section class="section" id="control">
            <div class="section-head"><h2>"Control mutant"</h2></div>
            <p>
                "A suite can pass without testing anything. So after a pass the focal function is broken on purpose and the suite runs again: a suite that still passes did not notice, and its pass is not valid. The valid pass rate counts suites that pass, call the focal function, cover at least one of its lines and fail on the control mutant."
            </p>
        </section>
        <section class="section" id="sandbox">
            <div class="section-head"><h2>"Sandbox"</h2></div>
            <p>
                "Suites are foreign code. Each runs in a container without a network, with a read-only root, as a user without rights, without any capability, and with limits on time, memory, processor, processes, files and output. The container's image is named by its digest, and the limits belong to the benchmark version. Suites of different submissions never share a container."
            </p>
            <p>
                "A fault of ours never becomes a score: it is an outcome of its own, it is tried again, and a submission is published only once all such faults are settled."
            </p>
        </section>
    }
}

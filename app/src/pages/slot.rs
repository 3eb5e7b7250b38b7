//! `/submissions/:id/:task/:attempt`: one suite with everything that was observed of it.

use domain::{
    Attempt, Check, CheckRecord, CheckStatus, Control, Failure, Outcome, Provenance, ReferenceChecks, SlotResult,
    SubmissionId, TaskKey, TestCaseRecord, TestCaseStatus, Usage,
};
use leptos::prelude::*;
use leptos_meta::{Meta, Title};
use leptos_router::hooks::use_params_map;

use crate::components::{Alert, AlertKind, CodeBlock, Crumbs, Gutter, GutterKey, MutantTable, OutcomeMark, load};
use crate::error::AppError;
use crate::ports::{MutantChange, SlotDetail};
use crate::view::format::binary_size;
use crate::view::log::visible;
use crate::view::words::seconds;

/// The page of its route.
#[component]
pub fn SlotPage() -> impl IntoView {
    let params = use_params_map().get_untracked();
    load(
        |context| async move {
            let missing = || AppError::NotFound("This suite".to_owned());
            let part = |name: &str| params.get(name).ok_or_else(missing);
            let id: SubmissionId = part("id")?.parse().map_err(|_| missing())?;
            let task: TaskKey = part("task")?.parse().map_err(|_| missing())?;
            let attempt = Attempt(part("attempt")?.parse().map_err(|_| missing())?);
            context.queries.slot(context.viewer.as_ref(), id, &task, attempt).await
        },
        |slot| view! { <Slot detail=slot/> },
    )
}

#[component]
fn Slot(detail: SlotDetail) -> impl IntoView {
    let SlotDetail {
        submission,
        model,
        task,
        attempt,
        suite_sha256,
        suite,
        focal,
        result,
        failure,
        mutants,
        image,
        provenance,
    } = detail;
    let key = task.key.to_string();
    let coverage = result.as_ref().and_then(|result| result.evidence.coverage.clone());
    let executable = task.executable_lines.0.clone();
    let gutter = match &coverage {
        Some(coverage) => Gutter::Coverage { executable, covered: coverage.covered.clone() },
        None => Gutter::Executable(executable),
    };
    let trail = vec![
        ("Submissions".to_owned(), "/submissions".to_owned()),
        (model.to_string(), format!("/submissions/{submission}")),
    ];
    let lines = format!("{}, lines {} to {}", task.focal.path, task.focal.start_line, task.focal.end_line);
    view! {
        <Title text=format!("{key}, {model}")/>
        <Meta name="description" content="One suite: outcome, checks, test cases, coverage and log."/>
        <div class="page-head">
            <Crumbs trail here=key.clone()/>
            <div class="title-line">
                <h1 class="mono wrap-any">{task.focal.qualified_name.clone()}</h1>
                <span class="lead">
                    {format!("suite by {model}")}
                    {(attempt.0 > 0).then(|| format!(", attempt {}", attempt.0 + 1))}
                </span>
            </div>
        </div>
        <Verdict result=result.clone() failure/>
        <div class="split">
            <div class="stack">
                {result.clone().map(|result| view! { <Checks checks=result.evidence.checks/> })}
                {result.clone().map(|result| view! { <TestCases tests=result.evidence.tests/> })}
                {(!mutants.is_empty()).then(|| {
                    let score = result.as_ref().and_then(|result| result.evidence.mutation.as_ref()?.score());
                    view! { <Mutants changes=mutants score/> }
                })}
                <section class="section">
                    <div class="section-head"><h2>"Suite"</h2><span class="note mono">{format!("sha256:{}", suite_sha256.short())}</span></div>
                    {if suite.is_empty() {
                        view! { <p class="note">"No test code was found in the answer."</p> }.into_any()
                    } else {
                        view! { <CodeBlock label="Suite" lines=suite anchor="S"/> }.into_any()
                    }}
                </section>
                <section class="section">
                    <div class="section-head"><h2>"Focal function"</h2><span class="note mono">{lines}</span></div>
                    <GutterKey gutter=gutter.clone()/>
                    <CodeBlock label="Focal function" lines=focal gutter/>
                </section>
                {result.clone().map(|result| view! { <Log log=result.evidence.log/> })}
            </div>
            <aside class="section">
                <div class="section-head"><h2>"Evidence"</h2></div>
                <Facts key result image provenance/>
            </aside>
        </div>
    }
}

#[component]
fn Verdict(result: Option<SlotResult>, failure: Option<Failure>) -> impl IntoView {
    match result {
        None => view! { <Alert kind=AlertKind::Info>"This suite waits for a worker. Load the page again to see its outcome."</Alert> }.into_any(),
        Some(result) => view! {
            <div class="verdict">
                <p class="verdict-outcome"><OutcomeMark outcome=result.outcome/></p>
                <p>{visible(&result.reason)}</p>
                <p class="note">{result.outcome.explanation()}</p>
                {failure.map(|failure| view! { <FailsAt failure/> })}
                {invalid_pass(&result)
                    .map(|why| view! { <Alert kind=AlertKind::Warn><b>"Not a valid pass."</b>" "{why}</Alert> })}
            </div>
        }
        .into_any(),
    }
}

/// The failure mode with the rule and the line that decided.
#[component]
fn FailsAt(failure: Failure) -> impl IntoView {
    let name = match failure.hallucination {
        Some(kind) => format!("{}: {}", failure.mode.name(), kind.name().to_lowercase()),
        None => failure.mode.name().to_owned(),
    };
    view! {
        <p>"Failure mode: "<b>{name}</b>". "{failure.mode.explanation()}</p>
        <p class="note wrap-any">"Found by the rule "<span class="mono">{failure.rule}</span>" in: "{visible(&failure.line)}</p>
    }
}

/// Why a pass does not count for the valid pass rate; `None` if it does, or if there is no pass.
fn invalid_pass(result: &SlotResult) -> Option<&'static str> {
    let evidence = &result.evidence;
    if result.outcome != Outcome::Passed {
        return None;
    }
    if result.is_flaky() {
        return Some("It is flaky: the same suite, run again, ended otherwise.");
    }
    let covered = evidence.coverage.as_ref().is_some_and(|coverage| !coverage.covered.is_empty());
    match (evidence.invokes, covered, evidence.control) {
        (false, ..) => Some("The suite never calls the focal function."),
        (true, false, _) => Some("No line of the focal function ran."),
        (true, true, Control::Unnoticed) => Some("It still passes when the focal function is broken on purpose."),
        (true, true, Control::NotRun) => Some("The run with the broken focal function is missing."),
        (true, true, Control::Noticed) => None,
    }
}

#[component]
fn Mutants(changes: Vec<MutantChange>, score: Option<(u32, u32)>) -> impl IntoView {
    let note = score.map_or_else(
        || "no score: see the checks above".to_owned(),
        |(noticed, all)| format!("{noticed} of {all} noticed"),
    );
    view! {
        <section class="section">
            <div class="section-head"><h2>"Mutants"</h2><span class="note">{note}</span></div>
            <details class="disclosure"><summary>"Show every change and its end"</summary><MutantTable changes/></details>
        </section>
    }
}

#[component]
fn Facts(key: String, result: Option<SlotResult>, image: String, provenance: Option<Provenance>) -> impl IntoView {
    let observed = result.map(|result| {
        let evidence = result.evidence;
        let control = match evidence.control {
            Control::Noticed => "failed, as it must",
            Control::Unnoticed => "still passed: not a valid pass",
            Control::NotRun => "not run: the suite did not pass",
        };
        let coverage = evidence.coverage.map_or_else(
            || "not measured".to_owned(),
            |coverage| format!("{} of {} lines", coverage.covered.len(), coverage.executable),
        );
        view! {
            <div><dt>"Calls the focal function"</dt><dd>{if evidence.invokes { "yes" } else { "no" }}</dd></div>
            <div><dt>"Lines covered"</dt><dd>{coverage}</dd></div>
            <div><dt>"With the focal function broken"</dt><dd>{control}</dd></div>
            <div><dt>"Seconds"</dt><dd>{seconds(result.millis)}</dd></div>
            <div><dt>"Used"</dt><dd>{used(evidence.usage)}</dd></div>
            {(!evidence.repeats.is_empty()).then(|| {
                let same = evidence.repeats.iter().filter(|outcome| **outcome == result.outcome).count();
                let text = format!("{same} of {} ended the same", evidence.repeats.len());
                view! { <div><dt>"Repeated runs"</dt><dd>{text}</dd></div> }
            })}
            {evidence.reference.as_ref().map(|reference| view! {
                <div><dt>"By the reference's rules"</dt><dd>{by_the_reference(reference)}</dd></div>
            })}
            {(!evidence.signals.is_empty()).then(|| view! {
                <div><dt>"Worth a look"</dt><dd class="wrap-any">{visible(&evidence.signals.join(" "))}</dd></div>
            })}
            {(!evidence.placement_notes.is_empty()).then(|| view! {
                <div><dt>"Changed to place it"</dt><dd>{evidence.placement_notes.join(" ")}</dd></div>
            })}
        }
    });
    view! {
        <dl class="facts">
            <div><dt>"Task"</dt><dd><a class="mono wrap-any" href=format!("/tasks/{key}")>{key.clone()}</a></dd></div>
            {observed}
            <div><dt>"Image"</dt><dd class="mono">{image}</dd></div>
            {provenance.map(|p| view! {
                <div><dt>"Evaluator"</dt><dd>{p.evaluator_version}</dd></div>
                <div><dt>"Runtime"</dt><dd>{p.runtime}</dd></div>
                <div><dt>"Worker"</dt><dd>{p.worker}</dd></div>
                {p.reused_from.map(|_| view! {
                    <div><dt>"Run"</dt><dd>"The same suite had been run before under the same conditions; this is that result."</dd></div>
                })}
            })}
        </dl>
    }
}

fn used(usage: Usage) -> String {
    let processor = seconds(usage.cpu_millis);
    format!("{processor} s of processor, {} of memory at most", binary_size(usage.peak_memory_bytes))
}

/// The paper's four questions, answered by its own rules.
fn by_the_reference(reference: &ReferenceChecks) -> String {
    let word = |yes| if yes { "yes" } else { "no" };
    let coverage = reference
        .coverage
        .map_or_else(|| "not measured".to_owned(), |(covered, total)| format!("{covered} of {total} lines"));
    format!(
        "compiles {}, passes {}, invokes {}, coverage {coverage}",
        word(reference.csr),
        word(reference.tpr),
        word(reference.ir),
    )
}

const fn check_mark(status: CheckStatus) -> (&'static str, &'static str) {
    match status {
        CheckStatus::Passed => ("outcome o-pass", "yes"),
        CheckStatus::Failed => ("outcome o-fail", "no"),
        CheckStatus::NotRun => ("none", "not asked"),
    }
}

/// On a phone, cells of the class `none` take no line.
const fn text_class(text: &str) -> &'static str {
    if text.is_empty() { "cell-text none" } else { "cell-text wrap-any pre-line" }
}

const fn question(check: Check) -> &'static str {
    match check {
        Check::Extraction => "Was test code found?",
        Check::Placement => "Could it be placed?",
        Check::Invocation => "Does it call the focal function?",
        Check::Compilation => "Does it build or load?",
        Check::Tests => "Do all tests pass?",
        Check::Coverage => "Were focal lines run?",
        Check::Mutation => "Were mutants noticed?",
    }
}

#[component]
fn Checks(checks: Vec<CheckRecord>) -> impl IntoView {
    view! {
        <section class="section">
            <div class="section-head"><h2>"Checks"</h2><span class="note">"in order; the first decisive one ends the slot"</span></div>
            <table class="table table-flush table-cards" role="table">
                <thead role="rowgroup"><tr role="row">
                    <th scope="col" role="columnheader">"Check"</th>
                    <th scope="col" role="columnheader">"Answer"</th>
                    <th scope="col" role="columnheader">"What was found"</th>
                    <th scope="col" role="columnheader" class="num">"Seconds"</th>
                </tr></thead>
                <tbody role="rowgroup">
                    {checks.into_iter().map(|record| {
                        let (class, word) = check_mark(record.status);
                        let found = text_class(&record.detail);
                        view! {
                            <tr role="row">
                                <th scope="row" role="rowheader" data-label="Check">{question(record.check)}</th>
                                <td role="cell" data-label="Answer"><span class=class>{word}</span></td>
                                <td role="cell" class=found data-label="Found">{visible(&record.detail)}</td>
                                <td role="cell" class=if record.millis == 0 { "num none" } else { "num" } data-label="Seconds">
                                    {if record.millis == 0 { "—".to_owned() } else { seconds(record.millis) }}
                                </td>
                            </tr>
                        }
                    }).collect_view()}
                </tbody>
            </table>
        </section>
    }
}

const fn case_mark(status: TestCaseStatus) -> (&'static str, &'static str) {
    match status {
        TestCaseStatus::Passed => ("outcome o-pass", "passed"),
        TestCaseStatus::Failed => ("outcome o-fail", "failed"),
        TestCaseStatus::Skipped => ("outcome o-ours", "skipped"),
        TestCaseStatus::Unfinished => ("outcome o-fail", "never ended"),
    }
}

#[component]
fn TestCases(tests: Vec<TestCaseRecord>) -> impl IntoView {
    let count = tests.len();
    (count > 0).then(|| {
        view! {
            <section class="section">
                <div class="section-head"><h2>"Test cases"</h2><span class="note">{format!("{count}, reported over a private channel")}</span></div>
                <table class="table table-flush table-cards" role="table">
                    <thead role="rowgroup"><tr role="row">
                        <th scope="col" role="columnheader">"Test"</th>
                        <th scope="col" role="columnheader">"Ended"</th>
                        <th scope="col" role="columnheader">"Message"</th>
                        <th scope="col" role="columnheader" class="num">"Seconds"</th>
                    </tr></thead>
                    <tbody role="rowgroup">
                        {tests.into_iter().map(|test| {
                            let (class, word) = case_mark(test.status);
                            let message = text_class(&test.message);
                            view! {
                                <tr role="row">
                                    <th scope="row" role="rowheader" class="wrap-any" data-label="Test">{visible(&test.name)}</th>
                                    <td role="cell" data-label="Ended"><span class=class>{word}</span></td>
                                    <td role="cell" class=message data-label="Message">{visible(&test.message)}</td>
                                    <td role="cell" class="num" data-label="Seconds">{seconds(test.millis)}</td>
                                </tr>
                            }
                        }).collect_view()}
                    </tbody>
                </table>
            </section>
        }
    })
}

#[component]
fn Log(log: String) -> impl IntoView {
    view! {
        <section class="section">
            <div class="section-head"><h2>"Log"</h2><span class="note">"what was printed: shown, never used for the verdict"</span></div>
            {if log.trim().is_empty() {
                view! { <p class="note">"Nothing was printed."</p> }.into_any()
            } else {
                view! { <pre class="log" tabindex="0" role="region" aria-label="Log">{visible(&log)}</pre> }.into_any()
            }}
        </section>
    }
}

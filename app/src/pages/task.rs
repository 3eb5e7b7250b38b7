//! `/tasks/:key`: one focal function, what a suite for it may use, and what the entries made of it.

use domain::{ContextMode, Limits, TaskKey};
use leptos::prelude::*;
use leptos_meta::{Meta, Title};
use leptos_router::hooks::{use_params_map, use_query_map};

use super::prompt::PromptSection;
use crate::components::load::answer_bad_request_if;
use crate::components::{CodeBlock, Crumbs, Empty, Gutter, GutterKey, MutantTable, OutcomeMark, fact, load};
use crate::error::AppError;
use crate::ports::{MutantChange, TaskDetail, TaskOutcome, TaskPrompt};
use crate::view::difficulty::{Difficulty, difficulty};
use crate::view::format::{counted, limits_line};
use crate::view::query::{encode, is_web_link};
use crate::view::words::seconds;

/// The task in the path.
#[component]
pub fn TaskPage() -> impl IntoView {
    let key = use_params_map().read_untracked().get("key").unwrap_or_default();
    let asked = use_query_map().read_untracked().get("context").unwrap_or_default();
    let mode = if asked.is_empty() { Ok(ContextMode::Standard) } else { asked.parse() };
    answer_bad_request_if(mode.is_err());
    load(
        move |context| async move {
            let key: TaskKey = key.parse().map_err(|_| AppError::NotFound(format!("The task “{key}”")))?;
            let detail = context.queries.task(context.viewer.as_ref(), &key).await?;
            let prompt = context.queries.prompt(&key, mode.unwrap_or(ContextMode::Standard)).await?;
            Ok((detail, prompt))
        },
        |(detail, prompt)| view! { <TaskContent detail prompt/> },
    )
}

#[component]
fn TaskContent(detail: TaskDetail, prompt: TaskPrompt) -> impl IntoView {
    let TaskDetail { benchmark, task, repository, image, limits, source, mutants, outcomes } = detail;
    let list = format!("/benchmarks/{}/tasks", benchmark.slug);
    let of_language = format!("{list}?language={}", task.language);
    let of_repository = format!("{of_language}&repository={}", encode(repository.name.as_str()));
    let trail = vec![
        (format!("{} tasks", benchmark.name), list),
        (task.language.name().to_owned(), of_language),
        (repository.name.to_string(), of_repository),
    ];
    let focal = task.focal;
    let lines = u64::from((focal.end_line + 1).saturating_sub(focal.start_line));
    let kind = if focal.class_name.is_empty() { "free function" } else { "method" };
    let hardness = difficulty(&outcomes);
    let executable = task.executable_lines.0;
    let executable_count = executable.len();
    let gutter = Gutter::Executable(executable);
    let line = format!("{{\"task_id\": \"{}\", \"response\": \"…\"}}", task.key);
    let first_lines = format!("lines {} to {}", focal.start_line, focal.end_line);
    view! {
        <Title text=format!("{}, task {}", focal.qualified_name, task.key)/>
        <Meta name="description" content="A focal function with its source, its limits and the outcome of every entry."/>
        <div class="page-head">
            <Crumbs trail here=task.key.to_string()/>
            <div class="title-line">
                <h1 class="mono wrap-any">{focal.qualified_name.clone()}</h1>
                <span class="lead">{format!("{kind}, {}", counted(lines, "line", "lines"))}</span>
            </div>
        </div>
        <div class="split">
            <div class="stack">
                <section class="section">
                    <div class="section-head">
                        <h2>"Focal function"</h2>
                        <span class="note wrap-any"><span class="mono">{focal.path.clone()}</span>", "{first_lines}</span>
                    </div>
                    <GutterKey gutter=gutter.clone()/>
                    <CodeBlock
                        label=format!("Source of {}", focal.qualified_name)
                        lines=source
                        gutter
                    />
                    <p class="note">
                        {if executable_count == 0 {
                            "Which lines can be covered is computed once its image is here.".to_owned()
                        } else {
                            format!(
                                "{} can be covered. They are computed once, without any suite, so a suite can only add covered lines.",
                                counted(executable_count as u64, "line", "lines"),
                            )
                        }}
                    </p>
                </section>
                <Mutants changes=mutants/>
                <PromptSection key=task.key.clone() benchmark=benchmark.slug.clone() prompt/>
                <section class="section">
                    <div class="section-head">
                        <h2>"Submit a suite for it"</h2>
                        <a href="/submit">"Upload a file"</a>
                    </div>
                    <p>"Ask a model with the prompt above, and put its whole answer into one line of the file:"</p>
                    <pre class="log log-wrap" tabindex="0" role="region" aria-label="Line of an upload">{line}</pre>
                </section>
            </div>
            <aside class="stack">
                <section class="section">
                    <div class="section-head"><h2>"Task"</h2></div>
                    <dl class="facts">
                        {fact("Task id", mono(task.key.to_string()))}
                        {fact("Benchmark", {
                            let href = format!("/benchmarks/{}", benchmark.slug);
                            view! { <a href=href>{format!("{} {}", benchmark.name, benchmark.version)}</a> }.into_any()
                        })}
                        {fact("Repository", {
                            let text = format!("{} {}", repository.name, repository.version);
                            if is_web_link(&repository.homepage) {
                                view! { <a href=repository.homepage rel="noopener">{text}</a> }.into_any()
                            } else {
                                text.into_any()
                            }
                        })}
                        {fact("Language", task.language.name().into_any())}
                        {fact("Domain", repository.domain.name().into_any())}
                        {fact("Licence", repository.license.into_any())}
                        {fact("Path", mono(focal.path))}
                        {fact("Signature", mono(focal.signature))}
                        {fact("Class", if focal.class_name.is_empty() { "none".into_any() } else { mono(focal.class_name) })}
                        {(!focal.package.is_empty()).then(|| fact("Package", mono(focal.package)))}
                        {fact("Limits", limits_text(&limits, repository.limits.is_empty()).into_any())}
                        {fact("Image", mono(image))}
                    </dl>
                </section>
                {hardness.map(|hardness| view! { <Hardness hardness executable=executable_count/> })}
            </aside>
        </div>
        <Outcomes outcomes executable=executable_count/>
    }
}

/// The changes that a passing suite should notice. Closed, because they are many.
#[component]
fn Mutants(changes: Vec<MutantChange>) -> impl IntoView {
    let used = changes.iter().filter(|change| change.invalid.is_none()).count() as u64;
    (!changes.is_empty()).then(|| {
        let unused = changes.len() as u64 - used;
        let note = match unused {
            0 => counted(used, "change", "changes"),
            _ => format!("{}, {unused} more that do not build", counted(used, "change", "changes")),
        };
        view! {
            <section class="section">
                <div class="section-head"><h2>"Mutants"</h2><span class="note">{note}</span></div>
                <p>"Each is one small mistake in the function. A passing suite is run against every one on a line that it covers; the share that makes it fail is its mutation score."</p>
                <details class="disclosure"><summary>"Show the changes"</summary><MutantTable changes/></details>
            </section>
        }
    })
}

fn mono(text: String) -> AnyView {
    view! { <span class="mono">{text}</span> }.into_any()
}

/// What a suite may use, in one line, and whether other repositories of the benchmark have the same.
fn limits_text(limits: &Limits, of_benchmark: bool) -> String {
    let wider = if of_benchmark { "" } else { "; wider for this repository than the benchmark's own" };
    format!("{}{wider}", limits_line(limits))
}

#[component]
fn Hardness(hardness: Difficulty, executable: usize) -> impl IntoView {
    let of = |n: u64| format!("{n} of {}", hardness.attempts).into_any();
    view! {
        <section class="section">
            <div class="section-head"><h2>"How hard it is"</h2></div>
            <dl class="facts">
                {fact("Passed", of(hardness.passed))} {fact("Invoked", of(hardness.invoked))}
                {fact("Median coverage", format!("{} of {}", hardness.median_covered, counted(executable as u64, "line", "lines")).into_any())}
                {hardness.commonest_failure.map(|outcome| fact("Commonest failure", view! { <OutcomeMark outcome/> }.into_any()))}
            </dl>
        </section>
    }
}

#[component]
fn Outcomes(outcomes: Vec<TaskOutcome>, executable: usize) -> impl IntoView {
    let count = outcomes.len() as u64;
    let head = |text: &'static str, class: &'static str| {
        view! { <th scope="col" role="columnheader" class=class>{text}</th> }
    };
    let list = if outcomes.is_empty() {
        view! {
            <Empty title="No outcomes yet">
                <p>"No evaluated submission has a suite for this task."</p>
                <a class="btn btn-small" href="/submit">"Submit test suites"</a>
            </Empty>
        }
        .into_any()
    } else {
        let rows = outcomes.into_iter().map(|outcome| outcome_row(outcome, executable)).collect_view();
        view! {
            <div class="table-scroll" role="region" aria-label="Outcomes of entries" tabindex="0">
                <table class="table table-flush table-cards" role="table">
                    <thead role="rowgroup">
                        <tr role="row">
                            {head("Entry", "")} {head("Context", "")} {head("Attempt", "")} {head("Outcome", "")}
                            {head("Invokes", "")} {head("Lines covered", "num")} {head("Seconds", "num")}
                        </tr>
                    </thead>
                    <tbody role="rowgroup">{rows}</tbody>
                </table>
            </div>
        }
        .into_any()
    };
    view! {
        <section class="section">
            <div class="section-head">
                <h2>"Outcomes of entries"</h2>
                <span class="note">{counted(count, "suite", "suites")}</span>
            </div>
            {list}
        </section>
    }
}

fn outcome_row(row: TaskOutcome, executable: usize) -> impl IntoView {
    let covered = row.covered.map_or_else(|| "—".to_owned(), |n| format!("{n} of {executable}"));
    view! {
        <tr role="row">
            <th scope="row" role="rowheader" data-label="Entry">
                <a href=format!("/submissions/{}", row.submission)>{row.model.to_string()}</a>
            </th>
            <td role="cell" data-label="Context">{row.mode.name()}</td>
            <td role="cell" data-label="Attempt">{row.attempt.0 + 1}</td>
            <td role="cell" data-label="Outcome"><OutcomeMark outcome=row.outcome/></td>
            <td role="cell" data-label="Invokes">{if row.invokes { "yes" } else { "no" }}</td>
            <td role="cell" data-label="Lines covered" class=if row.covered.is_some() { "num" } else { "num none" }>
                {covered}
            </td>
            <td role="cell" data-label="Seconds" class="num">{seconds(row.millis)}</td>
        </tr>
    }
}

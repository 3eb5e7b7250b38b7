//! `/submit`: one file of suites that one model wrote.

use domain::ContextMode;
use leptos::prelude::*;
use leptos_meta::{Meta, Title};

use super::form::{FormAlert, TextField, complaint, rejected, typed};
use super::report::Report;
use crate::components::{Empty, load};
use crate::ports::{BenchmarkSummary, RejectedForm};
use crate::view::words::{bytes, thousands};

/// The page of its route.
#[component]
pub fn SubmitPage() -> impl IntoView {
    let rejected = rejected();
    load(
        |context| async move {
            let benchmarks = context.queries.benchmarks().await?;
            let open = benchmarks.into_iter().filter(|benchmark| benchmark.has_tasks).collect::<Vec<_>>();
            Ok((open, context.viewer.is_some(), context.upload_limit))
        },
        move |(benchmarks, signed_in, limit)| view! { <Submit benchmarks signed_in limit rejected/> },
    )
}

#[component]
fn Submit(
    benchmarks: Vec<BenchmarkSummary>,
    signed_in: bool,
    limit: u64,
    rejected: Option<RejectedForm>,
) -> impl IntoView {
    let report = rejected.as_ref().and_then(|form| form.report.clone());
    view! {
        <Title text="New submission"/>
        <Meta name="description" content="Upload the unit tests that a model wrote; every suite runs against the real repository."/>
        <div class="page-head">
            <h1>"New submission"</h1>
            <p class="lead">"One file of suites that one model wrote. It is checked line by line first; nothing is queued until you confirm."</p>
        </div>
        <FormAlert rejected=rejected.clone()/>
        {report.map(|report| view! {
            <p><a href="#upload">"Upload the corrected file"</a>", once the errors below are put right."</p>
            <Report report/>
        })}
        {if !signed_in {
            view! {
                <Empty title="Sign in to upload">
                    <p>"An account takes a minute and needs no approval."</p>
                    <div class="row"><a class="btn btn-primary" href="/sign-in?next=/submit">"Sign in"</a><a class="btn" href="/register">"Make an account"</a></div>
                </Empty>
            }.into_any()
        } else if benchmarks.is_empty() {
            view! {
                <Empty title="No benchmark accepts suites yet">
                    <p>"Its tasks are still being read from the repositories' images. "<a href="/status">"The status page"</a>" says what is missing."</p>
                </Empty>
            }.into_any()
        } else {
            view! { <div class="split" id="upload"><UploadForm benchmarks=benchmarks.clone() limit rejected/><Format benchmarks/></div> }.into_any()
        }}
    }
}

#[component]
fn UploadForm(benchmarks: Vec<BenchmarkSummary>, limit: u64, rejected: Option<RejectedForm>) -> impl IntoView {
    let mode = typed(rejected.as_ref(), "mode").unwrap_or_else(|| ContextMode::Standard.as_str().to_owned());
    let chosen = typed(rejected.as_ref(), "benchmark");
    let file_complaint = complaint(rejected.as_ref(), "file");
    view! {
        <form class="stack" method="post" action="/submissions" enctype="multipart/form-data">
            <div class="field">
                <label for="benchmark">"Benchmark"</label>
                <select class="select" id="benchmark" name="benchmark">
                    {benchmarks.into_iter().map(|benchmark| {
                        let selected = chosen.as_deref() == Some(benchmark.slug.as_str());
                        view! {
                            <option value=benchmark.slug.to_string() selected=selected>
                                {format!("{} {}, {} tasks", benchmark.name, benchmark.version, thousands(benchmark.tasks()))}
                            </option>
                        }
                    }).collect_view()}
                </select>
            </div>
            <TextField name="model" label="Model" hint="As the board shall show it." autocomplete="off" max_length=80
                rejected=rejected.clone()/>
            <div class="field">
                <label for="mode">"Context mode"</label>
                <select class="select" id="mode" name="mode">
                    {ContextMode::ALL.iter().map(|choice| view! {
                        <option value=choice.as_str() selected={mode == choice.as_str()}>{choice.name()}</option>
                    }).collect_view()}
                </select>
                <p class="hint">"What the model was shown besides the focal function."</p>
            </div>
            <div class="field">
                <label for="file">"File"</label>
                <input class="input input-file" id="file" name="file" type="file" required accept=".jsonl,.ndjson,application/jsonl"
                    aria-invalid=file_complaint.is_some().then_some("true") aria-describedby="file-hint"/>
                <p class="hint" id="file-hint">{format!("JSON Lines, at most {}.", bytes(limit))}</p>
                {file_complaint.map(|text| view! { <p class="field-error">{text}</p> })}
            </div>
            <div class="actions">
                <button class="btn btn-primary" type="submit">"Check the file"</button>
                <span class="note push">"Errors are named by line, and nothing is stored then."</span>
            </div>
        </form>
    }
}

#[component]
fn Format(benchmarks: Vec<BenchmarkSummary>) -> impl IntoView {
    let links = benchmarks.into_iter().map(|benchmark| {
        view! { <li><a href=format!("/benchmarks/{}/tasks", benchmark.slug)>{format!("Task ids of {}", benchmark.name)}</a></li> }
    });
    view! {
        <aside class="section">
            <div class="section-head"><h2>"Format"</h2></div>
            <p class="note">"One JSON object per line. Either the model's whole answer, from which the code is taken:"</p>
            <pre class="log log-wrap" tabindex="0" role="region" aria-label="A whole answer">"{\"task_id\": \"go-…\", \"response\": \"```go\\n…\\n```\"}"</pre>
            <p class="note">"Or a list of suites that hold nothing but code:"</p>
            <pre class="log log-wrap" tabindex="0" role="region" aria-label="Suites as code">"{\"task_id\": \"go-…\", \"response\": [\"package …\"]}"</pre>
            <ul class="note list">
                <li>"A task may appear once. In a list it may have several suites, counted as attempts."</li>
                <li>"Unknown and repeated ids are errors; a task that is left out counts as a failure."</li>
                <li>"Code is taken from fenced blocks; text around them and thinking parts are dropped."</li>
            </ul>
            <ul class="note list">{links.collect_view()}</ul>
        </aside>
    }
}

//! `/submissions/:id`: the report before queueing, the run while it goes on, and what came out.

use domain::{FailureMode, Language, Metric, Outcome, Scope, SubmissionId, SubmissionState};
use leptos::prelude::*;
use leptos_meta::{Meta, Title};
use leptos_router::hooks::{use_params_map, use_query_map};
use leptos_router::params::ParamsMap;

use super::breakdown::Breakdown;
use super::form::{FormAlert, rejected};
use super::report::Report;
use super::slots::Slots;
use crate::components::{Alert, AlertKind, Crumbs, StateBadge, load};
use crate::error::AppError;
use crate::ports::{EvaluationDetail, Figure, GroupScores, SlotList, SlotRequest, SubmissionDetail};
use crate::view::words::{bytes, thousands};
use crate::widgets::LiveProgress;

/// The page of its route.
#[component]
pub fn SubmissionPage() -> impl IntoView {
    let id = use_params_map().with_untracked(|params| params.get("id")).unwrap_or_default();
    let query = use_query_map().get_untracked();
    load(
        |context| async move {
            let id: SubmissionId = id.parse().map_err(|_| AppError::NotFound("This submission".to_owned()))?;
            let request = slot_request(&query)?;
            let viewer = context.viewer.as_ref();
            let submission = context.queries.submission(viewer, id).await?;
            let slots = match submission.evaluation {
                Some(_) => Some(context.queries.slots(viewer, id, request.clone()).await?),
                None => None,
            };
            Ok((submission, slots, request))
        },
        |(submission, slots, request)| view! { <Submission submission slots request/> },
    )
}

/// Reads the filters of the list of suites; an unknown value is named, never ignored.
fn slot_request(query: &ParamsMap) -> Result<SlotRequest, AppError> {
    fn optional<T: std::str::FromStr<Err = domain::UnknownText>>(
        query: &ParamsMap,
        name: &str,
    ) -> Result<Option<T>, AppError> {
        match query.get(name).filter(|text| !text.is_empty()) {
            None => Ok(None),
            Some(text) => text.parse().map(Some).map_err(|error| AppError::Invalid {
                field: name.to_owned(),
                message: domain::UnknownText::to_string(&error),
            }),
        }
    }
    Ok(SlotRequest {
        outcome: optional::<Outcome>(query, "outcome")?,
        failure: optional::<FailureMode>(query, "failure")?,
        language: optional::<Language>(query, "language")?,
        search: query.get("q").unwrap_or_default().chars().take(200).collect(),
        page: query.get("page").and_then(|page| page.parse::<u32>().ok()).unwrap_or(1).max(1) - 1,
    })
}

#[component]
fn Submission(submission: SubmissionDetail, slots: Option<SlotList>, request: SlotRequest) -> impl IntoView {
    let id = submission.id;
    let state = submission.evaluation.as_ref().map_or(submission.state, |evaluation| evaluation.progress.state);
    let short = id.to_string().chars().rev().take(8).collect::<Vec<_>>().into_iter().rev().collect::<String>();
    let moving = matches!(state, SubmissionState::Queued | SubmissionState::Running);
    let title = format!("{}, submission {short}", submission.model);
    let evaluation = submission.evaluation.clone();
    let figures = evaluation.as_ref().map(|e| e.figures.clone()).unwrap_or_default();
    let repositories = evaluation.as_ref().map(|e| e.repositories.clone()).unwrap_or_default();
    let domains = evaluation.as_ref().map(|e| e.domains.clone()).unwrap_or_default();
    view! {
        <Title text=title/>
        <Meta name="description" content="Outcomes and evidence of every suite of a submission."/>
        <div class="page-head">
            <Crumbs trail=vec![("Submissions".to_owned(), "/submissions".to_owned())] here=short/>
            <div class="title-line">
                <h1>{submission.model.to_string()}</h1>
                <StateBadge state/>
                <span class="lead">{format!("{} context, {} {}", submission.mode.name(), submission.benchmark.name, submission.benchmark.version)}</span>
                <div class="row push">
                    {moving.then(|| view! { <noscript><a class="btn" href=format!("/submissions/{id}")>"Refresh"</a></noscript> })}
                    {(state == SubmissionState::Evaluated).then(|| view! {
                        <a class="btn" href=format!("/benchmarks/{}", submission.benchmark.slug)>"See it on the board"</a>
                    })}
                    {evaluation.is_some().then(|| view! { <a class="btn" href=format!("/submissions/{id}/outcomes.jsonl") download="">"Download JSONL"</a> })}
                </div>
            </div>
        </div>
        <FormAlert rejected=rejected()/>
        <Next state id may_queue=submission.may_queue suites=submission.report.suites/>
        {(state == SubmissionState::Evaluated && !figures.is_empty()).then(|| view! { <Scores figures repositories domains/> })}
        <div class="split">
            <div class="stack">
                {match &evaluation {
                    Some(evaluation) => view! { <LiveProgress submission=id initial=evaluation.progress.clone()/> }.into_any(),
                    None => view! { <Report report=submission.report.clone()/> }.into_any(),
                }}
            </div>
            <aside class="stack"><Provenance submission=submission.clone()/></aside>
        </div>
        {slots.map(|list| view! { <Slots id list request moving/> })}
        {evaluation.is_some().then(|| view! {
            <section class="section">
                <div class="section-head"><h2>"What was uploaded"</h2><a href=format!("/submissions/{id}/report.json")>"Report as JSON"</a></div>
                <details class="disclosure"><summary>"Report of the check before queueing"</summary><div class="stack"><Report report=submission.report/></div></details>
            </section>
        })}
    }
}

/// What can be done next, or what is being waited for.
#[component]
fn Next(state: SubmissionState, id: SubmissionId, may_queue: bool, suites: u64) -> impl IntoView {
    match state {
        SubmissionState::Checked if may_queue => view! {
            <form class="actions" method="post" action=format!("/submissions/{id}/queue")>
                <button class="btn btn-primary" type="submit">
                    {if suites == 1 { "Queue 1 suite".to_owned() } else { format!("Queue {} suites", thousands(suites)) }}
                </button>
                <a class="btn" href="/submit">"Upload another file"</a>
                <span class="note push">"A queued submission cannot be changed; a better file is a new submission."</span>
            </form>
        }
        .into_any(),
        SubmissionState::Blocked => view! {
            <Alert kind=AlertKind::Warn>
                <b>"Not scored."</b>
                " Some suites ended in a fault of ours, and nothing counts against the model. Once it is put right, a maintainer lets them run again with `assay admin retry-jobs`."
            </Alert>
        }
        .into_any(),
        _ => ().into_any(),
    }
}

/// Metrics by language, with n.
#[component]
fn Scores(figures: Vec<Figure>, repositories: Vec<GroupScores>, domains: Vec<GroupScores>) -> impl IntoView {
    let metrics: Vec<Metric> = Metric::ALL.iter().copied().filter(|m| figures.iter().any(|f| f.metric == *m)).collect();
    let scopes: Vec<Scope> = Language::ALL
        .iter()
        .map(|&language| Scope::Language(language))
        .chain([Scope::Macro, Scope::Micro])
        .filter(|scope| figures.iter().any(|f| f.scope == *scope))
        .collect();
    let head = metrics.iter().map(|metric| {
        view! { <th scope="col" role="columnheader" class="num"><abbr title=metric.name()>{metric.short_name()}</abbr></th> }
    });
    let rows = scopes.iter().map(|&scope| {
        let of = |metric: Metric| figures.iter().find(|f| f.scope == scope && f.metric == metric);
        let n = figures.iter().find(|f| f.scope == scope).map_or(0, |f| f.n);
        let name = match scope {
            Scope::Language(language) => language.name(),
            Scope::Macro => "Mean of languages",
            Scope::Micro => "All tasks pooled",
        };
        let cells = metrics.iter().map(|&metric| {
            let text = of(metric).map_or_else(|| "—".to_owned(), |f| format!("{:.2}", f.percent));
            view! { <td role="cell" class="num" data-label=metric.short_name()>{text}</td> }
        });
        view! {
            <tr role="row">
                <th scope="row" role="rowheader" data-label="Tasks of">{name}</th>
                <td role="cell" class="num" data-label="n">{thousands(n)}</td>
                {cells.collect_view()}
            </tr>
        }
    });
    view! {
        <section class="section">
            <div class="section-head"><h2>"Scores, %"</h2><span class="note">"of the full task list; a missing suite is a failure. "<a href="/about">"How it is measured"</a></span></div>
            <div class="table-scroll" role="region" aria-label="Scores" tabindex="0">
                <table class="table table-flush table-cards" role="table">
                    <thead role="rowgroup"><tr role="row">
                        <th scope="col" role="columnheader">"Tasks of"</th><th scope="col" role="columnheader" class="num">"n"</th>{head.collect_view()}
                    </tr></thead>
                    <tbody role="rowgroup">{rows.collect_view()}</tbody>
                </table>
            </div>
            <Breakdown of="Repository" groups=repositories/>
            <Breakdown of="Domain" groups=domains/>
        </section>
    }
}

/// What produced the results (invariant 3).
#[component]
fn Provenance(submission: SubmissionDetail) -> impl IntoView {
    view! {
        <section class="section">
            <div class="section-head"><h2>"Provenance"</h2></div>
            <dl class="facts">
                <div><dt>"Benchmark"</dt><dd><a href=format!("/benchmarks/{}/tasks", submission.benchmark.slug)>{submission.benchmark.name}</a>" "{submission.benchmark.version}</dd></div>
                <div><dt>"Context mode"</dt><dd>{submission.mode.name()}</dd></div>
                <div><dt>"Uploaded"</dt><dd><time datetime=submission.uploaded.rfc3339()>{submission.uploaded.display()}</time></dd></div>
                <div><dt>"By"</dt><dd>{submission.uploaded_by}</dd></div>
                <div><dt>"File"</dt><dd>{submission.file_name}", "{bytes(submission.report.bytes)}</dd></div>
                <div><dt>"SHA-256"</dt><dd class="mono">{submission.sha256.to_string()}</dd></div>
                {submission.evaluation.map(|evaluation| view! { <EvaluationFacts evaluation/> })}
            </dl>
        </section>
    }
}

#[component]
fn EvaluationFacts(evaluation: EvaluationDetail) -> impl IntoView {
    let limits = &evaluation.limits;
    let limits = format!(
        "{} s to build, {} s per run, {}, {} processes, {} of output, no network; a task says where its repository may have more",
        limits.build_seconds,
        limits.run_seconds,
        bytes(limits.memory_bytes),
        limits.processes,
        bytes(limits.output_bytes),
    );
    let images = evaluation.images.into_iter().map(|(language, digest)| {
        view! { <div><dt>{format!("{} image", language.name())}</dt><dd class="mono">{digest}</dd></div> }
    });
    let moment = |label: &'static str, at: Option<domain::Timestamp>| {
        at.map(|at| view! { <div><dt>{label}</dt><dd><time datetime=at.rfc3339()>{at.display()}</time></dd></div> })
    };
    view! {
        <div><dt>"Evaluation"</dt><dd class="mono">{evaluation.id.to_string()}</dd></div>
        {moment("Queued", Some(evaluation.queued))}
        {moment("Started", evaluation.started)}
        {moment("Finished", evaluation.finished)}
        {evaluation.provenance.map(|provenance| view! {
            <div><dt>"Evaluator"</dt><dd>{provenance.evaluator_version}</dd></div>
            <div><dt>"Runtime"</dt><dd>{provenance.runtime}</dd></div>
        })}
        <div><dt>"Limits"</dt><dd>{limits}</dd></div>
        {images.collect_view()}
    }
}

//! The list of suites of a submission: filters by link and form, one row per slot.

use domain::{FailureMode, Outcome, SlotRow, SubmissionId};
use leptos::prelude::*;

use crate::components::{Empty, Icon, IconName, OutcomeMark, Pagination};
use crate::ports::{SlotList, SlotRequest};
use crate::view::format::counted;
use crate::view::log::visible;
use crate::view::words::{seconds, thousands};

/// Address of the list with some filters; the first page and empty filters are left out.
fn address(id: SubmissionId, request: &SlotRequest, page: u32) -> String {
    let mut parts = Vec::new();
    if let Some(outcome) = request.outcome {
        parts.push(format!("outcome={outcome}"));
    }
    if let Some(failure) = request.failure {
        parts.push(format!("failure={failure}"));
    }
    if let Some(language) = request.language {
        parts.push(format!("language={language}"));
    }
    if !request.search.is_empty() {
        parts.push(format!("q={}", leptos_router::location::Url::escape(&request.search)));
    }
    if page > 0 {
        parts.push(format!("page={}", page + 1));
    }
    if parts.is_empty() {
        format!("/submissions/{id}#suites")
    } else {
        format!("/submissions/{id}?{}#suites", parts.join("&"))
    }
}

/// One page of slots with its filters.
#[component]
pub fn Slots(
    id: SubmissionId,
    list: SlotList,
    request: SlotRequest,
    /// The run goes on, so the list will change.
    moving: bool,
) -> impl IntoView {
    let total = list.total;
    let chosen = request.outcome;
    let failure = request.failure;
    let filtered = chosen.is_some() || failure.is_some() || request.language.is_some() || !request.search.is_empty();
    let summary = match (filtered, total) {
        (true, 1) => "1 suite matches".to_owned(),
        (true, n) => format!("{} suites match", thousands(n)),
        (false, n) => counted(n, "suite", "suites"),
    };
    // Only the figures above renew themselves; a list that moves under the reader would be worse.
    let summary = if moving { format!("{summary}, as of when this page was loaded") } else { summary };
    view! {
        <section class="section" id="suites">
            <div class="section-head"><h2>"Suites"</h2><span class="note">{summary}</span></div>
            <form class="toolbar" action=format!("/submissions/{id}#suites") role="search">
                <div class="search">
                    <Icon name=IconName::Search/>
                    <label class="visually-hidden" for="qs">"Find a task"</label>
                    <input class="input" id="qs" name="q" type="search" placeholder="Task id" value=request.search.clone() maxlength="200"/>
                </div>
                <label class="visually-hidden" for="outcome">"Outcome"</label>
                <select class="select input-auto" id="outcome" name="outcome">
                    <option value="">"Every outcome"</option>
                    {Outcome::ALL.iter().map(|&outcome| view! {
                        <option value=outcome.as_str() selected={chosen == Some(outcome)}>{outcome.name()}</option>
                    }).collect_view()}
                </select>
                <label class="visually-hidden" for="failure">"Failure mode"</label>
                <select class="select input-auto" id="failure" name="failure">
                    <option value="">"Every failure mode"</option>
                    {FailureMode::ALL.iter().map(|&mode| view! {
                        <option value=mode.as_str() selected={failure == Some(mode)}>{mode.name()}</option>
                    }).collect_view()}
                </select>
                <button class="btn btn-small" type="submit">"Apply filters"</button>
                {filtered.then(|| view! { <a class="btn btn-small btn-quiet" href=format!("/submissions/{id}#suites")>"Show all"</a> })}
            </form>
            {if list.slots.is_empty() {
                view! { <Empty title="No suite matches"><p>"Take a filter away to see more."</p></Empty> }.into_any()
            } else {
                view! { <SlotTable id slots=list.slots/> }.into_any()
            }}
            <Pagination page=request.page total noun="suites" href=move |page| address(id, &request, page)/>
        </section>
    }
}

#[component]
fn SlotTable(id: SubmissionId, slots: Vec<SlotRow>) -> impl IntoView {
    view! {
        <div class="table-scroll" role="region" aria-label="Suites" tabindex="0">
            <table class="table table-flush table-cards" role="table">
                <thead role="rowgroup"><tr role="row">
                    <th scope="col" role="columnheader">"Task"</th>
                    <th scope="col" role="columnheader">"Outcome"</th>
                    <th scope="col" role="columnheader">"Why"</th>
                    <th scope="col" role="columnheader">"Failure mode"</th>
                    <th scope="col" role="columnheader">"Calls it"</th>
                    <th scope="col" role="columnheader" class="num">"Tests passed"</th>
                    <th scope="col" role="columnheader" class="num">"Lines covered"</th>
                    <th scope="col" role="columnheader" class="num">"Mutants noticed"</th>
                    <th scope="col" role="columnheader" class="num">"Seconds"</th>
                </tr></thead>
                <tbody role="rowgroup">{slots.into_iter().map(|row| view! { <Row id row/> }).collect_view()}</tbody>
            </table>
        </div>
    }
}

#[component]
fn Row(id: SubmissionId, row: SlotRow) -> impl IntoView {
    let settled = row.outcome.is_some();
    // On a phone, cells of the class `none` take no line.
    let known = |known: bool| if known { "num" } else { "num none" };
    let why = if row.reason.is_empty() { "none" } else { "cell-text wrap-any" };
    let covered_class = known(row.coverage.is_some());
    let noticed = row.mutation.map_or_else(|| "—".to_owned(), |(noticed, all)| format!("{noticed} of {all}"));
    let fails_at = row.failure.map(|mode| match row.hallucination {
        Some(kind) => format!("{}: {}", mode.name(), kind.name().to_lowercase()),
        None => mode.name().to_owned(),
    });
    let (passed, cases) = row.cases;
    let tests = if cases > 0 { format!("{passed} of {cases}") } else { "—".to_owned() };
    let covered = row.coverage.map_or_else(|| "—".to_owned(), |c| format!("{} of {}", c.covered.len(), c.executable));
    let attempt = (row.attempt.0 > 0).then(|| format!(" attempt {}", row.attempt.0 + 1));
    let outcome = match row.outcome {
        Some(outcome) => view! { <OutcomeMark outcome/> }.into_any(),
        None => view! { <span class="none">"waits"</span> }.into_any(),
    };
    let calls = match (settled, row.invokes) {
        (false, _) => "—",
        (true, true) => "yes",
        (true, false) => "no",
    };
    view! {
        <tr role="row">
            <th scope="row" role="rowheader" data-label="Task">
                <a class="mono wrap-any" href=format!("/submissions/{id}/{}/{}", row.task, row.attempt.0)>{row.task.to_string()}</a>{attempt}
            </th>
            <td role="cell" data-label="Outcome">{outcome}</td>
            <td role="cell" class=why data-label="Why">{visible(&row.reason)}</td>
            <td role="cell" class=if row.failure.is_some() { "" } else { "none" } data-label="Failure mode">
                {fails_at.unwrap_or_else(|| "—".to_owned())}
            </td>
            <td role="cell" class=if settled { "" } else { "none" } data-label="Calls it">{calls}</td>
            <td role="cell" class=known(cases > 0) data-label="Tests passed">{tests}</td>
            <td role="cell" class=covered_class data-label="Lines covered">{covered}</td>
            <td role="cell" class=known(row.mutation.is_some()) data-label="Mutants noticed">{noticed}</td>
            <td role="cell" class=known(settled) data-label="Seconds">{if settled { seconds(row.millis) } else { "—".to_owned() }}</td>
        </tr>
    }
}

//! `/submissions`: the viewer's own submissions.

use leptos::prelude::*;
use leptos_meta::Title;

use crate::components::{Empty, StateBadge, load};
use crate::error::AppError;
use crate::ports::SubmissionRow;

/// The page of its route.
#[component]
pub fn SubmissionsPage() -> impl IntoView {
    load(
        |context| async move {
            let viewer = context.viewer.ok_or(AppError::Unauthenticated)?;
            context.queries.submissions(&viewer).await
        },
        |rows| view! { <Submissions rows/> },
    )
}

#[component]
fn Submissions(rows: Vec<SubmissionRow>) -> impl IntoView {
    view! {
        <Title text="Submissions"/>
        <div class="page-head">
            <div class="title-line">
                <h1>"Submissions"</h1>
                <div class="row push"><a class="btn btn-primary" href="/submit">"New submission"</a></div>
            </div>
        </div>
        {if rows.is_empty() {
            view! {
                <Empty title="Nothing uploaded yet">
                    <p>"A submission is one file of suites that one model wrote."</p>
                    <a class="btn" href="/submit">"Upload a file"</a>
                </Empty>
            }.into_any()
        } else {
            view! {
                <div class="table-scroll" role="region" aria-label="Submissions" tabindex="0">
                    <table class="table table-flush table-cards" role="table">
                        <thead role="rowgroup"><tr role="row">
                            <th scope="col" role="columnheader">"Model"</th>
                            <th scope="col" role="columnheader">"Context"</th>
                            <th scope="col" role="columnheader">"State"</th>
                            <th scope="col" role="columnheader" class="num">"Suites settled"</th>
                            <th scope="col" role="columnheader" class="num">"Passed"</th>
                            <th scope="col" role="columnheader">"Uploaded"</th>
                        </tr></thead>
                        <tbody role="rowgroup">{rows.into_iter().map(|row| view! { <Row row/> }).collect_view()}</tbody>
                    </table>
                </div>
            }.into_any()
        }}
    }
}

#[component]
fn Row(row: SubmissionRow) -> impl IntoView {
    view! {
        <tr role="row">
            <th scope="row" role="rowheader" data-label="Model"><a href=format!("/submissions/{}", row.id)>{row.model.to_string()}</a></th>
            <td role="cell" data-label="Context">{row.mode.name()}</td>
            <td role="cell" data-label="State"><StateBadge state=row.state/></td>
            <td role="cell" class="num" data-label="Suites settled">{format!("{} of {}", row.settled, row.slots)}</td>
            <td role="cell" class="num" data-label="Passed">{row.passed}</td>
            <td role="cell" data-label="Uploaded"><time datetime=row.uploaded.rfc3339()>{row.uploaded.display()}</time></td>
        </tr>
    }
}

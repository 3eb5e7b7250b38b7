//! `/status`: whether suites are being run, in public.

use leptos::prelude::*;
use leptos_meta::{Meta, Title};

use crate::components::{Alert, AlertKind, load};
use crate::ports::SystemStatus;

/// The page of its route.
#[component]
pub fn StatusPage() -> impl IntoView {
    load(|context| async move { context.queries.status().await }, |status| view! { <Status status/> })
}

#[component]
fn Status(status: SystemStatus) -> impl IntoView {
    let (engine_kind, engine_word, engine_text) = match status.engine {
        Ok(text) => (AlertKind::Pass, "Suites can be run.", text),
        Err(text) => (AlertKind::Fail, "Suites cannot be run at the moment:", text),
    };
    let count = |n: u64, one: &str, many: &str| if n == 1 { format!("1 {one}") } else { format!("{n} {many}") };
    view! {
        <Title text="Status"/>
        <Meta name="description" content="Whether Assay is running suites at the moment, its workers and its queue."/>
        <div class="page-head">
            <h1>"Status"</h1>
            <p class="lead">{format!("Assay {}, database {}.", status.version, status.database)}</p>
        </div>
        <Alert kind=engine_kind><b>{engine_word}</b>" "{engine_text}</Alert>
        {status.notices.into_iter().map(|notice| view! { <Alert kind=AlertKind::Warn>{notice}</Alert> }).collect_view()}
        <dl class="figures">
            <div><dt>"Waiting"</dt><dd>{status.jobs_queued}</dd><dd class="sub">"tasks to evaluate"</dd></div>
            <div><dt>"Running"</dt><dd>{status.jobs_running}</dd><dd class="sub">"tasks with a worker"</dd></div>
            <div><dt>"Given up"</dt><dd>{status.jobs_dead}</dd><dd class="sub">"after repeated faults of ours; never scored"</dd></div>
            <div><dt>"Workers"</dt><dd>{status.workers.len()}</dd><dd class="sub">"seen in the last minutes"</dd></div>
        </dl>
        <section class="section">
            <div class="section-head"><h2>"Workers"</h2><span class="note">{count(status.workers.len() as u64, "worker", "workers")}</span></div>
            {if status.workers.is_empty() {
                view! { <p class="note">"No worker has reported yet."</p> }.into_any()
            } else {
                view! {
                    <div class="table-scroll" role="region" aria-label="Workers" tabindex="0">
                        <table class="table table-flush table-cards" role="table">
                            <thead role="rowgroup"><tr role="row">
                                <th scope="col" role="columnheader">"Worker"</th>
                                <th scope="col" role="columnheader">"Works on"</th>
                                <th scope="col" role="columnheader">"Last seen"</th>
                            </tr></thead>
                            <tbody role="rowgroup">
                                {status.workers.into_iter().map(|worker| view! {
                                    <tr role="row">
                                        <th scope="row" role="rowheader" data-label="Worker"><span class="mono">{worker.name}</span></th>
                                        <td role="cell" data-label="Works on">
                                            {if worker.current.is_empty() { "idle".to_owned() } else { worker.current }}
                                        </td>
                                        <td role="cell" data-label="Last seen"><time datetime=worker.seen.rfc3339()>{worker.seen.display()}</time></td>
                                    </tr>
                                }).collect_view()}
                            </tbody>
                        </table>
                    </div>
                }.into_any()
            }}
        </section>
    }
}

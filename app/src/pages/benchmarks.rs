//! `/benchmarks`: all benchmarks.

use leptos::prelude::*;
use leptos_meta::{Meta, Title};

use crate::components::{Empty, load};
use crate::ports::BenchmarkSummary;
use crate::view::query::is_web_link;
use crate::view::words::thousands;

/// The benchmarks, each with its size and its ways in.
#[component]
pub fn BenchmarksPage() -> impl IntoView {
    load(
        |context| async move { context.queries.benchmarks().await },
        |benchmarks| view! { <BenchmarkList benchmarks/> },
    )
}

#[component]
fn BenchmarkList(benchmarks: Vec<BenchmarkSummary>) -> impl IntoView {
    let list = if benchmarks.is_empty() {
        view! {
            <Empty title="No benchmarks yet">
                <p>"The server loads them when it starts; the status page says what is missing."</p>
                <a class="btn btn-small" href="/status">"Status"</a>
            </Empty>
        }
        .into_any()
    } else {
        benchmarks.into_iter().map(|benchmark| view! { <BenchmarkSection benchmark/> }).collect_view().into_any()
    };
    view! {
        <Title text="Benchmarks"/>
        <Meta name="description" content="Benchmarks for unit tests that language models write."/>
        <div class="page-head">
            <h1>"Benchmarks"</h1>
            <p class="lead">"A benchmark is a named set of tasks; each version of it is immutable."</p>
        </div>
        {list}
    }
}

#[component]
fn BenchmarkSection(benchmark: BenchmarkSummary) -> impl IntoView {
    let board = format!("/benchmarks/{}", benchmark.slug);
    let tasks = benchmark.has_tasks.then(|| format!("/benchmarks/{}/tasks", benchmark.slug));
    let about = format!("/benchmarks/{}/about", benchmark.slug);
    let total = benchmark.tasks();
    // A benchmark whose metrics are data has figures only.
    let own = total > 0 || benchmark.has_tasks;
    view! {
        <section class="section">
            <div class="section-head">
                <h2><a href=board.clone()>{benchmark.name.clone()}</a></h2>
                <span class="note">{format!("Version {}", benchmark.version)}</span>
            </div>
            <p>{benchmark.description.clone()}</p>
            {own.then(|| view! { <dl class="figures">
                <div>
                    <dt>"Tasks"</dt>
                    <dd>{thousands(total)}</dd>
                </div>
                {benchmark
                    .languages
                    .iter()
                    .map(|(language, n)| view! {
                        <div>
                            <dt>{language.name()}</dt>
                            <dd>{thousands(*n)}</dd>
                        </div>
                    })
                    .collect_view()}
                <div>
                    <dt>"Repositories"</dt>
                    <dd>{thousands(benchmark.repositories)}</dd>
                </div>
                <div>
                    <dt>"Entries"</dt>
                    <dd>{thousands(benchmark.entries)}</dd>
                    <dd class="sub">{format!("updated {}", benchmark.updated.display_date())}</dd>
                </div>
            </dl> })}
            <div class="row">
                <a class="btn btn-small" href=board>"Leaderboard"</a>
                {tasks.map(|href| view! { <a class="btn btn-small" href=href>"Tasks"</a> })}
                <a class="btn btn-small" href=about>"About it"</a>
                {benchmark
                    .links
                    .into_iter()
                    .filter(|(_, href)| is_web_link(href))
                    .map(|(text, href)| view! { <a href=href rel="noopener">{text}</a> })
                    .collect_view()}
            </div>
        </section>
    }
}

//! `/benchmarks/:slug/about`: what a version of a benchmark is, and its downloads.

use domain::{ContextMode, Language, RepositoryDomain};
use leptos::prelude::*;
use leptos_meta::{Meta, Title};
use leptos_router::hooks::use_params_map;

use crate::components::load::benchmark_slug;
use crate::components::{Crumbs, fact, load};
use crate::ports::{BenchmarkDetail, BenchmarkRepository};
use crate::view::format::{counted, limits_line};
use crate::view::query::{encode, is_web_link};
use crate::view::words::thousands;

/// The benchmark in the path.
#[component]
pub fn BenchmarkPage() -> impl IntoView {
    let slug = use_params_map().read_untracked().get("slug").unwrap_or_default();
    load(
        move |context| async move { context.queries.benchmark(&benchmark_slug(&slug)?).await },
        |detail| view! { <BenchmarkContent detail/> },
    )
}

#[component]
fn BenchmarkContent(detail: BenchmarkDetail) -> impl IntoView {
    let BenchmarkDetail { summary, limits, fingerprint, made, runnable, repositories, prompt_version } = detail;
    let board = format!("/benchmarks/{}", summary.slug);
    let title = format!("{}: the benchmark", summary.name);
    let stored = summary.has_tasks;
    let limits_text = limits_line(&limits);
    let key = format!("{}-{}", summary.slug, summary.version);
    let year = made.display_date().chars().take(4).collect::<String>();
    let bibtex = format!(
        "@misc{{{key},\n  title = {{{}, version {}}},\n  note = {{Benchmark of {} tasks for unit-test generation; fingerprint {}}},\n  year = {{{year}}}\n}}",
        summary.name,
        summary.version,
        summary.tasks(),
        &fingerprint.chars().take(16).collect::<String>(),
    );
    view! {
        <Title text=title.clone()/>
        <Meta name="description" content=summary.description.clone()/>
        <div class="page-head">
            <Crumbs
                trail=vec![("Benchmarks".to_owned(), "/benchmarks".to_owned()), (summary.name.clone(), board.clone())]
                here="About"
            />
            <div class="title-line">
                <h1>{title}</h1>
                <p class="lead">{summary.description.clone()}</p>
            </div>
        </div>
        <section class="section">
            <div class="section-head">
                <h2>{format!("Version {}", summary.version)}</h2>
                <span class="note">{format!("made {}", made.display_date())}</span>
            </div>
            <dl class="facts">
                {fact("Tasks", thousands(summary.tasks()).into_any())}
                {fact("Repositories", thousands(summary.repositories).into_any())}
                {fact("Limits of a suite", limits_text.into_any())}
                {fact("Fingerprint", view! { <span class="mono">{fingerprint}</span> }.into_any())}
                {(!runnable && stored).then(|| fact("Evaluation", "Not here yet: this version has no images.".into_any()))}
            </dl>
            <div class="row">
                <a class="btn btn-small" href=board.clone()>"Leaderboard"</a>
                {stored.then(|| view! { <a class="btn btn-small" href=format!("{board}/tasks")>"Tasks"</a> })}
            </div>
        </section>
        {(!repositories.is_empty()).then(|| view! { <Counts repositories=repositories.clone()/> })}
        {stored.then(|| view! { <Downloads board=board.clone() version=prompt_version languages=summary.languages.clone()/> })}
        {stored.then(|| view! { <Chosen/> })}
        {(!repositories.is_empty()).then(|| view! { <Repositories repositories board/> })}
        <section class="section">
            <div class="section-head"><h2>"How to cite"</h2></div>
            {(!summary.citation.is_empty()).then(|| view! { <p>{summary.citation.clone()}</p> })}
            <pre class="log log-wrap" tabindex="0" role="region" aria-label="BibTeX">{bibtex}</pre>
        </section>
    }
}

/// Tasks per language and domain.
#[component]
fn Counts(repositories: Vec<BenchmarkRepository>) -> impl IntoView {
    let of = |language: Language, domain: Option<RepositoryDomain>| {
        repositories
            .iter()
            .filter(|r| r.spec.language == language && domain.is_none_or(|domain| r.spec.domain == domain))
            .map(|r| r.tasks)
            .sum::<u64>()
    };
    let languages: Vec<Language> = Language::ALL.iter().copied().filter(|l| of(*l, None) > 0).collect();
    let cell = |n: u64| {
        let class = if n == 0 { "num none" } else { "num" };
        view! { <td role="cell" class=class>{thousands(n)}</td> }
    };
    let row = |name: &'static str, domain: Option<RepositoryDomain>| {
        let counts: Vec<u64> = languages.iter().map(|language| of(*language, domain)).collect();
        let total: u64 = counts.iter().sum();
        view! {
            <tr role="row">
                <th scope="row" role="rowheader">{name}</th>
                {counts.into_iter().map(cell).collect_view()}
                {cell(total)}
            </tr>
        }
    };
    view! {
        <section class="section">
            <div class="section-head"><h2>"Tasks by language and domain"</h2></div>
            <div class="table-scroll" role="region" aria-label="Tasks by language and domain" tabindex="0">
                <table class="table table-flush" role="table">
                    <thead role="rowgroup">
                        <tr role="row">
                            <th scope="col" role="columnheader">"Domain"</th>
                            {languages
                                .iter()
                                .map(|language| view! { <th scope="col" role="columnheader" class="num">{language.name()}</th> })
                                .collect_view()}
                            <th scope="col" role="columnheader" class="num">"All"</th>
                        </tr>
                    </thead>
                    <tbody role="rowgroup">
                        {RepositoryDomain::ALL.iter().map(|domain| row(domain.name(), Some(*domain))).collect_view()}
                        {row("All", None)}
                    </tbody>
                </table>
            </div>
        </section>
    }
}

#[component]
fn Downloads(board: String, version: String, languages: Vec<(Language, u64)>) -> impl IntoView {
    let row = |mode: ContextMode| {
        let file = format!("{board}/prompts/{mode}.jsonl.gz");
        let links = if mode == ContextMode::RagDense {
            view! { <td role="cell">"needs an embedding model: "<code>"assay benchmark prompts --mode rag_dense --embedder COMMAND"</code></td> }
                .into_any()
        } else {
            let of = |language: Language| {
                view! { " "<a href=format!("{file}?language={language}")>{language.name()}</a> }
            };
            view! {
                <td role="cell">
                    <a href=file.clone()>"All"</a>
                    {languages.iter().map(|(language, _)| of(*language)).collect_view()}
                </td>
            }
            .into_any()
        };
        view! { <tr role="row"><th scope="row" role="rowheader">{mode.name()}</th>{links}</tr> }
    };
    view! {
        <section class="section">
            <div class="section-head">
                <h2>"Prompts"</h2>
                <span class="note">{format!("prompt version {version}, JSON lines, gzip")}</span>
            </div>
            <p>"One line for each task: task_id, system_prompt, prompt. A file of this version never changes."</p>
            <div class="table-scroll" role="region" aria-label="Prompts" tabindex="0">
                <table class="table table-flush" role="table">
                    <thead role="rowgroup">
                        <tr role="row">
                            <th scope="col" role="columnheader">"Context mode"</th>
                            <th scope="col" role="columnheader">"Files"</th>
                        </tr>
                    </thead>
                    <tbody role="rowgroup">{ContextMode::ALL.iter().map(|mode| row(*mode)).collect_view()}</tbody>
                </table>
            </div>
        </section>
    }
}

/// How tasks were chosen, in words; the rules are data in the crate `syntax`.
#[component]
fn Chosen() -> impl IntoView {
    view! {
        <section class="section">
            <div class="section-head"><h2>"How tasks were chosen"</h2></div>
            <ul>
                <li>"A function or method with at least ten lines of code that gives something back, by an explicit return or an output expression, and that parses."</li>
                <li>"Left out: tests, vendored and generated files, private and protected methods, getX and setX, names that begin with _ or $, functions of some platforms only."</li>
                <li>"In an image, each function was loaded once without a suite. It is a task only if at least one of its lines can run."</li>
                <li>"Prompts show source files without tests and vendored code."</li>
            </ul>
        </section>
    }
}

#[component]
fn Repositories(repositories: Vec<BenchmarkRepository>, board: String) -> impl IntoView {
    let count = repositories.len() as u64;
    let row = |repository: BenchmarkRepository| {
        let BenchmarkRepository { spec, image, tasks } = repository;
        let name = spec.name.to_string();
        let href = format!("{board}/tasks?language={}&repository={}", spec.language, encode(&name));
        let project = if is_web_link(&spec.homepage) {
            view! { <a href=spec.homepage rel="noopener">"project"</a> }.into_any()
        } else {
            "—".into_any()
        };
        view! {
            <tr role="row">
                <th scope="row" role="rowheader" data-label="Repository"><a href=href>{name}</a></th>
                <td role="cell" data-label="Language">{spec.language.name()}</td>
                <td role="cell" data-label="Domain">{spec.domain.name()}</td>
                <td role="cell" data-label="Version">{spec.version}</td>
                <td role="cell" data-label="Licence">{spec.license}</td>
                <td role="cell" data-label="Tasks" class="num">{thousands(tasks)}</td>
                <td role="cell" data-label="Home">{project}</td>
                <td role="cell" data-label="Image" class="wrap-any"><span class="mono">{image}</span></td>
            </tr>
        }
    };
    let head = |text: &'static str, class: &'static str| {
        view! { <th scope="col" role="columnheader" class=class>{text}</th> }
    };
    view! {
        <section class="section">
            <div class="section-head">
                <h2>"Repositories"</h2>
                <span class="note">{counted(count, "repository", "repositories")}</span>
            </div>
            <div class="table-scroll" role="region" aria-label="Repositories" tabindex="0">
                <table class="table table-flush table-cards" role="table">
                    <thead role="rowgroup">
                        <tr role="row">
                            {head("Repository", "")} {head("Language", "")} {head("Domain", "")} {head("Version", "")}
                            {head("Licence", "")} {head("Tasks", "num")} {head("Home", "")} {head("Image", "")}
                        </tr>
                    </thead>
                    <tbody role="rowgroup">{repositories.into_iter().map(row).collect_view()}</tbody>
                </table>
            </div>
        </section>
    }
}

//! `/benchmarks/:slug/tasks`: the tasks of a benchmark, filtered and in pages.

use domain::{RepositoryDomain, RepositorySpec};
use leptos::prelude::*;
use leptos_meta::{Meta, Title};
use leptos_router::hooks::{use_params_map, use_query_map};

use crate::components::load::{answer_bad_request_if, benchmark_slug};
use crate::components::{Choice, Crumbs, Empty, Icon, IconName, Pagination, Problems, Tabs, load};
use crate::ports::{TaskList, TaskRequest, TaskRow, TaskSort};
use crate::view::format::counted;
use crate::view::tasks::{BANDS, LINE_BANDS, SORTS, band_name, parse, task_list_address, with_language};
use crate::view::words::thousands;

/// The task list of the benchmark in the path.
#[component]
pub fn TasksPage() -> impl IntoView {
    let slug = use_params_map().read_untracked().get("slug").unwrap_or_default();
    let path = format!("/benchmarks/{slug}/tasks");
    let query = use_query_map().get_untracked();
    let (request, problems) = parse((&query).into_iter().map(|(key, value)| (key.as_ref(), value)));
    answer_bad_request_if(!problems.is_empty());
    let asked = request.clone();
    load(
        move |context| async move { context.queries.tasks(&benchmark_slug(&slug)?, asked).await },
        move |list| view! { <TaskListContent list request path problems/> },
    )
}

#[component]
fn TaskListContent(list: TaskList, request: TaskRequest, path: String, problems: Vec<String>) -> impl IntoView {
    let benchmark = list.benchmark.clone();
    let board = format!("/benchmarks/{}", benchmark.slug);
    let title = format!("{} tasks", benchmark.name);
    let description = format!("The {} functions that test suites are written for.", thousands(benchmark.tasks()));
    let page = request.page;
    let page_request = request.clone();
    let page_path = path.clone();
    let total = list.total;
    view! {
        <Title text=title.clone()/>
        <Meta name="description" content=description/>
        <div class="page-head">
            <Crumbs
                trail=vec![("Benchmarks".to_owned(), "/benchmarks".to_owned()), (benchmark.name.clone(), board)]
                here="Tasks"
            />
            <div class="title-line">
                <h1>{title}</h1>
                <p class="lead">"Each task is one function; a suite must test it."</p>
            </div>
        </div>
        <Problems problems/>
        <Tabs label="Language" choices=language_tabs(&list, &request, &path)/>
        {benchmark.has_tasks.then(|| view! { <TaskFilters repositories=list.repositories request=request.clone() path=path.clone()/> })}
        {if !benchmark.has_tasks {
            view! {
                <Empty title="Its tasks are not on this site">
                    <p>"Its figures were taken from a paper. Its functions cannot be browsed, and suites for it cannot be run here yet."</p>
                    <a class="btn btn-small" href="/benchmarks">"Other benchmarks"</a>
                </Empty>
            }
            .into_any()
        } else if list.tasks.is_empty() {
            view! {
                <Empty title="No task matches">
                    <p>{if total == 0 { "No task passes all filters." } else { "This page is beyond the last one." }}</p>
                    <a class="btn btn-small" href=path>"All tasks"</a>
                </Empty>
            }
            .into_any()
        } else {
            view! {
                <TaskTable tasks=list.tasks/>
                <Pagination
                    page
                    total
                    noun="tasks"
                    href=move |page| {
                        task_list_address(&page_path, &TaskRequest { page, ..page_request.clone() })
                    }
                />
            }
            .into_any()
        }}
    }
}

fn language_tabs(list: &TaskList, request: &TaskRequest, path: &str) -> Vec<Choice> {
    let tab = |text: &str, count, language| Choice {
        text: text.to_owned(),
        count: Some(count),
        href: task_list_address(path, &with_language(request, language)),
        current: request.language == language,
    };
    std::iter::once(tab("All", list.benchmark.tasks(), None))
        .chain(list.benchmark.languages.iter().map(|(language, n)| tab(language.name(), *n, Some(*language))))
        .collect()
}

#[component]
fn TaskFilters(repositories: Vec<(RepositorySpec, u64)>, request: TaskRequest, path: String) -> impl IntoView {
    let filtered = request != TaskRequest { language: request.language, page: request.page, ..TaskRequest::default() };
    let reset = filtered
        .then(|| task_list_address(&path, &TaskRequest { language: request.language, ..TaskRequest::default() }));
    let options = repositories
        .into_iter()
        .filter(|(spec, _)| request.language.is_none_or(|language| spec.language == language))
        .map(|(spec, n)| {
            let selected = request.repository.as_deref() == Some(spec.name.as_str());
            let text = format!("{} ({}, {})", spec.name, spec.language.name(), counted(n, "task", "tasks"));
            view! { <option value=spec.name.to_string() selected=selected>{text}</option> }
        })
        .collect_view();
    view! {
        <form class="toolbar" role="search" method="get" action=path>
            {request.language.map(|language| view! { <input type="hidden" name="language" value=language.as_str()/> })}
            <div class="search">
                <Icon name=IconName::Search/>
                <label class="visually-hidden" for="q">"Find a function, path or code"</label>
                <input
                    class="input"
                    id="q"
                    name="q"
                    type="search"
                    maxlength="200"
                    placeholder="Function, path or code"
                    value=request.search.clone()
                />
            </div>
            <div class="toolbar-group">
                <label class="label" for="repository">"Repository"</label>
                <select class="select input-auto" id="repository" name="repository">
                    <option value="">"All"</option>
                    {options}
                </select>
            </div>
            <Select
                name="domain"
                label="Domain"
                all=true
                options=RepositoryDomain::ALL
                    .iter()
                    .map(|domain| (domain.as_str(), domain.name(), request.domain == Some(*domain)))
                    .collect()
            />
            <Select
                name="lines"
                label="Lines"
                all=true
                options=LINE_BANDS.iter().map(|(text, lines, name)| (*text, *name, request.lines == Some(*lines))).collect()
            />
            <Select
                name="difficulty"
                label="Difficulty"
                all=true
                options=BANDS.iter().map(|(text, band, name)| (*text, *name, request.difficulty == Some(*band))).collect()
            />
            <Select
                name="sort"
                label="Order"
                all=false
                options=SORTS
                    .iter()
                    .map(|(text, sort, name)| {
                        (if *sort == TaskSort::default() { "" } else { *text }, *name, request.sort == *sort)
                    })
                    .collect()
            />
            <div class="toolbar-group push">
                {reset.map(|href| view! { <a class="btn btn-small btn-quiet" href=href>"Clear filters"</a> })}
                <button class="btn btn-small" type="submit">"Apply filters"</button>
            </div>
        </form>
    }
}

/// A choice in the form; `all` adds the empty one.
#[component]
fn Select(
    name: &'static str,
    label: &'static str,
    all: bool,
    options: Vec<(&'static str, &'static str, bool)>,
) -> impl IntoView {
    view! {
        <div class="toolbar-group">
            <label class="label" for=name>{label}</label>
            <select class="select input-auto" id=name name=name>
                {all.then(|| view! { <option value="">"All"</option> })}
                {options
                    .into_iter()
                    .map(|(value, text, selected)| view! { <option value=value selected=selected>{text}</option> })
                    .collect_view()}
            </select>
        </div>
    }
}

#[component]
fn TaskTable(tasks: Vec<TaskRow>) -> impl IntoView {
    let head = |text: &'static str, class: &'static str| {
        view! { <th scope="col" role="columnheader" class=class>{text}</th> }
    };
    view! {
        <div class="table-scroll" role="region" aria-label="Tasks" tabindex="0">
            <table class="table table-flush table-cards" role="table">
                <thead role="rowgroup">
                    <tr role="row">
                        {head("Function", "")} {head("Task id", "")} {head("Language", "")} {head("Repository", "")}
                        {head("Path", "")} {head("Lines", "num")} {head("Executable", "num")} {head("Solved by", "")}
                    </tr>
                </thead>
                <tbody role="rowgroup">{tasks.into_iter().map(task_row).collect_view()}</tbody>
            </table>
        </div>
    }
}

fn task_row(task: TaskRow) -> impl IntoView {
    let lines = format!("{}–{}", task.start_line, task.end_line);
    view! {
        <tr role="row">
            <th scope="row" role="rowheader" data-label="Function" class="wrap-any">
                <a class="mono" href=format!("/tasks/{}", task.key)>{task.qualified_name}</a>
            </th>
            <td role="cell" data-label="Task id" class="wrap-any"><span class="mono">{task.key.to_string()}</span></td>
            <td role="cell" data-label="Language">{task.language.name()}</td>
            <td role="cell" data-label="Repository">{task.repository}</td>
            <td role="cell" data-label="Path" class="wrap-any"><span class="mono">{task.path}</span></td>
            <td role="cell" data-label="Lines" class="num">{lines}</td>
            <td role="cell" data-label="Executable" class="num">{task.executable}</td>
            <td role="cell" data-label="Solved by">
                {band_name(task.entries, task.solved)}
                {(task.entries > 0).then(|| format!(" ({} of {})", task.solved, task.entries))}
            </td>
        </tr>
    }
}

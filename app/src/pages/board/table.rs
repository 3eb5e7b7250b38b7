//! The table: rank, model, headline with its interval, then figures.

use domain::{Metric, Scope};
use leptos::prelude::*;

use super::heads::head;
use super::mode_phrase;
use super::rows::table_row;
use crate::components::Empty;
use crate::ports::{Board, BoardRow};
use crate::view::axis::Axis;
use crate::view::board::{BoardView, Column};
use crate::view::board_rows::{FigureColumn, best, figure, language_columns, metric_columns, shown_rows, task_count};
use crate::view::format::counted;
use crate::view::words::thousands;

/// What all cells of a board need to know of it.
pub(super) struct Frame<'a> {
    pub(super) board: &'a Board,
    pub(super) view: &'a BoardView,
    pub(super) path: &'a str,
    pub(super) axis: Axis,
    /// Whether any row has the metric in the scope of the view.
    pub(super) has_headline: bool,
    pub(super) has_intervals: bool,
}

#[component]
pub fn BoardTable(board: Board, view: BoardView, path: String) -> impl IntoView {
    let rows = shown_rows(&board, &view);
    let headline = |row: &BoardRow| figure(&board, row, view.scope(), view.metric).map(|figure| figure.percent);
    let highs = board.rows.iter().flat_map(|row| [headline(row), row.interval.map(|(_, high)| high)]).flatten();
    let highs: Vec<f64> = highs.collect();
    let frame = Frame {
        board: &board,
        view: &view,
        path: &path,
        has_headline: !highs.is_empty(),
        axis: Axis::for_values(highs),
        has_intervals: board.rows.iter().any(|row| row.interval.is_some()),
    };
    let status = view! {
        <p role="status">
            <b>{format!("{} of {} shown.", rows.len(), counted(board.rows.len() as u64, "entry", "entries"))}</b>
            " "
            {status_line(&board, &view)}
        </p>
    };
    if rows.is_empty() {
        return view! {
            <div class="board-wrap">
                <div class="board-status">{status}</div>
                {nothing_to_show(&frame)}
            </div>
        }
        .into_any();
    }
    let label = match view.language {
        Some(language) => format!("Leaderboard, {}", language.name()),
        None => "Leaderboard, all languages".to_owned(),
    };
    let caption = label.clone();
    let languages: Vec<FigureColumn> = language_columns(&board, &view).into_iter().map(|(_, column)| column).collect();
    let metrics = metric_columns(&board, &view);
    let peak = language_peak(&board, &languages);
    let body = rows.iter().map(|row| table_row(&frame, row, &languages, &metrics, peak)).collect_view();
    view! {
        <form class="board-wrap" method="get" action="/compare">
            <div class="board-status">
                {status}
                {(!languages.is_empty()).then(|| heat_key(peak))}
                {(rows.len() > 1).then(|| view! { <button class="btn btn-small" type="submit">"Compare ticked"</button> })}
            </div>
            <div class="table-scroll board-scroll" role="region" aria-label=label tabindex="0">
                <table class="table board" role="table">
                    <caption class="visually-hidden">{caption}</caption>
                    <thead role="rowgroup">{head(&frame, &languages, &metrics)}</thead>
                    <tbody role="rowgroup">{body}</tbody>
                </table>
            </div>
        </form>
    }
    .into_any()
}

fn nothing_to_show(frame: &Frame<'_>) -> AnyView {
    if frame.board.rows.is_empty() {
        let text = format!("No entry of {} has {} yet.", frame.board.benchmark.name, mode_phrase(frame.view.mode));
        view! {
            <Empty title="No entries yet">
                <p>{text}</p>
                <a class="btn btn-small" href="/submit">"Submit test suites"</a>
            </Empty>
        }
        .into_any()
    } else {
        let href = frame.view.unfiltered().address(frame.path);
        view! {
            <Empty title="No entry matches">
                <p>"No entry passes all filters."</p>
                <a class="btn btn-small" href=href>"Clear filters"</a>
            </Empty>
        }
        .into_any()
    }
}

/// What is shown, over how many tasks, in which order.
pub(super) fn status_line(board: &Board, view: &BoardView) -> String {
    let (place, tasks) = match view.language {
        Some(language) => {
            let n = board.benchmark.languages.iter().find(|(has, _)| *has == language).map_or(0, |(_, n)| *n);
            (language.name().to_owned(), n)
        }
        None => (format!("All {} languages", board.benchmark.languages.len()), board.benchmark.tasks()),
    };
    format!("{place}, {} tasks, {}, {}.", thousands(tasks), mode_phrase(view.mode), order_phrase(view))
}

fn order_phrase(view: &BoardView) -> String {
    let ascending = view.sort.ascending;
    match view.sort.column {
        Column::Headline => format!("{} {} first", if ascending { "lowest" } else { "best" }, view.metric.short_name()),
        Column::Model => format!("models from {}", if ascending { "A to Z" } else { "Z to A" }),
        Column::Figure(metric, scope) => {
            let place = match scope {
                Scope::Language(language) => format!("{} in {}", metric.short_name(), language.name()),
                Scope::Macro => format!("mean {}", metric.short_name()),
                Scope::Micro => format!("pooled {}", metric.short_name()),
            };
            format!("{} {place} first", if ascending { "lowest" } else { "highest" })
        }
    }
}

fn language_peak(board: &Board, languages: &[FigureColumn]) -> f64 {
    languages.iter().filter_map(|column| best(board, column.metric, column.scope)).fold(0.0, f64::max)
}

fn heat_key(peak: f64) -> impl IntoView {
    view! {
        <span class="heat-key" aria-hidden="true">
            "0"
            {(0..=6).map(|step| view! { <i class=format!("heat-{step}")></i> }).collect_view()}
            {format!("{peak:.0} %")}
        </span>
    }
}

/// Whether the headline is a share of tasks, so that a number of tasks stands behind it.
pub(super) fn counts_tasks(frame: &Frame<'_>) -> bool {
    let scope = frame.view.scope();
    frame.board.rows.iter().filter_map(|row| row.figure(scope, frame.view.metric)).any(|f| task_count(f).is_some())
}

/// What the tasks behind a share have in common.
pub(super) const fn count_word(metric: Metric) -> &'static str {
    match metric {
        Metric::Csr => "Built",
        Metric::Ir => "Calling",
        Metric::ValidPass => "Valid",
        Metric::Tpr | Metric::Cov | Metric::Ms | Metric::MsAtPass => "Passed",
    }
}

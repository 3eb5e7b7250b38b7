//! The table: rank, model, headline with its interval, then figures.

use domain::{Metric, Scope};
use leptos::prelude::*;

use super::mode_phrase;
use crate::components::{DefinitionButton, Empty, OpenWeightsBadge, SortLink, SortOrder, SourceBadge, Whisker};
use crate::ports::{Board, BoardRow, RankRange};
use crate::view::axis::Axis;
use crate::view::board::{BoardView, Column};
use crate::view::board_rows::{
    Bracket, FigureColumn, ShownRow, best, heat, is_best, language_columns, languages_with, metric_columns, shown_rows,
    task_count,
};
use crate::view::format::percent;
use crate::view::query::is_web_link;
use crate::view::words::thousands;

/// What all cells of a board need to know of it.
struct Frame<'a> {
    board: &'a Board,
    view: &'a BoardView,
    path: &'a str,
    axis: Axis,
    has_intervals: bool,
}

#[component]
pub fn BoardTable(board: Board, view: BoardView, path: String) -> impl IntoView {
    let rows = shown_rows(&board, &view);
    let headline = |row: &BoardRow| row.figure(view.scope(), view.metric).map(|figure| figure.percent);
    let highs = board.rows.iter().flat_map(|row| [headline(row), row.interval.map(|(_, high)| high)]).flatten();
    let frame = Frame {
        board: &board,
        view: &view,
        path: &path,
        axis: Axis::for_values(highs),
        has_intervals: board.rows.iter().any(|row| row.interval.is_some()),
    };
    let status = view! {
        <p role="status">
            <b>{format!("{} of {} entries shown.", rows.len(), board.rows.len())}</b>
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
        <div class="board-wrap">
            <div class="board-status">{status} {(!languages.is_empty()).then(|| heat_key(peak))}</div>
            <div class="table-scroll board-scroll" role="region" aria-label=label tabindex="0">
                <table class="table board" role="table">
                    <caption class="visually-hidden">{caption}</caption>
                    <thead role="rowgroup">{head(&frame, &languages, &metrics)}</thead>
                    <tbody role="rowgroup">{body}</tbody>
                </table>
            </div>
        </div>
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

fn aria_sort(frame: &Frame<'_>, column: Column) -> Option<&'static str> {
    let sort = frame.view.sort;
    let order = if sort.ascending { SortOrder::Ascending } else { SortOrder::Descending };
    (sort.column == column).then_some(order.as_str())
}

fn sort_href(frame: &Frame<'_>, column: Column) -> String {
    frame.view.sorted_by(column).address(frame.path)
}

fn head(frame: &Frame<'_>, languages: &[FigureColumn], metrics: &[FigureColumn]) -> impl IntoView {
    let (metric, short) = (frame.view.metric, frame.view.metric.short_name());
    // All languages have a second row of headings below the names of their groups.
    let groups = (!languages.is_empty()).then_some("2");
    let title = if groups.is_some() { format!("{short}, mean of languages, %") } else { format!("{short}, %") };
    let axis = format!("{}0 to {:.0}", if frame.has_intervals { "95 % interval on " } else { "on " }, frame.axis.end);
    let first = view! {
        <th scope="col" role="columnheader" rowspan=groups class="c-rank">"Rank"<span class="sub">"range"</span></th>
        <th scope="col" role="columnheader" rowspan=groups class="c-model" aria-sort=aria_sort(frame, Column::Model)>
            <SortLink text="Model" href=sort_href(frame, Column::Model)/>
        </th>
        <th scope="col" role="columnheader" rowspan=groups class="c-head" aria-sort=aria_sort(frame, Column::Headline)>
            <span class="th-line">
                <SortLink text=title href=sort_href(frame, Column::Headline)/>
                <DefinitionButton metric/>
            </span>
            <span class="sub">{axis}</span>
        </th>
    };
    let metric_heads = metrics
        .iter()
        .enumerate()
        .map(|(i, column)| metric_head(frame, *column, groups.is_some() && i == 0))
        .collect_view();
    if groups.is_none() {
        let counted = counts_tasks(frame).then(|| count_head(frame));
        return view! { <tr role="row">{first} {counted} {metric_heads}</tr> }.into_any();
    }
    let language_heads =
        languages.iter().enumerate().map(|(i, column)| language_head(frame, *column, i == 0)).collect_view();
    view! {
        <tr role="row">
            {first}
            <th scope="colgroup" role="columnheader" colspan=languages.len().to_string() class="group-start">
                {format!("{short} by language, %")}
            </th>
            {(!metrics.is_empty()).then(|| view! {
                <th scope="colgroup" role="columnheader" colspan=metrics.len().to_string() class="group-start">
                    "All languages, %"
                </th>
            })}
        </tr>
        <tr role="row">{language_heads} {metric_heads}</tr>
    }
    .into_any()
}

fn language_head(frame: &Frame<'_>, column: FigureColumn, first: bool) -> impl IntoView {
    let name = match column.scope {
        Scope::Language(language) => language.name(),
        Scope::Macro | Scope::Micro => "All",
    };
    let n = column.n.map(|n| format!("of {}", thousands(n))).unwrap_or_default();
    view! {
        <th
            scope="col"
            role="columnheader"
            class=if first { "num lang group-start" } else { "num lang" }
            aria-sort=aria_sort(frame, column.sort_key())
        >
            <SortLink text=name href=sort_href(frame, column.sort_key()) arrow_first=true/>
            <span class="sub">{n}</span>
        </th>
    }
}

/// Under the heading of a metric: over what it is taken, and whether it is conditional.
fn metric_basis(frame: &Frame<'_>, column: FigureColumn) -> String {
    let all = frame.board.benchmark.languages.len();
    let with = languages_with(frame.board, column.metric);
    match (column.scope, column.metric) {
        (Scope::Language(_), Metric::MsAtPass) => "given pass".to_owned(),
        (Scope::Language(_), Metric::Cov | Metric::Ms) => "mean".to_owned(),
        (Scope::Language(_), _) => column.n.map(|n| format!("of {}", thousands(n))).unwrap_or_default(),
        (Scope::Micro, _) => "pooled".to_owned(),
        (Scope::Macro, _) if with > 0 && with < all => format!("{with} langs"),
        (Scope::Macro, _) => "mean".to_owned(),
    }
}

fn metric_head(frame: &Frame<'_>, column: FigureColumn, first: bool) -> impl IntoView {
    view! {
        <th
            scope="col"
            role="columnheader"
            class=if first { "num metric group-start" } else { "num metric" }
            aria-sort=aria_sort(frame, column.sort_key())
        >
            <span class="th-line">
                <SortLink
                    text=column.metric.short_name()
                    href=sort_href(frame, column.sort_key())
                    arrow_first=true
                />
                <DefinitionButton metric=column.metric/>
            </span>
            <span class="sub">{metric_basis(frame, column)}</span>
        </th>
    }
}

/// Whether the headline is a share of tasks, so that a number of tasks stands behind it.
fn counts_tasks(frame: &Frame<'_>) -> bool {
    let scope = frame.view.scope();
    frame.board.rows.iter().filter_map(|row| row.figure(scope, frame.view.metric)).any(|f| task_count(f).is_some())
}

/// What the tasks behind a share have in common.
const fn count_word(metric: Metric) -> &'static str {
    match metric {
        Metric::Csr => "Built",
        Metric::Ir => "Calling",
        Metric::ValidPass => "Valid",
        Metric::Tpr | Metric::Cov | Metric::Ms | Metric::MsAtPass => "Passed",
    }
}

fn count_head(frame: &Frame<'_>) -> impl IntoView {
    let column = FigureColumn::of(frame.board, frame.view.metric, frame.view.scope());
    let basis = column.n.map(|n| format!("of {}", thousands(n))).unwrap_or_default();
    view! {
        <th scope="col" role="columnheader" class="num metric">
            {count_word(frame.view.metric)}
            <span class="sub">{basis}</span>
        </th>
    }
}

fn table_row(
    frame: &Frame<'_>,
    shown: &ShownRow<'_>,
    languages: &[FigureColumn],
    metrics: &[FigureColumn],
    peak: f64,
) -> impl IntoView + use<> {
    let row = shown.row;
    let class = match shown.bracket {
        Bracket::None => None,
        Bracket::Alone => Some("tie-end"),
        Bracket::First => Some("tied tie-first"),
        Bracket::Middle => Some("tied"),
        Bracket::Last => Some("tied tie-end"),
    };
    let counted = (languages.is_empty() && counts_tasks(frame)).then(|| count_cell(frame, row));
    let language_cells = languages.iter().map(|column| language_cell(frame.board, row, *column, peak)).collect_view();
    let metric_cells = metrics
        .iter()
        .enumerate()
        .map(|(i, column)| metric_cell(frame.board, row, *column, !languages.is_empty() && i == 0))
        .collect_view();
    view! {
        <tr role="row" class=class>
            <td role="cell" class="c-rank">{row.rank.map(rank_cell)}</td>
            <th scope="row" role="rowheader" class="c-model">{model_cell(row)}</th>
            <td role="cell" class="c-head">{headline_cell(frame, row)}</td>
            {counted}
            {language_cells}
            {metric_cells}
        </tr>
    }
}

fn rank_cell(rank: RankRange) -> impl IntoView {
    let range = if rank.low == rank.high { rank.low.to_string() } else { format!("{}–{}", rank.low, rank.high) };
    view! {
        <div class="rank">
            <b>{rank.rank} {rank.tied.then(|| view! { <span class="visually-hidden">" tied"</span> })}</b>
            <span class="sub"><span class="visually-hidden">"rank range "</span>{range}</span>
        </div>
    }
}

fn model_cell(row: &BoardRow) -> impl IntoView + use<> {
    let name = row.model.to_string();
    let name = match (row.submission, is_web_link(&row.link)) {
        (Some(id), _) => view! { <a class="model-name" href=format!("/submissions/{id}")>{name}</a> }.into_any(),
        (None, true) => view! { <a class="model-name" href=row.link.clone() rel="noopener">{name}</a> }.into_any(),
        (None, false) => view! { <span class="model-name">{name}</span> }.into_any(),
    };
    view! {
        {name}
        <div class="model-by">
            <span>{row.provider.clone()}</span>
            <span class="badges">
                <SourceBadge source=row.source/>
                {row.open_weights.then(|| view! { <OpenWeightsBadge/> })}
            </span>
        </div>
    }
}

fn headline_cell(frame: &Frame<'_>, row: &BoardRow) -> AnyView {
    let Some(figure) = row.figure(frame.view.scope(), frame.view.metric) else {
        return view! { <span class="none">"—"</span> }.into_any();
    };
    let interval = row.interval.map(|(low, high)| format!("{low:.1} to {high:.1}"));
    view! {
        <div class="headline">
            <b>{percent(figure.percent)}</b>
            <Whisker estimate=figure.percent interval=row.interval axis=frame.axis/>
            <span class="sub">{interval}</span>
        </div>
    }
    .into_any()
}

fn count_cell(frame: &Frame<'_>, row: &BoardRow) -> AnyView {
    let label = count_word(frame.view.metric);
    let Some((n, figure)) =
        row.figure(frame.view.scope(), frame.view.metric).and_then(|figure| Some((task_count(figure)?, figure)))
    else {
        return unknown_cell("num metric none", label);
    };
    let own_n = FigureColumn::of(frame.board, figure.metric, figure.scope).n.is_none().then_some(figure.n);
    view! {
        <td role="cell" class="num metric" data-label=label>
            {thousands(n)}
            {own_n.map(|n| view! { <span class="sub">{format!("of {}", thousands(n))}</span> })}
        </td>
    }
    .into_any()
}

fn unknown_cell(class: &'static str, label: &'static str) -> AnyView {
    view! { <td role="cell" class=class data-label=label>"—"</td> }.into_any()
}

fn language_cell(board: &Board, row: &BoardRow, column: FigureColumn, peak: f64) -> AnyView {
    let label = match column.scope {
        Scope::Language(language) => language.name(),
        Scope::Macro | Scope::Micro => "All",
    };
    let Some(figure) = row.figure(column.scope, column.metric) else {
        return unknown_cell("num lang none", label);
    };
    let best = is_best(figure.percent, best(board, column.metric, column.scope));
    let class = format!("num lang heat-{}{}", heat(figure.percent, peak), if best { " best" } else { "" });
    view! { <td role="cell" class=class data-label=label>{percent(figure.percent)} {own_n(column, figure.n)}</td> }
        .into_any()
}

fn metric_cell(board: &Board, row: &BoardRow, column: FigureColumn, first: bool) -> AnyView {
    let label = if column.scope == Scope::Micro { "Pooled" } else { column.metric.short_name() };
    let start = if first { " group-start" } else { "" };
    let Some(figure) = row.figure(column.scope, column.metric) else {
        return view! { <td role="cell" class=format!("num metric none{start}") data-label=label>"—"</td> }.into_any();
    };
    let best = is_best(figure.percent, best(board, column.metric, column.scope));
    let class = format!("num metric{start}{}", if best { " best" } else { "" });
    view! { <td role="cell" class=class data-label=label>{percent(figure.percent)} {own_n(column, figure.n)}</td> }
        .into_any()
}

/// The number of tasks of one value, where the heading cannot say it for the whole column.
fn own_n(column: FigureColumn, n: u64) -> Option<impl IntoView> {
    column.n.is_none().then(|| view! { <span class="sub">{format!("n {}", thousands(n))}</span> })
}

//! The rows of the table.

use domain::Scope;
use leptos::prelude::*;

use super::table::{Frame, count_word, counts_tasks};
use crate::components::badge::source_name;
use crate::components::{OpenWeightsBadge, SourceBadge, Whisker};
use crate::ports::{Board, BoardRow, RankRange, model_address};
use crate::view::board_rows::{Bracket, FigureColumn, ShownRow, best, figure, heat, is_best, task_count};
use crate::view::format::percent;
use crate::view::words::thousands;

/// A row with all its cells.
pub(super) fn table_row(
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
    let pick = format!("Compare {name}, {}", source_name(row.source).to_lowercase());
    view! {
        <div class="model-line">
            <label class="pick">
                <input type="checkbox" name="entries" value=row.entry.to_string()/>
                <span class="visually-hidden">{pick}</span>
            </label>
            <a class="model-name" href=model_address(&row.model)>{name}</a>
        </div>
        <div class="model-by">
            {(!row.provider.is_empty()).then(|| view! { <span>{row.provider.clone()}</span> })}
            <span class="badges">
                <SourceBadge source=row.source/>
                {row.open_weights.then(|| view! { <OpenWeightsBadge/> })}
            </span>
            {row.submission.map(|id| view! { <a href=format!("/submissions/{id}")>"All suites"</a> })}
        </div>
    }
}

fn headline_cell(frame: &Frame<'_>, row: &BoardRow) -> AnyView {
    let Some(figure) = figure(frame.board, row, frame.view.scope(), frame.view.metric) else {
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
    let Some(figure) = figure(board, row, column.scope, column.metric) else {
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

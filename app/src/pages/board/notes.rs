//! What stands below the table: how to read it, what the marks mean, how to cite it.

use std::fmt::Write;

use domain::{EntrySource, Scope};
use leptos::prelude::*;

use super::table::status_line;
use crate::components::badge::source_meaning;
use crate::components::{OpenWeightsBadge, SourceBadge};
use crate::ports::Board;
use crate::view::board::BoardView;
use crate::view::board_rows::metric_columns;

#[component]
pub fn Notes(board: Board, view: BoardView, path: String) -> impl IntoView {
    let has_intervals = board.rows.iter().any(|row| row.interval.is_some());
    let link = view.address(&path);
    let cited = cited_as(&board, &view);
    view! {
        <p class="note">
            {if has_intervals {
                view! { <RankNote/> }.into_any()
            } else {
                let text = format!(
                    "{} is a mean whose spread over tasks is not known for these entries, so they have neither intervals nor shared ranks. ",
                    view.metric.short_name(),
                );
                view! { {text} }.into_any()
            }}
            <b>"Bold"</b>
            " is the best of a column. “—” is not known."
            {partial_means(&board, &view)}
        </p>
        <section class="section">
            <div class="section-head"><h2>"Marks"</h2></div>
            <dl class="legend-list">
                {EntrySource::ALL
                    .iter()
                    .map(|source| {
                        let source = *source;
                        view! {
                            <div>
                                <dt><SourceBadge source/></dt>
                                <dd>{source_meaning(source)}</dd>
                            </div>
                        }
                    })
                    .collect_view()}
                <div>
                    <dt><OpenWeightsBadge/></dt>
                    <dd>"The weights can be downloaded."</dd>
                </div>
            </dl>
        </section>
        <section class="section" id="cite">
            <div class="section-head"><h2>"Cite this view"</h2><a href=link>"Link to this view"</a></div>
            <pre class="log log-wrap" tabindex="0" role="region" aria-label="Text for a citation">{cited}</pre>
        </section>
    }
}

#[component]
fn RankNote() -> impl IntoView {
    view! {
        <b>"Rank"</b>
        ": entries that cannot be told apart from the first of their group, at 95 %, share its rank, and a bracket joins them. The small figures are the 95 % range of the place. "
        <b>"Intervals"</b>
        " resample tasks within each language, from the number of tasks behind each share. "
    }
}

/// Which means leave out languages, in one sentence each.
fn partial_means(board: &Board, view: &BoardView) -> String {
    let mut text = String::new();
    for column in metric_columns(board, view).into_iter().filter(|column| column.scope == Scope::Macro) {
        let (with, without): (Vec<_>, Vec<_>) =
            board.benchmark.languages.iter().map(|(language, _)| *language).partition(|language| {
                board.rows.iter().any(|row| row.figure(Scope::Language(*language), column.metric).is_some())
            });
        if !with.is_empty() && !without.is_empty() {
            let names = |languages: &[domain::Language]| {
                languages.iter().map(|language| language.name()).collect::<Vec<_>>().join(", ")
            };
            // Writing to a string cannot fail.
            let _ = write!(
                text,
                " {} is the mean of {}; no entry has it for {}.",
                column.metric.short_name(),
                names(&with),
                names(&without),
            );
        }
    }
    text
}

fn cited_as(board: &Board, view: &BoardView) -> String {
    let benchmark = &board.benchmark;
    let line = status_line(board, view);
    let mut text = format!(
        "{} {}, {} entries. {line} Assay, data of {}.",
        benchmark.name,
        benchmark.version,
        board.rows.len(),
        benchmark.updated.display_date(),
    );
    if !benchmark.citation.is_empty() {
        text.push('\n');
        text.push_str(&benchmark.citation);
    }
    text
}

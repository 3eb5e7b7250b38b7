//! What stands below the table: how to read it, what the marks mean, how to cite it.

use std::fmt::Write;

use domain::{EntrySource, Scope};
use leptos::prelude::*;

use super::table::status_line;
use crate::components::badge::source_meaning;
use crate::components::{OpenWeightsBadge, SourceBadge};
use crate::ports::{Board, BoardRow};
use crate::view::board::BoardView;
use crate::view::board_rows::{best, figure, languages_with, metric_columns};
use crate::view::format::counted;

/// Forms of a view to take away.
const FILES: [(&str, &str); 4] =
    [("board.csv", "CSV"), ("board.json", "JSON"), ("board.tex", "LaTeX"), ("board.bib", "BibTeX")];

#[component]
pub fn Notes(board: Board, view: BoardView, path: String) -> impl IntoView {
    let link = view.address(&path);
    let cited = cited_as(&board, &view);
    view! {
        <p class="note">
            {rank_note(&board, &view)}
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
            <p class="row">
                "Take this view away: "
                {FILES
                    .map(|(file, name)| {
                        let href = view.address(&format!("/benchmarks/{}/export/{file}", board.benchmark.slug));
                        view! { <a href=href download="">{name}</a> }
                    })
                    .into_iter()
                    .collect_view()}
                <a href="/feed.atom">"Feed of new entries"</a>
            </p>
        </section>
    }
}

/// How to read ranks and intervals, or why there are none.
fn rank_note(board: &Board, view: &BoardView) -> AnyView {
    let name = view.metric.short_name();
    let shown = |row: &BoardRow| figure(board, row, view.scope(), view.metric).is_some();
    if board.rows.is_empty() {
        ().into_any()
    } else if board.rows.iter().any(|row| row.interval.is_some()) {
        view! { <RankNote/> }.into_any()
    } else if !board.rows.iter().any(shown) {
        format!("{name} has no common figure for all languages; choose a language above to rank by it. ").into_any()
    } else {
        let lacking = if board.rows.iter().any(|row| row.rank.is_some()) { "shared ranks" } else { "ranks" };
        format!(
            "{name} is a mean whose spread over tasks is not known for these entries, so they have neither intervals nor {lacking}. "
        )
        .into_any()
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
    let headline = (view.language.is_none() && best(board, view.metric, Scope::Macro).is_some()).then_some(view.metric);
    let columns = metric_columns(board, view).into_iter().filter(|column| column.scope == Scope::Macro);
    for metric in headline.into_iter().chain(columns.map(|column| column.metric)) {
        let with = languages_with(board, metric);
        let all = board.benchmark.languages.iter().map(|(language, _)| *language);
        let without: Vec<_> = all.filter(|language| !with.contains(language)).collect();
        if !with.is_empty() && !without.is_empty() {
            let names = |languages: &[domain::Language]| {
                languages.iter().map(|language| language.name()).collect::<Vec<_>>().join(", ")
            };
            // Writing to a string cannot fail.
            let _ = write!(
                text,
                " {} is the mean of {}; no entry has it for {}.",
                metric.short_name(),
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
        "{} {}, {}. {line} Assay, data of {}.",
        benchmark.name,
        benchmark.version,
        counted(board.rows.len() as u64, "entry", "entries"),
        benchmark.updated.display_date(),
    );
    if !benchmark.citation.is_empty() {
        text.push('\n');
        text.push_str(&benchmark.citation);
    }
    text
}

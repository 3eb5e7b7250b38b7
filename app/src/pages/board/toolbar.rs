//! What stands above the table: context mode, metric, search and filters.

use domain::ContextMode;
use leptos::prelude::*;

use super::shown_metrics;
use crate::components::badge::source_name;
use crate::components::{Choice, Icon, IconName, Segmented};
use crate::ports::Board;
use crate::view::board::BoardView;
use crate::view::board_rows::source_counts;

#[component]
pub fn Toolbar(board: Board, view: BoardView, path: String) -> impl IntoView {
    let open_weights = board.rows.iter().filter(|row| row.open_weights).count();
    let sources = source_counts(&board, &view);
    let metric_label = if view.language.is_some() { "Ranked by" } else { "Languages show" };
    let reset = view.is_filtered().then(|| view.unfiltered().address(&path));
    view! {
        <form class="stack-s" role="search" method="get" action=path.clone()>
            {view
                .pairs_beside_filters()
                .into_iter()
                .map(|(name, value)| view! { <input type="hidden" name=name value=value/> })
                .collect_view()}
            <div class="toolbar">
                <div class="toolbar-group wide">
                    <span class="label wide-only">"Context"</span>
                    <Segmented label="Context mode" choices=mode_choices(&board, &view, &path)/>
                </div>
                <div class="toolbar-group wide">
                    <span class="label">{metric_label}</span>
                    <Segmented label=format!("{metric_label}, metric") choices=metric_choices(&board, &view, &path)/>
                </div>
            </div>
            <div class="toolbar">
                <div class="search">
                    <Icon name=IconName::Search/>
                    <label class="visually-hidden" for="q">"Find a model or provider"</label>
                    <input
                        class="input"
                        id="q"
                        name="q"
                        type="search"
                        maxlength="200"
                        placeholder="Model or provider"
                        value=view.search.clone()
                    />
                </div>
                <div class="toolbar-group">
                    <label class="chip">
                        <input type="checkbox" name="open" value="1" checked=view.open_weights/>
                        "Open weights "
                        <span class="n">{open_weights}</span>
                    </label>
                    {sources
                        .into_iter()
                        .map(|(source, count)| {
                            let checked = view.sources.contains(&source);
                            view! {
                                <label class="chip">
                                    <input type="checkbox" name="source" value=source.as_str() checked=checked/>
                                    {source_name(source)}
                                    " "
                                    <span class="n">{count}</span>
                                </label>
                            }
                        })
                        .collect_view()}
                </div>
                <div class="toolbar-group push">
                    {reset.map(|href| view! { <a class="btn btn-small btn-quiet" href=href>"Clear filters"</a> })}
                    <button class="btn btn-small" type="submit">"Apply filters"</button>
                </div>
            </div>
        </form>
    }
}

fn mode_choices(board: &Board, view: &BoardView, path: &str) -> Vec<Choice> {
    let count = |mode: ContextMode| board.modes.iter().find(|(of, _)| *of == mode).map_or(0, |(_, n)| *n);
    ContextMode::ALL
        .iter()
        .map(|mode| Choice {
            text: mode.name().to_owned(),
            count: Some(count(*mode)),
            href: view.with_mode(*mode).address(path),
            current: *mode == view.mode,
        })
        .collect()
}

fn metric_choices(board: &Board, view: &BoardView, path: &str) -> Vec<Choice> {
    shown_metrics(board, view)
        .into_iter()
        .map(|metric| Choice {
            text: metric.short_name().to_owned(),
            count: None,
            href: view.with_metric(metric).address(path),
            current: metric == view.metric,
        })
        .collect()
}

//! A board as a plain table: the rows that the view shows, in its order.

use app::ports::{Board, BoardRow};
use app::view::board::BoardView;
use app::view::board_rows::{figure, language_columns, metric_columns, shown_rows};
use domain::{Metric, Scope, Timestamp};

/// What every form is written from.
pub(super) struct BoardTable {
    pub(super) slug: String,
    pub(super) name: String,
    pub(super) version: String,
    pub(super) citation: String,
    pub(super) updated: Timestamp,
    /// Where the view can be seen.
    pub(super) address: String,
    /// What the view shows, in words.
    pub(super) scope: String,
    pub(super) context: String,
    pub(super) metric: Metric,
    /// Figures beside the headline.
    pub(super) columns: Vec<(Metric, Scope)>,
    pub(super) rows: Vec<ExportRow>,
}

/// One entry.
pub(super) struct ExportRow {
    pub(super) row: BoardRow,
    /// Percent and number of tasks.
    pub(super) headline: Option<(f64, u64)>,
    /// In the order of the columns.
    pub(super) figures: Vec<Option<(f64, u64)>>,
}

impl BoardTable {
    pub(super) fn of(board: &Board, view: &BoardView, address: String) -> Self {
        let languages = language_columns(board, view).into_iter().map(|(_, column)| column);
        let columns: Vec<(Metric, Scope)> =
            languages.chain(metric_columns(board, view)).map(|column| (column.metric, column.scope)).collect();
        let value =
            |row: &BoardRow, scope, metric| figure(board, row, scope, metric).map(|figure| (figure.percent, figure.n));
        let rows = shown_rows(board, view)
            .into_iter()
            .map(|shown| ExportRow {
                row: shown.row.clone(),
                headline: value(shown.row, view.scope(), view.metric),
                figures: columns.iter().map(|(metric, scope)| value(shown.row, *scope, *metric)).collect(),
            })
            .collect();
        Self {
            slug: board.benchmark.slug.to_string(),
            name: board.benchmark.name.clone(),
            version: board.benchmark.version.clone(),
            citation: board.benchmark.citation.clone(),
            updated: board.benchmark.updated,
            address,
            scope: view.language.map_or("all languages", domain::Language::name).to_owned(),
            context: view.mode.as_str().to_owned(),
            metric: view.metric,
            columns,
            rows,
        }
    }

    pub(super) fn json(&self) -> String {
        let figure = |metric: Metric, scope: &str, (percent, n): (f64, u64)| serde_json::json!({ "metric": metric, "scope": scope, "percent": percent, "n": n });
        let scope = if self.scope == "all languages" { "macro".to_owned() } else { self.scope.to_lowercase() };
        let entries: Vec<_> = self
            .rows
            .iter()
            .map(|entry| {
                let row = &entry.row;
                let figures: Vec<_> = self
                    .columns
                    .iter()
                    .zip(&entry.figures)
                    .filter_map(|((metric, scope), value)| Some(figure(*metric, scope.as_str(), (*value)?)))
                    .collect();
                serde_json::json!({
                    "entry": row.entry,
                    "model": row.model,
                    "provider": row.provider,
                    "source": row.source,
                    "open_weights": row.open_weights,
                    "submission": row.submission,
                    "added": row.added.rfc3339(),
                    "rank": row.rank.map(|rank| rank.rank),
                    "rank_range": row.rank.map(|rank| [rank.low, rank.high]),
                    "headline": entry.headline.map(|value| figure(self.metric, &scope, value)),
                    "interval_95": row.interval.map(|(low, high)| [low, high]),
                    "figures": figures,
                })
            })
            .collect();
        let value = serde_json::json!({
            "benchmark": self.slug,
            "version": self.version,
            "context": self.context,
            "address": self.address,
            "data_of": self.updated.rfc3339(),
            "citation": self.citation,
            "entries": entries,
        });
        format!("{value:#}\n")
    }
}

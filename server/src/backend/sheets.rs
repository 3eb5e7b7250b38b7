//! Boards whose metrics are data.

use app::error::AppError;
use app::ports::{ChartName, ChartRequest, Sheet, SheetMetric, SheetRow};
use domain::Slug;
use store::PublishedTable;

use super::Backend;
use super::benchmarks::summary;
use super::faults::internal;

impl Backend {
    /// The published board of a benchmark that defines its metrics as data; `None` for the others.
    pub(super) async fn sheet_of(&self, benchmark: &Slug) -> Result<Option<Sheet>, AppError> {
        let record = self.benchmark_record(benchmark).await?;
        let Some(bare) = self.bare_sheet(benchmark).await? else { return Ok(None) };
        let requests = [ChartName::Headline, ChartName::Cost].map(|name| ChartRequest::new(name, benchmark)).to_vec();
        let charts = self.chart_set(benchmark, requests).await?.charts.into_iter().flatten().collect();
        let Bare { source, labels, metrics, rows } = bare;
        Ok(Some(Sheet { benchmark: summary(record), source, labels, metrics, rows, charts }))
    }

    /// The same without its drawings, which are made from it.
    pub(in crate::backend) async fn bare_sheet(&self, benchmark: &Slug) -> Result<Option<Bare>, AppError> {
        let table =
            |name: &'static str| async move { self.store.published_table(benchmark, name).await.map_err(internal) };
        let (Some(board), Some(metrics)) = (table("board").await?, table("metrics").await?) else { return Ok(None) };
        Ok(Some(Bare::of(&board, &metrics, table("intervals").await?.as_ref())))
    }
}

/// A sheet before anything is drawn.
pub(in crate::backend) struct Bare {
    pub(in crate::backend) source: String,
    pub(in crate::backend) labels: Vec<String>,
    pub(in crate::backend) metrics: Vec<SheetMetric>,
    pub(in crate::backend) rows: Vec<SheetRow>,
}

impl Bare {
    fn of(board: &PublishedTable, metrics: &PublishedTable, intervals: Option<&PublishedTable>) -> Self {
        let at = |table: &PublishedTable, name: &str| table.columns.iter().position(|column| column == name);
        let cell = |table: &PublishedTable, row: &[String], name: &str| {
            at(table, name).and_then(|column| row.get(column)).cloned().unwrap_or_default()
        };
        let metrics: Vec<SheetMetric> = metrics
            .rows
            .iter()
            .map(|row| SheetMetric {
                key: cell(metrics, row, "key"),
                short: cell(metrics, row, "short"),
                unit: cell(metrics, row, "unit"),
                lower_is_better: cell(metrics, row, "better") == "lower",
                definition: cell(metrics, row, "definition"),
            })
            .filter(|metric| at(board, &metric.key).is_some())
            .collect();
        let labels: Vec<String> = board
            .columns
            .iter()
            .filter(|column| metrics.iter().all(|metric| metric.key != **column))
            .cloned()
            .collect();
        let interval = |name: &str, metric: &SheetMetric| {
            let table = intervals?;
            let row = table.rows.iter().find(|row| {
                row.first().is_some_and(|first| first == name) && cell(table, row, "metric") == metric.key
            })?;
            Some((cell(table, row, "ci_low").parse().ok()?, cell(table, row, "ci_high").parse().ok()?))
        };
        let rows = board
            .rows
            .iter()
            .map(|row| SheetRow {
                labels: labels.iter().map(|label| cell(board, row, label).replace('_', " ")).collect(),
                values: metrics.iter().map(|metric| cell(board, row, &metric.key).parse().ok()).collect(),
                intervals: metrics.iter().map(|metric| interval(row.first()?, metric)).collect(),
            })
            .collect();
        let labels = labels.iter().map(|label| heading(label)).collect();
        Self { source: board.source.clone(), labels, metrics, rows }
    }
}

/// A column's name as a heading.
fn heading(column: &str) -> String {
    let text = column.replace('_', " ");
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

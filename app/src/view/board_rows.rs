//! What a board shows: its columns, and its rows filtered and in order.

use std::cmp::Ordering;

use domain::{EntrySource, Language, Metric, Scope};

use super::board::{BoardView, Column};
use crate::ports::{Board, BoardRow, Figure};

/// A column of figures beside the headline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FigureColumn {
    pub metric: Metric,
    pub scope: Scope,
    /// The number of tasks that every value of the column is taken over; `None` if it differs, or if there is none.
    pub n: Option<u64>,
}

impl FigureColumn {
    /// The column of a metric in a scope.
    pub fn of(board: &Board, metric: Metric, scope: Scope) -> Self {
        let mut counts = board.rows.iter().filter_map(|row| figure(board, row, scope, metric)).map(|figure| figure.n);
        let first = counts.next();
        let n = first.filter(|n| counts.all(|other| other == *n));
        Self { metric, scope, n }
    }

    /// Names the column in the URL.
    pub const fn sort_key(self) -> Column {
        Column::Figure(self.metric, self.scope)
    }
}

/// The figure of a row as a board shows it. Where none is stored for all languages, it follows from those per language:
/// the mean over the languages in which the board has the metric at all, or the share of all tasks taken together.
/// A row that lacks one of these languages has none, since its figure could not be compared with the others.
pub fn figure(board: &Board, row: &BoardRow, scope: Scope, metric: Metric) -> Option<Figure> {
    row.figure(scope, metric).or_else(|| match scope {
        Scope::Language(_) => None,
        Scope::Macro => mean_of_known_languages(board, row, metric),
        Scope::Micro => pooled(board, row, metric),
    })
}

fn mean_of_known_languages(board: &Board, row: &BoardRow, metric: Metric) -> Option<Figure> {
    // The mean of a conditional metric would mix different conditions; one language is no mean.
    let languages = languages_with(board, metric);
    if metric == Metric::MsAtPass || languages.len() < 2 {
        return None;
    }
    let parts: Vec<Figure> =
        languages.iter().map(|language| row.figure(Scope::Language(*language), metric)).collect::<Option<_>>()?;
    let percent = parts.iter().map(|part| part.percent).sum::<f64>() / parts.len() as f64;
    Some(Figure { scope: Scope::Macro, metric, percent, n: parts.iter().map(|part| part.n).sum() })
}

/// Only for shares: the tasks behind a share of two decimals can be counted, those behind a mean cannot.
fn pooled(board: &Board, row: &BoardRow, metric: Metric) -> Option<Figure> {
    let (mut met, mut n) = (0, 0);
    for (language, _) in &board.benchmark.languages {
        let part = row.figure(Scope::Language(*language), metric)?;
        met += task_count(part)?;
        n += part.n;
    }
    (n > 0).then(|| Figure { scope: Scope::Micro, metric, percent: 100.0 * met as f64 / n as f64, n })
}

/// The metric of a board per language: only where all languages are shown.
pub fn language_columns(board: &Board, view: &BoardView) -> Vec<(Language, FigureColumn)> {
    if view.language.is_some() {
        return Vec::new();
    }
    board
        .benchmark
        .languages
        .iter()
        .map(|(language, _)| (*language, FigureColumn::of(board, view.metric, Scope::Language(*language))))
        .collect()
}

/// The other metrics in the scope of the view; for all languages also the headline metric over pooled tasks, but not
/// the conditional metric, whose mean over languages would mix different conditions.
pub fn metric_columns(board: &Board, view: &BoardView) -> Vec<FigureColumn> {
    board
        .metrics
        .iter()
        .filter_map(|metric| {
            let scope = match (view.language, *metric == view.metric) {
                (Some(_), true) => return None,
                (None, false) if *metric == Metric::MsAtPass => return None,
                (None, true) => Scope::Micro,
                _ => view.scope(),
            };
            let column = FigureColumn::of(board, *metric, scope);
            board.rows.iter().any(|row| figure(board, row, scope, *metric).is_some()).then_some(column)
        })
        .collect()
}

/// Languages of the benchmark in which at least one row has the metric.
pub fn languages_with(board: &Board, metric: Metric) -> Vec<Language> {
    board
        .benchmark
        .languages
        .iter()
        .map(|(language, _)| *language)
        .filter(|language| board.rows.iter().any(|row| row.figure(Scope::Language(*language), metric).is_some()))
        .collect()
}

/// The best value of a column over all rows, hidden ones too; `None` without any.
pub fn best(board: &Board, metric: Metric, scope: Scope) -> Option<f64> {
    board.rows.iter().filter_map(|row| figure(board, row, scope, metric)).map(|figure| figure.percent).reduce(f64::max)
}

/// Whether a value is the best of its column, as far as two decimals tell.
pub fn is_best(value: f64, best: Option<f64>) -> bool {
    best.is_some_and(|best| best > 0.0 && (value - best).abs() < 0.005)
}

/// The step of a heat cell, 0 to 6, by its share of the highest value.
pub fn heat(value: f64, peak: f64) -> u8 {
    if value <= 0.5 || peak <= 0.0 { 0 } else { (6.0 * value / peak).ceil().clamp(1.0, 6.0) as u8 }
}

/// The number of tasks behind a share; `None` for a metric that is a mean.
pub fn task_count(figure: Figure) -> Option<u64> {
    matches!(figure.metric, Metric::Csr | Metric::Tpr | Metric::Ir | Metric::ValidPass)
        .then(|| (figure.percent * figure.n as f64 / 100.0).round() as u64)
}

/// Sources that rows of the board have or that the view asks for, with their number of rows.
pub fn source_counts(board: &Board, view: &BoardView) -> Vec<(EntrySource, u64)> {
    EntrySource::ALL
        .iter()
        .map(|source| (*source, board.rows.iter().filter(|row| row.source == *source).count() as u64))
        .filter(|(source, count)| *count > 0 || view.sources.contains(source))
        .collect()
}

/// A row with its place in a bracket of rows that share a rank.
#[derive(Debug, Clone, PartialEq)]
pub struct ShownRow<'a> {
    pub row: &'a BoardRow,
    pub bracket: Bracket,
}

/// Where a row stands among the shown rows of its rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bracket {
    /// Rows are not in the order of ranks.
    None,
    /// The only shown row of its rank.
    Alone,
    First,
    Middle,
    Last,
}

/// The rows that the filters leave, in the order of the view.
pub fn shown_rows<'a>(board: &'a Board, view: &BoardView) -> Vec<ShownRow<'a>> {
    let mut rows: Vec<&BoardRow> = board.rows.iter().filter(|row| matches_filters(row, view)).collect();
    rows.sort_by(|a, b| order(board, a, b, view));
    let ranks: Vec<Option<u32>> = rows.iter().map(|row| row.rank.map(|rank| rank.rank)).collect();
    let by_rank = view.sort.column == Column::Headline;
    rows.into_iter()
        .enumerate()
        .map(|(i, row)| {
            let same = |other: Option<&Option<u32>>| ranks[i].is_some() && other.copied().flatten() == ranks[i];
            let (above, below) = (i > 0 && same(ranks.get(i - 1)), same(ranks.get(i + 1)));
            let bracket = match (by_rank, above, below) {
                (false, ..) => Bracket::None,
                (true, false, false) => Bracket::Alone,
                (true, false, true) => Bracket::First,
                (true, true, true) => Bracket::Middle,
                (true, true, false) => Bracket::Last,
            };
            ShownRow { row, bracket }
        })
        .collect()
}

fn matches_filters(row: &BoardRow, view: &BoardView) -> bool {
    let needle = view.search.to_lowercase();
    let found = |text: &str| text.to_lowercase().contains(&needle);
    (needle.is_empty() || found(row.model.as_str()) || found(&row.provider))
        && (!view.open_weights || row.open_weights)
        && (view.sources.is_empty() || view.sources.contains(&row.source))
}

/// Unknown values come last in either order; ties go by name and then by age, so that the order never wavers.
fn order(board: &Board, a: &BoardRow, b: &BoardRow, view: &BoardView) -> Ordering {
    let turn = |ordering: Ordering, ascending: bool| if ascending { ordering } else { ordering.reverse() };
    let names = || a.model.as_str().to_lowercase().cmp(&b.model.as_str().to_lowercase());
    let by_column = match view.sort.column {
        Column::Model => turn(names(), view.sort.ascending),
        Column::Headline | Column::Figure(..) => {
            let (metric, scope) = match view.sort.column {
                Column::Figure(metric, scope) => (metric, scope),
                _ => (view.metric, view.scope()),
            };
            let value = |row: &BoardRow| figure(board, row, scope, metric).map(|figure| figure.percent);
            match (value(a), value(b)) {
                (Some(x), Some(y)) => turn(x.total_cmp(&y), view.sort.ascending),
                (known, other) => other.is_some().cmp(&known.is_some()),
            }
        }
    };
    by_column.then_with(names).then_with(|| a.added.cmp(&b.added)).then_with(|| a.entry.cmp(&b.entry))
}

#[cfg(test)]
#[path = "board_rows_tests.rs"]
mod tests;

//! The leaderboard: entries with their places.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use app::error::AppError;
use app::ports::{Board, BoardRequest, BoardRow, Figure, RankRange};
use domain::{ContextMode, EntryId, Metric, Scope, Slug};
use scoring::{Contestant, Placing, Stratum};
use store::EntryRecord;

use super::Backend;
use super::benchmarks::summary;
use super::faults::internal;

/// Rankings that are kept; a ranking resamples thousands of times, and boards change seldom.
const KEPT: usize = 256;

/// Computed rankings by what they were computed from.
#[derive(Debug, Default)]
pub(super) struct Places(Mutex<HashMap<PlacesKey, Vec<Option<Placing>>>>);

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct PlacesKey {
    benchmark: Slug,
    mode: ContextMode,
    metric: Metric,
    scope: Scope,
    /// The entries and, for each, its figures' bits: a changed figure is another ranking.
    entries: Vec<(EntryId, u64)>,
}

impl Backend {
    pub(super) async fn board_of(&self, request: BoardRequest) -> Result<Board, AppError> {
        let benchmark = self.benchmark_record(&request.benchmark).await?;
        let entries = self.store.board_entries(&request.benchmark, request.mode).await.map_err(internal)?;
        let counts = self.store.entry_mode_counts(&request.benchmark).await.map_err(internal)?;
        let modes = ContextMode::ALL
            .iter()
            .map(|mode| (*mode, counts.iter().find(|(known, _)| known == mode).map_or(0, |(_, n)| *n)))
            .collect();
        let metrics: Vec<Metric> = Metric::ALL
            .iter()
            .copied()
            .filter(|metric| entries.iter().any(|entry| entry.figures.iter().any(|(_, m, _, _)| m == metric)))
            .collect();

        let placings = self.places.of(&request, &entries).await?;
        let mut rows: Vec<BoardRow> =
            entries.into_iter().zip(placings).map(|(entry, placing)| row(entry, placing)).collect();
        let value = |row: &BoardRow| row.figure(request.scope, request.metric).map(|figure| figure.percent);
        rows.sort_by(|a, b| {
            let (x, y) = (value(a).unwrap_or(f64::NEG_INFINITY), value(b).unwrap_or(f64::NEG_INFINITY));
            y.total_cmp(&x).then_with(|| a.model.cmp(&b.model))
        });
        Ok(Board { benchmark: summary(benchmark), modes, metrics, rows })
    }
}

impl Places {
    async fn of(&self, request: &BoardRequest, entries: &[EntryRecord]) -> Result<Vec<Option<Placing>>, AppError> {
        let key = PlacesKey {
            benchmark: request.benchmark.clone(),
            mode: request.mode,
            metric: request.metric,
            scope: request.scope,
            entries: entries.iter().map(|entry| (entry.id, print(entry))).collect(),
        };
        if let Some(known) = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Ok(known.clone());
        }
        let contestants: Vec<Contestant> =
            entries.iter().map(|entry| contestant(entry, request.scope, request.metric)).collect();
        let placings = tokio::task::spawn_blocking(move || scoring::rank(&contestants))
            .await
            .map_err(|error| AppError::Internal(crate::http::logged(&error.into())))?;
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= KEPT {
            kept.clear();
        }
        kept.insert(key, placings.clone());
        Ok(placings)
    }
}

/// Differs when a figure differs.
fn print(entry: &EntryRecord) -> u64 {
    use std::hash::{DefaultHasher, Hash as _, Hasher as _};
    let mut hasher = DefaultHasher::new();
    for (scope, metric, percent, n) in &entry.figures {
        (scope, metric, percent.to_bits(), n).hash(&mut hasher);
    }
    hasher.finish()
}

/// An entry as a ranking sees it. Without a value in the scope it has no strata, and so no place.
pub(super) fn contestant(entry: &EntryRecord, scope: Scope, metric: Metric) -> Contestant {
    let of = |wanted: &dyn Fn(Scope) -> bool| {
        entry
            .figures
            .iter()
            .filter(|(scope, m, _, _)| *m == metric && wanted(*scope))
            .map(|(_, _, percent, n)| Stratum { percent: *percent, n: *n })
            .collect::<Vec<_>>()
    };
    let has_value = entry.figures.iter().any(|(s, m, _, _)| *s == scope && *m == metric);
    let strata = match scope {
        _ if !has_value => Vec::new(),
        Scope::Macro => of(&|scope| matches!(scope, Scope::Language(_))),
        Scope::Micro | Scope::Language(_) => of(&|known| known == scope),
    };
    Contestant {
        name: entry.id.to_string(),
        strata,
        is_share: matches!(metric, Metric::Csr | Metric::Tpr | Metric::Ir | Metric::ValidPass),
    }
}

pub(super) fn row(entry: EntryRecord, placing: Option<Placing>) -> BoardRow {
    BoardRow {
        entry: entry.id,
        model: entry.model,
        provider: entry.provider,
        link: entry.link,
        open_weights: entry.open_weights,
        source: entry.source,
        submission: entry.submission,
        added: entry.added,
        rank: placing.map(|p| RankRange { rank: p.rank, low: p.low, high: p.high, tied: p.tied }),
        interval: placing.and_then(|p| p.interval),
        figures: figures(entry.figures),
    }
}

/// Rows of figures as pages take them.
pub(super) fn figures(rows: Vec<store::FigureRow>) -> Vec<Figure> {
    rows.into_iter().map(|(scope, metric, percent, n)| Figure { scope, metric, percent, n }).collect()
}

//! Rows of leaderboards: published ones with figures of their own, verified ones with those of their evaluation.

use std::collections::{HashMap, HashSet};

use domain::{BenchmarkId, ContextMode, EntryId, EntrySource, ModelName, Slug, Timestamp};
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use crate::audit::{self, Change};
use crate::batch::{Cell, insert};
use crate::benchmarks::hold_benchmark;
use crate::row::{Cells, to_integer};
use crate::submissions::ensure_model;
use crate::{EntryRecord, FigureRow, PublishedEntry, Store, StoreError};

/// Entries under a condition on `l`, `b` and `m`.
macro_rules! entry_sql {
    ($condition:literal) => {
        concat!(
            "SELECT l.id, b.slug, m.name, m.provider, m.link, m.open_weights, l.source, l.mode, l.evaluation_id,
                    e.submission_id, l.added_at
             FROM leaderboard_entries l
             JOIN benchmarks b ON b.id = l.benchmark_id
             JOIN models m ON m.id = l.model_id
             LEFT JOIN evaluations e ON e.id = l.evaluation_id
             WHERE ",
            $condition,
            " ORDER BY l.added_at, l.id"
        )
    };
}

/// Their figures: own ones of published entries, those of the evaluation of verified ones.
macro_rules! figure_sql {
    ($condition:literal) => {
        concat!(
            "SELECT l.id, f.scope, f.metric, f.percent, f.n
             FROM leaderboard_entries l
             JOIN benchmarks b ON b.id = l.benchmark_id
             JOIN models m ON m.id = l.model_id
             JOIN entry_figures f ON f.entry_id = l.id
             WHERE ",
            $condition,
            " UNION ALL
             SELECT l.id, f.scope, f.metric, f.percent, f.n
             FROM leaderboard_entries l
             JOIN benchmarks b ON b.id = l.benchmark_id
             JOIN models m ON m.id = l.model_id
             JOIN metrics f ON f.evaluation_id = l.evaluation_id
             WHERE ",
            $condition
        )
    };
}

impl Store {
    /// Makes the entries of a paper, and corrects those whose figures differ; gives the number of entries that were
    /// made or corrected.
    pub async fn ensure_published(
        &self,
        benchmark: BenchmarkId,
        entries: Vec<PublishedEntry>,
    ) -> Result<u64, StoreError> {
        let now = self.now();
        let mut tx = self.write().await?;
        hold_benchmark(&mut tx, benchmark).await?;
        let mut changed = 0;
        for entry in &entries {
            check_figures(&entry.figures)?;
            changed += u64::from(ensure_entry(&mut tx, benchmark, entry, now).await?);
        }
        tx.commit().await?;
        Ok(changed)
    }

    /// The entries of a benchmark in one context mode, oldest first; empty for an unknown benchmark.
    pub async fn board_entries(&self, benchmark: &Slug, mode: ContextMode) -> Result<Vec<EntryRecord>, StoreError> {
        let bind = [benchmark.to_string(), mode.as_str().to_owned()];
        self.entries_where(entry_sql!("b.slug = $1 AND l.mode = $2"), figure_sql!("b.slug = $1 AND l.mode = $2"), bind)
            .await
    }

    /// The entries of a model over all benchmarks and context modes, oldest first.
    pub async fn model_entries(&self, model: &ModelName) -> Result<Vec<EntryRecord>, StoreError> {
        // The second condition holds always: all these queries bind two texts.
        let bind = [model.to_string(), String::new()];
        self.entries_where(entry_sql!("m.name = $1 AND $2 = ''"), figure_sql!("m.name = $1 AND $2 = ''"), bind).await
    }

    /// One entry.
    pub async fn entry(&self, id: EntryId) -> Result<Option<EntryRecord>, StoreError> {
        let bind = [id.to_string(), String::new()];
        let found =
            self.entries_where(entry_sql!("l.id = $1 AND $2 = ''"), figure_sql!("l.id = $1 AND $2 = ''"), bind).await?;
        Ok(found.into_iter().next())
    }

    async fn entries_where(
        &self,
        entries: &'static str,
        figures: &'static str,
        bind: [String; 2],
    ) -> Result<Vec<EntryRecord>, StoreError> {
        let [first, second] = bind;
        let entries = sqlx::query(entries).bind(first.clone()).bind(second.clone()).fetch_all(&self.pool).await?;
        let figures = sqlx::query(figures).bind(first).bind(second).fetch_all(&self.pool).await?;
        let mut by_entry: HashMap<EntryId, Vec<FigureRow>> = HashMap::new();
        for row in &figures {
            by_entry.entry(row.parsed("id")?).or_default().push(read_figure(row)?);
        }
        entries
            .iter()
            .map(|row| {
                let id = row.parsed("id")?;
                let mut figures = by_entry.remove(&id).unwrap_or_default();
                sort_figures(&mut figures);
                Ok(EntryRecord {
                    id,
                    benchmark: row.parsed("slug")?,
                    model: row.parsed("name")?,
                    provider: row.text("provider")?,
                    link: row.text("link")?,
                    open_weights: row.flag("open_weights")?,
                    source: row.parsed("source")?,
                    mode: row.parsed("mode")?,
                    submission: row.optional_parsed("submission_id")?,
                    evaluation: row.optional_parsed("evaluation_id")?,
                    added: row.time("added_at")?,
                    figures,
                })
            })
            .collect()
    }

    /// Entries per context mode, in the order of modes; modes without entries are left out.
    pub async fn entry_mode_counts(&self, benchmark: &Slug) -> Result<Vec<(ContextMode, u64)>, StoreError> {
        let rows = sqlx::query(
            "SELECT l.mode, COUNT(*) AS entries
             FROM leaderboard_entries l JOIN benchmarks b ON b.id = l.benchmark_id
             WHERE b.slug = $1 GROUP BY l.mode",
        )
        .bind(benchmark.to_string())
        .fetch_all(&self.pool)
        .await?;
        let mut counts = rows
            .iter()
            .map(|row| Ok((row.parsed("mode")?, row.count("entries")?)))
            .collect::<Result<Vec<_>, StoreError>>()?;
        counts.sort_unstable();
        Ok(counts)
    }
}

/// Makes or corrects one published entry; gives whether anything changed.
async fn ensure_entry(
    connection: &mut AnyConnection,
    benchmark: BenchmarkId,
    entry: &PublishedEntry,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let model = ensure_model(connection, &entry.model).await?;
    let model_changed = sqlx::query(
        "UPDATE models SET provider = $2, link = $3, open_weights = $4
         WHERE id = $1 AND (provider <> $2 OR link <> $3 OR open_weights <> $4)",
    )
    .bind(model.to_string())
    .bind(entry.provider.clone())
    .bind(entry.link.clone())
    .bind(i64::from(entry.open_weights))
    .execute(&mut *connection)
    .await?
    .rows_affected()
        > 0;
    let existing = sqlx::query(
        "SELECT id, added_at FROM leaderboard_entries
         WHERE benchmark_id = $1 AND model_id = $2 AND mode = $3 AND source = $4",
    )
    .bind(benchmark.to_string())
    .bind(model.to_string())
    .bind(entry.mode.as_str())
    .bind(EntrySource::Published.as_str())
    .fetch_optional(&mut *connection)
    .await?;
    let mut wanted = entry.figures.clone();
    sort_figures(&mut wanted);

    let (id, before) = if let Some(row) = existing {
        let id: EntryId = row.parsed("id")?;
        let rows = sqlx::query("SELECT scope, metric, percent, n FROM entry_figures WHERE entry_id = $1")
            .bind(id.to_string())
            .fetch_all(&mut *connection)
            .await?;
        let stored = read_figures(&rows)?;
        if stored == wanted && row.time("added_at")? == entry.added && !model_changed {
            return Ok(false);
        }
        sqlx::query("UPDATE leaderboard_entries SET added_at = $2, updated_at = $3 WHERE id = $1")
            .bind(id.to_string())
            .bind(entry.added.0)
            .bind(now.0)
            .execute(&mut *connection)
            .await?;
        sqlx::query("DELETE FROM entry_figures WHERE entry_id = $1")
            .bind(id.to_string())
            .execute(&mut *connection)
            .await?;
        (id, figures_text(&stored))
    } else {
        let id = EntryId::new();
        sqlx::query(
            "INSERT INTO leaderboard_entries (id, benchmark_id, model_id, mode, source, added_at, updated_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(id.to_string())
        .bind(benchmark.to_string())
        .bind(model.to_string())
        .bind(entry.mode.as_str())
        .bind(EntrySource::Published.as_str())
        .bind(entry.added.0)
        .bind(now.0)
        .execute(&mut *connection)
        .await?;
        (id, String::new())
    };
    let rows = wanted
        .iter()
        .map(|(scope, metric, percent, n)| {
            [
                Cell::text(id),
                Cell::text(scope.as_str()),
                Cell::text(metric),
                Cell::Real(*percent),
                Cell::Integer(to_integer(*n)),
            ]
        })
        .collect();
    insert(connection, "entry_figures", ["entry_id", "scope", "metric", "percent", "n"], rows).await?;
    let change = Change {
        actor: None,
        action: if before.is_empty() { "entry.published" } else { "entry.corrected" },
        subject: &id.to_string(),
        before: &before,
        after: &figures_text(&wanted),
        reason: "the published figures that this version of Assay holds",
    };
    audit::append(connection, now, change).await?;
    Ok(true)
}

/// Refuses what is not a number and what is given twice.
pub(crate) fn check_figures(figures: &[FigureRow]) -> Result<(), StoreError> {
    let mut seen = HashSet::new();
    for (scope, metric, percent, _) in figures {
        if !percent.is_finite() {
            return Err(StoreError::invalid(format!(
                "{metric} of {} is {percent}, which is not a figure",
                scope.as_str()
            )));
        }
        if !seen.insert((scope, metric)) {
            return Err(StoreError::invalid(format!("{metric} of {} is given twice", scope.as_str())));
        }
    }
    Ok(())
}

/// Figures by scope and metric.
pub(crate) fn read_figures(rows: &[AnyRow]) -> Result<Vec<FigureRow>, StoreError> {
    let mut figures = rows.iter().map(read_figure).collect::<Result<Vec<_>, _>>()?;
    sort_figures(&mut figures);
    Ok(figures)
}

fn read_figure(row: &AnyRow) -> Result<FigureRow, StoreError> {
    Ok((row.parsed("scope")?, row.parsed("metric")?, row.real("percent")?, row.count("n")?))
}

fn sort_figures(figures: &mut [FigureRow]) {
    figures.sort_by_key(|(scope, metric, ..)| (*scope, *metric));
}

/// Figures in one line of the audit log: `rust csr 26.42 (n 600), …`.
fn figures_text(figures: &[FigureRow]) -> String {
    let parts: Vec<String> = figures
        .iter()
        .map(|(scope, metric, percent, n)| format!("{} {metric} {percent} (n {n})", scope.as_str()))
        .collect();
    parts.join(", ")
}

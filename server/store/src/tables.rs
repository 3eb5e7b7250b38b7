//! Tables that a paper printed, kept as they are.

use domain::{BenchmarkId, Slug, Timestamp};
use sqlx::AnyConnection;

use crate::audit::{self, Change};
use crate::benchmarks::hold_benchmark;
use crate::row::{Cells, to_json};
use crate::{PublishedTable, Store, StoreError};

impl Store {
    /// Keeps the tables of a paper, and corrects those that differ; gives how many were made or corrected.
    pub async fn ensure_tables(&self, benchmark: BenchmarkId, tables: Vec<PublishedTable>) -> Result<u64, StoreError> {
        for table in &tables {
            check(table)?;
        }
        let now = self.now();
        let mut tx = self.write().await?;
        hold_benchmark(&mut tx, benchmark).await?;
        let mut changed = 0;
        for table in &tables {
            changed += u64::from(ensure_table(&mut tx, benchmark, table, now).await?);
        }
        tx.commit().await?;
        Ok(changed)
    }

    /// One table; `None` for an unknown benchmark or name.
    pub async fn published_table(&self, benchmark: &Slug, name: &str) -> Result<Option<PublishedTable>, StoreError> {
        let row = sqlx::query(
            "SELECT p.name, p.source, p.columns, p.cells
             FROM published_tables p JOIN benchmarks b ON b.id = p.benchmark_id WHERE b.slug = $1 AND p.name = $2",
        )
        .bind(benchmark.to_string())
        .bind(name.to_owned())
        .fetch_optional(&self.pool)
        .await?;
        let Some(row) = row else { return Ok(None) };
        Ok(Some(PublishedTable {
            name: row.text("name")?,
            source: row.text("source")?,
            columns: row.json("columns")?,
            rows: row.json("cells")?,
        }))
    }

    /// When an entry or a table of a benchmark last changed, and how many there are of both: whatever is drawn from them
    /// is the same while this is.
    pub async fn data_version(&self, benchmark: &Slug) -> Result<String, StoreError> {
        let row = sqlx::query(
            "SELECT (SELECT COUNT(*) FROM leaderboard_entries l WHERE l.benchmark_id = b.id) AS entries,
                    (SELECT MAX(l.updated_at) FROM leaderboard_entries l WHERE l.benchmark_id = b.id) AS entry_at,
                    (SELECT COUNT(*) FROM published_tables p WHERE p.benchmark_id = b.id) AS tables,
                    (SELECT MAX(p.updated_at) FROM published_tables p WHERE p.benchmark_id = b.id) AS table_at
             FROM benchmarks b WHERE b.slug = $1",
        )
        .bind(benchmark.to_string())
        .fetch_optional(&self.pool)
        .await?;
        let Some(row) = row else { return Ok(String::new()) };
        let time = |column| Ok::<_, StoreError>(row.optional_time(column)?.map_or(0, |time| time.0));
        Ok(format!("{}-{}-{}-{}", row.count("entries")?, time("entry_at")?, row.count("tables")?, time("table_at")?))
    }
}

fn check(table: &PublishedTable) -> Result<(), StoreError> {
    let wrong = table.rows.iter().position(|row| row.len() != table.columns.len());
    match wrong {
        Some(row) => Err(StoreError::invalid(format!(
            "row {} of `{}` has {} cells for {} columns",
            row + 1,
            table.name,
            table.rows[row].len(),
            table.columns.len()
        ))),
        None => Ok(()),
    }
}

/// Makes or corrects one table; gives whether anything changed.
async fn ensure_table(
    connection: &mut AnyConnection,
    benchmark: BenchmarkId,
    table: &PublishedTable,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let (columns, cells) = (to_json(&table.columns)?, to_json(&table.rows)?);
    let existing =
        sqlx::query("SELECT source, columns, cells FROM published_tables WHERE benchmark_id = $1 AND name = $2")
            .bind(benchmark.to_string())
            .bind(table.name.clone())
            .fetch_optional(&mut *connection)
            .await?;
    let before = match &existing {
        Some(row) => {
            let before = row.text("cells")?;
            if before == cells && row.text("columns")? == columns && row.text("source")? == table.source {
                return Ok(false);
            }
            before
        }
        None => String::new(),
    };
    sqlx::query(
        "INSERT INTO published_tables (benchmark_id, name, source, columns, cells, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (benchmark_id, name) DO UPDATE SET source = $3, columns = $4, cells = $5, updated_at = $6",
    )
    .bind(benchmark.to_string())
    .bind(table.name.clone())
    .bind(table.source.clone())
    .bind(columns)
    .bind(cells.clone())
    .bind(now.0)
    .execute(&mut *connection)
    .await?;
    let change = Change {
        actor: None,
        action: if existing.is_none() { "table.published" } else { "table.corrected" },
        subject: &table.name,
        before: &before,
        after: &cells,
        reason: "the published tables that this version of Assay holds",
    };
    audit::append(connection, now, change).await?;
    Ok(true)
}

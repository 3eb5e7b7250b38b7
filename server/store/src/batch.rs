//! Inserting many rows with few statements.

use sqlx::{AnyConnection, AssertSqlSafe};

use crate::StoreError;

/// A cell to be inserted.
#[derive(Debug, Clone)]
pub(crate) enum Cell {
    Text(String),
    Integer(i64),
    Real(f64),
    NoText,
    NoInteger,
}

impl Cell {
    pub(crate) fn text(value: impl std::fmt::Display) -> Self {
        Self::Text(value.to_string())
    }

    pub(crate) fn optional_text(value: Option<String>) -> Self {
        value.map_or(Self::NoText, Self::Text)
    }

    pub(crate) fn optional_integer(value: Option<i64>) -> Self {
        value.map_or(Self::NoInteger, Self::Integer)
    }
}

/// Placeholders in one statement; SQLite allows 32,766 and PostgreSQL 65,535.
const MOST_CELLS: usize = 2_000;

/// Inserts rows of `columns` into `table`, many per statement.
///
/// Rows come as a vector, because a future that holds a borrowing iterator across an await is not `Send`.
pub(crate) async fn insert<const N: usize>(
    connection: &mut AnyConnection,
    table: &'static str,
    columns: [&'static str; N],
    rows: Vec<[Cell; N]>,
) -> Result<(), StoreError> {
    let most_rows = (MOST_CELLS / N).max(1);
    let mut rows = rows.into_iter();
    loop {
        let batch: Vec<_> = rows.by_ref().take(most_rows).collect();
        if batch.is_empty() {
            return Ok(());
        }
        insert_batch(connection, table, columns, batch).await?;
    }
}

async fn insert_batch<const N: usize>(
    connection: &mut AnyConnection,
    table: &'static str,
    columns: [&'static str; N],
    rows: Vec<[Cell; N]>,
) -> Result<(), StoreError> {
    let tuples: Vec<String> = (0..rows.len())
        .map(|row| {
            let placeholders: Vec<String> = (1..=N).map(|column| format!("${}", row * N + column)).collect();
            format!("({})", placeholders.join(", "))
        })
        .collect();
    // Only our own names and numbers go into the text; every value is bound.
    let sql = format!("INSERT INTO {table} ({}) VALUES {}", columns.join(", "), tuples.join(", "));
    let mut query = sqlx::query(AssertSqlSafe(sql));
    for cell in rows.into_iter().flatten() {
        query = match cell {
            Cell::Text(value) => query.bind(value),
            Cell::Integer(value) => query.bind(value),
            Cell::Real(value) => query.bind(value),
            Cell::NoText => query.bind(None::<String>),
            Cell::NoInteger => query.bind(None::<i64>),
        };
    }
    query.execute(connection).await?;
    Ok(())
}

//! Which tasks a list holds: filters, search and order.

use domain::{BenchmarkVersionId, Language, RepositoryDomain};
use sqlx::any::AnyArguments;
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AssertSqlSafe};

use crate::connect::DatabaseKind;
use crate::row::{Cells, to_integer};
use crate::text::{clean, like_pattern};
use crate::{Band, Store, StoreError, TaskFilter, TaskOrder};

/// Shortest search that the index of trigrams answers; a shorter one looks at names and paths only.
const TRIGRAM: usize = 3;

/// A value of a statement.
enum Value {
    Text(String),
    Integer(i64),
}

/// A condition with its values; only our own words are in the text.
struct Matching {
    sql: String,
    values: Vec<Value>,
}

impl Matching {
    fn of(version: BenchmarkVersionId, filter: &TaskFilter, kind: DatabaseKind) -> Self {
        let search = clean(filter.search.trim()).to_lowercase();
        let indexed = search.chars().count() >= TRIGRAM;
        let mut matching = Self { sql: String::new(), values: vec![Value::Text(version.to_string())] };
        // SQLite would walk through the whole version instead of the few tasks that a search finds; the sign keeps it
        // from the index of versions.
        matching.sql.push_str(if indexed && kind == DatabaseKind::Sqlite {
            "+t.version_id = $1"
        } else {
            "t.version_id = $1"
        });
        // What a repository has in common is asked of the few repositories, not of every task.
        let mut repositories = String::new();
        for (column, value) in [
            ("language", filter.language.map(|language| language.as_str().to_owned())),
            ("name", filter.repository.as_deref().map(|name| clean(name).into_owned())),
            ("domain", filter.domain.map(|domain| domain.as_str().to_owned())),
        ] {
            if let Some(value) = value {
                matching.values.push(Value::Text(value));
                repositories.push_str(&format!(" AND r.{column} = ${}", matching.values.len()));
            }
        }
        if !repositories.is_empty() {
            let chosen = "AND t.repository_id IN (SELECT r.id FROM repositories r WHERE r.version_id = $1";
            matching.sql.push_str(&format!(" {chosen}{repositories})"));
        }
        if let Some(lines) = filter.min_lines {
            matching.and("t.lines >= ?", Value::Integer(lines.into()));
        }
        if let Some(lines) = filter.max_lines {
            matching.and("t.lines <= ?", Value::Integer(lines.into()));
        }
        if let Some(band) = filter.band {
            matching.sql.push_str(" AND ");
            matching.sql.push_str(band_condition(band));
        }
        if indexed {
            match kind {
                DatabaseKind::Sqlite => matching.and(
                    "t.id IN (SELECT task_id FROM task_search WHERE task_search MATCH ?)",
                    Value::Text(format!("\"{}\"", search.replace('"', "\"\""))),
                ),
                DatabaseKind::Postgres => matching.and(
                    "t.id IN (SELECT task_id FROM task_search WHERE text LIKE ? ESCAPE '!')",
                    Value::Text(like_pattern(&search)),
                ),
            }
        } else if !search.is_empty() {
            matching.and("t.search_text LIKE ? ESCAPE '!'", Value::Text(like_pattern(&search)));
        }
        matching
    }

    fn and(&mut self, condition: &str, value: Value) {
        self.values.push(value);
        let numbered = condition.replace('?', &format!("${}", self.values.len()));
        self.sql.push_str(" AND ");
        self.sql.push_str(&numbered);
    }

    fn bind(self, sql: String) -> Query<'static, Any, AnyArguments> {
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for value in self.values {
            query = match value {
                Value::Text(text) => query.bind(text),
                Value::Integer(number) => query.bind(number),
            };
        }
        query
    }
}

/// Tasks, with what is known of their difficulty only where that is asked for: a join costs a look at every task.
const fn from(filter: &TaskFilter, ordered: bool) -> &'static str {
    if filter.band.is_some() || (ordered && matches!(filter.order, TaskOrder::Hardest | TaskOrder::Easiest)) {
        "FROM tasks t LEFT JOIN task_difficulty d ON d.task_id = t.id"
    } else {
        "FROM tasks t"
    }
}

/// Bands by the share of entries that solve a task; quarters belong to the outer bands.
const fn band_condition(band: Band) -> &'static str {
    match band {
        Band::Nobody => "d.entries > 0 AND d.solved = 0",
        Band::Hard => "d.solved > 0 AND d.solved * 4 <= d.entries AND d.solved < d.entries",
        Band::Medium => "d.solved * 4 > d.entries AND d.solved * 4 < d.entries * 3",
        Band::Easy => "d.solved * 4 >= d.entries * 3 AND d.solved < d.entries",
        Band::Everybody => "d.entries > 0 AND d.solved = d.entries",
    }
}

const fn order(order: TaskOrder) -> &'static str {
    match order {
        TaskOrder::Position => "t.position",
        TaskOrder::Shortest => "t.lines, t.position",
        TaskOrder::Longest => "t.lines DESC, t.position",
        // Tasks that nobody was asked for come last in both.
        TaskOrder::Hardest => "CASE WHEN d.entries > 0 THEN d.solved * 1.0 / d.entries ELSE 2 END, t.position",
        TaskOrder::Easiest => "CASE WHEN d.entries > 0 THEN 1 - d.solved * 1.0 / d.entries ELSE 2 END, t.position",
    }
}

/// Counts anew, for every task of the submission's version, the verified entries and those that solve it.
pub(crate) async fn measure_difficulty(connection: &mut AnyConnection, submission: &str) -> Result<(), StoreError> {
    for statement in [
        "DELETE FROM task_difficulty WHERE task_id IN (
             SELECT t.id FROM tasks t JOIN submissions s ON s.version_id = t.version_id WHERE s.id = $1)",
        "INSERT INTO task_difficulty (task_id, entries, solved)
         SELECT t.id, n.entries,
                (SELECT COUNT(*) FROM outcomes o JOIN leaderboard_entries l ON l.evaluation_id = o.evaluation_id
                 WHERE o.task_id = t.id AND o.attempt = 0 AND o.outcome = 'passed' AND o.covered > 0)
         FROM submissions s
         JOIN tasks t ON t.version_id = s.version_id
         JOIN (SELECT o.version_id, COUNT(*) AS entries FROM leaderboard_entries l
               JOIN evaluations e ON e.id = l.evaluation_id JOIN submissions o ON o.id = e.submission_id
               GROUP BY o.version_id) n ON n.version_id = s.version_id
         WHERE s.id = $1",
    ] {
        sqlx::query(statement).bind(submission.to_owned()).execute(&mut *connection).await?;
    }
    Ok(())
}

impl Store {
    /// Ids of a page of the tasks that match, and how many match over all pages.
    pub(crate) async fn matching_tasks(
        &self,
        version: BenchmarkVersionId,
        filter: &TaskFilter,
    ) -> Result<(Vec<String>, u64), StoreError> {
        let matching = Matching::of(version, filter, self.kind);
        let sql = format!("SELECT COUNT(*) AS total {} WHERE {}", from(filter, false), matching.sql);
        let total = matching.bind(sql).fetch_one(&self.pool).await?.count("total")?;
        let matching = Matching::of(version, filter, self.kind);
        let sql = format!(
            "SELECT t.id {} WHERE {} ORDER BY {} LIMIT {} OFFSET {}",
            from(filter, true),
            matching.sql,
            order(filter.order),
            to_integer(filter.limit),
            to_integer(filter.offset)
        );
        let rows = matching.bind(sql).fetch_all(&self.pool).await?;
        Ok((rows.iter().map(|row| row.text("id")).collect::<Result<_, _>>()?, total))
    }

    /// Tasks of a version per language and domain.
    pub async fn tasks_per_domain(
        &self,
        version: BenchmarkVersionId,
    ) -> Result<Vec<(Language, RepositoryDomain, u64)>, StoreError> {
        let rows = sqlx::query(
            "SELECT t.language, r.domain, COUNT(*) AS tasks
             FROM tasks t JOIN repositories r ON r.id = t.repository_id
             WHERE t.version_id = $1 GROUP BY t.language, r.domain",
        )
        .bind(version.to_string())
        .fetch_all(&self.pool)
        .await?;
        let mut counts = rows
            .iter()
            .map(|row| Ok((row.parsed("language")?, row.parsed("domain")?, row.count("tasks")?)))
            .collect::<Result<Vec<_>, StoreError>>()?;
        counts.sort_unstable();
        Ok(counts)
    }
}

//! Tasks as readers browse them.

use std::collections::{BTreeMap, HashMap};

use domain::{
    BenchmarkVersionId, ImageDigest, Language, Limits, Repository, RepositoryId, RepositorySpec, Task, TaskId, TaskKey,
    UserId,
};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe};

use crate::row::Cells;
use crate::{Store, StoreError, TaskFilter, TaskOutcomeRow, TaskRecord};

/// Tasks that are read by one statement; databases bound the number of its values.
const ID_BATCH: usize = 1000;

/// Tasks with their repository, version and benchmark, as [`task_record`] reads them.
macro_rules! tasks_with_context {
    () => {
        "SELECT t.id, t.version_id, t.repository_id, t.key, t.language, t.focal, t.executable_lines, t.mutants,
                r.spec, r.image, v.limits, b.slug,
                COALESCE(d.entries, 0) AS entries, COALESCE(d.solved, 0) AS solved
         FROM tasks t
         LEFT JOIN task_difficulty d ON d.task_id = t.id
         JOIN repositories r ON r.id = t.repository_id
         JOIN benchmark_versions v ON v.id = t.version_id
         JOIN benchmarks b ON b.id = v.benchmark_id"
    };
}

impl Store {
    /// The tasks that match in the order that is asked for, and how many match over all pages.
    pub async fn list_tasks(
        &self,
        version: BenchmarkVersionId,
        filter: TaskFilter,
    ) -> Result<(Vec<TaskRecord>, u64), StoreError> {
        let (ids, total) = self.matching_tasks(version, &filter).await?;
        let mut found: HashMap<String, TaskRecord> = HashMap::with_capacity(ids.len());
        for batch in ids.chunks(ID_BATCH) {
            let places: Vec<String> = (1..=batch.len()).map(|n| format!("${n}")).collect();
            // Only our own words and numbers go into the text; every value is bound.
            let sql = format!("{} WHERE t.id IN ({})", tasks_with_context!(), places.join(", "));
            let mut query = sqlx::query(AssertSqlSafe(sql));
            for id in batch {
                query = query.bind(id.clone());
            }
            for row in &query.fetch_all(&self.pool).await? {
                let record = task_record(row)?;
                found.insert(record.task.id.to_string(), record);
            }
        }
        Ok((ids.iter().filter_map(|id| found.remove(id)).collect(), total))
    }

    /// The task with this key, of the newest version that has it.
    pub async fn task_by_key(&self, key: &TaskKey) -> Result<Option<TaskRecord>, StoreError> {
        let row = sqlx::query(concat!(
            tasks_with_context!(),
            " WHERE t.key = $1 ORDER BY v.created_at DESC, v.sequence DESC, v.id DESC LIMIT 1"
        ))
        .bind(key.to_string())
        .fetch_optional(&self.pool)
        .await?;
        row.as_ref().map(task_record).transpose()
    }

    /// Every task key of a version with its language, by repository, path and line.
    pub async fn task_keys(&self, version: BenchmarkVersionId) -> Result<Vec<(TaskKey, Language)>, StoreError> {
        let rows = sqlx::query("SELECT key, language FROM tasks WHERE version_id = $1 ORDER BY position")
            .bind(version.to_string())
            .fetch_all(&self.pool)
            .await?;
        rows.iter().map(|row| Ok((row.parsed("key")?, row.parsed("language")?))).collect()
    }

    /// What the suites for a task ended as, newest submission first: of evaluated submissions, of the viewer's own ones,
    /// and with `all` of every one.
    pub async fn task_outcomes(
        &self,
        task: TaskId,
        viewer: Option<UserId>,
        all: bool,
    ) -> Result<Vec<TaskOutcomeRow>, StoreError> {
        let rows = sqlx::query(
            "SELECT s.id, m.name, s.mode, o.attempt, o.outcome, o.invokes, o.covered, o.millis
             FROM outcomes o
             JOIN evaluations e ON e.id = o.evaluation_id
             JOIN submissions s ON s.id = e.submission_id
             JOIN models m ON m.id = s.model_id
             WHERE o.task_id = $1
               AND e.sequence = (SELECT MAX(n.sequence) FROM evaluations n WHERE n.submission_id = s.id)
               AND (s.state = 'evaluated' OR s.user_id = $2 OR $3 = 1)
             ORDER BY s.created_at DESC, s.id DESC, o.attempt",
        )
        .bind(task.to_string())
        .bind(viewer.map(|viewer| viewer.to_string()).unwrap_or_default())
        .bind(i64::from(all))
        .fetch_all(&self.pool)
        .await?;
        rows.iter()
            .map(|row| {
                Ok(TaskOutcomeRow {
                    submission: row.parsed("id")?,
                    model: row.parsed("name")?,
                    mode: row.parsed("mode")?,
                    attempt: domain::Attempt(row.small("attempt")?),
                    outcome: row.parsed("outcome")?,
                    invokes: row.flag("invokes")?,
                    covered: row.optional_integer("covered")?.map(|_| row.small("covered")).transpose()?,
                    millis: row.count("millis")?,
                })
            })
            .collect()
    }
}

impl Store {
    /// The whole text of a file.
    pub async fn file_text(&self, repository: RepositoryId, path: &str) -> Result<String, StoreError> {
        file_text(&mut *self.pool.acquire().await?, repository, path).await
    }

    /// All files of a repository that are kept, by path.
    pub async fn repository_files(&self, repository: RepositoryId) -> Result<BTreeMap<String, String>, StoreError> {
        let rows = sqlx::query("SELECT path, text FROM source_files WHERE repository_id = $1")
            .bind(repository.to_string())
            .fetch_all(&self.pool)
            .await?;
        rows.iter().map(|row| Ok((row.text("path")?, row.text("text")?))).collect()
    }
}

pub(crate) async fn file_text(
    connection: &mut AnyConnection,
    repository: RepositoryId,
    path: &str,
) -> Result<String, StoreError> {
    sqlx::query("SELECT text FROM source_files WHERE repository_id = $1 AND path = $2")
        .bind(repository.to_string())
        .bind(path)
        .fetch_optional(connection)
        .await?
        .ok_or_else(|| StoreError::not_found("source file", path))?
        .text("text")
}

/// A task by its id.
pub(crate) async fn task_by_id(connection: &mut AnyConnection, id: TaskId) -> Result<TaskRecord, StoreError> {
    let row = sqlx::query(concat!(tasks_with_context!(), " WHERE t.id = $1"))
        .bind(id.to_string())
        .fetch_optional(connection)
        .await?
        .ok_or_else(|| StoreError::not_found("task", id))?;
    task_record(&row)
}

/// The image of a repository; an empty text is none.
pub(crate) fn image(row: &AnyRow) -> Result<Option<ImageDigest>, StoreError> {
    let given = row.text("image")?;
    if given.is_empty() { Ok(None) } else { row.parsed("image").map(Some) }
}

fn task_record(row: &AnyRow) -> Result<TaskRecord, StoreError> {
    let version = row.parsed("version_id")?;
    let repository = row.parsed("repository_id")?;
    let spec: RepositorySpec = row.json("spec")?;
    let limits: Limits = row.json("limits")?;
    Ok(TaskRecord {
        limits: limits.widened(&spec.limits),
        task: Task {
            id: row.parsed("id")?,
            benchmark_version: version,
            repository,
            key: row.parsed("key")?,
            language: row.parsed("language")?,
            focal: row.json("focal")?,
            executable_lines: row.json("executable_lines")?,
            mutants: row.json("mutants")?,
        },
        repository: Repository { id: repository, benchmark_version: version, image: image(row)?, spec },
        benchmark: row.parsed("slug")?,
        entries: row.count("entries")?,
        solved: row.count("solved")?,
    })
}

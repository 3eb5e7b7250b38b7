//! Tasks as readers browse them.

use std::collections::BTreeMap;

use domain::{
    BenchmarkVersionId, Language, Limits, Repository, RepositoryId, RepositorySpec, Task, TaskId, TaskKey, UserId,
};
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use crate::row::{Cells, to_integer};
use crate::text::like_pattern;
use crate::{Store, StoreError, TaskFilter, TaskOutcomeRow, TaskRecord};

/// Tasks with their repository, version and benchmark, as [`task_record`] reads them.
macro_rules! tasks_with_context {
    () => {
        "SELECT t.id, t.version_id, t.repository_id, t.key, t.language, t.focal, t.executable_lines, t.mutants,
                r.spec, r.image, v.limits, b.slug
         FROM tasks t
         JOIN repositories r ON r.id = t.repository_id
         JOIN benchmark_versions v ON v.id = t.version_id
         JOIN benchmarks b ON b.id = v.benchmark_id"
    };
}

/// Tasks of version `$1` that match language `$2`, repository `$3` and pattern `$4`; empty matches all.
macro_rules! matching_tasks {
    () => {
        " WHERE t.version_id = $1 AND ($2 = '' OR t.language = $2) AND ($3 = '' OR r.name = $3)
            AND t.search_text LIKE $4 ESCAPE '!'"
    };
}

impl Store {
    /// The tasks that match, by repository, path and line, and how many match over all pages.
    pub async fn list_tasks(
        &self,
        version: BenchmarkVersionId,
        filter: TaskFilter,
    ) -> Result<(Vec<TaskRecord>, u64), StoreError> {
        let language = filter.language.map_or("", Language::as_str);
        let repository = filter.repository.as_deref().map(crate::text::clean).unwrap_or_default();
        let pattern = like_pattern(&filter.search);
        let total = sqlx::query(concat!(
            "SELECT COUNT(*) AS total FROM tasks t JOIN repositories r ON r.id = t.repository_id",
            matching_tasks!()
        ))
        .bind(version.to_string())
        .bind(language)
        .bind(repository.to_string())
        .bind(pattern.clone())
        .fetch_one(&self.pool)
        .await?
        .count("total")?;
        let rows =
            sqlx::query(concat!(tasks_with_context!(), matching_tasks!(), " ORDER BY t.position LIMIT $5 OFFSET $6"))
                .bind(version.to_string())
                .bind(language)
                .bind(repository.to_string())
                .bind(pattern)
                .bind(to_integer(filter.limit))
                .bind(to_integer(filter.offset))
                .fetch_all(&self.pool)
                .await?;
        Ok((rows.iter().map(task_record).collect::<Result<_, _>>()?, total))
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
        repository: Repository { id: repository, benchmark_version: version, image: row.parsed("image")?, spec },
        benchmark: row.parsed("slug")?,
    })
}

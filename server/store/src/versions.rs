//! Making a version of a benchmark: all of it in one transaction, or none of it.

use std::collections::HashSet;

use domain::{BenchmarkVersionId, Language, RepositoryId, TaskId};
use sqlx::AnyConnection;

use crate::audit::{self, Change};
use crate::batch::{Cell, insert};
use crate::benchmarks::hold_benchmark;
use crate::row::{Cells, to_integer, to_json};
use crate::{NewRepository, NewVersion, Store, StoreError};

impl Store {
    /// Makes a version with its repositories, files and tasks; a version with the same fingerprint is given back as it is.
    pub async fn create_version(&self, new: NewVersion) -> Result<BenchmarkVersionId, StoreError> {
        check(&new)?;
        let now = self.now();
        let mut tx = self.write().await?;
        let benchmark = hold_benchmark(&mut tx, new.benchmark).await?;
        let versions = sqlx::query(
            "SELECT id, sequence, label, fingerprint FROM benchmark_versions WHERE benchmark_id = $1 ORDER BY sequence",
        )
        .bind(new.benchmark.to_string())
        .fetch_all(&mut *tx)
        .await?;
        let mut newest = (0, String::new());
        for version in &versions {
            if version.text("fingerprint")? == new.fingerprint {
                return version.parsed("id");
            }
            newest = (version.integer("sequence")?, version.text("label")?);
        }

        let id = BenchmarkVersionId::new();
        sqlx::query(
            "INSERT INTO benchmark_versions
                 (id, benchmark_id, sequence, label, fingerprint, limits, declared, declared_repositories, created_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        )
        .bind(id.to_string())
        .bind(new.benchmark.to_string())
        .bind(newest.0 + 1)
        .bind(new.label.clone())
        .bind(new.fingerprint.clone())
        .bind(to_json(&new.limits)?)
        .bind(to_json(&new.declared)?)
        .bind(to_integer(new.declared_repositories))
        .bind(now.0)
        .execute(&mut *tx)
        .await?;
        insert_repositories(&mut tx, id, new.repositories).await?;
        let change = Change {
            actor: None,
            action: "benchmark.version_created",
            subject: &benchmark,
            before: &newest.1,
            after: &new.label,
            reason: "repositories, tasks or limits differ from every earlier version",
        };
        audit::append(&mut tx, now, change).await?;
        tx.commit().await?;
        Ok(id)
    }
}

/// Refuses what could not be evaluated later.
fn check(new: &NewVersion) -> Result<(), StoreError> {
    let mut keys = HashSet::new();
    let mut names = HashSet::new();
    for NewRepository { spec, files, tasks, .. } in &new.repositories {
        if !names.insert((spec.language, &spec.name)) {
            return Err(StoreError::invalid(format!("repository {} ({}) is given twice", spec.name, spec.language)));
        }
        if let Some((path, _)) = files.iter().find(|(path, text)| path.contains('\0') || text.contains('\0')) {
            return Err(StoreError::invalid(format!(
                "file {path} of {} holds a NUL byte; leave its functions out",
                spec.name
            )));
        }
        let paths: HashSet<&str> = files.iter().map(|(path, _)| path.as_str()).collect();
        for task in tasks {
            if !keys.insert(&task.key) {
                return Err(StoreError::invalid(format!("task {} is given twice", task.key)));
            }
            if !paths.contains(task.focal.path.as_str()) {
                return Err(StoreError::invalid(format!(
                    "task {} names the file {}, which is not given",
                    task.key, task.focal.path
                )));
            }
        }
    }
    Ok(())
}

async fn insert_repositories(
    connection: &mut AnyConnection,
    version: BenchmarkVersionId,
    mut repositories: Vec<NewRepository>,
) -> Result<(), StoreError> {
    repositories.sort_by(|a, b| (a.spec.language, &a.spec.name).cmp(&(b.spec.language, &b.spec.name)));
    let mut task_position = 0;
    for (position, repository) in (0_i64..).zip(repositories) {
        let id = RepositoryId::new();
        let language = repository.spec.language;
        let row = [
            Cell::text(id),
            Cell::text(version),
            Cell::text(language),
            Cell::text(&repository.spec.name),
            Cell::Text(repository.image.as_ref().map(ToString::to_string).unwrap_or_default()),
            Cell::Text(to_json(&repository.spec)?),
            Cell::Integer(position),
            Cell::text(repository.spec.domain),
        ];
        let columns = ["id", "version_id", "language", "name", "image", "spec", "position", "domain"];
        insert(connection, "repositories", columns, vec![row]).await?;
        let files = repository
            .files
            .into_iter()
            .map(|(path, text)| [Cell::text(id), Cell::Text(path), Cell::Text(text)])
            .collect();
        insert(connection, "source_files", ["repository_id", "path", "text"], files).await?;
        let (rows, search) = task_rows(version, id, language, repository.tasks, &mut task_position)?;
        let columns = [
            "id",
            "version_id",
            "repository_id",
            "key",
            "language",
            "focal",
            "executable_lines",
            "executable",
            "mutants",
            "has_mutants",
            "search_text",
            "position",
            "lines",
        ];
        insert(connection, "tasks", columns, rows).await?;
        insert(connection, "task_search", ["task_id", "text"], search).await?;
    }
    Ok(())
}

type TaskRows = Vec<[Cell; 13]>;
type SearchRows = Vec<[Cell; 2]>;

/// Rows of `tasks` and of `task_search`.
fn task_rows(
    version: BenchmarkVersionId,
    repository: RepositoryId,
    language: Language,
    mut tasks: Vec<crate::NewTask>,
    position: &mut i64,
) -> Result<(TaskRows, SearchRows), StoreError> {
    tasks.sort_by(|a, b| (&a.focal.path, a.focal.start_line, &a.key).cmp(&(&b.focal.path, b.focal.start_line, &b.key)));
    let mut search = Vec::with_capacity(tasks.len());
    let rows = tasks
        .into_iter()
        .map(|task| {
            *position += 1;
            let id = TaskId::new();
            let names = format!("{}\n{}\n{}", task.key, task.focal.qualified_name, task.focal.path).to_lowercase();
            search.push([Cell::text(id), Cell::Text(format!("{names}\n{}", task.focal.source.to_lowercase()))]);
            let lines = i64::from(task.focal.end_line) + 1 - i64::from(task.focal.start_line);
            Ok([
                Cell::text(id),
                Cell::text(version),
                Cell::text(repository),
                Cell::text(&task.key),
                Cell::text(language),
                Cell::Text(to_json(&task.focal)?),
                Cell::Text(to_json(&task.executable_lines)?),
                Cell::Integer(to_integer(task.executable_lines.0.len() as u64)),
                Cell::Text(to_json(&task.mutants)?),
                Cell::Integer(i64::from(!task.mutants.valid.is_empty())),
                Cell::Text(names),
                Cell::Integer(*position),
                Cell::Integer(lines),
            ])
        })
        .collect::<Result<_, StoreError>>()?;
    Ok((rows, search))
}

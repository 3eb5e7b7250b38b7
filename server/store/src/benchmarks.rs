//! Benchmarks and what readers see of them.

use domain::{BenchmarkId, BenchmarkVersionId, Language, Repository, Slug, Timestamp};
use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use crate::audit::{self, Change};
use crate::row::{Cells, to_json};
use crate::{BenchmarkRecord, NewBenchmark, Store, StoreError, VersionRecord};

/// Holds a benchmark until the end of the transaction, so that two processes do not make the same versions, entries or
/// tables of it; its slug. The update that does it changes nothing.
pub(crate) async fn hold_benchmark(
    connection: &mut AnyConnection,
    benchmark: BenchmarkId,
) -> Result<String, StoreError> {
    sqlx::query("UPDATE benchmarks SET slug = slug WHERE id = $1 RETURNING slug")
        .bind(benchmark.to_string())
        .fetch_optional(connection)
        .await?
        .ok_or_else(|| StoreError::not_found("benchmark", benchmark))?
        .text("slug")
}

impl Store {
    /// Makes a benchmark, or brings the texts of an existing one up to date.
    pub async fn ensure_benchmark(&self, new: NewBenchmark) -> Result<BenchmarkId, StoreError> {
        let now = self.now();
        let mut tx = self.write().await?;
        let inserted = sqlx::query(
            "INSERT INTO benchmarks (id, slug, name, description, links, citation, has_tasks, created_at, updated_at)
             VALUES ($1, $2, '', '', '[]', '', 0, $3, $3) ON CONFLICT (slug) DO NOTHING",
        )
        .bind(BenchmarkId::new().to_string())
        .bind(new.slug.to_string())
        .bind(now.0)
        .execute(&mut *tx)
        .await?
        .rows_affected()
            > 0;
        // The update that changes nothing holds the row until the end of the transaction.
        let row = sqlx::query("UPDATE benchmarks SET slug = slug WHERE slug = $1 RETURNING *")
            .bind(new.slug.to_string())
            .fetch_one(&mut *tx)
            .await?;
        let id: BenchmarkId = row.parsed("id")?;
        let old = texts(&row)?;
        if old != new {
            update_texts(&mut tx, id, &new, now).await?;
            let action = if inserted { "benchmark.created" } else { "benchmark.changed" };
            let before = if inserted { String::new() } else { old.name };
            let change = Change {
                actor: None,
                action,
                subject: new.slug.as_str(),
                before: &before,
                after: &new.name,
                reason: "the benchmark's description",
            };
            audit::append(&mut tx, now, change).await?;
        }
        tx.commit().await?;
        Ok(id)
    }

    /// All benchmarks, oldest first.
    pub async fn benchmarks(&self) -> Result<Vec<BenchmarkRecord>, StoreError> {
        let rows = sqlx::query("SELECT * FROM benchmarks ORDER BY created_at, id").fetch_all(&self.pool).await?;
        let mut records = Vec::with_capacity(rows.len());
        for row in &rows {
            records.push(self.benchmark_record(row).await?);
        }
        Ok(records)
    }

    /// One benchmark with its newest version.
    pub async fn benchmark(&self, slug: &Slug) -> Result<Option<BenchmarkRecord>, StoreError> {
        let row = sqlx::query("SELECT * FROM benchmarks WHERE slug = $1")
            .bind(slug.to_string())
            .fetch_optional(&self.pool)
            .await?;
        match row {
            Some(row) => Ok(Some(self.benchmark_record(&row).await?)),
            None => Ok(None),
        }
    }

    /// The repositories of a version with their number of tasks, by language and name.
    pub async fn repositories(&self, version: BenchmarkVersionId) -> Result<Vec<(Repository, u64)>, StoreError> {
        let rows = sqlx::query(
            "SELECT r.id, r.version_id, r.spec, r.image,
                    (SELECT COUNT(*) FROM tasks t WHERE t.repository_id = r.id) AS tasks
             FROM repositories r WHERE r.version_id = $1 ORDER BY r.position",
        )
        .bind(version.to_string())
        .fetch_all(&self.pool)
        .await?;
        rows.iter()
            .map(|row| {
                let repository = Repository {
                    id: row.parsed("id")?,
                    benchmark_version: row.parsed("version_id")?,
                    spec: row.json("spec")?,
                    image: crate::tasks::image(row)?,
                };
                Ok((repository, row.count("tasks")?))
            })
            .collect()
    }

    async fn benchmark_record(&self, row: &AnyRow) -> Result<BenchmarkRecord, StoreError> {
        let id: BenchmarkId = row.parsed("id")?;
        let version = self.newest_version(id).await?;
        let entries = sqlx::query(
            "SELECT COUNT(*) AS entries, MAX(updated_at) AS updated FROM leaderboard_entries WHERE benchmark_id = $1",
        )
        .bind(id.to_string())
        .fetch_one(&self.pool)
        .await?;
        let NewBenchmark { slug, name, description, links, citation, has_tasks } = texts(row)?;
        let updated = [
            Some(row.time("updated_at")?),
            version.as_ref().map(|version| version.created),
            entries.optional_time("updated")?,
        ];
        Ok(BenchmarkRecord {
            id,
            slug,
            name,
            description,
            links,
            citation,
            has_tasks,
            version,
            entries: entries.count("entries")?,
            updated: updated.into_iter().flatten().max().unwrap_or(Timestamp(0)),
        })
    }

    async fn newest_version(&self, benchmark: BenchmarkId) -> Result<Option<VersionRecord>, StoreError> {
        let row =
            sqlx::query("SELECT * FROM benchmark_versions WHERE benchmark_id = $1 ORDER BY sequence DESC LIMIT 1")
                .bind(benchmark.to_string())
                .fetch_optional(&self.pool)
                .await?;
        let Some(row) = row else { return Ok(None) };
        let id: BenchmarkVersionId = row.parsed("id")?;
        let counts = sqlx::query(
            "SELECT COUNT(*) AS repositories, COUNT(CASE WHEN image = '' THEN 1 END) AS imageless
             FROM repositories WHERE version_id = $1",
        )
        .bind(id.to_string())
        .fetch_one(&self.pool)
        .await?;
        let (stored, imageless) = (counts.count("repositories")?, counts.count("imageless")?);
        let (mut languages, repositories) = if stored > 0 {
            let mut connection = self.pool.acquire().await?;
            (tasks_per_language(&mut connection, id).await?, stored)
        } else {
            (row.json("declared")?, row.count("declared_repositories")?)
        };
        languages.sort_unstable();
        Ok(Some(VersionRecord {
            id,
            label: row.text("label")?,
            limits: row.json("limits")?,
            fingerprint: row.text("fingerprint")?,
            created: row.time("created_at")?,
            languages,
            repositories,
            runnable: stored > 0 && imageless == 0,
        }))
    }
}

/// The tasks that a version stores per language, in the order of languages.
pub(crate) async fn tasks_per_language(
    connection: &mut AnyConnection,
    version: BenchmarkVersionId,
) -> Result<Vec<(Language, u64)>, StoreError> {
    let rows = sqlx::query("SELECT language, COUNT(*) AS tasks FROM tasks WHERE version_id = $1 GROUP BY language")
        .bind(version.to_string())
        .fetch_all(connection)
        .await?;
    let mut languages = rows
        .iter()
        .map(|row| Ok((row.parsed("language")?, row.count("tasks")?)))
        .collect::<Result<Vec<_>, StoreError>>()?;
    languages.sort_unstable();
    Ok(languages)
}

fn texts(row: &AnyRow) -> Result<NewBenchmark, StoreError> {
    Ok(NewBenchmark {
        slug: row.parsed("slug")?,
        name: row.text("name")?,
        description: row.text("description")?,
        links: row.json("links")?,
        citation: row.text("citation")?,
        has_tasks: row.flag("has_tasks")?,
    })
}

async fn update_texts(
    connection: &mut AnyConnection,
    id: BenchmarkId,
    new: &NewBenchmark,
    now: Timestamp,
) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE benchmarks SET name = $2, description = $3, links = $4, citation = $5, has_tasks = $6, updated_at = $7
         WHERE id = $1",
    )
    .bind(id.to_string())
    .bind(new.name.clone())
    .bind(new.description.clone())
    .bind(to_json(&new.links)?)
    .bind(new.citation.clone())
    .bind(i64::from(new.has_tasks))
    .bind(now.0)
    .execute(connection)
    .await?;
    Ok(())
}

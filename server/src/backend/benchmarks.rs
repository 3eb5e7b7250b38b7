//! Benchmarks in a few figures.

use app::error::AppError;
use app::ports::{BenchmarkDetail, BenchmarkRepository, BenchmarkSummary};
use domain::{ImageDigest, Limits, Slug};
use store::BenchmarkRecord;

use super::Backend;
use super::faults::internal;

impl Backend {
    pub(super) async fn all_benchmarks(&self) -> Result<Vec<BenchmarkSummary>, AppError> {
        let records = self.store.benchmarks().await.map_err(internal)?;
        Ok(records.into_iter().map(summary).collect())
    }

    /// The benchmark, or that there is none.
    pub(super) async fn benchmark_record(&self, slug: &Slug) -> Result<BenchmarkRecord, AppError> {
        let record = self.store.benchmark(slug).await.map_err(internal)?;
        record.ok_or_else(|| AppError::NotFound(format!("The benchmark `{slug}`")))
    }
}

impl Backend {
    pub(super) async fn benchmark_detail(&self, slug: &Slug) -> Result<BenchmarkDetail, AppError> {
        let record = self.benchmark_record(slug).await?;
        let (limits, fingerprint, made, runnable) = match &record.version {
            Some(version) => (version.limits.clone(), version.fingerprint.clone(), version.created, version.runnable),
            None => (Limits::default(), String::new(), record.updated, false),
        };
        let repositories = match &record.version {
            Some(version) => self.store.repositories(version.id).await.map_err(internal)?,
            None => Vec::new(),
        };
        Ok(BenchmarkDetail {
            summary: summary(record),
            limits,
            fingerprint,
            made,
            runnable,
            repositories: repositories
                .into_iter()
                .map(|(repository, tasks)| BenchmarkRepository {
                    image: image_text(repository.image.as_ref()),
                    spec: repository.spec,
                    tasks,
                })
                .collect(),
            prompt_version: catalog::PROMPT_VERSION.to_owned(),
        })
    }
}

/// Content address of an image, or that there is none.
pub(super) fn image_text(image: Option<&ImageDigest>) -> String {
    image.map_or_else(|| "none".to_owned(), ToString::to_string)
}

/// What pages show of a benchmark.
pub(super) fn summary(record: BenchmarkRecord) -> BenchmarkSummary {
    let (version, languages, repositories) = match record.version {
        Some(version) => (version.label, version.languages, version.repositories),
        None => ("not imported yet".to_owned(), Vec::new(), 0),
    };
    BenchmarkSummary {
        slug: record.slug,
        name: record.name,
        version,
        description: record.description,
        languages,
        repositories,
        entries: record.entries,
        updated: record.updated,
        has_tasks: record.has_tasks,
        links: record.links,
        citation: record.citation,
    }
}

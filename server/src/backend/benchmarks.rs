//! Benchmarks in a few figures.

use app::error::AppError;
use app::ports::BenchmarkSummary;
use domain::Slug;
use store::BenchmarkRecord;

use super::Backend;
use super::faults::internal;

impl Backend {
    pub(super) async fn all_benchmarks(&self) -> Result<Vec<BenchmarkSummary>, AppError> {
        let records = self.store.benchmarks().await.map_err(internal)?;
        Ok(records.into_iter().map(summary).collect())
    }

    /// The benchmark, or that there is none.
    pub(super) async fn benchmark(&self, slug: &Slug) -> Result<BenchmarkRecord, AppError> {
        let record = self.store.benchmark(slug).await.map_err(internal)?;
        record.ok_or_else(|| AppError::NotFound(format!("The benchmark `{slug}`")))
    }
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

//! What a benchmark holds, for the command line.

use std::collections::BTreeMap;

use anyhow::Context as _;
use domain::{RepositoryDomain, Slug};
use store::{BenchmarkRecord, Store};

use crate::commands::open;
use crate::config::DataConfig;

/// `assay benchmark list`: every benchmark with its newest version, and the tasks of that by language, domain and
/// repository.
pub async fn list(data: &DataConfig) -> anyhow::Result<()> {
    let store = open(data).await?;
    for benchmark in store.benchmarks().await? {
        print_benchmark(&store, &benchmark).await?;
    }
    Ok(())
}

/// One benchmark in the same form.
pub(super) async fn print(store: &Store, slug: &Slug) -> anyhow::Result<()> {
    let benchmark = store.benchmark(slug).await?.with_context(|| format!("there is no benchmark `{slug}`"))?;
    print_benchmark(store, &benchmark).await
}

async fn print_benchmark(store: &Store, benchmark: &BenchmarkRecord) -> anyhow::Result<()> {
    let Some(version) = &benchmark.version else {
        println!("{} ({}): not imported yet", benchmark.slug, benchmark.name);
        return Ok(());
    };
    let tasks: u64 = version.languages.iter().map(|(_, n)| n).sum();
    println!(
        "{} ({}) version {}: {tasks} tasks, {} repositories, {} entries",
        benchmark.slug, benchmark.name, version.label, version.repositories, benchmark.entries
    );
    let repositories = store.repositories(version.id).await?;
    let mut domains: BTreeMap<RepositoryDomain, u64> = BTreeMap::new();
    for (repository, n) in &repositories {
        *domains.entry(repository.spec.domain).or_default() += n;
    }
    for (language, tasks) in &version.languages {
        println!("  {:<32} {tasks:>6}", language.name());
        for (repository, n) in repositories.iter().filter(|(r, _)| r.spec.language == *language) {
            let spec = &repository.spec;
            println!("    {:<30} {n:>6}  {}  {}", spec.name.as_str(), spec.domain.name(), spec.version);
        }
    }
    for (domain, n) in domains {
        println!("  {:<32} {n:>6}", domain.name());
    }
    Ok(())
}

//! Subcommands that do one thing and end.

use anyhow::Context as _;
use store::Store;

use crate::config::DataConfig;

/// Opens the database and brings its tables up to date.
pub async fn open(data: &DataConfig) -> anyhow::Result<Store> {
    data.prepare().with_context(|| format!("cannot make the data folder {}", data.dir.display()))?;
    Ok(Store::connect(&data.database_url()).await?)
}

/// `assay benchmark list`.
pub async fn list(data: &DataConfig) -> anyhow::Result<()> {
    for benchmark in open(data).await?.benchmarks().await? {
        match benchmark.version {
            Some(version) => {
                let tasks: u64 = version.languages.iter().map(|(_, n)| n).sum();
                println!(
                    "{:<12} {:<24} {tasks:>5} tasks  {:>3} repositories  {:>3} entries  {}",
                    benchmark.slug, version.label, version.repositories, benchmark.entries, benchmark.name
                );
            }
            None => println!("{:<12} {:<24} {}", benchmark.slug, "(not imported yet)", benchmark.name),
        }
    }
    Ok(())
}

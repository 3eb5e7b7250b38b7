//! The papers' published tables as entries of the board, with source `published`.
//!
//! The numbers are data files beside this module, transcribed from the paper; nothing is corrected on the way in.

mod facts;
mod printed;
mod sheets;
mod tables;

use anyhow::Context as _;
use store::{NewBenchmark, NewVersion, Store};

pub use printed::tables;
pub use tables::entries;

/// Makes the benchmark `xrepotest` with its version, entries and tables, and those whose metrics are data, or brings
/// them up to date. Gives the number of
/// entries and tables that were added or changed; a second call adds none.
pub async fn load(store: &Store) -> anyhow::Result<u64> {
    let slug = facts::SLUG.parse()?;
    let known = store.benchmark(&slug).await.context("while looking for the benchmark `xrepotest`")?;
    // A release may have been imported as the benchmark's tasks; what is published then only adds its figures.
    let has_tasks = known.as_ref().is_some_and(|known| known.has_tasks);
    let benchmark = store
        .ensure_benchmark(NewBenchmark {
            slug,
            name: facts::NAME.to_owned(),
            description: facts::DESCRIPTION.to_owned(),
            links: facts::LINKS.iter().map(|(text, address)| ((*text).to_owned(), (*address).to_owned())).collect(),
            citation: facts::CITATION.to_owned(),
            has_tasks,
        })
        .await
        .context("while making the benchmark `xrepotest`")?;
    if !has_tasks {
        store
            .create_version(NewVersion {
                benchmark,
                label: facts::VERSION.to_owned(),
                fingerprint: facts::FINGERPRINT.to_owned(),
                limits: domain::Limits::default(),
                declared: facts::TASKS.to_vec(),
                declared_repositories: facts::REPOSITORIES,
                repositories: Vec::new(),
            })
            .await
            .context("while making version 1.0 of `xrepotest`")?;
    }
    let entries = entries().context("while reading the published tables")?;
    let entries = store.ensure_published(benchmark, entries).await.context("while storing the published entries")?;
    let tables = printed::tables().context("while reading the printed tables")?;
    let tables = store.ensure_tables(benchmark, tables).await.context("while storing the printed tables")?;
    Ok(entries + tables + sheets::load(store).await?)
}

//! Finds out what settled suites fail at, in the background: from what is stored, by rules with a version.

use std::collections::HashMap;
use std::sync::Arc;

use anyhow::Context as _;
use domain::{Language, RepositoryId};
use scoring::failure::{FAILURE_VERSION, Failed, Rules, Symbols, classify};
use store::Store;

/// Outcomes that are read at a time; each has its whole log.
const BATCH: u64 = 100;

/// The names that repositories define, read once: a version of a benchmark never changes.
#[derive(Debug, Default)]
pub struct Names(HashMap<RepositoryId, Arc<Symbols>>);

impl Names {
    async fn of(
        &mut self,
        store: &Store,
        repository: RepositoryId,
        language: Language,
    ) -> anyhow::Result<Arc<Symbols>> {
        if let Some(symbols) = self.0.get(&repository) {
            return Ok(Arc::clone(symbols));
        }
        let texts = store.source_texts(repository).await?;
        let symbols = tokio::task::spawn_blocking(move || {
            let mut symbols = Symbols::default();
            for text in &texts {
                symbols.add_source(language, text);
            }
            Arc::new(symbols)
        })
        .await?;
        self.0.insert(repository, Arc::clone(&symbols));
        Ok(symbols)
    }
}

/// Classifies every outcome that has not been classified, and gives their number. Doing it twice changes nothing.
pub async fn classify_all(store: &Store, names: &mut Names) -> anyhow::Result<usize> {
    let mut classified = 0;
    loop {
        let rows = store.unclassified(BATCH).await?;
        let Some(last) = rows.last().map(|row| row.outcome) else { return Ok(classified) };
        let mut work = Vec::with_capacity(rows.len());
        for row in rows {
            let symbols = names.of(store, row.repository, row.language).await?;
            work.push((row, symbols));
        }
        let found = tokio::task::spawn_blocking(move || {
            let class = |(row, symbols): (store::UnclassifiedRow, Arc<Symbols>)| {
                let failed = Failed::of(row.language, &row.suite, &row.result, &symbols);
                (row.outcome, classify(&failed, Rules::Ours))
            };
            work.into_iter().map(class).collect::<Vec<_>>()
        })
        .await?;
        store.set_failures(FAILURE_VERSION, &found).await.with_context(|| format!("while classifying up to {last}"))?;
        classified += found.len();
    }
}

/// Lets everything that was classified by other rules be classified anew.
pub async fn renew(store: &Store) -> anyhow::Result<()> {
    let forgotten = store.forget_failures(FAILURE_VERSION).await.context("while looking for changed rules")?;
    if forgotten > 0 {
        tracing::info!(forgotten, "{forgotten} outcomes are classified anew by the present rules");
    }
    Ok(())
}

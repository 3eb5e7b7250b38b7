//! Benchmarks that are not run here: their metrics and figures are data, and one board shows them all.

use anyhow::Context as _;
use store::{NewBenchmark, NewVersion, PublishedTable, Store};

use super::printed::table;

/// A benchmark of which a paper gives figures.
struct Source {
    slug: &'static str,
    name: &'static str,
    description: &'static str,
    /// The paper that it was taken from, which names the version too.
    paper: &'static str,
    address: &'static str,
    printed: &'static str,
    board: &'static str,
    metrics: &'static str,
    intervals: Option<&'static str>,
}

const SOURCES: [Source; 3] = [
    Source {
        slug: "swepatchtest",
        name: "SWEPatchTest",
        description: "Tests that must tell wrong patches of a repository from correct ones, 619 tasks. Figures as published.",
        paper: "arXiv:2610.18004",
        address: "https://arxiv.org/abs/2610.18004",
        printed: "SWEPatchTest, tables 2 and 8",
        board: include_str!("data/swepatchtest_results.csv"),
        metrics: include_str!("data/swepatchtest_metrics.csv"),
        intervals: Some(include_str!("data/swepatchtest_bootstrap.csv")),
    },
    Source {
        slug: "multi-swt-bench",
        name: "Multi-SWT-Bench",
        description: "Tests that reproduce reported issues in several languages. The figures that its public summary gives.",
        paper: "arXiv:2609.34752",
        address: "https://arxiv.org/abs/2609.34752",
        printed: "Multi-SWT-Bench, public summary",
        board: include_str!("data/multi_swt_bench.csv"),
        metrics: include_str!("data/multi_swt_bench_metrics.csv"),
        intervals: None,
    },
    Source {
        slug: "clover",
        name: "CLOVER",
        description: "Test cases in three tasks with growing context. The figures that its public summary gives.",
        paper: "arXiv:2502.08806",
        address: "https://arxiv.org/abs/2502.08806",
        printed: "CLOVER, public summary",
        board: include_str!("data/clover_board.csv"),
        metrics: include_str!("data/clover_metrics.csv"),
        intervals: None,
    },
];

impl Source {
    fn tables(&self) -> anyhow::Result<Vec<PublishedTable>> {
        let mut tables = vec![table("board", self.printed, self.board)?, table("metrics", self.printed, self.metrics)?];
        if let Some(intervals) = self.intervals {
            tables.push(table("intervals", self.printed, intervals)?);
        }
        Ok(tables)
    }
}

/// Makes these benchmarks with their tables, or brings them up to date; gives the number of tables that changed.
pub(super) async fn load(store: &Store) -> anyhow::Result<u64> {
    let mut changed = 0;
    for source in &SOURCES {
        let while_loading = || format!("while loading the published figures of {}", source.name);
        let benchmark = store
            .ensure_benchmark(NewBenchmark {
                slug: source.slug.parse()?,
                name: source.name.to_owned(),
                description: source.description.to_owned(),
                links: vec![("Paper on arXiv".to_owned(), source.address.to_owned())],
                citation: format!("{}. {}.", source.name, source.paper),
                has_tasks: false,
            })
            .await
            .with_context(while_loading)?;
        store
            .create_version(NewVersion {
                benchmark,
                label: source.paper.to_owned(),
                fingerprint: source.paper.to_owned(),
                limits: domain::Limits::default(),
                declared: Vec::new(),
                declared_repositories: 0,
                repositories: Vec::new(),
            })
            .await
            .with_context(while_loading)?;
        changed += store.ensure_tables(benchmark, source.tables()?).await.with_context(while_loading)?;
    }
    Ok(changed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_metric_is_a_column_with_numbers_or_blanks() {
        for source in &SOURCES {
            let tables = source.tables().unwrap();
            let (board, metrics) = (&tables[0], &tables[1]);
            for metric in &metrics.rows {
                let column = board.columns.iter().position(|name| *name == metric[0]);
                let column = column.unwrap_or_else(|| panic!("{}: {}", source.slug, metric[0]));
                assert!(board.rows.iter().any(|row| !row[column].is_empty()), "{}", metric[0]);
                for row in &board.rows {
                    assert!(row[column].is_empty() || row[column].parse::<f64>().is_ok(), "{row:?}");
                }
            }
        }
    }

    #[test]
    fn printed_intervals_belong_to_printed_figures() {
        let tables = SOURCES[0].tables().unwrap();
        let (board, intervals) = (&tables[0], &tables[2]);
        assert_eq!(intervals.rows.len(), 8 * 8);
        for interval in &intervals.rows {
            let row = board.rows.iter().find(|row| row[0] == interval[0]).unwrap();
            let column = board.columns.iter().position(|name| *name == interval[1]).unwrap();
            assert_eq!(row[column], interval[2], "{interval:?}");
        }
    }
}

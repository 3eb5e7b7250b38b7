//! Tables that are kept as the paper printed them: what stands beside the figures of entries.

use anyhow::Context as _;
use store::PublishedTable;

/// Name, where it was printed, and the transcription.
const TABLES: [(&str, &str, &str); 10] = [
    ("failure_modes_aggregate", "XRepoTest, table 4", include_str!("data/failure_modes_aggregate.csv")),
    ("failure_modes_by_model", "XRepoTest, table A.12", include_str!("data/failure_modes_by_model.csv")),
    ("api_hallucination", "XRepoTest, table A.13", include_str!("data/api_hallucination.csv")),
    ("agentic", "XRepoTest, table A.6", include_str!("data/agentic.csv")),
    ("iterative_repair", "XRepoTest, table A.7", include_str!("data/iterative_repair.csv")),
    ("ir_tpr_disagreement", "XRepoTest, section 5.4", include_str!("data/ir_tpr_disagreement.csv")),
    ("retrieval_ablation", "XRepoTest, table A.8", include_str!("data/retrieval_ablation.csv")),
    ("perplexity", "XRepoTest, table A.3", include_str!("data/perplexity.csv")),
    ("mcnemar", "XRepoTest, table A.9", include_str!("data/mcnemar.csv")),
    ("bootstrap_tpr", "XRepoTest, table A.10", include_str!("data/bootstrap_tpr.csv")),
];

/// Every table, cells as they were printed.
pub fn tables() -> anyhow::Result<Vec<PublishedTable>> {
    TABLES.iter().map(|(name, source, text)| table(name, source, text)).collect()
}

/// A transcription as a table.
pub(super) fn table(name: &str, source: &str, text: &str) -> anyhow::Result<PublishedTable> {
    let wrong = || format!("{name}.csv cannot be read");
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let columns = reader.headers().with_context(wrong)?.iter().map(str::to_owned).collect();
    let rows = reader
        .records()
        .map(|record| Ok(record?.iter().map(str::to_owned).collect()))
        .collect::<Result<_, csv::Error>>()
        .with_context(wrong)?;
    Ok(PublishedTable { name: name.to_owned(), source: source.to_owned(), columns, rows })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use domain::{ContextMode, Language};

    use super::*;

    fn find(name: &str) -> PublishedTable {
        tables().unwrap().into_iter().find(|table| table.name == name).unwrap()
    }

    fn cell<'a>(table: &PublishedTable, row: &'a [String], column: &str) -> &'a str {
        &row[table.columns.iter().position(|name| name == column).unwrap()]
    }

    #[test]
    fn languages_and_contexts_are_ours() {
        for table in tables().unwrap() {
            assert!(!table.rows.is_empty(), "{}", table.name);
            for row in &table.rows {
                if table.columns.iter().any(|column| column == "language") {
                    assert!(cell(&table, row, "language").parse::<Language>().is_ok(), "{}: {row:?}", table.name);
                }
                if table.columns.iter().any(|column| column == "mode") {
                    assert!(cell(&table, row, "mode").parse::<ContextMode>().is_ok(), "{}: {row:?}", table.name);
                }
            }
        }
    }

    #[test]
    fn failure_modes_of_a_bar_add_up_to_all_suites() {
        for name in ["failure_modes_aggregate", "failure_modes_by_model", "api_hallucination"] {
            let table = find(name);
            let mut sums: BTreeMap<String, f64> = BTreeMap::new();
            for row in &table.rows {
                let of = |column: &str| table.columns.iter().any(|c| c == column).then(|| cell(&table, row, column));
                let key = format!("{:?} {:?} {:?}", of("model"), of("language"), of("mode"));
                *sums.entry(key).or_default() += cell(&table, row, "percent").parse::<f64>().unwrap();
            }
            for (bar, sum) in sums {
                // Each share is rounded on its own.
                assert!((sum - 100.0).abs() < 0.25, "{name} {bar}: {sum}");
            }
        }
    }
}

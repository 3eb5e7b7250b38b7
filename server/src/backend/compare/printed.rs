//! Tests that a paper printed.

use app::error::AppError;
use app::ports::PrintedTest;
use domain::EntrySource;
use store::EntryRecord;

use crate::backend::Backend;
use crate::backend::faults::internal;

impl Backend {
    /// The printed tests between two of the entries in their mode, and where they were printed.
    pub(super) async fn printed_tests(&self, entries: &[EntryRecord]) -> Result<(Vec<PrintedTest>, String), AppError> {
        let table = self.store.published_table(&entries[0].benchmark, "mcnemar").await.map_err(internal)?;
        let Some(table) = table else { return Ok((Vec::new(), String::new())) };
        let cell = |row: &[String], name: &str| {
            let index = table.columns.iter().position(|column| column == name);
            index.and_then(|index| row.get(index)).cloned().unwrap_or_default()
        };
        let among = |name: &str, mode: &str| {
            entries.iter().any(|entry| {
                entry.source == EntrySource::Published
                    && entry.mode.as_str() == mode
                    && same_model(entry.model.as_str(), name)
            })
        };
        let tests = table
            .rows
            .iter()
            .filter_map(|row| {
                let (a, b, mode) = (cell(row, "model_a"), cell(row, "model_b"), cell(row, "mode"));
                (among(&a, &mode) && among(&b, &mode)).then_some(())?;
                Some(PrintedTest {
                    language: cell(row, "language").parse().ok()?,
                    mode: mode.parse().ok()?,
                    a,
                    b,
                    chi2: cell(row, "chi2"),
                    p: cell(row, "p_holm"),
                })
            })
            .collect();
        Ok((tests, table.source))
    }
}

/// The paper writes `GPT-OSS 120B` in one table and `GPT-OSS (120B)` in the others.
fn same_model(board: &str, printed: &str) -> bool {
    let plain = |name: &str| name.replace(['(', ')'], "");
    plain(board) == plain(printed)
}

#[cfg(test)]
mod tests {
    use super::same_model;

    #[test]
    fn brackets_make_no_other_model() {
        assert!(same_model("GPT-OSS (120B)", "GPT-OSS 120B"));
        assert!(!same_model("GPT-5.2", "GPT-5"));
    }
}

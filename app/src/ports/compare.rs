//! Entries beside each other, and what is known of a model.

use domain::{ContextMode, Language, Metric, ModelName, Slug, TaskKey};
use serde::{Deserialize, Serialize};

use super::{BenchmarkSummary, BoardRow, ChartView};

/// Most entries that are compared at a time.
pub const MOST_COMPARED: usize = 4;

/// 2 to 4 entries of one benchmark.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    pub benchmark: BenchmarkSummary,
    /// In the order that was asked for.
    pub entries: Vec<Compared>,
    /// Metrics that at least one entry has, in declaration order.
    pub metrics: Vec<Metric>,
    pub charts: Vec<ChartView>,
    /// Tests over outcomes per task, or in one sentence why there are none.
    pub paired: Result<Paired, String>,
    /// Tests that the benchmark's paper printed for two of the entries.
    pub printed: Vec<PrintedTest>,
    /// Where it printed them.
    pub printed_source: String,
}

/// An entry in a comparison.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Compared {
    pub row: BoardRow,
    pub mode: ContextMode,
    /// Short name, unique in the comparison.
    pub label: String,
}

/// What the outcomes of the same tasks say about each pair of entries.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Paired {
    /// Per pair: all tasks, then each language.
    pub tests: Vec<PairedTest>,
    /// Per ordered pair: tasks that the first solves and the second does not.
    pub only: Vec<OnlySolved>,
}

/// Tasks of one pair in a fourfold table.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct PairedTest {
    /// Positions in [`Comparison::entries`].
    pub a: usize,
    pub b: usize,
    /// `None` is all tasks.
    pub language: Option<Language>,
    pub both: u64,
    pub only_a: u64,
    pub only_b: u64,
    pub neither: u64,
    /// McNemar's p and the same after Holm's correction over all tests of the comparison.
    pub p: f64,
    pub p_holm: f64,
}

/// What one entry solves and another does not.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OnlySolved {
    /// Positions in [`Comparison::entries`].
    pub entry: usize,
    pub other: usize,
    /// The first of them, in the order of tasks.
    pub tasks: Vec<TaskKey>,
    /// How many there are.
    pub total: u64,
}

/// A test as a paper printed it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PrintedTest {
    pub language: Language,
    pub mode: ContextMode,
    pub a: String,
    pub b: String,
    /// As printed.
    pub chi2: String,
    /// As printed.
    pub p: String,
}

/// A model with its entries on all boards.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ModelDetail {
    pub name: ModelName,
    pub provider: String,
    /// Where it is described; empty if unknown.
    pub link: String,
    pub open_weights: bool,
    /// Per benchmark, in the order of benchmarks; those without entries left out.
    pub boards: Vec<ModelBoard>,
}

/// A model on one benchmark.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ModelBoard {
    pub benchmark: BenchmarkSummary,
    /// Newest first.
    pub entries: Vec<(ContextMode, BoardRow)>,
    pub charts: Vec<ChartView>,
}

/// The address of a model's page.
pub fn model_address(name: &ModelName) -> String {
    format!("/models/{}", crate::view::query::encode(name.as_str()))
}

/// The address of a benchmark's board in a context mode.
pub fn board_address(benchmark: &Slug, mode: ContextMode) -> String {
    let path = format!("/benchmarks/{benchmark}");
    let pairs = (mode != ContextMode::Standard).then_some(("context", mode.as_str()));
    crate::view::query::address(&path, pairs)
}

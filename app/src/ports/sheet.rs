//! Boards whose metrics are data: what a benchmark that is not run here measures, and its published figures.

use serde::{Deserialize, Serialize};

use super::BenchmarkSummary;

/// A published board with the metrics that its benchmark defines.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Sheet {
    pub benchmark: BenchmarkSummary,
    /// Where it was printed.
    pub source: String,
    /// Headings of the texts that name a row, e.g. `Configuration`.
    pub labels: Vec<String>,
    /// The first is the headline, which rows are in the order of.
    pub metrics: Vec<SheetMetric>,
    pub rows: Vec<SheetRow>,
    /// A drawing of the headline with its intervals, and of it against cost where there is one.
    pub charts: Vec<super::ChartView>,
}

/// What a metric means.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SheetMetric {
    /// In addresses and files.
    pub key: String,
    pub short: String,
    /// `%`, `US$`.
    pub unit: String,
    /// Whether less is better.
    pub lower_is_better: bool,
    pub definition: String,
}

/// One row: who, and its figures in the order of the metrics.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SheetRow {
    pub labels: Vec<String>,
    /// `None` is not known.
    pub values: Vec<Option<f64>>,
    /// 95 % intervals, where they were printed.
    pub intervals: Vec<Option<(f64, f64)>>,
}

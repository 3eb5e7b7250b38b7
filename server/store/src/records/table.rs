//! Tables that a paper printed.

/// A table as it was printed, cells as text; what they mean is for its reader to say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublishedTable {
    /// Unique in its benchmark, e.g. `failure_modes_aggregate`.
    pub name: String,
    /// Where it was printed, e.g. `XRepoTest, table 4`.
    pub source: String,
    pub columns: Vec<String>,
    /// As many texts a row as there are columns; an empty one is not known.
    pub rows: Vec<Vec<String>>,
}

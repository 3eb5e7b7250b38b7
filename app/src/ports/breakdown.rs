//! Parts of an evaluation.

use domain::{Conditional, Metric};
use serde::{Deserialize, Serialize};

/// What the tasks of one repository or one domain came to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GroupScores {
    pub name: String,
    /// All tasks, whether or not there is a suite.
    pub tasks: u64,
    /// Percent of all tasks; undefined ones are left out.
    pub figures: Vec<(Metric, f64)>,
    /// Percent of the suites that meet a condition, and their number.
    pub conditional: Vec<(Conditional, f64, u64)>,
    /// Test cases that passed, and all that were reported.
    pub cases: (u64, u64),
}

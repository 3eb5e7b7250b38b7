//! Intervals, tests and correlations. Everything is a fraction of 1; nothing rounds.

mod correlation;
mod intervals;
mod mcnemar;
mod special;

pub use correlation::{kendall, pearson, spearman};
pub use intervals::{Drawing, Interval, Overall, TaskPair, TaskValue, bootstrap, paired_difference, wilson};
pub use mcnemar::{EXACT_UP_TO, McNemar, McNemarMethod, chi_square_p, holm};

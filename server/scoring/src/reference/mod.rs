//! How the reference computes its numbers (xrepotest.md §1.4, §3, §4), for comparison only.
//!
//! Pure functions that repeat its rules, faults included, so that a difference between its numbers and ours can be
//! traced to a rule with a name (Q-13, Q-41, …). Nothing here feeds a score; [`figures`](crate::figures) does.

mod coverage;
mod go;
mod julia;
mod llvm;
mod numbers;
mod php;
mod record;
mod result;
mod ruby;
mod rust;
mod summary;
mod xml;

pub use coverage::{LineRange, ReferenceCoverage, text_coverage};
pub use go::{go_profile, gobco_branches};
pub use julia::{JuliaRow, julia_executable, julia_slots, julia_vector};
pub use llvm::llvm_lines;
pub use php::php_clover;
pub use record::{ReadError, ReferenceCheck, ReferenceMutants, ReferenceSample, read_detailed_results};
pub use result::{ReferenceSlot, reference_result};
pub use ruby::{ruby_coverage_result, ruby_result_set};
pub use rust::{Segment, rust_export, rust_segments, segments};
pub use summary::{MutationSummary, Summary, reference_summary};

#![doc = include_str!("../README.md")]

mod check;
mod extraction;
mod fences;
mod lines;
mod record;
mod reference;
mod report;
mod tasks;

pub use check::{Checked, CheckedSuite, IntakeLimits, check_upload};
pub use extraction::extract_suite;
pub use reference::{REFERENCE_MAX_TESTS, reference_extraction};
pub use tasks::TaskIndex;

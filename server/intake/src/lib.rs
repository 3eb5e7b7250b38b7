#![doc = include_str!("../README.md")]

mod check;
mod extraction;
mod fences;
mod lines;
mod record;
mod report;
mod tasks;

pub use check::{Checked, CheckedSuite, IntakeLimits, check_upload};
pub use extraction::extract_suite;
pub use tasks::TaskIndex;

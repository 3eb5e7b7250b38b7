#![doc = include_str!("../README.md")]

mod bootstrap;
mod breakdown;
pub mod failure;
mod metrics;
mod ranking;
pub mod reference;
pub mod statistics;

pub use breakdown::{ConditionalFigure, GroupFigures, TaskGroup, breakdown, conditional};
pub use metrics::{ScoredFigure, SlotObservation, TaskCount, Unscorable, figures};
pub use ranking::{Contestant, Placing, Stratum, rank};

/// Version of the formulas in this crate, stored with every computed figure.
///
/// - 2: MS counts 0 wherever mutants were to be noticed, also where nothing passed; a flaky pass is not a valid pass.
/// - 1: the first.
pub const SCORING_VERSION: &str = "2";

#![doc = include_str!("../README.md")]

mod bootstrap;
mod metrics;
mod ranking;
pub mod reference;

pub use metrics::{ScoredFigure, SlotObservation, Unscorable, figures};
pub use ranking::{Contestant, Placing, Stratum, rank};

/// Version of the formulas in this crate, stored with every computed figure.
pub const SCORING_VERSION: &str = "1";

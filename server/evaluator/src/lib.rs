#![doc = include_str!("../README.md")]

pub mod adapter;
pub mod canary;
pub mod go;
pub mod judge;
pub mod julia;
pub mod php;
pub mod pipeline;
pub mod queue;
mod records;
pub mod ruby;
pub mod rust;
pub mod session;
pub mod worker;

#[cfg(test)]
mod fixtures;

pub use worker::{Worker, WorkerConfig, WorkerSnapshot, WorkerState};

/// Names the code and the rules that produced a result: crate version, then the number of the rules, which grows
/// whenever the same observation could be judged, placed or built differently than before.
pub const EVALUATOR_VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "+rules.2");

/// Every language that suites can be run in, in the paper's order.
pub fn adapters() -> Vec<Box<dyn adapter::Adapter>> {
    vec![
        Box::new(rust::RustAdapter),
        Box::new(julia::JuliaAdapter),
        Box::new(go::GoAdapter),
        Box::new(ruby::RubyAdapter),
        Box::new(php::PhpAdapter),
    ]
}

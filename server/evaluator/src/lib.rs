#![doc = include_str!("../README.md")]

pub mod adapter;
pub mod judge;
pub mod queue;

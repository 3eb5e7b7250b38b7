#![doc = include_str!("../README.md")]

pub mod adapter;
pub mod queue;

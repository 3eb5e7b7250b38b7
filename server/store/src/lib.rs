#![doc = include_str!("../README.md")]

mod audit;
mod batch;
mod benchmarks;
mod connect;
mod entries;
mod error;
mod jobs;
mod records;
mod results;
mod row;
mod search;
mod sessions;
mod submissions;
mod tables;
mod tasks;
mod text;
mod users;
mod versions;

pub use connect::{Clock, DatabaseKind, Store};
pub use error::{CreateUserError, StoreError};
pub use records::*;

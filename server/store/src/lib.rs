#![doc = include_str!("../README.md")]

mod connect;
mod error;
mod records;
mod signatures;

pub use connect::{Clock, DatabaseKind, Store};
pub use error::{CreateUserError, StoreError};
pub use records::*;

#![doc = include_str!("../README.md")]

mod capture;
pub mod frame;
mod oom;
pub mod protocol;
mod request;
mod serve;
mod snapshot;
mod step;
mod sys;
mod wipe;
mod work_area;

pub use serve::{ServeError, serve};
pub use sys::{Territory, hide_from_suites, keep_descriptor_three};
pub use work_area::Areas;

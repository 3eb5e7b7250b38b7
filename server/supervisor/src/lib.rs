#![doc = include_str!("../README.md")]

mod capture;
mod fork;
pub mod frame;
mod oom;
pub mod protocol;
mod request;
mod serve;
mod servers;
mod snapshot;
mod step;
mod sys;
mod users;
mod wipe;
mod work_area;

pub use serve::{ServeError, serve};
pub use sys::keep_low_descriptors;
pub use users::{Killer, Territory, has_exactly_the_rights_it_needs, hide_from_suites};
pub use work_area::Areas;

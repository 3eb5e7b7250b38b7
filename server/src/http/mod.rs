//! Handlers that are not pages of `app`: files, downloads, the live view's data and health.

mod address;
mod cached;
mod charts;
mod downloads;
mod exports;
mod fault;
mod files;
mod health;
mod pages;
mod progress;
mod prompts;

pub use address::{ClientAddress, client_address};
pub use charts::chart;
pub use downloads::{outcomes, report};
pub use exports::{board, feed};
pub use fault::Fault;
pub(crate) use fault::logged;
pub use files::{FileRequest, package_files, site_file};
pub use health::health;
pub use pages::{Pages, provide_page};
pub use progress::progress;
pub use prompts::prompts;

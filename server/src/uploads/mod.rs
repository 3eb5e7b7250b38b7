//! Uploads: received to disk under a limit, checked line by line, stored only when everything is right.

mod check;
mod gate;
mod queue;
mod receive;
mod upload;

pub use check::{Checked, check_file};
pub use gate::UploadGate;
pub use queue::queue;
pub use upload::upload;

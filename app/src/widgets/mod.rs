//! Interactive leaves: islands that work as plain HTML until the browser part has loaded.

pub mod live_progress;

pub use live_progress::LiveProgress;

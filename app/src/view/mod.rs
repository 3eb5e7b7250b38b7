//! What pages compute before they draw: pure functions from data and URL to what is shown.

pub mod axis;
pub mod format;
pub mod words;

//! What pages compute before they draw: pure functions from data and URL to what is shown.

pub mod axis;
pub mod board;
pub mod board_rows;
pub mod difficulty;
pub mod format;
pub mod log;
pub mod query;
pub mod sheet;
pub mod tasks;
pub mod words;

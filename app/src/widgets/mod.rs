//! Interactive leaves: islands that work as plain HTML until the browser part has loaded.

pub mod live_progress;
pub mod theme_switch;

pub use live_progress::LiveProgress;
pub use theme_switch::{Theme, ThemeSwitch};

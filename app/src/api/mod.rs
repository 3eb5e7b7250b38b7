//! Server functions, one file per aggregate. They are a public interface: each one authorises its caller.

pub mod progress;

pub use progress::get_progress;

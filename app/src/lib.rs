#![doc = include_str!("../README.md")]
#![recursion_limit = "256"]
#![expect(clippy::needless_pass_by_value, reason = "components own their properties")]

#[cfg(all(feature = "ssr", feature = "hydrate"))]
compile_error!("`app` is compiled either for the server (`ssr`) or for the browser (`hydrate`), never for both");

pub mod api;
pub mod components;
pub mod error;
pub mod ports;
pub mod view;
pub mod widgets;

// Islands mode: the browser receives the islands and nothing else, so routes and pages stay on the server.
#[cfg(feature = "ssr")]
pub mod app;
#[cfg(feature = "ssr")]
pub mod pages;
#[cfg(feature = "ssr")]
pub mod shell;

#[cfg(feature = "ssr")]
pub use {app::App, shell::shell};

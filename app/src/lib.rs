#![doc = include_str!("../README.md")]

#[cfg(all(feature = "ssr", feature = "hydrate"))]
compile_error!("`app` is compiled either for the server (`ssr`) or for the browser (`hydrate`), never for both");

pub mod error;
pub mod ports;

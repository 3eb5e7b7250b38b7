//! The Rust adapter against the real image through the real engine: honest suites in every form, suites that fail, the
//! preparation of a whole repository, and mutants. Suites that attack are in `../attacks/rust`.
//!
//! Needs a container engine and the image of `./dev images`.

mod batches;
mod honest;
mod mutants;
mod preparation;
mod support;
mod upstream;

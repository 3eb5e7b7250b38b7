//! The contract of `DockerRuntime` and of the supervisor, against a real engine.

mod isolation;
mod lifecycle;
mod limits;
mod reading;
mod runs;
mod support;

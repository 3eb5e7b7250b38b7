//! The contract of `DockerRuntime` and of the supervisor, against a real engine.

mod continuing;
mod isolation;
mod lifecycle;
mod limits;
mod reading;
mod runs;
mod servers;
mod servers_attacked;
mod support;

#![doc = include_str!("../README.md")]

mod port;

pub use port::{ContainerRuntime, EngineInfo, SandboxError, Session, SessionSpec, TreeFile};
pub use supervisor::protocol;

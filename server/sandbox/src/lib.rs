#![doc = include_str!("../README.md")]

mod cores;
mod docker;
mod errors;
pub mod fake;
mod guard;
mod port;
mod profile;
mod session;
mod tree;

pub use cores::{Cores, Share};
pub use docker::{DockerConfig, DockerRuntime};
pub use port::{ContainerRuntime, EngineInfo, SandboxError, Session, SessionSpec, TreeFile};
pub use profile::{LABEL_APP, LABEL_PURPOSE, LABEL_STARTED, LABEL_WORKER, SUPERVISOR_PATH};
pub use supervisor::protocol;

//! The container engine of this process.

use std::sync::Arc;

use sandbox::{ContainerRuntime, DockerConfig, DockerRuntime};

use crate::config::EngineConfig;

/// The engine that the configuration names. It need not be there yet.
pub fn runtime(config: &EngineConfig) -> Arc<dyn ContainerRuntime> {
    Arc::new(DockerRuntime::new(DockerConfig {
        host: config.docker_host.clone(),
        runtime: Some(config.runtime.clone()),
    }))
}

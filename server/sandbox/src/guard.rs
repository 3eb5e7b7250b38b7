//! No container outlives its owner.

use std::time::Duration;

use bollard::Docker;
use bollard::errors::Error;
use bollard::query_parameters::RemoveContainerOptions;
use tokio::runtime::Handle;

use crate::errors::has_status;

/// Pauses between attempts to remove a container.
const PAUSES: [Duration; 5] = [
    Duration::from_millis(100),
    Duration::from_millis(400),
    Duration::from_secs(1),
    Duration::from_secs(3),
    Duration::from_secs(6),
];

/// Removes a container when it is dropped. Made before the container is, so that nothing is left when the making is
/// interrupted.
pub(crate) struct Guard {
    docker: Docker,
    name: String,
    /// Whether the engine has confirmed that it exists.
    exists: bool,
    done: bool,
}

impl Guard {
    pub(crate) fn new(docker: Docker, name: String) -> Self {
        Self { docker, name, exists: false, done: false }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The engine has made the container.
    pub(crate) fn confirm(&mut self) {
        self.exists = true;
    }

    /// Removes it now.
    pub(crate) async fn remove(&mut self) -> Result<(), Error> {
        let result = remove(&self.docker, &self.name, self.exists).await;
        self.done |= result.is_ok();
        result
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        if self.done {
            return;
        }
        let (docker, name, exists) = (self.docker.clone(), std::mem::take(&mut self.name), self.exists);
        let Ok(runtime) = Handle::try_current() else {
            tracing::error!(container = name, "container left behind: it was dropped outside of the async runtime");
            return;
        };
        runtime.spawn(async move {
            if let Err(error) = remove(&docker, &name, exists).await {
                tracing::error!(container = name, %error, "container left behind");
            }
        });
    }
}

/// Kills and removes a container, with its anonymous volumes. `exists`: that it is not there means that it is gone
/// already, and not that it is still being made.
pub(crate) async fn remove(docker: &Docker, name: &str, exists: bool) -> Result<(), Error> {
    let mut pauses = PAUSES.iter();
    loop {
        let options = RemoveContainerOptions { force: true, v: true, ..RemoveContainerOptions::default() };
        let error = match docker.remove_container(name, Some(options)).await {
            Ok(()) => return Ok(()),
            Err(error) if has_status(&error, 404) && exists => return Ok(()),
            Err(error) => error,
        };
        match pauses.next() {
            Some(pause) => tokio::time::sleep(*pause).await,
            None if has_status(&error, 404) => return Ok(()),
            None => return Err(error),
        }
    }
}

//! The Docker Engine as container runtime.

use std::collections::HashMap;
use std::time::Duration;

use async_trait::async_trait;
use bollard::errors::Error;
use bollard::models::ContainerCreateBody;
use bollard::query_parameters::{
    AttachContainerOptions, CreateContainerOptions, DownloadFromContainerOptions, ListContainersOptions,
};
use bollard::{API_DEFAULT_VERSION, Docker};
use domain::ImageDigest;
use futures::StreamExt;
use tokio::sync::{OnceCell, mpsc};
use tokio::time::timeout;

use crate::errors::{chain, from_engine, has_status, unreachable};
use crate::guard::{self, Guard};
use crate::profile::{self, LABEL_APP, LABEL_PURPOSE, LABEL_STARTED, LABEL_WORKER, PURPOSE_READ};
use crate::session::DockerSession;
use crate::tree::{self, Pieces};
use crate::{ContainerRuntime, EngineInfo, SandboxError, Session, SessionSpec, TreeFile};

const DEFAULT_HOST: &str = "unix:///var/run/docker.sock";
/// Seconds for one answer of the engine.
const ANSWER_SECONDS: u64 = 60;
/// Time for the first sign of life.
const CONTACT: Duration = Duration::from_secs(10);
/// A container for reading files that is older than this many seconds was left behind.
const READING_SECONDS: u64 = 3600;

/// How to reach the engine.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DockerConfig {
    /// `unix:///path` or `tcp://host:port`; without it DOCKER_HOST, or the default socket.
    pub host: Option<String>,
    /// Runtime of the sessions: `runc`, `runsc`; without it ASSAY_RUNTIME, or the engine's default.
    pub runtime: Option<String>,
}

/// A [`ContainerRuntime`] over the Docker Engine API. Connects when it is first used, so that a worker can be made
/// while the engine is still down.
pub struct DockerRuntime {
    address: String,
    runtime: Option<String>,
    connection: OnceCell<Docker>,
}

impl DockerRuntime {
    /// Does not connect yet.
    pub fn new(config: DockerConfig) -> Self {
        let given = |value: Option<String>| value.filter(|value| !value.trim().is_empty());
        let or_variable = |value, variable| given(value).or_else(|| given(std::env::var(variable).ok()));
        let address = or_variable(config.host, "DOCKER_HOST").unwrap_or_else(|| DEFAULT_HOST.to_owned());
        Self { address, runtime: or_variable(config.runtime, "ASSAY_RUNTIME"), connection: OnceCell::new() }
    }

    /// Where the engine is.
    pub fn address(&self) -> &str {
        &self.address
    }

    async fn connection(&self) -> Result<&Docker, SandboxError> {
        self.connection.get_or_try_init(|| self.connect()).await
    }

    async fn connect(&self) -> Result<Docker, SandboxError> {
        let action = "connecting to the engine";
        let address = self.address.as_str();
        let client = if address.starts_with("unix://") {
            Docker::connect_with_unix(address, ANSWER_SECONDS, API_DEFAULT_VERSION)
        } else if address.starts_with("tcp://") || address.starts_with("http://") {
            Docker::connect_with_http(address, ANSWER_SECONDS, API_DEFAULT_VERSION)
        } else {
            return Err(unreachable(address, "the address does not begin with unix:// or tcp://"));
        };
        let client = client.map_err(|error| from_engine(address, action, &error))?;
        // An older engine refuses requests of a newer version of its API.
        match timeout(CONTACT, client.negotiate_version()).await {
            Ok(client) => client.map_err(|error| from_engine(address, action, &error)),
            Err(_) => Err(unreachable(address, &format!("no answer within {} s", CONTACT.as_secs()))),
        }
    }

    fn failed(&self, action: &str) -> impl Fn(Error) -> SandboxError {
        move |error| from_engine(&self.address, action, &error)
    }

    async fn create(&self, guard: &mut Guard, body: ContainerCreateBody) -> Result<(), SandboxError> {
        let image = body.image.clone().unwrap_or_default();
        let options =
            CreateContainerOptions { name: Some(guard.name().to_owned()), ..CreateContainerOptions::default() };
        match self.connection().await?.create_container(Some(options), body).await {
            Ok(made) => {
                guard.confirm();
                for warning in made.warnings {
                    // For example that the kernel cannot limit swap: the profile would not hold.
                    tracing::warn!(container = guard.name(), warning, "the engine has a reservation");
                }
                Ok(())
            }
            Err(error) if has_status(&error, 404) => Err(SandboxError::ImageMissing(image)),
            Err(error) => Err(from_engine(&self.address, "creating a container", &error)),
        }
    }

    async fn inspect(&self, image: &str) -> Result<bollard::models::ImageInspect, SandboxError> {
        match self.connection().await?.inspect_image(image).await {
            Ok(found) => Ok(found),
            Err(error) if has_status(&error, 404) => Err(SandboxError::ImageMissing(image.to_owned())),
            Err(error) => Err(from_engine(&self.address, "looking at an image", &error)),
        }
    }

    /// Reads a tree of the container that `guard` holds.
    async fn download(&self, guard: &Guard, path: &str, max_bytes: u64) -> Result<Vec<TreeFile>, SandboxError> {
        let options = DownloadFromContainerOptions { path: path.to_owned() };
        let mut stream = Box::pin(self.connection().await?.download_from_container(guard.name(), Some(options)));
        let first = match stream.next().await {
            Some(Err(error)) if has_status(&error, 404) => {
                return Err(SandboxError::Tree { path: path.to_owned(), cause: "is not in the image".to_owned() });
            }
            Some(Err(error)) => return Err(from_engine(&self.address, "reading files of an image", &error)),
            Some(Ok(piece)) => Some(piece),
            None => None,
        };
        let (sender, receiver) = mpsc::channel(16);
        let reading = {
            let path = path.to_owned();
            tokio::task::spawn_blocking(move || tree::read(Pieces::new(receiver), &path, max_bytes))
        };
        let mut pieces = futures::stream::iter(first.map(Ok)).chain(stream);
        while let Some(piece) = pieces.next().await {
            // The reader has stopped early: it has an error to tell.
            if sender.send(piece.map_err(|error| chain(&error))).await.is_err() {
                break;
            }
        }
        drop(sender);
        reading.await.map_err(|error| SandboxError::Tree { path: path.to_owned(), cause: error.to_string() })?
    }

    async fn containers(&self, label: String) -> Result<Vec<(String, HashMap<String, String>)>, SandboxError> {
        let labels = vec![format!("{LABEL_APP}=assay"), label];
        let options = ListContainersOptions {
            all: true,
            filters: Some(HashMap::from([("label".to_owned(), labels)])),
            ..ListContainersOptions::default()
        };
        let found = self.connection().await?.list_containers(Some(options)).await;
        let found = found.map_err(self.failed("listing containers"))?;
        Ok(found.into_iter().filter_map(|c| Some((c.id?, c.labels.unwrap_or_default()))).collect())
    }
}

#[async_trait]
impl ContainerRuntime for DockerRuntime {
    async fn ping(&self) -> Result<EngineInfo, SandboxError> {
        let ask = async {
            let docker = self.connection().await?;
            docker.info().await.map_err(self.failed("asking for the engine's state"))
        };
        let info = match timeout(CONTACT, ask).await {
            Ok(info) => info?,
            Err(_) => return Err(unreachable(&self.address, &format!("no answer within {} s", CONTACT.as_secs()))),
        };
        let version = info.server_version.unwrap_or_default();
        let runtimes = info.runtimes.unwrap_or_default();
        let runtime = self.runtime.clone().or(info.default_runtime).unwrap_or_default();
        if !runtimes.contains_key(&runtime) {
            let mut known: Vec<_> = runtimes.into_keys().collect();
            known.sort();
            let cause = format!("the engine has no runtime {runtime:?}; it has {}", known.join(", "));
            return Err(SandboxError::Engine { action: "looking for the runtime".into(), cause });
        }
        let cores = info.ncpu.and_then(|cores| u32::try_from(cores).ok()).unwrap_or_default();
        Ok(EngineInfo { version, runtime, cores })
    }

    async fn resolve(&self, image: &str) -> Result<ImageDigest, SandboxError> {
        let id = self.inspect(image).await?.id.unwrap_or_default();
        id.parse().map_err(|_| SandboxError::Engine {
            action: format!("looking at image {image}"),
            cause: format!("its id {id:?} is not a SHA-256 digest"),
        })
    }

    async fn read_tree(&self, image: &ImageDigest, path: &str, max_bytes: u64) -> Result<Vec<TreeFile>, SandboxError> {
        let path = path.trim_end_matches('/');
        if !path.starts_with('/') || path.split('/').any(|part| part == "." || part == "..") {
            let cause = "is not an absolute path below the root of the image".to_owned();
            return Err(SandboxError::Tree { path: path.to_owned(), cause });
        }
        let docker = self.connection().await?.clone();
        let mut guard = Guard::new(docker, profile::container_name("read"));
        self.create(&mut guard, profile::reading(&image.to_string())).await?;
        let files = self.download(&guard, path, max_bytes).await;
        guard.remove().await.map_err(self.failed("removing a container"))?;
        files
    }

    async fn start(&self, spec: &SessionSpec) -> Result<Box<dyn Session>, SandboxError> {
        let docker = self.connection().await?;
        let image = self.inspect(&spec.image.to_string()).await?;
        let volumes = image.config.and_then(|config| config.volumes).unwrap_or_default();
        if !volumes.is_empty() {
            let cause = format!("the image declares volumes ({}), which would be writable", volumes.join(", "));
            return Err(SandboxError::Engine { action: format!("checking image {}", spec.image), cause });
        }
        let mut guard = Guard::new(docker.clone(), profile::container_name(&spec.worker));
        self.create(&mut guard, profile::session(spec, self.runtime.as_deref())).await?;
        // Before the start, so that nothing is missed; with the log driver `none` nothing could be read later.
        let options = AttachContainerOptions {
            stream: true,
            stdin: true,
            stdout: true,
            stderr: true,
            ..AttachContainerOptions::default()
        };
        let attached = docker.attach_container(guard.name(), Some(options)).await;
        let attached = attached.map_err(self.failed("attaching to a container"))?;
        docker.start_container(guard.name(), None).await.map_err(self.failed("starting a container"))?;
        let (docker, address) = (docker.clone(), self.address.clone());
        let outside = profile::is_gvisor(self.runtime.as_deref());
        Ok(Box::new(DockerSession::open(docker, address, guard, attached, outside).await?))
    }

    async fn remove_orphans(&self, worker: &str) -> Result<u64, SandboxError> {
        let docker = self.connection().await?;
        let mut left = self.containers(format!("{LABEL_WORKER}={worker}")).await?;
        left.retain(|(_, labels)| labels.get(LABEL_WORKER).is_some_and(|owner| owner == worker));
        let old = profile::now().saturating_sub(READING_SECONDS);
        let reading = self.containers(format!("{LABEL_PURPOSE}={PURPOSE_READ}")).await?;
        let is_old = |text: &String| text.parse().is_ok_and(|started: u64| started < old);
        left.extend(reading.into_iter().filter(|(_, labels)| labels.get(LABEL_STARTED).is_some_and(is_old)));
        let mut removed = 0;
        for (id, _) in left {
            guard::remove(docker, &id, true).await.map_err(self.failed("removing a container that was left behind"))?;
            removed += 1;
        }
        Ok(removed)
    }
}

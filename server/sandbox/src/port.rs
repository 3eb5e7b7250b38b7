//! What the evaluator needs from a container engine.

use async_trait::async_trait;
use domain::{ImageDigest, Limits};
use supervisor::protocol::{ContinueRequest, RunRequest, StepReport};

use crate::Cores;

/// Why a container did not do what was asked. All of these are faults of ours except `SessionDied`,
/// which a suite may have caused: try it once more in a fresh session before deciding.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// The engine does not answer.
    #[error("the container engine cannot be reached ({address}): {cause}")]
    Unreachable { address: String, cause: String },
    /// The image is not on this host; images are never pulled during a run.
    #[error("image {0} is not on this host; build it with `./dev images`")]
    ImageMissing(String),
    /// The engine answered with an error.
    #[error("while {action}: {cause}")]
    Engine { action: String, cause: String },
    /// The supervisor inside the container reported a fault.
    #[error("supervisor, while {what}: {cause}")]
    Supervisor { what: String, cause: String },
    /// The container ended in the middle of a run, for lack of memory or because its supervisor gave up.
    #[error("the container ended during a run (out of memory: {out_of_memory}): {cause}")]
    SessionDied { out_of_memory: bool, cause: String },
    /// The container was killed from outside, or it ran on and its answer did not arrive. No suite can do either: the
    /// kernel delivers no SIGKILL from inside to process 1. It is worth a try in a fresh session.
    #[error("the session was cut off during a run: {cause}")]
    SessionCut { cause: String },
    /// A file tree in an image is larger than asked for, or holds something that is not a plain file.
    #[error("file tree {path}: {cause}")]
    Tree { path: String, cause: String },
}

/// What is known of the engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineInfo {
    pub version: String,
    /// Name of the runtime that sessions use: `runc`, `runsc`.
    pub runtime: String,
    /// Processors of its host.
    pub cores: u32,
}

/// A regular file of an image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeFile {
    /// Path below the folder that was asked for, with forward slashes.
    pub path: String,
    pub bytes: Vec<u8>,
}

/// How to start a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionSpec {
    pub image: ImageDigest,
    pub limits: Limits,
    /// What it is for, as a label and in logs: `EVALUATION/REPOSITORY`.
    pub purpose: String,
    /// Worker that owns it; orphan removal leaves other live workers' containers alone.
    pub worker: String,
    /// The processors that it is confined to; all of them without it.
    pub cores: Option<Cores>,
}

/// A container engine. The worker talks to it only through this.
#[async_trait]
pub trait ContainerRuntime: Send + Sync {
    /// Whether the engine answers and has the configured runtime.
    async fn ping(&self) -> Result<EngineInfo, SandboxError>;
    /// The content address of an image by tag or digest.
    async fn resolve(&self, image: &str) -> Result<ImageDigest, SandboxError>;
    /// All regular files below `path` of an image, without running it; links and devices are left out.
    async fn read_tree(&self, image: &ImageDigest, path: &str, max_bytes: u64) -> Result<Vec<TreeFile>, SandboxError>;
    /// Starts a locked-down container whose supervisor has answered.
    async fn start(&self, spec: &SessionSpec) -> Result<Box<dyn Session>, SandboxError>;
    /// Removes containers that this worker left behind, e.g. after kill -9; gives their number.
    async fn remove_orphans(&self, worker: &str) -> Result<u64, SandboxError>;
}

/// A running container. Dropping it removes the container too, in the background.
#[async_trait]
pub trait Session: Send {
    /// Runs steps in a fresh folder; at most one run at a time.
    async fn run(&mut self, request: &RunRequest) -> Result<Vec<StepReport>, SandboxError>;
    /// Runs more steps in the folder of a run that was kept.
    async fn go_on(&mut self, request: &ContinueRequest) -> Result<Vec<StepReport>, SandboxError>;
    /// Kills and removes the container.
    async fn close(self: Box<Self>) -> Result<(), SandboxError>;
}

//! One container at a time, kept while the work stays with the same evaluation and repository.

use std::sync::Arc;
use std::time::Duration;

use domain::{EvaluationId, ImageDigest, Limits, Slug, TaskWork};
use sandbox::protocol::{ContinueRequest, RunRequest, StepReport};
use sandbox::{ContainerRuntime, Cores, SandboxError, Session, SessionSpec};
use tokio::time::Instant;

/// A container that served this many runs is replaced, so that nothing can pile up in it.
pub const MAX_RUNS: u32 = 200;

/// What a session may be used for: never two submissions, so that vendors stay apart.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Key {
    evaluation: EvaluationId,
    repository: Slug,
    image: ImageDigest,
    limits: Limits,
}

struct Cached {
    key: Key,
    session: Box<dyn Session>,
    runs: u32,
    used: Instant,
}

/// The session of one worker.
pub struct Sessions {
    runtime: Arc<dyn ContainerRuntime>,
    worker: String,
    cores: Option<Cores>,
    current: Option<Cached>,
    /// What has been said about fork servers, by image.
    said: Vec<(ImageDigest, String)>,
}

/// So many different things are remembered as said.
const MOST_SAID: usize = 32;

impl Sessions {
    /// No container is started before the first run.
    pub fn new(runtime: Arc<dyn ContainerRuntime>, worker: impl Into<String>) -> Self {
        Self { runtime, worker: worker.into(), cores: None, current: None, said: Vec::new() }
    }

    /// Whether this is to be said about an image: once is enough where every task has the same to say (Julia's servers,
    /// none of which can fork under gVisor).
    pub(crate) fn is_news(&mut self, image: &ImageDigest, cause: &str) -> bool {
        let known = self.said.iter().any(|(about, text)| about == image && text == cause);
        let news = !known && self.said.len() < MOST_SAID;
        if news {
            self.said.push((image.clone(), cause.to_owned()));
        }
        news
    }

    /// Confines the containers that are started from now on to these processors.
    pub const fn pin(&mut self, cores: Option<Cores>) {
        self.cores = cores;
    }

    /// Runs a request in the session for this work, starting one when there is none that fits.
    pub async fn run(&mut self, work: &TaskWork, request: &RunRequest) -> Result<Vec<StepReport>, SandboxError> {
        let key = Key {
            evaluation: work.evaluation,
            repository: work.repository.name.clone(),
            image: work.image.clone(),
            limits: work.limits.clone(),
        };
        if self.current.as_ref().is_some_and(|c| c.key != key || c.runs >= MAX_RUNS) {
            self.close().await;
        }
        // Taken out while it runs: when this future is dropped in the middle of a run (a lost lease, a panic) the
        // session is dropped with it and its container removed, instead of being reused in an unknown state.
        let mut cached = if let Some(cached) = self.current.take() {
            cached
        } else {
            let spec = SessionSpec {
                image: work.image.clone(),
                limits: work.limits.clone(),
                purpose: format!("{}/{}", work.evaluation, work.repository.name),
                worker: self.worker.clone(),
                cores: self.cores,
            };
            Cached { key, session: self.runtime.start(&spec).await?, runs: 0, used: Instant::now() }
        };
        let result = cached.session.run(request).await;
        if result.is_ok() {
            cached.runs += 1;
            cached.used = Instant::now();
            self.current = Some(cached);
        } else {
            close(cached.session).await;
        }
        result
    }

    /// Goes on with the run that [`Sessions::run`] has kept. When its container is gone, so is what was kept, and the
    /// answer is that it died.
    pub async fn go_on(&mut self, request: &ContinueRequest) -> Result<Vec<StepReport>, SandboxError> {
        let Some(mut cached) = self.current.take() else {
            let cause = "the container with the kept run has ended".to_owned();
            return Err(SandboxError::SessionDied { out_of_memory: false, cause });
        };
        let result = cached.session.go_on(request).await;
        if result.is_ok() {
            cached.used = Instant::now();
            self.current = Some(cached);
        } else {
            close(cached.session).await;
        }
        result
    }

    /// Closes the session when nothing has been run in it for `idle`.
    pub async fn close_idle(&mut self, idle: Duration) {
        if self.current.as_ref().is_some_and(|c| c.used.elapsed() >= idle) {
            self.close().await;
        }
    }

    /// Closes the session, if there is one.
    pub async fn close(&mut self) {
        if let Some(cached) = self.current.take() {
            close(cached.session).await;
        }
    }
}

/// A container that cannot be closed is reported and left to the orphan removal; no result depends on it.
async fn close(session: Box<dyn Session>) {
    if let Err(error) = session.close().await {
        tracing::warn!(%error, "a container could not be removed; orphan removal will find it");
    }
}

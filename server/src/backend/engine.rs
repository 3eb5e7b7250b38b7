//! Whether the container engine answers: asked at most every few seconds, however many visitors ask.

use std::sync::Arc;
use std::time::{Duration, Instant};

use sandbox::{ContainerRuntime, EngineInfo};
use tokio::sync::Mutex;

/// How long an answer is good for.
const FRESH: Duration = Duration::from_secs(5);

/// How long to wait for one.
const PATIENCE: Duration = Duration::from_secs(3);

/// An answer, and when it was given.
type Answer = (Instant, Result<EngineInfo, String>);

/// A cached ping.
#[derive(Clone)]
pub struct EngineProbe {
    runtime: Arc<dyn ContainerRuntime>,
    last: Arc<Mutex<Option<Answer>>>,
}

impl EngineProbe {
    pub fn new(runtime: Arc<dyn ContainerRuntime>) -> Self {
        Self { runtime, last: Arc::default() }
    }

    /// What is known of the engine, or why it cannot be reached. At most a few seconds old.
    pub async fn info(&self) -> Result<EngineInfo, String> {
        let mut last = self.last.lock().await;
        if let Some((at, answer)) = &*last
            && at.elapsed() < FRESH
        {
            return answer.clone();
        }
        let answer = match tokio::time::timeout(PATIENCE, self.runtime.ping()).await {
            Ok(answer) => answer.map_err(|error| error.to_string()),
            Err(_) => Err(format!("the container engine did not answer within {} seconds", PATIENCE.as_secs())),
        };
        *last = Some((Instant::now(), answer.clone()));
        answer
    }
}

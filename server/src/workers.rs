//! The workers inside this process.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use evaluator::{Worker, WorkerState};
use sandbox::ContainerRuntime;
use sha2::{Digest as _, Sha256};
use store::{Store, StoreError};
use tokio::sync::{Notify, watch};
use tokio::task::JoinSet;

use crate::config::{DataConfig, WorkerConfig};
use crate::queue::DbQueue;

/// How long to wait at the end for jobs to be given back; a little more than the workers' own patience.
const PATIENCE: Duration = Duration::from_secs(15);

/// Running workers; dropping it stops them at once, and their leases then run out by themselves.
pub struct Workers {
    stop: watch::Sender<bool>,
    tasks: JoinSet<()>,
}

impl Workers {
    /// Starts the workers of this process. What a crash of this installation left leased is free again at once.
    pub async fn start(
        store: &Store,
        runtime: &Arc<dyn ContainerRuntime>,
        config: &WorkerConfig,
        data: &DataConfig,
        wake: &Arc<Notify>,
        queue: DbQueue,
    ) -> Result<Self, StoreError> {
        let (stop, stopped) = watch::channel(false);
        let mut tasks = JoinSet::new();
        let installation = installation(config, data);
        let count = config.count();
        for number in 1..=count {
            let name = format!("{installation}-{number}");
            let released = store.release_worker(&name).await?;
            if released > 0 {
                tracing::info!(worker = name, released, "{released} jobs of an earlier run of {name} wait again");
            }
            let worker = Worker {
                queue: Arc::new(queue.clone()),
                runtime: Arc::clone(runtime),
                adapters: evaluator::adapters(),
                config: evaluator::WorkerConfig {
                    share: config.pinning.share(number - 1, count),
                    ..evaluator::WorkerConfig::named(name)
                },
                state: WorkerState::default(),
                wake: Arc::clone(wake),
            };
            tasks.spawn(worker.run(stopped.clone()));
        }
        Ok(Self { stop, tasks })
    }

    /// Lets each worker finish or give back its job.
    pub async fn stop(mut self) {
        // Nobody listens any more when all workers have ended.
        let _ = self.stop.send(true);
        let all = async { while self.tasks.join_next().await.is_some() {} };
        if tokio::time::timeout(PATIENCE, all).await.is_err() {
            tracing::warn!("a worker did not stop in time; its lease runs out by itself");
        }
    }
}

/// A name that is the same after a restart and different for another database on the same engine.
pub fn installation(config: &WorkerConfig, data: &DataConfig) -> String {
    if let Some(name) = &config.name {
        return name.to_string();
    }
    let host: String = std::fs::read_to_string("/proc/sys/kernel/hostname")
        .unwrap_or_default()
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .take(20)
        .collect::<String>()
        .to_lowercase();
    let place = data.database_url.clone().unwrap_or_else(|| {
        std::path::absolute(Path::new(&data.dir)).unwrap_or_else(|_| data.dir.clone()).display().to_string()
    });
    let place = hex::encode(Sha256::digest(place.as_bytes()));
    format!("{}-{}", if host.is_empty() { "host" } else { &host }, &place[..6])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn installations_are_told_apart_and_found_again() {
        let name = |dir: &str| installation(&WorkerConfig::default(), &DataConfig::in_folder(dir));
        assert_eq!(name("/srv/assay"), name("/srv/assay"));
        assert_ne!(name("/srv/assay"), name("/srv/other"));
        let named = WorkerConfig { name: Some("lab".parse().unwrap()), ..WorkerConfig::default() };
        assert_eq!(installation(&named, &DataConfig::in_folder("/srv/assay")), "lab");
    }
}

//! The benchmark `starter`: what the runner images offer, as a benchmark version.

mod error;
mod import;
mod prepare;

use std::sync::Arc;
use std::time::Duration;

use sandbox::ContainerRuntime;
use store::Store;

use crate::backend::Notices;
use crate::config::EngineConfig;

pub use error::ImportError;
pub use import::{Imported, SLUG, ensure_benchmark, import};

/// Topic of the notice on the status page.
const TOPIC: &str = "starter";

/// How long to wait before trying again.
const PAUSE: Duration = Duration::from_secs(20);

/// Imports once the engine answers and the images are there; ends when the newest images are imported.
pub async fn keep_imported(
    store: Store,
    runtime: Arc<dyn ContainerRuntime>,
    config: EngineConfig,
    worker: String,
    notices: Notices,
) {
    let mut said = String::new();
    let beginning = "The starter benchmark is read from its images. On a new installation this takes some minutes: every \
                     mutant of every task is built once.";
    notices.set(TOPIC, beginning.to_owned());
    loop {
        match import(&store, runtime.as_ref(), &config, &worker).await {
            Ok(_) => {
                notices.clear(TOPIC);
                return;
            }
            Err(error) => {
                let text = error.to_string();
                if text != said {
                    tracing::warn!(error = text, "the starter benchmark is not imported yet; trying again");
                }
                // That the engine is away is on the status page already.
                if matches!(error, ImportError::Unreachable(_)) {
                    notices.clear(TOPIC);
                } else {
                    notices.set(TOPIC, format!("The starter benchmark is not imported yet: {text}"));
                }
                said = text;
            }
        }
        tokio::time::sleep(PAUSE).await;
    }
}

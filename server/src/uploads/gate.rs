//! How many uploads are handled at once, and where they are kept meanwhile.

use std::path::PathBuf;
use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::config::UploadConfig;

/// Bounds memory and disk: an upload needs a slot from its first byte until it is stored or refused.
#[derive(Clone)]
pub struct UploadGate {
    spool: Arc<PathBuf>,
    slots: Arc<Semaphore>,
    max_bytes: u64,
}

impl UploadGate {
    pub fn new(spool: PathBuf, config: &UploadConfig) -> Self {
        Self { spool: Arc::new(spool), slots: Arc::new(Semaphore::new(config.at_once.max(1))), max_bytes: config.max_bytes }
    }

    /// A slot, or `None` while all are taken.
    pub(super) fn enter(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.slots).try_acquire_owned().ok()
    }

    /// Largest upload in bytes.
    pub const fn max_bytes(&self) -> u64 {
        self.max_bytes
    }

    /// An empty file without a name: it is gone when it is closed, after kill -9 too.
    pub(super) fn spool_file(&self) -> std::io::Result<std::fs::File> {
        tempfile::tempfile_in(self.spool.as_path())
    }
}

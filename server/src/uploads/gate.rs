//! How many uploads are handled at once, and where they are kept meanwhile.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use domain::UserId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::config::UploadConfig;

/// Bounds memory and disk: an upload needs a slot from its first byte until it is stored or refused.
#[derive(Clone)]
pub struct UploadGate {
    spool: Arc<PathBuf>,
    slots: Arc<Semaphore>,
    /// Slots that each account holds.
    held: Arc<Mutex<HashMap<UserId, usize>>>,
    /// Slots that one account may hold, so that nobody keeps everybody else out.
    each: usize,
    max_bytes: u64,
    patience: Duration,
}

/// Why there is no slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Busy {
    /// All are taken.
    Site,
    /// The account has as many as one account may have.
    Account,
}

/// A place at the gate. It goes along with the work that needs it, into other threads too: a visitor who hangs up must
/// not make room for the next upload while the first one is still being checked.
pub(super) struct Slot {
    user: UserId,
    held: Arc<Mutex<HashMap<UserId, usize>>>,
    _permit: OwnedSemaphorePermit,
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = held.get_mut(&self.user) {
            *count -= 1;
            if *count == 0 {
                held.remove(&self.user);
            }
        }
    }
}

impl UploadGate {
    pub fn new(spool: PathBuf, config: &UploadConfig) -> Self {
        let slots = config.at_once.max(1);
        Self {
            spool: Arc::new(spool),
            slots: Arc::new(Semaphore::new(slots)),
            held: Arc::default(),
            each: slots.div_ceil(2),
            max_bytes: config.max_bytes,
            patience: Duration::from_secs(config.idle_seconds.max(1)),
        }
    }

    /// A slot for an upload of `user`, unless there is none.
    pub(super) fn enter(&self, user: UserId) -> Result<Slot, Busy> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        if held.get(&user).is_some_and(|count| *count >= self.each) {
            return Err(Busy::Account);
        }
        let permit = Arc::clone(&self.slots).try_acquire_owned().map_err(|_| Busy::Site)?;
        *held.entry(user).or_default() += 1;
        Ok(Slot { user, held: Arc::clone(&self.held), _permit: permit })
    }

    /// Largest upload in bytes.
    pub const fn max_bytes(&self) -> u64 {
        self.max_bytes
    }

    /// How long to wait for the next piece of an upload.
    pub(super) const fn patience(&self) -> Duration {
        self.patience
    }

    /// An empty file without a name: it is gone when it is closed, after kill -9 too.
    pub(super) fn spool_file(&self) -> std::io::Result<std::fs::File> {
        tempfile::tempfile_in(self.spool.as_path())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_account_leaves_room_for_others() {
        let gate = UploadGate::new(PathBuf::new(), &UploadConfig { at_once: 4, ..UploadConfig::default() });
        let (ann, bob, eve) = (UserId::new(), UserId::new(), UserId::new());
        let first = gate.enter(ann).unwrap();
        let _second = gate.enter(ann).unwrap();
        assert_eq!(gate.enter(ann).err(), Some(Busy::Account));
        let _third = gate.enter(bob).unwrap();
        let _fourth = gate.enter(bob).unwrap();
        assert_eq!(gate.enter(eve).err(), Some(Busy::Site));
        drop(first);
        assert!(gate.enter(eve).is_ok());
        assert!(gate.enter(ann).is_ok());
    }
}

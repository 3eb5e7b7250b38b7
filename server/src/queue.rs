//! The evaluator's queue, in the database.

use async_trait::async_trait;
use domain::{HostFault, Provenance, SlotResult};
use evaluator::queue::{Claimed, Lease, QueueError, WorkQueue};
use store::Store;

/// Seconds for which a claim holds without a heartbeat.
const LEASE_SECONDS: u32 = 60;

/// Claims of one job before it is given up as dead; its slots then end as `infra_error`.
const MAX_ATTEMPTS: u32 = 5;

/// [`WorkQueue`] over the store.
#[derive(Clone)]
pub struct DbQueue(Store);

impl DbQueue {
    pub const fn new(store: Store) -> Self {
        Self(store)
    }
}

fn failed(action: &'static str) -> impl Fn(store::StoreError) -> QueueError {
    move |error| QueueError { action, cause: error.to_string() }
}

#[async_trait]
impl WorkQueue for DbQueue {
    async fn claim(&self, worker: &str) -> Result<Option<Claimed>, QueueError> {
        let claimed = self.0.claim_job(worker, LEASE_SECONDS, MAX_ATTEMPTS).await.map_err(failed("claiming a job"))?;
        Ok(claimed.map(|job| Claimed {
            lease: Lease { job: job.job, token: job.token, attempt: job.attempt },
            work: job.work,
        }))
    }

    async fn heartbeat(&self, worker: &str, lease: &Lease) -> Result<bool, QueueError> {
        let held = self.0.heartbeat_job(lease.job, &lease.token, worker, LEASE_SECONDS).await;
        held.map_err(failed("extending a lease"))
    }

    async fn complete(
        &self,
        lease: &Lease,
        results: &[SlotResult],
        provenance: &Provenance,
    ) -> Result<bool, QueueError> {
        let stored = self.0.complete_job(lease.job, &lease.token, results, provenance).await;
        stored.map_err(failed("storing results"))
    }

    async fn fail(&self, lease: &Lease, fault: &HostFault) -> Result<(), QueueError> {
        self.0
            .fail_job(lease.job, &lease.token, fault, MAX_ATTEMPTS)
            .await
            .map(|_held| ())
            .map_err(failed("giving a job back"))
    }

    async fn idle(&self, worker: &str) -> Result<(), QueueError> {
        self.0.worker_seen(worker, "").await.map_err(failed("saying that a worker is alive"))
    }
}

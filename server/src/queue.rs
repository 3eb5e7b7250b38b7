//! The evaluator's queue, in the database.

use async_trait::async_trait;
use domain::{HostFault, Provenance, SlotResult};
use evaluator::EVALUATOR_VERSION;
use evaluator::queue::{Claimed, Lease, QueueError, WorkQueue};
use store::Store;

/// Seconds for which a claim holds without a heartbeat.
const LEASE_SECONDS: u32 = 60;

/// Claims of one job before it is given up as dead; its slots then end as `infra_error`.
const MAX_ATTEMPTS: u32 = 5;

/// [`WorkQueue`] over the store.
#[derive(Clone)]
pub struct DbQueue {
    store: Store,
    /// Runtime whose earlier results may stand in for a new run of the same suite.
    reuse: Option<String>,
}

impl DbQueue {
    /// Every suite is run.
    pub const fn new(store: Store) -> Self {
        Self { store, reuse: None }
    }

    /// Suites that were run before under the same conditions and this runtime get that result, without a container.
    #[must_use]
    pub fn reusing(self, runtime: &str) -> Self {
        Self { reuse: Some(runtime.to_owned()), ..self }
    }

    /// Ends a job with what is known; whether that could be done.
    async fn settled_before(&self, claimed: &Claimed) -> Result<bool, QueueError> {
        let Some(runtime) = &self.reuse else { return Ok(false) };
        let known = self.store.known_results(&claimed.work, EVALUATOR_VERSION, runtime).await;
        let Some((results, provenance)) = known.map_err(failed("looking for earlier results"))? else {
            return Ok(false);
        };
        self.complete(&claimed.lease, &results, &provenance).await
    }
}

fn failed(action: &'static str) -> impl Fn(store::StoreError) -> QueueError {
    move |error| QueueError { action, cause: error.to_string() }
}

#[async_trait]
impl WorkQueue for DbQueue {
    async fn claim(&self, worker: &str) -> Result<Option<Claimed>, QueueError> {
        loop {
            let claimed = self.store.claim_job(worker, LEASE_SECONDS, MAX_ATTEMPTS).await;
            let Some(job) = claimed.map_err(failed("claiming a job"))? else { return Ok(None) };
            let lease = Lease { job: job.job, token: job.token, attempt: job.attempt };
            let claimed = Claimed { lease, work: job.work };
            if !self.settled_before(&claimed).await? {
                return Ok(Some(claimed));
            }
        }
    }

    async fn claim_alike(&self, worker: &str, claimed: &Claimed, most: usize) -> Result<Vec<Claimed>, QueueError> {
        let most = u32::try_from(most).unwrap_or(u32::MAX);
        let jobs = self.store.claim_alike(worker, LEASE_SECONDS, &claimed.work, most).await;
        let mut group = Vec::new();
        for job in jobs.map_err(failed("claiming more jobs"))? {
            let lease = Lease { job: job.job, token: job.token, attempt: job.attempt };
            let claimed = Claimed { lease, work: job.work };
            if !self.settled_before(&claimed).await? {
                group.push(claimed);
            }
        }
        Ok(group)
    }

    async fn heartbeat(&self, worker: &str, lease: &Lease) -> Result<bool, QueueError> {
        let held = self.store.heartbeat_job(lease.job, &lease.token, worker, LEASE_SECONDS).await;
        held.map_err(failed("extending a lease"))
    }

    async fn complete(
        &self,
        lease: &Lease,
        results: &[SlotResult],
        provenance: &Provenance,
    ) -> Result<bool, QueueError> {
        let stored = self.store.complete_job(lease.job, &lease.token, results, provenance).await;
        stored.map_err(failed("storing results"))
    }

    async fn fail(&self, lease: &Lease, fault: &HostFault) -> Result<(), QueueError> {
        self.store
            .fail_job(lease.job, &lease.token, fault, MAX_ATTEMPTS)
            .await
            .map(|_held| ())
            .map_err(failed("giving a job back"))
    }

    async fn idle(&self, worker: &str) -> Result<(), QueueError> {
        self.store.worker_seen(worker, "").await.map_err(failed("saying that a worker is alive"))
    }
}

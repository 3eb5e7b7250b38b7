//! The state of the service.

use app::error::AppError;
use app::ports::{SystemStatus, WorkerStatus};
use domain::Timestamp;
use store::DatabaseKind;

use super::Backend;
use super::faults::internal;

/// Seconds after which a worker that was not heard of is not shown any more.
const GONE: i64 = 24 * 3600;

impl Backend {
    pub(super) async fn system_status(&self) -> Result<SystemStatus, AppError> {
        let engine = match self.engine.info().await {
            Ok(info) => Ok(format!("Docker {}, runtime {}", info.version, info.runtime)),
            Err(why) => Err(format!("{why}. Uploads are accepted and queue; they run once the engine answers.")),
        };
        let (jobs_queued, jobs_running, jobs_dead) = self.store.job_counts().await.map_err(internal)?;
        let oldest = Timestamp::now().plus_seconds(-GONE);
        let workers = self.store.workers().await.map_err(internal)?.into_iter().filter(|worker| worker.seen > oldest);
        Ok(SystemStatus {
            engine,
            database: match self.store.kind() {
                DatabaseKind::Sqlite => "SQLite".to_owned(),
                DatabaseKind::Postgres => "PostgreSQL".to_owned(),
            },
            workers: workers
                .map(|worker| WorkerStatus { name: worker.name, seen: worker.seen, current: worker.current })
                .collect(),
            jobs_queued,
            jobs_running,
            jobs_dead,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            notices: self.notices.all(),
        })
    }
}

//! Opening a database, its pool and its transactions.

use std::sync::Arc;

use domain::Timestamp;

use crate::StoreError;

/// Which database is underneath.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DatabaseKind {
    /// One file (WAL), one host.
    Sqlite,
    /// A server, any number of hosts.
    Postgres,
}

/// Where the present moment comes from; tests set it by hand.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> Timestamp + Send + Sync>);

/// Every SQL statement of Assay. Cheap to clone.
#[derive(Clone)]
pub struct Store {}

impl Store {
    /// Opens `sqlite:PATH` (made if it is not there) or `postgres://…` and brings its tables up to date.
    pub async fn connect(url: &str) -> Result<Self, StoreError> { todo!() }
    /// The same store with another clock.
    #[must_use]
    pub fn with_clock(self, clock: Clock) -> Self { todo!() }
    /// Which database is underneath.
    pub fn kind(&self) -> DatabaseKind { todo!() }
    /// Whether the database answers.
    pub async fn ping(&self) -> Result<(), StoreError> { todo!() }
}

//! A fresh database per test, on both kinds, with a clock that is set by hand.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use domain::Timestamp;
use futures::FutureExt;
use sqlx::{AnyConnection, AssertSqlSafe, Connection};
use store::{Clock, DatabaseKind, Store};

/// 2026-01-01T00:00:00Z, where every test begins.
pub(crate) const START: i64 = 1_767_225_600_000;

/// The store under test.
#[derive(Clone)]
pub(crate) struct Db {
    pub(crate) store: Store,
    pub(crate) url: String,
    now: Arc<AtomicI64>,
}

impl Db {
    async fn open(url: String) -> Self {
        let now = Arc::new(AtomicI64::new(START));
        let clock = {
            let now = Arc::clone(&now);
            Clock::new(move || Timestamp(now.load(Ordering::SeqCst)))
        };
        let store = Store::connect(&url).await.expect("the test database opens").with_clock(clock);
        Self { store, url, now }
    }

    pub(crate) fn now(&self) -> Timestamp {
        Timestamp(self.now.load(Ordering::SeqCst))
    }

    /// Lets time pass.
    pub(crate) fn pass_seconds(&self, seconds: i64) {
        self.now.fetch_add(seconds * 1000, Ordering::SeqCst);
    }

    /// Runs SQL beside the store.
    pub(crate) async fn raw(&self, sql: &str) -> Result<u64, sqlx::Error> {
        let mut connection = AnyConnection::connect(&self.url).await?;
        let result = sqlx::query(AssertSqlSafe(sql)).execute(&mut connection).await;
        connection.close().await?;
        Ok(result?.rows_affected())
    }

    /// The number of rows that a `SELECT COUNT(*)` gives.
    pub(crate) async fn count(&self, sql: &str) -> i64 {
        let mut connection = AnyConnection::connect(&self.url).await.unwrap();
        let count = sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        count
    }
}

/// Runs a test body on a new database of one kind and removes the database whatever happens.
pub(crate) async fn run<Fut: Future<Output = ()>>(kind: DatabaseKind, body: impl FnOnce(Db) -> Fut) {
    sqlx::any::install_default_drivers();
    match kind {
        DatabaseKind::Sqlite => {
            let folder = tempfile::tempdir().unwrap();
            let url = format!("sqlite:{}", folder.path().join("assay.db").display());
            let db = Db::open(url).await;
            let store = db.store.clone();
            body(db).await;
            store.close().await;
        }
        DatabaseKind::Postgres => {
            let server = std::env::var("ASSAY_TEST_POSTGRES").expect(
                "ASSAY_TEST_POSTGRES is not set: every store test runs on PostgreSQL too. `./dev test` starts one and \
                 sets it; by hand: ASSAY_TEST_POSTGRES=postgres://postgres@127.0.0.1:5432/postgres (a superuser)",
            );
            let name = format!("assay_test_{}", uuid::Uuid::now_v7().simple());
            administer(&server, format!("CREATE DATABASE {name}")).await;
            let test = async { body(Db::open(other_database(&server, &name)).await).await };
            // A panic is held back until the database is gone.
            let outcome = AssertUnwindSafe(test).catch_unwind().await;
            administer(&server, format!("DROP DATABASE {name} WITH (FORCE)")).await;
            if let Err(panic) = outcome {
                std::panic::resume_unwind(panic);
            }
        }
    }
}

async fn administer(server: &str, sql: String) {
    let mut connection = AnyConnection::connect(server).await.expect("the server in ASSAY_TEST_POSTGRES answers");
    sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

/// The address of another database on the same server.
fn other_database(server: &str, name: &str) -> String {
    let (address, parameters) = server.split_once('?').map_or((server, None), |(a, p)| (a, Some(p)));
    let (scheme, rest) = address.split_once("://").expect("an address like postgres://USER@HOST/NAME");
    let host = rest.split_once('/').map_or(rest, |(host, _)| host);
    let parameters = parameters.map(|parameters| format!("?{parameters}")).unwrap_or_default();
    format!("{scheme}://{host}/{name}{parameters}")
}

/// Makes two tests of each body: one per kind of database.
macro_rules! on_both {
    ($(async fn $name:ident($db:ident) $body:block)+) => {$(
        async fn $name($db: $crate::support::Db) $body

        mod $name {
            #[tokio::test(flavor = "multi_thread")]
            async fn sqlite() {
                $crate::support::run(store::DatabaseKind::Sqlite, super::$name).await;
            }

            #[tokio::test(flavor = "multi_thread")]
            async fn postgres() {
                $crate::support::run(store::DatabaseKind::Postgres, super::$name).await;
            }
        }
    )+};
}

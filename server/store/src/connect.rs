//! Opening a database: its address, its pool, its migrations.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use domain::Timestamp;
use sqlx::any::AnyPoolOptions;
use sqlx::migrate::Migrator;
use sqlx::{Any, AnyConnection, AnyPool, Transaction};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::StoreError;

static PORTABLE: Migrator = sqlx::migrate!("../../migrations");
static SQLITE_ONLY: Migrator = sqlx::migrate!("../../migrations/sqlite");
static POSTGRES_ONLY: Migrator = sqlx::migrate!("../../migrations/postgres");

/// How long a connection is waited for before the database counts as not answering.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(30);

/// Which database is underneath.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DatabaseKind {
    /// One file (WAL), one host.
    Sqlite,
    /// A server, any number of hosts.
    Postgres,
}

impl DatabaseKind {
    /// What a subselect for a row to be claimed ends with. SQLite needs nothing: its writers come one after another.
    pub(crate) const fn skip_locked(self) -> &'static str {
        match self {
            Self::Sqlite => "",
            Self::Postgres => " FOR UPDATE SKIP LOCKED",
        }
    }
}

impl std::fmt::Display for DatabaseKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Sqlite => "SQLite",
            Self::Postgres => "PostgreSQL",
        })
    }
}

/// Where the present moment comes from; tests set it by hand.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> Timestamp + Send + Sync>);

impl Clock {
    /// A clock that asks `now` each time.
    pub fn new(now: impl Fn() -> Timestamp + Send + Sync + 'static) -> Self {
        Self(Arc::new(now))
    }
}

impl Default for Clock {
    /// The clock of this machine.
    fn default() -> Self {
        Self::new(Timestamp::now)
    }
}

/// Every SQL statement of Assay. Cheap to clone.
#[derive(Clone)]
pub struct Store {
    pub(crate) pool: AnyPool,
    pub(crate) kind: DatabaseKind,
    clock: Clock,
    /// SQLite has one writer at a time and makes the others poll for the lock; this queue is fair and wakes at once.
    write_turn: Option<Arc<Semaphore>>,
}

/// A transaction that writes. Dropping it without [`WriteTransaction::commit`] undoes everything.
pub(crate) struct WriteTransaction {
    inner: Transaction<'static, Any>,
    _turn: Option<OwnedSemaphorePermit>,
}

impl WriteTransaction {
    pub(crate) async fn commit(self) -> Result<(), StoreError> {
        Ok(self.inner.commit().await?)
    }
}

impl std::ops::Deref for WriteTransaction {
    type Target = AnyConnection;
    fn deref(&self) -> &AnyConnection {
        &self.inner
    }
}

impl std::ops::DerefMut for WriteTransaction {
    fn deref_mut(&mut self) -> &mut AnyConnection {
        &mut self.inner
    }
}

impl Store {
    /// Opens `sqlite:PATH` (made if it is not there, with its folder) or `postgres://…` and brings its tables up to date.
    pub async fn connect(url: &str) -> Result<Self, StoreError> {
        sqlx::any::install_default_drivers();
        let (kind, address) = parse_address(url)?;
        let failed = |error: sqlx::Error| connect_error(url, error.to_string());

        // One connection prepares the database before the pool opens more: SQLite cannot switch to WAL beside others.
        let first = AnyPoolOptions::new().max_connections(1).connect(&address).await.map_err(failed)?;
        prepare(&first, kind).await?;
        first.close().await;

        let connections = match kind {
            DatabaseKind::Sqlite => 8,
            DatabaseKind::Postgres => 16,
        };
        let pool = AnyPoolOptions::new()
            .max_connections(connections)
            .acquire_timeout(ACQUIRE_TIMEOUT)
            .after_connect(move |connection, _| {
                Box::pin(async move {
                    if kind == DatabaseKind::Sqlite {
                        set_pragmas(connection).await?;
                    }
                    Ok(())
                })
            })
            .connect(&address)
            .await
            .map_err(failed)?;
        let write_turn = (kind == DatabaseKind::Sqlite).then(|| Arc::new(Semaphore::new(1)));
        Ok(Self { pool, kind, clock: Clock::default(), write_turn })
    }

    /// The same store with another clock.
    #[must_use]
    pub fn with_clock(self, clock: Clock) -> Self {
        Self { clock, ..self }
    }

    /// Which database is underneath.
    pub const fn kind(&self) -> DatabaseKind {
        self.kind
    }

    /// Whether the database answers.
    pub async fn ping(&self) -> Result<(), StoreError> {
        sqlx::query("SELECT 1").execute(&self.pool).await?;
        Ok(())
    }

    /// Waits for running statements and closes all connections.
    pub async fn close(&self) {
        self.pool.close().await;
    }

    pub(crate) fn now(&self) -> Timestamp {
        (self.clock.0)()
    }

    /// Begins a transaction that writes. SQLite takes the write lock at once, because a transaction that
    /// begins by reading and then writes may be refused half-way.
    pub(crate) async fn write(&self) -> Result<WriteTransaction, StoreError> {
        let turn = match &self.write_turn {
            // The semaphore is never closed; if it were, SQLite's own lock would still keep writers apart.
            Some(turn) => Arc::clone(turn).acquire_owned().await.ok(),
            None => None,
        };
        let inner = match self.kind {
            DatabaseKind::Sqlite => self.pool.begin_with("BEGIN IMMEDIATE").await?,
            DatabaseKind::Postgres => self.pool.begin().await?,
        };
        Ok(WriteTransaction { inner, _turn: turn })
    }
}

fn connect_error(url: &str, cause: impl Into<String>) -> StoreError {
    StoreError::Connect { address: without_password(url), cause: cause.into() }
}

/// The address as it may be shown: `postgres://user:secret@host/name` becomes `postgres://host/name`.
fn without_password(url: &str) -> String {
    match url.split_once("://") {
        Some((scheme, rest)) => {
            let rest = rest.rsplit_once('@').map_or(rest, |(_, host)| host);
            let rest = rest.split_once('?').map_or(rest, |(path, _)| path);
            format!("{scheme}://{rest}")
        }
        None => url.to_owned(),
    }
}

/// Which database an address names, and the address that the driver wants.
fn parse_address(url: &str) -> Result<(DatabaseKind, String), StoreError> {
    if url.starts_with("postgres://") || url.starts_with("postgresql://") {
        return Ok((DatabaseKind::Postgres, url.to_owned()));
    }
    let Some(path) = url.strip_prefix("sqlite:") else {
        return Err(connect_error(url, "the address has another form"));
    };
    let path = path.strip_prefix("//").unwrap_or(path);
    if path.is_empty() || path.starts_with(":memory:") {
        return Err(connect_error(url, "the database must be a file, because several connections share it"));
    }
    if let Some(folder) = Path::new(path).parent() {
        std::fs::create_dir_all(folder)
            .map_err(|error| connect_error(url, format!("its folder cannot be made: {error}")))?;
    }
    // The driver reads the address as a URL, in which a path may not hold every character.
    let encoded: String = path
        .bytes()
        .map(|byte| match byte {
            b'/' | b'.' | b'_' | b'-' => char::from(byte).to_string(),
            _ if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
            _ => format!("%{byte:02X}"),
        })
        .collect();
    Ok((DatabaseKind::Sqlite, format!("sqlite:{encoded}?mode=rwc")))
}

async fn set_pragmas(connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
    // Another process (a back-up, a second `assay`) may hold the write lock for a while.
    sqlx::query("PRAGMA busy_timeout = 15000").execute(&mut *connection).await?;
    sqlx::query("PRAGMA foreign_keys = ON").execute(&mut *connection).await?;
    Ok(())
}

async fn prepare(pool: &AnyPool, kind: DatabaseKind) -> Result<(), StoreError> {
    let only = match kind {
        DatabaseKind::Sqlite => &SQLITE_ONLY,
        DatabaseKind::Postgres => &POSTGRES_ONLY,
    };
    // One row of versions: a number is used either by a portable migration or by one for each database.
    let migrations = Migrator::with_migrations(PORTABLE.iter().chain(only.iter()).cloned().collect());
    if kind == DatabaseKind::Postgres {
        return Ok(migrations.run(pool).await?);
    }
    // Two servers that open a new file at once: SQLite has no lock around a whole series of migrations, so the later
    // one finds a table that it wanted to make. On its next try it finds the series complete.
    let mut tries = 1;
    loop {
        let result = match sqlx::query("PRAGMA journal_mode = WAL").execute(pool).await {
            Ok(_) => migrations.run(pool).await.map_err(StoreError::from),
            Err(error) => Err(error.into()),
        };
        if result.is_ok() || tries == 5 {
            return result;
        }
        tries += 1;
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

#[cfg(test)]
mod tests {
    use super::{DatabaseKind, parse_address, without_password};

    #[test]
    fn passwords_are_not_shown() {
        assert_eq!(
            without_password("postgres://me:s@cret@db.example:5432/assay?password=x"),
            "postgres://db.example:5432/assay"
        );
        assert_eq!(without_password("sqlite:data/assay.db"), "sqlite:data/assay.db");
    }

    #[test]
    fn addresses() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new folder/a b%20?.db");
        let (kind, address) = parse_address(&format!("sqlite:{}", path.display())).unwrap();
        assert_eq!(kind, DatabaseKind::Sqlite);
        assert!(address.ends_with("/new%20folder/a%20b%2520%3F.db?mode=rwc"), "{address}");
        assert!(path.parent().unwrap().is_dir());
        assert_eq!(parse_address("postgres://h/n").unwrap().0, DatabaseKind::Postgres);
        for bad in ["mysql://h/n", "assay.db", "sqlite:", "sqlite::memory:", "sqlite://"] {
            let error = parse_address(bad).unwrap_err().to_string();
            assert!(error.contains("expected `sqlite:PATH`"), "{error}");
        }
    }
}

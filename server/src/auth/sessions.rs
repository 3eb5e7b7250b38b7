//! Server-side sessions: a random id in a cookie, everything else in the store.

use async_trait::async_trait;
use domain::{Timestamp, UserId};
use sha2::{Digest as _, Sha256};
use store::Store;
use time::{Duration, OffsetDateTime};
use tower_sessions::cookie::SameSite;
use tower_sessions::session::{Id, Record};
use tower_sessions::session_store::{Error, Result};
use tower_sessions::{Expiry, Session, SessionManagerLayer, SessionStore};

/// Days after which one has to sign in again.
const DAYS: i64 = 14;

/// The one thing that a session holds.
const USER: &str = "user";

/// Keeps sessions in the store, under the hash of their id: who reads the table cannot take a session over.
#[derive(Clone)]
pub struct SessionBackend(Store);

impl std::fmt::Debug for SessionBackend {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SessionBackend")
    }
}

impl SessionBackend {
    pub const fn new(store: Store) -> Self {
        Self(store)
    }
}

fn hashed(id: Id) -> String {
    hex::encode(Sha256::digest(id.0.to_be_bytes()))
}

fn encode(record: &Record) -> Result<String> {
    serde_json::to_string(&record.data).map_err(|error| Error::Encode(error.to_string()))
}

fn timestamp(moment: OffsetDateTime) -> Timestamp {
    Timestamp((moment.unix_timestamp_nanos() / 1_000_000) as i64)
}

fn backend(error: impl std::fmt::Display) -> Error {
    Error::Backend(error.to_string())
}

#[async_trait]
impl SessionStore for SessionBackend {
    async fn create(&self, record: &mut Record) -> Result<()> {
        let data = encode(record)?;
        loop {
            let created = self.0.create_session(&hashed(record.id), &data, timestamp(record.expiry_date)).await;
            if created.map_err(backend)? {
                return Ok(());
            }
            record.id = Id::default();
        }
    }

    async fn save(&self, record: &Record) -> Result<()> {
        let data = encode(record)?;
        self.0.save_session(&hashed(record.id), &data, timestamp(record.expiry_date)).await.map_err(backend)?;
        Ok(())
    }

    async fn load(&self, id: &Id) -> Result<Option<Record>> {
        let Some((data, expires)) = self.0.load_session(&hashed(*id), Timestamp::now()).await.map_err(backend)? else {
            return Ok(None);
        };
        let data = serde_json::from_str(&data).map_err(|error| Error::Decode(error.to_string()))?;
        let expiry_date = OffsetDateTime::from_unix_timestamp(expires.0.div_euclid(1000))
            .map_err(|error| Error::Decode(error.to_string()))?;
        Ok(Some(Record { id: *id, data, expiry_date }))
    }

    async fn delete(&self, id: &Id) -> Result<()> {
        self.0.delete_session(&hashed(*id)).await.map_err(backend)?;
        Ok(())
    }
}

/// The layer that reads and writes the session cookie.
pub fn session_layer(store: Store, https: bool) -> SessionManagerLayer<SessionBackend> {
    // `__Host-` makes browsers refuse a cookie that another host or an unencrypted page tries to set.
    let name = if https { "__Host-assay" } else { "assay" };
    SessionManagerLayer::new(SessionBackend::new(store))
        .with_name(name)
        .with_http_only(true)
        .with_same_site(SameSite::Lax)
        .with_secure(https)
        .with_expiry(Expiry::OnInactivity(Duration::days(DAYS)))
}

/// The account that the session belongs to.
pub async fn session_user(session: &Session) -> anyhow::Result<Option<UserId>> {
    Ok(session.get(USER).await?)
}

/// Makes the session that of `user`, under a new id: one that was planted before is worth nothing.
pub(super) async fn begin(session: &Session, user: UserId) -> anyhow::Result<()> {
    session.clear().await;
    session.cycle_id().await?;
    session.insert(USER, user).await?;
    Ok(())
}

/// Removes expired sessions every hour, for as long as the process lives.
pub async fn delete_expired(store: Store) {
    let mut hourly = tokio::time::interval(std::time::Duration::from_hours(1));
    loop {
        hourly.tick().await;
        if let Err(error) = store.delete_expired_sessions(Timestamp::now()).await {
            tracing::warn!(error = %error, "expired sessions could not be removed; trying again in an hour");
        }
    }
}

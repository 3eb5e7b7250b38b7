//! Sessions of browsers. Only a hash of the cookie's id is stored, so the table does not let anybody sign in.

use domain::Timestamp;

use crate::row::Cells;
use crate::{Store, StoreError};

impl Store {
    /// Makes a session; `false` when the id is in use. `data` is opaque text without NUL.
    pub async fn create_session(&self, id_hash: &str, data: &str, expires: Timestamp) -> Result<bool, StoreError> {
        let mut tx = self.write().await?;
        let inserted = sqlx::query(
            "INSERT INTO sessions (id_hash, data, expires_at) VALUES ($1, $2, $3) ON CONFLICT (id_hash) DO NOTHING",
        )
        .bind(id_hash.to_owned())
        .bind(data.to_owned())
        .bind(expires.0)
        .execute(&mut *tx)
        .await?
        .rows_affected();
        tx.commit().await?;
        Ok(inserted > 0)
    }

    /// Stores a session, new or not.
    pub async fn save_session(&self, id_hash: &str, data: &str, expires: Timestamp) -> Result<(), StoreError> {
        let mut tx = self.write().await?;
        sqlx::query(
            "INSERT INTO sessions (id_hash, data, expires_at) VALUES ($1, $2, $3)
             ON CONFLICT (id_hash) DO UPDATE SET data = excluded.data, expires_at = excluded.expires_at",
        )
        .bind(id_hash.to_owned())
        .bind(data.to_owned())
        .bind(expires.0)
        .execute(&mut *tx)
        .await?;
        tx.commit().await
    }

    /// The data and expiry of a session that has not expired at `now`.
    pub async fn load_session(&self, id_hash: &str, now: Timestamp) -> Result<Option<(String, Timestamp)>, StoreError> {
        let row = sqlx::query("SELECT data, expires_at FROM sessions WHERE id_hash = $1 AND expires_at > $2")
            .bind(id_hash.to_owned())
            .bind(now.0)
            .fetch_optional(&self.pool)
            .await?;
        row.map(|row| Ok((row.text("data")?, row.time("expires_at")?))).transpose()
    }

    /// Ends a session; it need not exist.
    pub async fn delete_session(&self, id_hash: &str) -> Result<(), StoreError> {
        let mut tx = self.write().await?;
        sqlx::query("DELETE FROM sessions WHERE id_hash = $1").bind(id_hash.to_owned()).execute(&mut *tx).await?;
        tx.commit().await
    }

    /// Removes the sessions that have expired at `now`; gives their number.
    pub async fn delete_expired_sessions(&self, now: Timestamp) -> Result<u64, StoreError> {
        let mut tx = self.write().await?;
        let deleted = sqlx::query("DELETE FROM sessions WHERE expires_at <= $1")
            .bind(now.0)
            .execute(&mut *tx)
            .await?
            .rows_affected();
        tx.commit().await?;
        Ok(deleted)
    }
}

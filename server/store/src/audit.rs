//! The audit log: appended inside the transaction that makes the change.

use domain::{AuditEventId, Timestamp, UserId};
use sqlx::AnyConnection;

use crate::row::{Cells, to_integer};
use crate::{AuditEvent, Store, StoreError};

/// What is to be written down.
pub(crate) struct Change<'a> {
    pub(crate) actor: Option<UserId>,
    pub(crate) action: &'static str,
    pub(crate) subject: &'a str,
    pub(crate) before: &'a str,
    pub(crate) after: &'a str,
    pub(crate) reason: &'a str,
}

pub(crate) async fn append(
    connection: &mut AnyConnection,
    at: Timestamp,
    change: Change<'_>,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO audit_events (id, at, actor, action, subject, before_text, after_text, reason)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(AuditEventId::new().to_string())
    .bind(at.0)
    .bind(change.actor.map(|actor| actor.to_string()))
    .bind(change.action)
    .bind(change.subject.to_owned())
    .bind(change.before.to_owned())
    .bind(change.after.to_owned())
    .bind(change.reason.to_owned())
    .execute(connection)
    .await?;
    Ok(())
}

impl Store {
    /// The newest events of the audit log, newest first.
    pub async fn audit_events(&self, limit: u64) -> Result<Vec<AuditEvent>, StoreError> {
        let rows = sqlx::query("SELECT * FROM audit_events ORDER BY at DESC, id DESC LIMIT $1")
            .bind(to_integer(limit))
            .fetch_all(&self.pool)
            .await?;
        rows.iter()
            .map(|row| {
                Ok(AuditEvent {
                    id: row.parsed("id")?,
                    at: row.time("at")?,
                    actor: row.optional_parsed("actor")?,
                    action: row.text("action")?,
                    subject: row.text("subject")?,
                    before: row.text("before_text")?,
                    after: row.text("after_text")?,
                    reason: row.text("reason")?,
                })
            })
            .collect()
    }
}

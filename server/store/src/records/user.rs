//! The audit log.

use domain::{AuditEventId, Timestamp, UserId};

/// One change of what the public sees: who, when, what, before, after, why (invariant 7).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEvent {
    pub id: AuditEventId,
    pub at: Timestamp,
    /// `None` when the server did it by itself.
    pub actor: Option<UserId>,
    /// What was done: `submission.queued`.
    pub action: String,
    /// Id or name of what it was done to.
    pub subject: String,
    pub before: String,
    pub after: String,
    pub reason: String,
}

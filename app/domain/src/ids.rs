//! Identifiers: UUID version 7, one type per table, so that they cannot be mixed up.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A text that is not a UUID.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not an id")]
pub struct ParseIdError(pub String);

macro_rules! id {
    ($($(#[$meta:meta])* $name:ident;)+) => {$(
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub Uuid);

        impl $name {
            /// A new id; ids made later sort later.
            #[cfg(feature = "generate")]
            #[expect(clippy::new_without_default, reason = "a default id would hide that each one is new")]
            pub fn new() -> Self {
                Self(Uuid::now_v7())
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl std::str::FromStr for $name {
            type Err = ParseIdError;
            fn from_str(text: &str) -> Result<Self, ParseIdError> {
                Uuid::parse_str(text).map(Self).map_err(|_| ParseIdError(text.to_owned()))
            }
        }
    )+};
}

id! {
    /// Names a [`Benchmark`](crate::Slug) across its versions.
    BenchmarkId;
    /// Names one immutable version of a benchmark.
    BenchmarkVersionId;
    /// Names a repository of one benchmark version.
    RepositoryId;
    /// Names one focal function of one repository.
    TaskId;
    /// Names a language model.
    ModelId;
    /// Names what a vendor uploaded at one time.
    SubmissionId;
    /// Names the test code for one slot of a submission.
    SuiteId;
    /// Names one execution of a submission.
    EvaluationId;
    /// Names what one slot of one evaluation ended as.
    OutcomeId;
    /// Names a row of a leaderboard.
    EntryId;
    /// Names an account.
    UserId;
    /// Names a unit of queued work.
    JobId;
    /// Names a line of the audit log.
    AuditEventId;
}

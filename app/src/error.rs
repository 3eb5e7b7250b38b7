//! The one error of pages and server functions: what a page must tell apart, and no more.

use serde::{Deserialize, Serialize};

/// Why a page cannot be shown or a call cannot be carried out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum AppError {
    /// There is no such thing, or the viewer may not know that there is.
    #[error("{0} was not found")]
    NotFound(String),
    /// The viewer must sign in first.
    #[error("Sign in to see this page")]
    Unauthenticated,
    /// The viewer's role does not allow it.
    #[error("Your account may not do this")]
    Forbidden,
    /// The request itself is wrong: which part, and how to put it right.
    #[error("{field}: {message}")]
    Invalid { field: String, message: String },
    /// A fault of ours; the cause is in the log under this reference.
    #[error("Something went wrong on our side. Reference: {0}")]
    Internal(String),
}

//! Faults of the store and of ours as errors of pages.

use app::error::AppError;

/// A fault of ours: the visitor gets a reference, the log the cause.
pub(super) fn internal(error: impl Into<anyhow::Error>) -> AppError {
    AppError::Internal(crate::http::logged(&error.into()))
}

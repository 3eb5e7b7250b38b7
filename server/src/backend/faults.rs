//! Faults of the store as errors of pages.

use app::error::AppError;
use store::StoreError;

/// A fault of ours: the visitor gets a reference, the log the cause.
pub(super) fn internal(error: StoreError) -> AppError {
    AppError::Internal(crate::http::logged(&anyhow::Error::new(error)))
}

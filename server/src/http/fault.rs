//! A fault of ours as an answer: a reference for the visitor, the cause in the log.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

/// Anything that went wrong on our side; logged once, where it becomes an answer.
pub struct Fault(anyhow::Error);

impl<E: Into<anyhow::Error>> From<E> for Fault {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

/// A new reference, in the log beside the cause.
pub(crate) fn logged(error: &anyhow::Error) -> String {
    let reference = hex::encode(rand::random::<[u8; 4]>());
    tracing::error!(reference, error = format!("{error:#}"), "a request could not be carried out");
    reference
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        let reference = logged(&self.0);
        let text = format!("Something went wrong on our side. Reference: {reference}\n");
        (StatusCode::INTERNAL_SERVER_ERROR, text).into_response()
    }
}

//! The one error of pages and server functions: what a page must tell apart, and no more.

use leptos::server_fn::codec::JsonEncoding;
use leptos::server_fn::error::{FromServerFnError, ServerFnErrorErr};
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
    /// The browser could not reach the server, or did not understand its answer.
    #[error("The server did not answer: {0}")]
    Transport(String),
}

impl FromServerFnError for AppError {
    type Encoder = JsonEncoding;

    fn from_server_fn_error(error: ServerFnErrorErr) -> Self {
        match error {
            ServerFnErrorErr::Args(message) | ServerFnErrorErr::MissingArg(message) => {
                Self::Invalid { field: "request".to_owned(), message }
            }
            other => Self::Transport(other.to_string()),
        }
    }
}

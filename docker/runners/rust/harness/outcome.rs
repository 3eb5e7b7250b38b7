//! Whether what a test returned is a failure. The framework decides so itself; this is for the record.

use std::fmt::Debug;

/// What tests return.
pub trait Outcome {
    /// What is wrong; `None` when nothing is.
    fn failure(&self) -> Option<String>;
}

impl Outcome for () {
    fn failure(&self) -> Option<String> {
        None
    }
}

impl<T: Outcome, E: Debug> Outcome for Result<T, E> {
    fn failure(&self) -> Option<String> {
        match self {
            Ok(value) => value.failure(),
            Err(error) => Some(format!("Err({error:?})")),
        }
    }
}

//! From what the engine's client says to what the worker has to know.

use bollard::errors::Error;

use crate::SandboxError;

/// An error with everything below it, on one line: the cause is usually at the bottom.
pub(crate) fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        let cause_text = cause.to_string();
        if !text.ends_with(&cause_text) {
            text = format!("{text}: {cause_text}");
        }
        source = cause.source();
    }
    text
}

/// The engine at `address` does not answer; says what to do.
pub(crate) fn unreachable(address: &str, cause: &str) -> SandboxError {
    let hint = if cause.contains("Permission denied") || cause.contains("permission denied") {
        "run as a user that may open the socket (group `docker`)"
    } else {
        "start the Docker engine, or let DOCKER_HOST name it"
    };
    SandboxError::Unreachable { address: address.to_owned(), cause: format!("{cause}; {hint}") }
}

/// Maps what happened while doing `action`.
pub(crate) fn from_engine(address: &str, action: &str, error: &Error) -> SandboxError {
    match error {
        Error::HyperLegacyError { .. }
        | Error::HyperResponseError { .. }
        | Error::IOError { .. }
        | Error::SocketNotFoundError(_)
        | Error::RequestTimeoutError => unreachable(address, &chain(error)),
        other => SandboxError::Engine { action: action.to_owned(), cause: chain(other) },
    }
}

/// Whether the engine answered with this HTTP status.
pub(crate) fn has_status(error: &Error, status: u16) -> bool {
    matches!(error, Error::DockerResponseServerError { status_code, .. } if *status_code == status)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_an_engine_error_and_silence_is_not() {
        let answered = Error::DockerResponseServerError { status_code: 500, message: "no space left".into() };
        let mapped = from_engine("unix:///x", "creating a container", &answered);
        let text = mapped.to_string();
        assert!(matches!(mapped, SandboxError::Engine { .. }));
        assert!(text.contains("creating a container") && text.contains("no space left"), "{text}");
        let silent = Error::IOError { err: std::io::ErrorKind::ConnectionRefused.into() };
        let mapped = from_engine("unix:///x", "creating a container", &silent);
        assert!(matches!(mapped, SandboxError::Unreachable { .. }));
        assert!(mapped.to_string().contains("unix:///x"));
    }

    #[test]
    fn a_closed_socket_gets_its_own_hint() {
        assert!(unreachable("a", "Permission denied (os error 13)").to_string().contains("group `docker`"));
        assert!(unreachable("a", "connection refused").to_string().contains("start the Docker engine"));
    }
}

//! The supervisor's loop: one request, one answer.

use std::fmt;
use std::io::{self, Write};
use std::os::fd::{AsFd, BorrowedFd};

use crate::frame::{self, FrameError};
use crate::protocol::{Exit, PROTOCOL, Request, Response, RunRequest, Step, StepReport};
use crate::request;
use crate::snapshot::Snapshot;
use crate::step::{self, StepError, Surroundings};
use crate::sys::{TamperGuard, Territory};
use crate::work_area::{self, Areas};

/// Why the supervisor cannot go on; it ends, and the container with it.
#[derive(Debug)]
pub struct ServeError(String);

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ServeError {}

/// How a run ended when it did not end well.
enum RunError {
    /// Answered with [`Response::Fault`]; the next run may be fine.
    Fault {
        what: String,
        cause: String,
    },
    HostGone,
    Fatal(ServeError),
}

impl RunError {
    fn fault(what: impl Into<String>, cause: impl fmt::Display) -> Self {
        Self::Fault { what: what.into(), cause: cause.to_string() }
    }

    fn fatal(what: impl fmt::Display, cause: impl fmt::Display) -> Self {
        Self::Fatal(ServeError(format!("{what}: {cause}")))
    }
}

/// Answers requests from `input` on `output` until the input ends.
pub fn serve(
    input: BorrowedFd<'_>,
    output: &mut impl Write,
    areas: &Areas,
    territory: Territory,
) -> Result<(), ServeError> {
    let untouched = TamperGuard::now();
    let mut stream = std::fs::File::from(input.try_clone_to_owned().map_err(|e| ServeError(format!("input: {e}")))?);
    areas.empty_all().map_err(|e| ServeError(format!("the work area cannot be used: {e}")))?;
    loop {
        let body = match frame::read(&mut stream) {
            Ok(Some(body)) => body,
            Ok(None) => return Ok(()),
            Err(error) => {
                // Where the next frame begins is not known any more.
                let fault = Response::Fault { what: "reading a request".into(), cause: error.to_string() };
                answer(output, &fault)?;
                return Err(ServeError(error.to_string()));
            }
        };
        let response = match frame::decode(&body) {
            Ok(Request::Hello) => Response::Hello { protocol: PROTOCOL, version: env!("CARGO_PKG_VERSION").to_owned() },
            Ok(Request::Run(request)) => {
                drop(body);
                match run(&request, areas, territory, input.as_fd(), &untouched) {
                    Ok(steps) => Response::Ran { id: request.id, steps },
                    Err(RunError::Fault { what, cause }) => Response::Fault { what, cause },
                    Err(RunError::HostGone) => return Ok(()),
                    Err(RunError::Fatal(error)) => return Err(error),
                }
            }
            Ok(Request::Continue(request)) => {
                let cause = format!("no run {} was kept", request.id);
                Response::Fault { what: "going on with a run".into(), cause }
            }
            Err(error) => Response::Fault { what: "reading a request".into(), cause: error.to_string() },
        };
        answer(output, &response)?;
    }
}

fn answer(output: &mut impl Write, response: &Response) -> Result<(), ServeError> {
    match frame::write(output, response) {
        Err(FrameError::TooLong(length)) => {
            let cause = format!("the answer has {length} bytes");
            frame::write(output, &Response::Fault { what: "answering".into(), cause })
        }
        other => other,
    }
    .map_err(|error| ServeError(format!("answering: {error}")))
}

fn run(
    request: &RunRequest,
    areas: &Areas,
    territory: Territory,
    host: BorrowedFd<'_>,
    untouched: &TamperGuard,
) -> Result<Vec<StepReport>, RunError> {
    request::check(request).map_err(|cause| RunError::fault("checking a request", cause))?;
    let folder = areas.folder(&request.id);
    if let Err(error) = areas.make_folder(&request.id).and_then(|()| work_area::write_files(&folder, &request.files)) {
        areas.empty_all().map_err(|error| RunError::fatal("emptying the work area", error))?;
        return Err(RunError::fault("writing the files of a run", error));
    }
    let text = folder.to_str().ok_or_else(|| RunError::fault("naming the folder of a run", "it is not UTF-8"))?;
    let around = Surroundings { folder: text, territory, host: Some(host) };
    let result = run_steps(&request.steps, &request.id, areas, &around, untouched);
    if matches!(result, Err(RunError::HostGone | RunError::Fatal(_))) {
        return result;
    }
    // Also after a fault: the next run must not see anything.
    areas.empty_all().map_err(|error| RunError::fatal("emptying the work area", error))?;
    result
}

fn run_steps(
    steps: &[Step],
    id: &str,
    areas: &Areas,
    around: &Surroundings<'_>,
    untouched: &TamperGuard,
) -> Result<Vec<StepReport>, RunError> {
    let mut reports = Vec::with_capacity(steps.len());
    let mut snapshot: Option<io::Result<Snapshot>> = None;
    for (at, step) in steps.iter().enumerate() {
        let last = at + 1 == steps.len();
        if step.reset && !last {
            snapshot.get_or_insert_with(|| Snapshot::take(&areas.folder(id)));
        } else {
            snapshot = None;
        }
        let result = step::run(step, around);
        // Before looking at the result: with other limits, anything may have failed here.
        if *untouched != TamperGuard::now() {
            return Err(RunError::fatal(format_args!("step {}", step.name), "it changed the supervisor's own limits"));
        }
        let report = result.map_err(|error| match error {
            StepError::Fault(cause) => RunError::fault(format!("running step {}", step.name), cause),
            StepError::HostGone => RunError::HostGone,
            StepError::Undead(cause) => RunError::fatal(format_args!("ending step {}", step.name), cause),
        })?;
        let goes_on = !step.required || report.exit == Exit::Code(0) && report.stopped.is_none();
        reports.push(report);
        if last || !goes_on {
            break;
        }
        match &mut snapshot {
            None => areas.empty_around(id).map_err(|error| RunError::fatal("emptying the work area", error))?,
            Some(before) => {
                reset(areas, id, before).map_err(|error| RunError::fatal("resetting a run's folder", error))?;
            }
        }
    }
    Ok(reports)
}

/// Puts the folder back to what it was. When that is not known, because an earlier step left something there that
/// cannot be copied, it stays empty: later steps then fail, and nothing has told them anything.
fn reset(areas: &Areas, id: &str, before: &mut io::Result<Snapshot>) -> io::Result<()> {
    areas.empty_all()?;
    areas.make_folder(id)?;
    match before {
        Ok(snapshot) => snapshot.restore(&areas.folder(id)),
        Err(_) => Ok(()),
    }
}

#[cfg(test)]
#[path = "serve_tests.rs"]
mod tests;

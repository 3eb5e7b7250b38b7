//! The supervisor's loop: one request, one answer.

use std::fmt;
use std::io::{self, Write};
use std::os::fd::BorrowedFd;

use crate::frame::{self, FrameError};
use crate::protocol::{ContinueRequest, Exit, PROTOCOL, Request, Response, RunRequest, Step, StepReport};
use crate::request;
use crate::servers::Servers;
use crate::snapshot::Snapshot;
use crate::step::{self, StepError, Surroundings};
use crate::users::Territory;
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
    territory: &Territory,
) -> Result<(), ServeError> {
    let mut stream = std::fs::File::from(input.try_clone_to_owned().map_err(|e| ServeError(format!("input: {e}")))?);
    let servers = Servers::new(&areas.private);
    let mut runs = Runs { areas, territory, host: input, servers, kept: None };
    runs.files(Areas::empty_all).map_err(|e| ServeError(format!("the work area cannot be used: {e}")))?;
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
            Ok(Request::Hello) => {
                Some(Response::Hello { protocol: PROTOCOL, version: env!("CARGO_PKG_VERSION").to_owned() })
            }
            Ok(Request::Run(request)) => {
                drop(body);
                let result = runs.run(&request);
                settle(request.id, result)?
            }
            Ok(Request::Continue(request)) => {
                drop(body);
                let result = runs.go_on(&request);
                settle(request.id, result)?
            }
            Err(error) => Some(Response::Fault { what: "reading a request".into(), cause: error.to_string() }),
        };
        let Some(response) = response else { return Ok(()) };
        answer(output, &response)?;
    }
}

/// What to answer to a request; nothing when nobody is there any more.
fn settle(id: String, result: Result<Vec<StepReport>, RunError>) -> Result<Option<Response>, ServeError> {
    match result {
        Ok(steps) => Ok(Some(Response::Ran { id, steps })),
        Err(RunError::Fault { what, cause }) => Ok(Some(Response::Fault { what, cause })),
        Err(RunError::HostGone) => Ok(None),
        Err(RunError::Fatal(error)) => Err(error),
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

/// What lasts from one request to the next.
struct Runs<'a> {
    areas: &'a Areas,
    territory: &'a Territory,
    host: BorrowedFd<'a>,
    servers: Servers,
    /// The run whose folder is still there.
    kept: Option<String>,
}

impl Runs<'_> {
    /// Does something to the files of the suites, as their user.
    fn files<T>(&self, work: impl FnOnce(&Areas) -> io::Result<T>) -> io::Result<T> {
        let _theirs = self.territory.as_suite()?;
        work(self.areas)
    }

    fn empty_all(&mut self) -> Result<(), RunError> {
        self.kept = None;
        self.files(Areas::empty_all).map_err(|error| RunError::fatal("emptying the work area", error))
    }

    fn run(&mut self, request: &RunRequest) -> Result<Vec<StepReport>, RunError> {
        let RunRequest { id, files, steps, keep, servers } = request;
        request::check_run(request).map_err(|cause| RunError::fault("checking a request", cause))?;
        if self.kept.is_some() {
            self.empty_all()?;
        }
        self.servers.describe(servers).map_err(|error| RunError::fatal("ending a server", error))?;
        let made = self.files(|areas| {
            areas.make_folder(id)?;
            work_area::write_files(&areas.folder(id), files)
        });
        self.begin(id, made, steps, *keep)
    }

    fn go_on(&mut self, request: &ContinueRequest) -> Result<Vec<StepReport>, RunError> {
        let ContinueRequest { id, files, steps, keep } = request;
        if self.kept.as_ref() != Some(id) {
            return Err(RunError::fault("going on with a run", format_args!("run {id:?} was not kept")));
        }
        request::check_continue(request).map_err(|cause| RunError::fault("checking a request", cause))?;
        let made = self.files(|areas| work_area::replace_files(&areas.folder(id), files));
        self.begin(id, made, steps, *keep)
    }

    /// Runs steps once the folder is `made`, and keeps it or empties everything.
    fn begin(
        &mut self,
        id: &str,
        made: io::Result<()>,
        steps: &[Step],
        keep: bool,
    ) -> Result<Vec<StepReport>, RunError> {
        if let Err(error) = made {
            self.empty_all()?;
            return Err(RunError::fault("writing the files of a run", error));
        }
        let result = self.steps(id, steps, keep);
        match result {
            Err(RunError::HostGone | RunError::Fatal(_)) => return result,
            Ok(_) if keep => self.kept = Some(id.to_owned()),
            // Also after a fault: the next run must not see anything.
            _ => self.empty_all()?,
        }
        result
    }

    fn steps(&mut self, id: &str, steps: &[Step], keep: bool) -> Result<Vec<StepReport>, RunError> {
        let folder = self.areas.folder(id);
        let text = folder.to_str().ok_or_else(|| RunError::fault("naming the folder of a run", "it is not UTF-8"))?;
        let around = Surroundings { folder: text, territory: self.territory, host: Some(self.host) };
        let mut reports = Vec::with_capacity(steps.len());
        let mut snapshot: Option<io::Result<Snapshot>> = None;
        for (at, step) in steps.iter().enumerate() {
            let last = at + 1 == steps.len();
            if !step.reset {
                self.release(id, snapshot.take())?;
            } else if snapshot.is_none() && (keep || !last) {
                snapshot = Some(self.files(|areas| Snapshot::take(&areas.folder(id))));
            }
            if let Some(Ok(before)) = &mut snapshot {
                before.prepare();
            }
            let report = step::run(step, &around, &mut self.servers).map_err(|error| match error {
                StepError::Fault(cause) => RunError::fault(format!("running step {}", step.name), cause),
                StepError::HostGone => RunError::HostGone,
                StepError::Undead(cause) => RunError::fatal(format_args!("ending step {}", step.name), cause),
            })?;
            let ends = last || step.required && (report.exit != Exit::Code(0) || report.stopped.is_some());
            reports.push(report);
            if ends && !keep {
                break;
            }
            match &mut snapshot {
                None => self
                    .files(|areas| areas.empty_around(id))
                    .map_err(|error| RunError::fatal("emptying the work area", error))?,
                Some(before) => self
                    .files(|areas| reset(areas, id, before))
                    .map_err(|error| RunError::fatal("resetting a run's folder", error))?,
            }
            if ends {
                self.release(id, snapshot.take())?;
                break;
            }
        }
        Ok(reports)
    }

    /// Ends a row of reset steps; the folder has been put back.
    fn release(&self, id: &str, snapshot: Option<io::Result<Snapshot>>) -> Result<(), RunError> {
        let Some(Ok(snapshot)) = snapshot else { return Ok(()) };
        self.files(|areas| snapshot.release(&areas.folder(id)))
            .map_err(|error| RunError::fatal("resetting a run's folder", error))
    }
}

/// Puts the folder back to what it was. When that is not known, because an earlier step left something there that
/// cannot be copied, it stays empty: later steps then fail, and nothing has told them anything.
fn reset(areas: &Areas, id: &str, before: &mut io::Result<Snapshot>) -> io::Result<()> {
    areas.empty_around(id)?;
    if before.as_ref().is_ok_and(|snapshot| snapshot.is_unchanged(&areas.folder(id))) {
        return Ok(());
    }
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

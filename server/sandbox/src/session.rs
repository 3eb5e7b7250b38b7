//! The worker's end of the stream to a supervisor.

use std::pin::Pin;
use std::time::Duration;

use async_trait::async_trait;
use bollard::Docker;
use bollard::container::{AttachContainerResults, LogOutput};
use bollard::errors::Error;
use bollard::models::EventMessage;
use bollard::query_parameters::EventsOptions;
use bytes::BytesMut;
use futures::{Stream, StreamExt};
use supervisor::frame;
use supervisor::protocol::{ContinueRequest, Exit, PROTOCOL, Request, Response, RunRequest, Step, StepReport};
use tokio::io::{AsyncWrite, AsyncWriteExt};
use tokio::time::{sleep, timeout};

use crate::errors::{chain, from_engine, has_status};
use crate::guard::Guard;
use crate::{SandboxError, Session};

/// Time for a container to answer for the first time.
const HELLO: Duration = Duration::from_secs(30);
/// Time beyond the limits of its steps that a run may take: files, killing, emptying, a busy machine.
const GRACE: Duration = Duration::from_secs(20);
const GRACE_PER_STEP: Duration = Duration::from_secs(5);
/// How often a supervisor starts a server before it does without.
const MAX_STARTS: u32 = 3;
/// Bytes of the supervisor's error output that are kept for the explanation of its death.
const STDERR_KEPT: usize = 2048;

/// A session in a container.
pub(crate) struct DockerSession {
    docker: Docker,
    address: String,
    guard: Guard,
    output: Pin<Box<dyn Stream<Item = Result<LogOutput, Error>> + Send>>,
    input: Pin<Box<dyn AsyncWrite + Send>>,
    received: BytesMut,
    stderr: Vec<u8>,
    state: State,
    /// Whether the container's end alone tells that memory ran out: the supervisor sees the kernel of gVisor, which knows
    /// nothing of the host's.
    memory_is_outside: bool,
    /// Time that the servers of the last run may take to start. One that died is started again by any later step.
    servers: Duration,
}

/// How long to wait for the engine to tell of memory that ran out.
const OOM_NOTICE: Duration = Duration::from_millis(400);
/// How long a suite may go on after that: its own end may be on its way.
const LAST_WORDS: Duration = Duration::from_millis(500);
/// Exit code of a container whose first process was killed.
const SIGKILL: i64 = 137;

/// How a container ended, as the engine says.
enum End {
    /// The kernel killed the supervisor for memory.
    Memory,
    /// The supervisor ended by itself.
    Exit(i64),
    /// Someone outside of the container killed it.
    Killed,
    /// It has not ended.
    Alive,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Idle,
    /// A run is underway; found at the beginning of another one, its future was dropped before it ended.
    Running,
    Dead,
}

impl DockerSession {
    /// Takes over an attached container that has just been started and waits for its supervisor.
    pub(crate) async fn open(
        docker: Docker,
        address: String,
        guard: Guard,
        attached: AttachContainerResults,
        memory_is_outside: bool,
    ) -> Result<Self, SandboxError> {
        let AttachContainerResults { output, input } = attached;
        let (received, stderr) = (BytesMut::new(), Vec::new());
        let (state, servers) = (State::Idle, Duration::ZERO);
        let mut session =
            Self { docker, address, guard, output, input, received, stderr, state, memory_is_outside, servers };
        let hello = encode(&Request::Hello)?;
        let answer = timeout(HELLO, session.exchange(&hello)).await;
        let cause = match answer {
            Ok(Ok(Response::Hello { protocol: PROTOCOL, version })) => {
                tracing::debug!(container = session.guard.name(), version, "session started");
                return Ok(session);
            }
            Ok(Ok(Response::Hello { protocol, .. })) => {
                format!("its supervisor speaks protocol {protocol} and not {PROTOCOL}; build the images again")
            }
            Ok(Ok(other)) => format!("its supervisor answered {}", summary(&other)),
            Ok(Err(cause)) => cause,
            Err(_) => format!("its supervisor did not answer within {} s", HELLO.as_secs()),
        };
        // Nothing of a suite has run yet: whatever it is, it is our fault.
        Err(match session.bury(cause).await {
            SandboxError::SessionDied { cause, .. } | SandboxError::SessionCut { cause } => {
                SandboxError::Engine { action: "starting a container".into(), cause }
            }
            other => other,
        })
    }

    /// Sends a request's frame and waits for its answer. An error says in words how the stream broke.
    async fn exchange(&mut self, frame: &[u8]) -> Result<Response, String> {
        let sent = async {
            self.input.write_all(frame).await?;
            self.input.flush().await
        };
        if let Err(error) = sent.await {
            // What the supervisor said last explains more than a broken pipe.
            while let Ok(Some(_)) = timeout(Duration::from_secs(1), self.receive()).await {}
            return Err(format!("its stream broke while sending: {error}"));
        }
        loop {
            if let Some(response) = self.take_response()? {
                return Ok(response);
            }
            match self.receive().await {
                Some(Ok(())) => {}
                Some(Err(error)) => return Err(format!("its stream broke: {}", chain(&error))),
                None => return Err("its stream ended".to_owned()),
            }
        }
    }

    /// Takes in what the container writes next.
    async fn receive(&mut self) -> Option<Result<(), Error>> {
        Some(match self.output.next().await? {
            Ok(LogOutput::StdOut { message }) => {
                self.received.extend_from_slice(&message);
                Ok(())
            }
            Ok(LogOutput::StdErr { message }) => {
                self.stderr.extend_from_slice(&message);
                let surplus = self.stderr.len().saturating_sub(STDERR_KEPT);
                self.stderr.drain(..surplus);
                Ok(())
            }
            // Neither is ever sent for a container without a terminal.
            Ok(LogOutput::StdIn { .. } | LogOutput::Console { .. }) => Ok(()),
            Err(error) => Err(error),
        })
    }

    /// The answer, once all of it has arrived.
    fn take_response(&mut self) -> Result<Option<Response>, String> {
        let Some(header) = self.received.first_chunk::<4>() else { return Ok(None) };
        let length = frame::announced_length(*header).map_err(|error| error.to_string())?;
        if self.received.len() < 4 + length {
            return Ok(None);
        }
        if self.received.len() > 4 + length {
            return Err("its supervisor wrote more than one answer".to_owned());
        }
        let response = frame::decode(&self.received[4..]).map_err(|error| error.to_string())?;
        self.received = BytesMut::new();
        Ok(Some(response))
    }

    /// Finds out how the container ended, and removes it.
    async fn bury(&mut self, cause: String) -> SandboxError {
        self.state = State::Dead;
        let ended = self.how_it_ended().await;
        if let Err(error) = self.guard.remove().await {
            tracing::warn!(container = self.guard.name(), %error, "a dead container could not be removed yet");
        }
        let stderr = String::from_utf8_lossy(&self.stderr);
        let stderr = stderr.trim();
        let said = if stderr.is_empty() { String::new() } else { format!("; it said: {stderr}") };
        match ended {
            Ok(End::Memory) => SandboxError::SessionDied { out_of_memory: true, cause: format!("{cause}{said}") },
            Ok(End::Exit(code)) => {
                SandboxError::SessionDied { out_of_memory: false, cause: format!("{cause}; exit code {code}{said}") }
            }
            Ok(End::Killed) => {
                let cause = format!("{cause}; somebody outside of it killed it (exit code {SIGKILL}){said}");
                SandboxError::SessionCut { cause }
            }
            Ok(End::Alive) => {
                SandboxError::SessionCut { cause: format!("{cause}; it was still running and has been killed{said}") }
            }
            Err(error) => error,
        }
    }

    /// Whether the kernel has killed a process of the container for memory. The engine's record of the container says so
    /// only at its end, and not always then; its events do at once.
    async fn ran_out_of_memory(&mut self) -> bool {
        let mut events = self.memory_events();
        matches!(timeout(OOM_NOTICE, events.next()).await, Ok(Some(Ok(_))))
    }

    /// What the engine tells of memory that ran out in this container: in the past, and from now on.
    fn memory_events(&self) -> Pin<Box<dyn Stream<Item = Result<EventMessage, Error>> + Send>> {
        let filters = [("container", self.guard.name()), ("event", "oom")];
        let filters = filters.map(|(key, value)| (key.to_owned(), vec![value.to_owned()])).into();
        let options = EventsOptions { since: Some("1".to_owned()), until: None, filters: Some(filters) };
        Box::pin(self.docker.events(Some(options)))
    }

    async fn bury_for_memory(&mut self) -> SandboxError {
        let cause = "a process of it was killed for lack of memory".to_owned();
        self.bury(cause.clone()).await;
        SandboxError::SessionDied { out_of_memory: true, cause }
    }

    /// How the container ended. Waits a little for an end that is just happening.
    async fn how_it_ended(&mut self) -> Result<End, SandboxError> {
        let action = "asking how a container ended";
        let mut killed = false;
        for _ in 0..10 {
            let state = match self.docker.inspect_container(self.guard.name(), None).await {
                Ok(container) => container.state.unwrap_or_default(),
                Err(error) if has_status(&error, 404) => {
                    let cause = "somebody else removed the container during a run".to_owned();
                    return Err(SandboxError::Engine { action: action.into(), cause });
                }
                Err(error) => return Err(from_engine(&self.address, action, &error)),
            };
            if state.running == Some(false) {
                let code = state.exit_code.unwrap_or_default();
                if code != SIGKILL {
                    return Ok(End::Exit(code));
                }
                // The flag is also set when only a process of a suite was killed, earlier.
                if state.oom_killed == Some(true) {
                    return Ok(End::Memory);
                }
                // The engine learns of the end and of its reason in two messages, in any order.
                killed = true;
            }
            sleep(Duration::from_millis(100)).await;
        }
        Ok(match killed {
            true if self.memory_is_outside && self.ran_out_of_memory().await => End::Memory,
            true => End::Killed,
            false => End::Alive,
        })
    }
}

fn encode(request: &Request) -> Result<Vec<u8>, SandboxError> {
    frame::encode(request)
        .map_err(|error| SandboxError::Supervisor { what: "sending a request".to_owned(), cause: error.to_string() })
}

fn ended_badly(step: &StepReport) -> bool {
    step.stopped.is_some() || step.exit != Exit::Code(0)
}

fn time_limit(steps: &[Step]) -> Duration {
    steps
        .iter()
        .fold(GRACE, |sum, step| sum.saturating_add(Duration::from_millis(step.wall_ms)).saturating_add(GRACE_PER_STEP))
}

fn summary(response: &Response) -> String {
    match response {
        Response::Hello { .. } => "with a greeting".to_owned(),
        Response::Ran { id, steps } => format!("with {} steps of run {id}", steps.len()),
        Response::Fault { what, cause } => format!("with a fault while {what}: {cause}"),
    }
}

#[async_trait]
impl Session for DockerSession {
    async fn run(&mut self, request: &RunRequest) -> Result<Vec<StepReport>, SandboxError> {
        // A server that has to be started first has a limit of its own.
        let servers = request.servers.iter().map(|server| Duration::from_millis(server.ready_ms)).sum::<Duration>();
        self.servers = servers.saturating_mul(MAX_STARTS);
        let limit = time_limit(&request.steps).saturating_add(self.servers);
        self.ask(&Request::Run(request.clone()), &request.id, request.steps.len(), limit).await
    }

    async fn go_on(&mut self, request: &ContinueRequest) -> Result<Vec<StepReport>, SandboxError> {
        let limit = time_limit(&request.steps).saturating_add(self.servers);
        self.ask(&Request::Continue(request.clone()), &request.id, request.steps.len(), limit).await
    }

    async fn close(mut self: Box<Self>) -> Result<(), SandboxError> {
        self.guard.remove().await.map_err(|error| from_engine(&self.address, "removing a container", &error))
    }
}

impl DockerSession {
    async fn ask(
        &mut self,
        request: &Request,
        run: &str,
        asked: usize,
        limit: Duration,
    ) -> Result<Vec<StepReport>, SandboxError> {
        if self.state != State::Idle {
            let earlier = if self.state == State::Dead { "ended" } else { "was abandoned" };
            let cause = format!("the session cannot be used any more: an earlier run {earlier}");
            return Err(SandboxError::SessionDied { out_of_memory: false, cause });
        }
        let frame = encode(request)?;
        self.state = State::Running;
        let mut events = self.memory_is_outside.then(|| self.memory_events());
        let memory_is_out = async {
            let told = match &mut events {
                Some(events) => matches!(events.next().await, Some(Ok(_))),
                None => false,
            };
            // An engine that does not tell is asked again at the end.
            if told { sleep(LAST_WORDS).await } else { std::future::pending().await }
        };
        let answer = tokio::select! {
            answer = timeout(limit, self.exchange(&frame)) => answer,
            // What is left of the suite would hang until its time is over.
            () = memory_is_out => return Err(self.bury_for_memory().await),
        };
        let cause = match answer {
            Ok(Ok(Response::Ran { id, steps })) if id == run && steps.len() <= asked => {
                if self.memory_is_outside && steps.iter().any(ended_badly) && self.ran_out_of_memory().await {
                    // A process that the kernel has killed behind gVisor's back hangs or ends without a reason:
                    // nothing that this container does from now on could be trusted.
                    return Err(self.bury_for_memory().await);
                }
                self.state = State::Idle;
                return Ok(steps);
            }
            Ok(Ok(Response::Fault { what, cause })) => {
                self.state = State::Idle;
                return Err(SandboxError::Supervisor { what, cause });
            }
            Ok(Ok(other)) => format!("its supervisor answered {}", summary(&other)),
            Ok(Err(cause)) => cause,
            Err(_) => format!("its supervisor did not answer within {} s", limit.as_secs()),
        };
        Err(self.bury(cause).await)
    }
}

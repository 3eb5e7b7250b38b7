//! Servers: processes that steps are forked from. See "Fork servers" in the README.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::fd::BorrowedFd;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::io::Errno;
use rustix::pipe::PipeFlags;
use rustix::process::{Pid, Signal};

use crate::fork::Channels;
use crate::oom;
use crate::protocol::{Server, Step};
use crate::step::{self, FOLDER, Started, StepError, Surroundings};
use crate::sys::{self, Reaped};

/// How long a server may take to fork.
const ANSWER: Duration = Duration::from_secs(5);
/// Bytes that an answer may have.
const MAX_LINE: usize = 4096;
/// Bytes of what a server printed that explain its failure.
const SAID: u64 = 1000;
/// A server that failed this often is not started again.
const MAX_FAILURES: u32 = 3;
/// How long a server may take to disappear after SIGKILL.
const DEATH: Duration = Duration::from_secs(10);

/// All servers of a container.
pub(crate) struct Servers {
    known: BTreeMap<String, Known>,
    /// A folder that only root can enter.
    private: PathBuf,
    forks: u64,
}

struct Known {
    description: Server,
    running: Option<Running>,
    failures: u32,
    /// Why it is not tried any more.
    given_up: Option<String>,
}

struct Running {
    pid: Pid,
    commands: File,
    answers: File,
    /// What has been read of answers and is no whole line yet.
    read: Vec<u8>,
}

/// Why a server did not do what it was asked.
enum Failure {
    Server(String),
    HostGone,
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Server(error.to_string())
    }
}

impl From<Errno> for Failure {
    fn from(error: Errno) -> Self {
        Self::Server(error.to_string())
    }
}

impl Servers {
    /// None so far.
    pub(crate) fn new(private: &Path) -> Self {
        Self { known: BTreeMap::new(), private: private.to_owned(), forks: 0 }
    }

    /// Takes in what a request says of servers. One whose description has changed is stopped.
    pub(crate) fn describe(&mut self, servers: &[Server]) -> io::Result<()> {
        for description in servers {
            if let Some(known) = self.known.get_mut(&description.name) {
                if known.description == *description {
                    continue;
                }
                known.stop()?;
            }
            let known = Known { description: description.clone(), running: None, failures: 0, given_up: None };
            self.known.insert(description.name.clone(), known);
        }
        Ok(())
    }

    /// Whether a process that has ended was a server, which is then known to be dead.
    pub(crate) fn ended(&mut self, pid: Pid) -> bool {
        let Some(known) = self.known.values_mut().find(|one| one.running.as_ref().is_some_and(|run| run.pid == pid))
        else {
            return false;
        };
        known.running = None;
        known.has_failed("it died", &self.private);
        true
    }

    /// Lets a server fork the process of a step, and starts the server when it does not run. The inner error says why
    /// it could not.
    pub(crate) fn fork(
        &mut self,
        name: &str,
        step: &Step,
        around: &Surroundings<'_>,
    ) -> Result<Result<Started, String>, StepError> {
        let Some(known) = self.known.get_mut(name) else { return Ok(Err("no such server was described".into())) };
        if let Some(why) = &known.given_up {
            return Ok(Err(why.clone()));
        }
        if known.running.is_none() {
            match known.start(&self.private, around) {
                Ok(()) => {}
                Err(Failure::HostGone) => return Err(StepError::HostGone),
                Err(Failure::Server(why)) => {
                    known.stop().map_err(StepError::Undead)?;
                    // Waiting for it again would cost as much as it saves.
                    known.failures = MAX_FAILURES;
                    return Ok(Err(known.has_failed(&format!("it did not start: {why}"), &self.private)));
                }
            }
        }
        self.forks += 1;
        match known.ask(step, around, &self.private, self.forks) {
            Ok(started) => Ok(Ok(started)),
            Err(Failure::HostGone) => Err(StepError::HostGone),
            Err(Failure::Server(why)) => {
                known.stop().map_err(StepError::Undead)?;
                Ok(Err(known.has_failed(&why, &self.private)))
            }
        }
    }
}

impl Drop for Servers {
    fn drop(&mut self) {
        for known in self.known.values_mut() {
            let _ = known.stop();
        }
    }
}

impl Known {
    /// Notes a failure; what to say about it.
    fn has_failed(&mut self, why: &str, private: &Path) -> String {
        self.failures += 1;
        let mut said = String::new();
        if let Ok(file) = File::open(self.log(private)) {
            let _ = file.take(SAID).read_to_string(&mut said);
        }
        let said = if said.is_empty() { said } else { format!("; it said: {}", said.trim()) };
        let why = format!("server {}: {why}{said}", self.description.name);
        if self.failures >= MAX_FAILURES {
            self.given_up = Some(why.clone());
        }
        why
    }

    /// The file for what the server prints.
    fn log(&self, private: &Path) -> PathBuf {
        private.join(format!("{}.log", self.description.name))
    }

    fn start(&mut self, private: &Path, around: &Surroundings<'_>) -> Result<(), Failure> {
        let description = &self.description;
        let (commands_read, commands) = rustix::pipe::pipe_with(PipeFlags::CLOEXEC)?;
        let (answers, answers_write) = rustix::pipe::pipe_with(PipeFlags::CLOEXEC)?;
        rustix::io::ioctl_fionbio(&answers, true)?;
        // The memory file system is as large as this can become; a server that fills it only loses its own output.
        let _ = std::fs::remove_file(self.log(private));
        let log = OpenOptions::new().append(true).create(true).mode(0o600).open(self.log(private))?;
        let mut argv = description.argv.iter();
        let mut command = Command::new(argv.next().map_or("", String::as_str));
        command
            .args(argv)
            .env_clear()
            .envs(&description.env)
            .current_dir(&description.cwd)
            .stdin(Stdio::null())
            .stdout(log.try_clone()?)
            .stderr(log);
        sys::prepare_server(&mut command, &commands_read, &answers_write, around.territory.suite().is_some());
        let child = command.spawn()?;
        let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw).ok_or(Errno::RANGE)?;
        let running = Running { pid, commands: commands.into(), answers: answers.into(), read: Vec::new() };
        // Our copies of its ends, so that its end is seen.
        drop((command, commands_read, answers_write));
        let within = Duration::from_millis(description.ready_ms);
        match self.running.insert(running).line(within, around.host)?.as_str() {
            "ready" => Ok(()),
            other => Err(Failure::Server(format!("it answered {other:?} and not that it is ready"))),
        }
    }

    fn ask(&mut self, step: &Step, around: &Surroundings<'_>, private: &Path, number: u64) -> Result<Started, Failure> {
        let Some(running) = &mut self.running else { return Err(Failure::Server("it does not run".into())) };
        let channels = Channels::make(private, number)?;
        let pipes = channels.open()?;
        let command = command(step, around, &channels);
        let kills_before = oom::kills();
        let began = Instant::now();
        running
            .commands
            .write_all(command.as_bytes())
            .map_err(|error| Failure::Server(format!("it is gone: {error}")))?;
        let answer = running.line(ANSWER, around.host)?;
        let main = answer.parse().ok().and_then(Pid::from_raw);
        let main = main.ok_or_else(|| Failure::Server(format!("it answered {answer:?} and no process id")))?;
        step::first_to_go(main);
        Ok(Started { main, pipes, began, kills_before, channels: Some(channels) })
    }

    /// Kills the server, if it runs, and reaps it.
    fn stop(&mut self) -> io::Result<()> {
        let Some(running) = self.running.take() else { return Ok(()) };
        let deadline = Instant::now() + DEATH;
        // It leads a session and so a group of its own, with whatever it has just forked.
        let _ = rustix::process::kill_process_group(running.pid, Signal::KILL);
        while matches!(sys::wait4(running.pid.as_raw_nonzero().get())?, Reaped::Running) {
            if Instant::now() > deadline {
                return Err(io::Error::new(io::ErrorKind::TimedOut, "a server survives SIGKILL"));
            }
            std::thread::sleep(Duration::from_micros(500));
        }
        Ok(())
    }
}

impl Running {
    /// The next line that it answers.
    fn line(&mut self, within: Duration, host: Option<BorrowedFd<'_>>) -> Result<String, Failure> {
        let deadline = Instant::now() + within;
        let mut buffer = [0; MAX_LINE];
        loop {
            if let Some(end) = self.read.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = self.read.drain(..=end).collect();
                return Ok(String::from_utf8_lossy(&line[..end]).into_owned());
            }
            if self.read.len() > MAX_LINE {
                return Err(Failure::Server("its answer has no end".into()));
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Failure::Server(format!("it did not answer within {} ms", within.as_millis())));
            }
            let mut polled = Vec::with_capacity(2);
            polled.push(PollFd::new(&self.answers, PollFlags::IN));
            polled.extend(host.map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::empty())));
            let timeout = Timespec { tv_sec: left.as_secs() as i64, tv_nsec: left.subsec_nanos().into() };
            match rustix::event::poll(&mut polled, Some(&timeout)) {
                Ok(_) | Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
            if polled.get(1).is_some_and(|host| host.revents().intersects(PollFlags::HUP | PollFlags::ERR)) {
                return Err(Failure::HostGone);
            }
            match self.answers.read(&mut buffer) {
                Ok(0) => return Err(Failure::Server("it ended".into())),
                Ok(read) => self.read.extend_from_slice(&buffer[..read]),
                Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
}

/// The line that asks for a fork. The request has been checked: no value holds a tab or a line break.
fn command(step: &Step, around: &Surroundings<'_>, channels: &Channels) -> String {
    let fill = |text: &str| text.replace(FOLDER, around.folder);
    let own = || (rustix::process::getuid().as_raw(), rustix::process::getgid().as_raw());
    let (user, group) = around.territory.suite().unwrap_or_else(own);
    let [stdin, output, report] = channels.paths().each_ref().map(|path| path.display().to_string());
    let (cpu, user, group) = (step.cpu_seconds.to_string(), user.to_string(), group.to_string());
    let mut fields = vec!["fork".to_owned(), stdin, output, report, cpu, user, group, fill(&step.cwd)];
    fields.extend(step.env.iter().map(|(key, value)| format!("{key}={}", fill(value))));
    fields.join("\t") + "\n"
}

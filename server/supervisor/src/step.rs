//! Running one step: a process and everything that it starts, within limits.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{BorrowedFd, OwnedFd};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::io::Errno;
use rustix::pipe::PipeFlags;
use rustix::process::{Pid, PidfdFlags};

use crate::capture::{Bounded, HeadAndTail};
use crate::fork::{self, Channels};
use crate::oom;
use crate::protocol::{Exit, Step, StepReport, Stopped};
use crate::servers::Servers;
use crate::sys::{self, Ended, Reaped};
use crate::users::Territory;

/// Placeholder for the run's folder.
pub(crate) const FOLDER: &str = "{dir}";
/// How often orphans are taken off the process table, where they would count against the limit of processes.
const TICK: Duration = Duration::from_millis(50);
/// The same when the kernel cannot signal a process's end through a descriptor (gVisor).
const TICK_WITHOUT_PIDFD: Duration = Duration::from_millis(2);
/// How often a forked process is asked whether it has opened its input, of which the kernel does not tell.
const TICK_UNTIL_OPENED: Duration = Duration::from_micros(300);
/// Bytes that can still be in a pipe when its writers are dead: what the kernel allows to an ordinary user.
const MAX_PIPE: usize = 1 << 20;

/// What a step shares with the steps before and after it.
pub(crate) struct Surroundings<'a> {
    /// The run's folder.
    pub(crate) folder: &'a str,
    pub(crate) territory: &'a Territory,
    /// Ends the supervisor, and so the container, when it hangs up: nobody waits for the result any more.
    pub(crate) host: Option<BorrowedFd<'a>>,
}

/// Why a step has no report.
#[derive(Debug)]
pub(crate) enum StepError {
    /// A fault of ours: the program is not in the image, or a system call failed.
    Fault(io::Error),
    /// The host has gone.
    HostGone,
    /// Processes of the step could not be killed; the container cannot be used any more.
    Undead(io::Error),
}

impl From<io::Error> for StepError {
    fn from(error: io::Error) -> Self {
        Self::Fault(error)
    }
}

impl From<Errno> for StepError {
    fn from(error: Errno) -> Self {
        Self::Fault(error.into())
    }
}

/// The supervisor's ends of a step's pipes.
pub(crate) struct Pipes {
    pub(crate) stdin: Option<File>,
    /// Input is neither written nor ended before somebody has opened it.
    pub(crate) awaits_reader: bool,
    pub(crate) output: Option<File>,
    pub(crate) report: Option<File>,
}

struct Observed {
    log: HeadAndTail,
    report: Bounded,
    stopped: Option<Stopped>,
    exit: Option<Exit>,
    cpu: Duration,
    max_rss_bytes: u64,
    out_of_memory: bool,
}

/// A step's main process.
pub(crate) struct Started {
    pub(crate) main: Pid,
    pub(crate) pipes: Pipes,
    pub(crate) began: Instant,
    pub(crate) kills_before: u64,
    /// Of a forked one: the names of its pipes, which are there until it has ended.
    pub(crate) channels: Option<Channels>,
}

/// Runs a step to its end. Nothing of it is alive afterwards.
pub(crate) fn run(step: &Step, around: &Surroundings<'_>, servers: &mut Servers) -> Result<StepReport, StepError> {
    let mut server_failed = None;
    if let Some(name) = &step.server {
        match servers.fork(name, step, around)? {
            Ok(started) => return finish(step, around, servers, started),
            Err(why) => server_failed = Some(why),
        }
    }
    let report = match start(step, around) {
        Ok(started) => finish(step, around, servers, started)?,
        Err(StepError::Fault(error)) if can_be_caused_by_a_suite(step, around)? => not_started(step, around, &error),
        Err(error) => return Err(error),
    };
    Ok(StepReport { server_failed, ..report })
}

/// Watches over a process until its end, and ends everything that it started.
fn finish(
    step: &Step,
    around: &Surroundings<'_>,
    servers: &mut Servers,
    started: Started,
) -> Result<StepReport, StepError> {
    let Started { main, mut pipes, began, kills_before, channels: _channels } = started;
    let mut seen = Observed {
        log: HeadAndTail::new(step.log_bytes),
        report: Bounded::new(step.report_bytes),
        stopped: None,
        exit: None,
        cpu: Duration::ZERO,
        max_rss_bytes: 0,
        out_of_memory: false,
    };
    let mut note = |seen: &mut Observed, ended: Ended| {
        if !servers.ended(ended.pid) {
            seen.account(main, ended);
        }
    };
    let watched = watch(step, around, main, began, &mut pipes, &mut seen, &mut note);
    let wall = began.elapsed();
    let has_ended = seen.exit.is_some();
    around.territory.kill_all(main, has_ended, |ended| note(&mut seen, ended)).map_err(StepError::Undead)?;
    watched?;
    drop(pipes.stdin);
    // Every writer is dead: what is in the pipes is all there is.
    let Observed { log, report, .. } = &mut seen;
    drain(pipes.output, |bytes| log.push(bytes))?;
    drain(pipes.report, |bytes| report.push(bytes))?;
    seen.out_of_memory = oom::kills() > kills_before;
    let exit = seen.exit.ok_or_else(|| io::Error::other("the main process was not among those that ended"))?;
    Ok(StepReport {
        name: step.name.clone(),
        exit,
        stopped: seen.why_stopped(step, exit),
        out_of_memory: seen.out_of_memory,
        printed_bytes: seen.log.total(),
        log: seen.log.into_text(),
        report: seen.report.into_text(),
        wall_ms: milliseconds(wall),
        cpu_ms: milliseconds(seen.cpu),
        max_rss_bytes: seen.max_rss_bytes,
        server_failed: None,
    })
}

/// Makes a process the first one to go when memory runs out. It may have ended already.
pub(crate) fn first_to_go(process: Pid) {
    let path = format!("/proc/{}/oom_score_adj", process.as_raw_nonzero());
    let _ = File::options().write(true).open(path).and_then(|mut score| score.write_all(b"1000"));
}

fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

impl Observed {
    fn account(&mut self, main: Pid, ended: Ended) {
        if ended.pid == main {
            self.exit = Some(ended.exit);
        }
        self.cpu += ended.cpu;
        self.max_rss_bytes = self.max_rss_bytes.max(ended.max_rss_bytes);
    }

    /// Limits that are only certain at the end: everything that was printed, and the kernel's own stop.
    fn why_stopped(&self, step: &Step, exit: Exit) -> Option<Stopped> {
        const SIGKILL: i32 = 9;
        /// What the soft limit of a forked process sends.
        const SIGXCPU: i32 = 24;
        // A shell reports the death of its last command as 128 + signal.
        let killed = [SIGKILL, SIGXCPU].iter().any(|n| exit == Exit::Signal(*n) || exit == Exit::Code(128 + n));
        // The kernel enforces the limit by counting ticks and reports exact time; on a busy machine they differ a lot.
        let used_up = self.cpu * 2 >= Duration::from_secs(step.cpu_seconds);
        self.stopped.or({
            if self.report.overflowed() {
                Some(Stopped::ReportLimit)
            } else if self.log.total() > step.output_bytes {
                Some(Stopped::OutputLimit)
            } else if killed && used_up && !self.out_of_memory {
                Some(Stopped::CpuTime)
            } else {
                None
            }
        })
    }
}

fn start(step: &Step, around: &Surroundings<'_>) -> Result<Started, StepError> {
    let (kills_before, began) = (oom::kills(), Instant::now());
    let fill = |text: &str| text.replace(FOLDER, around.folder);
    // The suite's own, so that it can open them again, as /dev/stdout.
    let theirs = around.territory.as_suite()?;
    let (stdin_read, stdin_write) = rustix::pipe::pipe_with(PipeFlags::CLOEXEC)?;
    let (output_read, output_write) = rustix::pipe::pipe_with(PipeFlags::CLOEXEC)?;
    let (report_read, report_write) = rustix::pipe::pipe_with(PipeFlags::CLOEXEC)?;
    drop(theirs);
    for ours in [&stdin_write, &output_read, &report_read] {
        rustix::io::ioctl_fionbio(ours, true)?;
    }
    let mut argv = step.argv.iter().map(|text| fill(text));
    let mut command = Command::new(argv.next().unwrap_or_default());
    command
        .args(argv)
        .env_clear()
        .envs(step.env.iter().map(|(key, value)| (key, fill(value))))
        .current_dir(fill(&step.cwd))
        .stdin(Stdio::from(stdin_read))
        .stdout(Stdio::from(output_write.try_clone()?))
        .stderr(Stdio::from(output_write));
    sys::prepare(&mut command, &report_write, step.cpu_seconds, around.territory.suite());
    let child = command.spawn()?;
    // Dropping `command` and `report_write` closes our copies of the step's ends.
    let main = i32::try_from(child.id()).ok().and_then(Pid::from_raw).ok_or(Errno::RANGE)?;
    let file = |end: OwnedFd| Some(File::from(end));
    let (stdin, output, report) = (file(stdin_write), file(output_read), file(report_read));
    let pipes = Pipes { stdin, awaits_reader: false, output, report };
    Ok(Started { main, pipes, began, kills_before, channels: None })
}

/// What is inside the run's folder may be missing because an earlier step, which ran code of the suite, did not leave
/// it there. Everything else is in the image, which no suite can change.
fn can_be_caused_by_a_suite(step: &Step, around: &Surroundings<'_>) -> io::Result<bool> {
    let program = step.argv.first().map_or("", String::as_str);
    let starts_inside = step.cwd.starts_with(FOLDER);
    let relative = program.contains('/') && !program.starts_with(['/', '{']);
    let theirs = around.territory.as_suite()?;
    // A name in it can be looked up only with the right to enter it.
    let cwd_is_lost = !Path::new(&step.cwd.replace(FOLDER, around.folder)).join(".").is_dir();
    drop(theirs);
    Ok(program.starts_with(FOLDER) || starts_inside && (relative || cwd_is_lost))
}

fn not_started(step: &Step, around: &Surroundings<'_>, error: &io::Error) -> StepReport {
    let program = step.argv.first().map(|text| text.replace(FOLDER, around.folder)).unwrap_or_default();
    let log = format!("cannot run {program} in {}: {error}\n", step.cwd.replace(FOLDER, around.folder));
    StepReport {
        name: step.name.clone(),
        // What a shell says in this case.
        exit: Exit::Code(if error.kind() == io::ErrorKind::NotFound { 127 } else { 126 }),
        stopped: None,
        out_of_memory: false,
        printed_bytes: log.len() as u64,
        log,
        report: String::new(),
        wall_ms: 0,
        cpu_ms: 0,
        max_rss_bytes: 0,
        server_failed: None,
    }
}

/// Feeds and reads the pipes until the main process ends or a limit is hit.
fn watch(
    step: &Step,
    around: &Surroundings<'_>,
    main: Pid,
    began: Instant,
    pipes: &mut Pipes,
    seen: &mut Observed,
    note: &mut impl FnMut(&mut Observed, Ended),
) -> Result<(), StepError> {
    let stdin = step.stdin.replace(FOLDER, around.folder);
    let mut stdin = stdin.as_bytes();
    let end = rustix::process::pidfd_open(main, PidfdFlags::empty()).ok();
    let tick = if end.is_some() { TICK } else { TICK_WITHOUT_PIDFD };
    let deadline = began + Duration::from_millis(step.wall_ms);
    let mut buffer = vec![0; 64 << 10];
    loop {
        while let Reaped::Ended(ended) = around.territory.reap(main)? {
            note(seen, ended);
        }
        if seen.exit.is_some() {
            return Ok(());
        }
        let left = deadline.saturating_duration_since(Instant::now());
        seen.stopped = if left.is_zero() {
            Some(Stopped::WallTime)
        } else if seen.log.total() > step.output_bytes {
            Some(Stopped::OutputLimit)
        } else if seen.report.overflowed() {
            Some(Stopped::ReportLimit)
        } else {
            None
        };
        if seen.stopped.is_some() {
            return Ok(());
        }
        if pipes.awaits_reader && pipes.stdin.as_ref().is_none_or(|pipe| fork::has_reader(pipe).unwrap_or(true)) {
            pipes.awaits_reader = false;
        }
        if stdin.is_empty() && !pipes.awaits_reader {
            pipes.stdin = None;
        }
        let tick = if pipes.awaits_reader { tick.min(TICK_UNTIL_OPENED) } else { tick };
        if wait(pipes, end.as_ref(), around.host, left.min(tick))? {
            return Err(StepError::HostGone);
        }
        // Reading without being told to costs a system call and saves all bookkeeping of who was ready.
        if let Some(pipe) = pipes.stdin.as_mut().filter(|_| !pipes.awaits_reader) {
            match pipe.write(stdin) {
                Ok(written) => stdin = &stdin[written..],
                Err(error) if is_later(&error) => {}
                // It closed its input unread, which it may.
                Err(_) => stdin = &[],
            }
        }
        read_some(&mut pipes.output, &mut buffer, |bytes| seen.log.push(bytes))?;
        read_some(&mut pipes.report, &mut buffer, |bytes| seen.report.push(bytes))?;
    }
}

/// Sleeps until something happens; whether the host has gone.
fn wait(
    pipes: &Pipes,
    end: Option<&OwnedFd>,
    host: Option<BorrowedFd<'_>>,
    at_most: Duration,
) -> Result<bool, StepError> {
    let mut polled = Vec::with_capacity(5);
    // Asks for nothing: hanging up is always told, and data that waits there is for later.
    polled.extend(host.map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::empty())));
    polled.extend(end.map(|fd| PollFd::new(fd, PollFlags::IN)));
    polled.extend(pipes.stdin.as_ref().filter(|_| !pipes.awaits_reader).map(|pipe| PollFd::new(pipe, PollFlags::OUT)));
    polled.extend([&pipes.output, &pipes.report].into_iter().flatten().map(|pipe| PollFd::new(pipe, PollFlags::IN)));
    let timeout = Timespec { tv_sec: at_most.as_secs() as i64, tv_nsec: at_most.subsec_nanos().into() };
    match rustix::event::poll(&mut polled, Some(&timeout)) {
        Ok(_) => Ok(host.is_some() && polled[0].revents().intersects(PollFlags::HUP | PollFlags::ERR)),
        Err(Errno::INTR) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

fn is_later(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted)
}

/// One read; closes the pipe at its end. How many bytes came.
fn read_some(pipe: &mut Option<File>, buffer: &mut [u8], mut take: impl FnMut(&[u8])) -> io::Result<usize> {
    let Some(file) = pipe else { return Ok(0) };
    match file.read(buffer) {
        Ok(0) => *pipe = None,
        Ok(read) => {
            take(&buffer[..read]);
            return Ok(read);
        }
        Err(error) if is_later(&error) => {}
        Err(error) => return Err(error),
    }
    Ok(0)
}

fn drain(mut pipe: Option<File>, mut take: impl FnMut(&[u8])) -> io::Result<()> {
    let mut buffer = vec![0; 64 << 10];
    let mut drained = 0;
    while pipe.is_some() && drained <= MAX_PIPE {
        match read_some(&mut pipe, &mut buffer, &mut take)? {
            0 => break,
            read => drained += read,
        }
    }
    Ok(())
}

#[cfg(test)]
#[path = "step_tests.rs"]
pub(crate) mod tests;

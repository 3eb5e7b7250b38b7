//! System calls: starting, killing and reaping processes. The only unsafe code of this crate is here.

use std::io;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Command, ExitStatus};
use std::time::{Duration, Instant};

use rustix::fs::{Mode, OFlags};
use rustix::process::{DumpableBehavior, Pid, Resource, Rlimit, Signal};

use crate::protocol::Exit;

/// Descriptor on which a step writes its private report.
const REPORT: RawFd = 3;

/// How long processes may take to disappear after SIGKILL.
const DEATH: Duration = Duration::from_secs(10);

/// Which processes belong to a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Territory {
    /// Everything in the container except the supervisor, which is its first process. Nothing can leave: sessions,
    /// process groups and double forks make no difference.
    Container,
    /// The process group of the step's main process; for tests on a machine that has other things to do.
    Group,
}

/// A process that has ended and was reaped.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ended {
    pub(crate) pid: Pid,
    pub(crate) exit: Exit,
    pub(crate) cpu: Duration,
    pub(crate) max_rss_bytes: u64,
}

/// What one look for ended processes found.
pub(crate) enum Reaped {
    Ended(Ended),
    /// There are children, all of them running.
    Running,
    /// There are no children.
    Nobody,
}

impl Territory {
    /// Takes one ended process of a step off the process table, without waiting.
    pub(crate) fn reap(self, main: Pid) -> io::Result<Reaped> {
        match self {
            Self::Container => wait4(-1),
            Self::Group => wait4(-main.as_raw_nonzero().get()),
        }
    }

    /// Kills all processes of a step and reaps them; `seen` gets each. Fails when some survive for ten seconds.
    pub(crate) fn kill_all(self, main: Pid, mut seen: impl FnMut(Ended)) -> io::Result<()> {
        let deadline = Instant::now() + DEATH;
        loop {
            // kill(-1) is the "group" of process 1. The kernel leaves out process 1 and the caller, and does not let
            // a process fork away from it.
            let group = match self {
                Self::Container => Pid::INIT,
                Self::Group => main,
            };
            match rustix::process::kill_process_group(group, Signal::KILL) {
                Ok(()) | Err(rustix::io::Errno::SRCH) => {}
                // A group of zombies only.
                Err(rustix::io::Errno::PERM) if self == Self::Group => {}
                Err(error) => return Err(error.into()),
            }
            loop {
                match self.reap(main)? {
                    Reaped::Ended(ended) => seen(ended),
                    Reaped::Running => break,
                    Reaped::Nobody => return Ok(()),
                }
            }
            if Instant::now() > deadline {
                return Err(io::Error::new(io::ErrorKind::TimedOut, "processes survive SIGKILL"));
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

#[expect(unsafe_code, reason = "only wait4 tells what a single process used, and rustix has no form of it")]
fn wait4(who: libc::pid_t) -> io::Result<Reaped> {
    let mut status = 0;
    // SAFETY: rusage holds integers only, for which all bits zero is a value.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: both pointers are to live, writable values of the right type.
    let pid = unsafe { libc::wait4(who, &raw mut status, libc::WNOHANG, &raw mut usage) };
    if pid < 0 {
        let error = io::Error::last_os_error();
        return match error.raw_os_error() {
            Some(libc::ECHILD) => Ok(Reaped::Nobody),
            Some(libc::EINTR) => Ok(Reaped::Running),
            _ => Err(error),
        };
    }
    let Some(pid) = Pid::from_raw(pid) else { return Ok(Reaped::Running) };
    let status = ExitStatus::from_raw(status);
    let exit = status.code().map_or_else(|| Exit::Signal(status.signal().unwrap_or(0)), Exit::Code);
    let cpu = duration(usage.ru_utime) + duration(usage.ru_stime);
    Ok(Reaped::Ended(Ended { pid, exit, cpu, max_rss_bytes: usage.ru_maxrss.unsigned_abs() * 1024 }))
}

fn duration(time: libc::timeval) -> Duration {
    Duration::new(time.tv_sec.unsigned_abs(), (time.tv_usec.unsigned_abs() as u32) * 1000)
}

/// Makes the process that `command` will start a step: leader of a session of its own, limited in processor time,
/// first in line when memory runs out, with `report` as descriptor 3.
#[expect(unsafe_code, reason = "a limit that shall hold for a child only must be set between fork and exec")]
pub(crate) fn prepare(command: &mut Command, report: &OwnedFd, cpu_seconds: u64) {
    let report = report.as_raw_fd();
    // SAFETY: the closure runs in the child between fork and exec and makes system calls only; it neither allocates
    // nor takes locks. `report` is open there, because the child has a copy of the table of descriptors.
    unsafe {
        command.pre_exec(move || {
            rustix::process::setsid()?;
            limit(Resource::Cpu, cpu_seconds)?;
            limit(Resource::Core, 0)?;
            // /proc/self belongs to root while the (inherited) supervisor's memory is not dumpable.
            rustix::process::set_dumpable_behavior(DumpableBehavior::Dumpable)?;
            let score = rustix::fs::open(c"/proc/self/oom_score_adj", OFlags::WRONLY | OFlags::CLOEXEC, Mode::empty())?;
            rustix::io::write(&score, b"1000")?;
            // That 3 is taken in the supervisor (`keep_descriptor_three`) makes sure that nothing that the standard
            // library needs until exec is closed by this.
            if libc::dup2(report, REPORT) < 0 {
                return Err(io::Error::last_os_error());
            }
            Ok(())
        });
    }
}

/// Soft and hard limit at once, so that the signal cannot be caught.
fn limit(resource: Resource, value: u64) -> io::Result<()> {
    Ok(rustix::process::setrlimit(resource, Rlimit { current: Some(value), maximum: Some(value) })?)
}

/// Takes descriptor 3 for good, so that nothing else in this process gets it; see `prepare`. Call it first.
pub fn keep_descriptor_three() -> io::Result<OwnedFd> {
    let nothing = rustix::fs::open(c"/dev/null", OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty())?;
    if nothing.as_raw_fd() == REPORT { Ok(nothing) } else { Ok(rustix::io::fcntl_dupfd_cloexec(&nothing, REPORT)?) }
}

/// Keeps processes of the same user from tracing this one and from opening its memory and descriptors under /proc.
pub fn hide_from_suites() -> io::Result<()> {
    Ok(rustix::process::set_dumpable_behavior(DumpableBehavior::NotDumpable)?)
}

/// Notices when a suite used the few calls by which a process may change another of the same user that it cannot
/// trace (prlimit, setpriority). The supervisor cannot undo them and must end, which costs only its own session.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TamperGuard {
    limits: [Rlimit; 16],
    priority: Option<i32>,
}

impl TamperGuard {
    /// Remembers how this process is now.
    pub(crate) fn now() -> Self {
        let limits = [
            Resource::Cpu,
            Resource::Fsize,
            Resource::Data,
            Resource::Stack,
            Resource::Core,
            Resource::Rss,
            Resource::Nproc,
            Resource::Nofile,
            Resource::Memlock,
            Resource::As,
            Resource::Locks,
            Resource::Sigpending,
            Resource::Msgqueue,
            Resource::Nice,
            Resource::Rtprio,
            Resource::Rttime,
        ]
        .map(rustix::process::getrlimit);
        Self { limits, priority: rustix::process::getpriority_process(None).ok() }
    }
}

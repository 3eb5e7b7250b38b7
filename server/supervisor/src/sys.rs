//! System calls: starting and reaping processes. The only unsafe code of this crate is here.

use std::io;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Command, ExitStatus};
use std::time::Duration;

use rustix::fs::{Mode, OFlags};
use rustix::process::{DumpableBehavior, Pid, Resource, Rlimit};
use rustix::thread::{CapabilitySet, CapabilitySets};

use crate::protocol::Exit;

/// Descriptor on which a step writes its private report.
const REPORT: RawFd = 3;

/// Descriptors on which a server takes commands and answers them.
const COMMANDS: RawFd = 3;
const ANSWERS: RawFd = 4;

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

#[expect(unsafe_code, reason = "only wait4 tells what a single process used, and rustix has no form of it")]
pub(crate) fn wait4(who: libc::pid_t) -> io::Result<Reaped> {
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

/// The clock from which the kernel takes the time of a change of a file: seconds and nanoseconds, in coarse ticks.
#[expect(unsafe_code, reason = "rustix has it only with a feature that nothing else here needs")]
pub(crate) fn time_of_changes() -> io::Result<(i64, i64)> {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointer is to a live, writable value of the right type.
    let result = unsafe { libc::clock_gettime(libc::CLOCK_REALTIME_COARSE, &raw mut time) };
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok((time.tv_sec, time.tv_nsec)) }
}

/// Makes the process that `command` will start a step: leader of a session of its own, limited in processor time,
/// first in line when memory runs out, with `report` as descriptor 3. `user`: user and group that it becomes.
#[expect(unsafe_code, reason = "a limit that shall hold for a child only must be set between fork and exec")]
pub(crate) fn prepare(command: &mut Command, report: &OwnedFd, cpu_seconds: u64, user: Option<(u32, u32)>) {
    if let Some((user, group)) = user {
        // The standard library drops all other groups too, and does this before what follows.
        command.gid(group).uid(user);
    }
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
            duplicate(report, REPORT)
        });
    }
}

/// Makes the process that `command` will start a server: leader of a session of its own, with `commands` and `answers`
/// as its descriptors. `limited`: of the supervisor's rights it keeps those to change user and group, and no other.
#[expect(unsafe_code, reason = "rights that a child only shall lose must be dropped between fork and exec")]
pub(crate) fn prepare_server(command: &mut Command, commands: &OwnedFd, answers: &OwnedFd, limited: bool) {
    let (commands, answers) = (commands.as_raw_fd(), answers.as_raw_fd());
    // SAFETY: as in `prepare`.
    unsafe {
        command.pre_exec(move || {
            rustix::process::setsid()?;
            if limited {
                // exec would give root all of the bounding set again, but not with no-new-privileges, which the
                // container has.
                let kept = CapabilitySet::SETUID | CapabilitySet::SETGID;
                let sets = CapabilitySets { effective: kept, permitted: kept, inheritable: CapabilitySet::empty() };
                rustix::thread::set_capabilities(None, sets)?;
            }
            duplicate(commands, COMMANDS)?;
            duplicate(answers, ANSWERS)
        });
    }
}

/// That the targets are taken in the supervisor (`keep_low_descriptors`) makes sure that nothing that the standard
/// library needs until exec is closed by this.
#[expect(unsafe_code, reason = "rustix has no form of it that takes a number as target")]
fn duplicate(from: RawFd, to: RawFd) -> io::Result<()> {
    // SAFETY: takes two numbers; what is closed is held by nobody in this process.
    if unsafe { libc::dup2(from, to) } < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

/// Soft and hard limit at once, so that the signal cannot be caught.
fn limit(resource: Resource, value: u64) -> io::Result<()> {
    Ok(rustix::process::setrlimit(resource, Rlimit { current: Some(value), maximum: Some(value) })?)
}

/// Takes descriptors 3 and 4 for good, so that nothing else in this process gets them; see `duplicate`. Call it first.
pub fn keep_low_descriptors() -> io::Result<Vec<OwnedFd>> {
    let mut kept = Vec::new();
    loop {
        let nothing = rustix::fs::open(c"/dev/null", OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty())?;
        let is_enough = nothing.as_raw_fd() >= ANSWERS;
        kept.push(nothing);
        if is_enough {
            return Ok(kept);
        }
    }
}

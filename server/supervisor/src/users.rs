//! Whose the processes and files of the suites are, and how the supervisor acts among them.

use std::io;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use rustix::process::{DumpableBehavior, Gid, Pid, Signal, Uid};
use rustix::thread::{CapabilitySet, set_thread_res_gid, set_thread_res_uid};

use crate::sys::{Ended, Reaped, wait4};

/// User and group of everything that a suite starts or writes.
const SUITE: u32 = 10_001;
/// A user that nothing belongs to.
const NOBODY: u32 = 10_002;
/// How long processes may take to disappear after SIGKILL.
const DEATH: Duration = Duration::from_secs(10);

/// Which processes belong to a step.
#[derive(Debug)]
pub enum Territory {
    /// Everything in the container that runs as the suites' user. Nothing can leave: sessions, process groups and
    /// double forks make no difference.
    Container(Killer),
    /// The process group of the step's main process; for tests on a machine that has other things to do.
    Group,
}

impl Territory {
    /// That of an evaluator container.
    pub fn of_container() -> io::Result<Self> {
        // The image's /etc/group may have given root more of them.
        rustix::thread::set_thread_groups(&[])?;
        Ok(Self::Container(Killer::start()?))
    }

    /// User and group of the suites, when they are not the supervisor's own.
    pub(crate) fn suite(&self) -> Option<(u32, u32)> {
        match self {
            Self::Container(_) => Some((SUITE, SUITE)),
            Self::Group => None,
        }
    }

    /// Touches files as the suites' user until the answer is dropped: root has no right to open what is theirs. Only
    /// while nothing of a suite runs.
    pub(crate) fn as_suite(&self) -> io::Result<AsSuite> {
        let changed = self.suite().is_some();
        if changed {
            set_thread_res_gid(None, Gid::from_raw(SUITE), None)?;
            set_thread_res_uid(None, Uid::from_raw(SUITE), None)?;
        }
        Ok(AsSuite { changed })
    }

    /// Takes one ended process of a step off the process table, without waiting.
    pub(crate) fn reap(&self, main: Pid) -> io::Result<Reaped> {
        match self {
            Self::Container(_) => wait4(-1),
            Self::Group => wait4(-main.as_raw_nonzero().get()),
        }
    }

    /// Kills all processes of a step and reaps them; `seen` gets each. `ended`: the main process has been reaped
    /// already. Fails when some survive for ten seconds.
    pub(crate) fn kill_all(&self, main: Pid, mut ended: bool, mut seen: impl FnMut(Ended)) -> io::Result<()> {
        let deadline = Instant::now() + DEATH;
        loop {
            match self {
                Self::Container(killer) => {
                    // It may have been forked from a server and not have become the suites' user yet.
                    if !ended {
                        ignore_missing(rustix::process::kill_process(main, Signal::KILL))?;
                    }
                    killer.kill()?;
                }
                Self::Group => match rustix::process::kill_process_group(main, Signal::KILL) {
                    // A group of zombies only.
                    Err(rustix::io::Errno::PERM) => {}
                    other => ignore_missing(other)?,
                },
            }
            loop {
                match self.reap(main)? {
                    Reaped::Ended(one) => {
                        ended |= one.pid == main;
                        seen(one);
                    }
                    Reaped::Running => break,
                    Reaped::Nobody => return Ok(()),
                }
            }
            // What runs on are servers, unless something needs time to die. Nothing that has a signal pending can
            // fork, so looking at one after the other misses none.
            if matches!(self, Self::Container(_)) && ended && !any_of_suite()? {
                return Ok(());
            }
            if Instant::now() > deadline {
                return Err(io::Error::new(io::ErrorKind::TimedOut, "processes survive SIGKILL"));
            }
            std::thread::sleep(Duration::from_micros(500));
        }
    }
}

fn ignore_missing(result: rustix::io::Result<()>) -> io::Result<()> {
    match result {
        Ok(()) | Err(rustix::io::Errno::SRCH) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// Whether any process, dead ones that wait to be reaped among them, has the suites' user.
fn any_of_suite() -> io::Result<bool> {
    for entry in std::fs::read_dir("/proc")? {
        let entry = entry?;
        let is_process = entry.file_name().as_encoded_bytes().first().is_some_and(u8::is_ascii_digit);
        // The folder of a process belongs to its effective user whatever else is hidden of it.
        let owner = |data: std::fs::Metadata| std::os::unix::fs::MetadataExt::uid(&data);
        if is_process && entry.metadata().is_ok_and(|data| owner(data) == SUITE) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Goes back to root when it is dropped.
pub(crate) struct AsSuite {
    changed: bool,
}

impl Drop for AsSuite {
    fn drop(&mut self) {
        // With any other user than it believes to have, the supervisor would be no protection. The right to change
        // the group comes back with the user.
        if self.changed && (back_to_root().is_err() || set_thread_res_gid(None, Gid::ROOT, None).is_err()) {
            std::process::abort();
        }
    }
}

fn back_to_root() -> io::Result<()> {
    set_thread_res_uid(Uid::ROOT, Uid::ROOT, Uid::ROOT)?;
    // A change of user puts this to what the host is set to.
    hide_from_suites()
}

/// Keeps other processes from tracing this one and from opening its memory and descriptors under /proc.
pub fn hide_from_suites() -> io::Result<()> {
    Ok(rustix::process::set_dumpable_behavior(DumpableBehavior::NotDumpable)?)
}

/// Whether this process has the rights that the supervisor needs, and no others.
pub fn has_exactly_the_rights_it_needs() -> io::Result<bool> {
    let needed = CapabilitySet::SETUID | CapabilitySet::SETGID | CapabilitySet::KILL;
    let sets = rustix::thread::capabilities(None)?;
    Ok(sets.effective == needed && sets.permitted == needed && sets.inheritable.is_empty())
}

/// A thread that kills everything of the suites' user and nothing else. A thread, because there may be no room left
/// for a process when it is needed; one of its own, because users are those of a thread.
#[derive(Debug)]
pub struct Killer {
    orders: SyncSender<()>,
    done: Receiver<io::Result<()>>,
}

impl Killer {
    fn start() -> io::Result<Self> {
        let (orders, taken) = sync_channel(1);
        let (report, done) = sync_channel(1);
        std::thread::Builder::new()
            .name("killer".into())
            .stack_size(64 << 10)
            .spawn(move || while taken.recv().is_ok() && report.send(kill_suites()).is_ok() {})?;
        Ok(Self { orders, done })
    }

    fn kill(&self) -> io::Result<()> {
        let gone = || io::Error::other("the thread that kills has ended");
        self.orders.send(()).map_err(|_| gone())?;
        self.done.recv().map_err(|_| gone())?
    }
}

/// One signal to all processes of the suites' user at once: the kernel lets none fork away from it. The effective user
/// reaches the suites; the real one reaches nobody, so that servers, which are root's, are left alone; and by keeping
/// root as saved user this thread can go back.
fn kill_suites() -> io::Result<()> {
    set_thread_res_uid(Uid::from_raw(NOBODY), Uid::from_raw(SUITE), Uid::ROOT)?;
    // kill(-1) is the "group" of process 1. The kernel leaves out process 1 and the caller.
    let killed = rustix::process::kill_process_group(Pid::INIT, Signal::KILL);
    back_to_root()?;
    ignore_missing(killed)
}

//! The channels of a step that is forked from a server: named pipes in a folder that only root can enter.

use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::fs::{CWD, Mode, OFlags};

use crate::step::Pipes;

/// The three named pipes of one step. Their names go when it is dropped; who has opened them keeps them.
pub(crate) struct Channels {
    paths: [PathBuf; 3],
}

impl Channels {
    /// Makes pipes that nobody has opened yet.
    pub(crate) fn make(folder: &Path, number: u64) -> io::Result<Self> {
        let paths = ["in", "out", "report"].map(|name| folder.join(format!("{number}.{name}")));
        let channels = Self { paths };
        for path in &channels.paths {
            rustix::fs::mkfifoat(CWD, path, Mode::RUSR | Mode::WUSR)?;
            // A suite may open its own output again, as /dev/stdout. It cannot enter the folder.
            rustix::fs::chmod(path, Mode::from_raw_mode(0o666))?;
        }
        Ok(channels)
    }

    /// Standard input, output and report, in the order of the command.
    pub(crate) fn paths(&self) -> &[PathBuf; 3] {
        &self.paths
    }

    /// Opens our ends, so that nobody has to wait for them.
    pub(crate) fn open(&self) -> io::Result<Pipes> {
        let [stdin, output, report] = &self.paths;
        let open = |path, how| rustix::fs::open(path, how | OFlags::NONBLOCK | OFlags::CLOEXEC, Mode::empty());
        // For writing it can be opened only while there is a reader.
        let reader = open(stdin, OFlags::RDONLY)?;
        let stdin = open(stdin, OFlags::WRONLY)?;
        drop(reader);
        let file = |end: OwnedFd| Some(File::from(end));
        // For both: otherwise these would look ended before they have been opened on the other side.
        let (output, report) = (open(output, OFlags::RDWR)?, open(report, OFlags::RDWR)?);
        Ok(Pipes { stdin: file(stdin), awaits_reader: true, output: file(output), report: file(report) })
    }
}

impl Drop for Channels {
    fn drop(&mut self) {
        for path in &self.paths {
            let _ = std::fs::remove_file(path);
        }
    }
}

/// Whether somebody has opened the other end of a named pipe. Closed before that, it could not be opened any more.
pub(crate) fn has_reader(pipe: &File) -> io::Result<bool> {
    let mut polled = [PollFd::new(pipe, PollFlags::OUT)];
    rustix::event::poll(&mut polled, Some(&Timespec { tv_sec: 0, tv_nsec: 0 }))?;
    Ok(!polled[0].revents().contains(PollFlags::ERR))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};

    #[test]
    fn opening_the_other_ends_never_blocks_and_the_first_reader_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let channels = Channels::make(folder.path(), 1).unwrap();
        let mut pipes = channels.open().unwrap();
        let mut stdin = pipes.stdin.take().unwrap();
        assert!(!has_reader(&stdin).unwrap());
        let [input, output, _] = channels.paths();
        let mut reader = File::open(input).unwrap();
        assert!(has_reader(&stdin).unwrap());
        stdin.write_all(b"text").unwrap();
        drop(stdin);
        let mut text = String::new();
        reader.read_to_string(&mut text).unwrap();
        assert_eq!(text, "text");

        let mut writer = File::options().write(true).open(output).unwrap();
        writer.write_all(b"out").unwrap();
        drop(writer);
        let mut buffer = [0; 9];
        let ours = pipes.output.as_mut().unwrap();
        assert_eq!(ours.read(&mut buffer).unwrap(), 3);
        assert_eq!(ours.read(&mut buffer).unwrap_err().kind(), io::ErrorKind::WouldBlock);
        drop(channels);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}

//! The folders that a suite can write to.

use std::fs::{self, DirBuilder, OpenOptions};
use std::io::{self, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, FileType, Mode, OFlags};
use rustix::io::Errno;

use crate::protocol::InputFile;
use crate::wipe;

/// Folder of all runs below the work area.
const RUNS: &str = "s";

/// Where suites can write.
#[derive(Debug, Clone)]
pub struct Areas {
    /// Holds the folders of the runs: `s/<id>`.
    pub work: PathBuf,
    /// Everything else that is writable; those that do not exist are left out.
    pub others: Vec<PathBuf>,
    /// A memory file system that nobody but the supervisor and its servers can enter.
    pub private: PathBuf,
}

impl Areas {
    /// Those of an evaluator container.
    pub fn of_container() -> Self {
        Self {
            work: "/work".into(),
            others: ["/tmp", "/dev/shm", "/dev/mqueue"].map(PathBuf::from).to_vec(),
            private: "/run/assay".into(),
        }
    }

    /// The folder of a run.
    pub(crate) fn folder(&self, id: &str) -> PathBuf {
        self.work.join(RUNS).join(id)
    }

    /// Removes everything that was ever written.
    pub(crate) fn empty_all(&self) -> io::Result<()> {
        wipe::empty(&self.work)?;
        self.empty_others()
    }

    fn empty_others(&self) -> io::Result<()> {
        // The folder's own rights are not ours to change where root owns it (/dev/shm), and need not be.
        self.others.iter().filter(|other| other.exists()).try_for_each(|other| {
            let folder = wipe::open_folder(rustix::fs::CWD, other.as_path()).or_else(|_| {
                wipe::unlock(rustix::fs::CWD, other.as_path())?;
                wipe::open_folder(rustix::fs::CWD, other.as_path())
            })?;
            wipe::empty_except(folder.as_fd(), None)
        })
    }

    /// Removes everything that was ever written outside of a run's folder.
    pub(crate) fn empty_around(&self, id: &str) -> io::Result<()> {
        self.empty_others()?;
        wipe::unlock(rustix::fs::CWD, self.work.as_path())?;
        let work = wipe::open_folder(rustix::fs::CWD, self.work.as_path())?;
        wipe::empty_except(work.as_fd(), Some(RUNS))?;
        // The suite may have put something else in the place of either folder.
        let kept = is_folder(&self.work.join(RUNS)) && {
            wipe::unlock(work.as_fd(), RUNS)?;
            let runs = wipe::open_folder(work.as_fd(), RUNS)?;
            wipe::empty_except(runs.as_fd(), Some(id))?;
            is_folder(&self.folder(id))
        };
        if kept {
            // What is right already is left alone, so that it can be seen that nobody has changed it.
            let folder = self.folder(id);
            let mode = Mode::from_raw_mode(rustix::fs::lstat(&folder)?.st_mode);
            if mode == Mode::RWXU { Ok(()) } else { wipe::unlock(rustix::fs::CWD, folder.as_path()) }
        } else {
            wipe::empty(&self.work)?;
            self.make_folder(id)
        }
    }

    /// Makes the folder of a run in an empty work area.
    pub(crate) fn make_folder(&self, id: &str) -> io::Result<()> {
        DirBuilder::new().mode(0o700).recursive(true).create(self.folder(id))
    }
}

fn is_folder(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|data| data.is_dir())
}

/// Writes the files of a run; their paths have been checked.
pub(crate) fn write_files(folder: &Path, files: &[InputFile]) -> io::Result<()> {
    for file in files {
        let path = folder.join(&file.path);
        if let Some(parent) = path.parent() {
            DirBuilder::new().mode(0o700).recursive(true).create(parent)?;
        }
        let with_path = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", file.path));
        let mut open = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path).map_err(with_path)?;
        open.write_all(file.text.as_bytes()).map_err(with_path)?;
    }
    Ok(())
}

/// Writes files into a folder that a suite has used; whatever has one of their names, or is in the way of it, goes.
/// Nothing of a suite runs meanwhile.
pub(crate) fn replace_files(folder: &Path, files: &[InputFile]) -> io::Result<()> {
    let top = wipe::open_folder(rustix::fs::CWD, folder)?;
    files.iter().try_for_each(|file| {
        replace_file(top.as_fd(), file).map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", file.path)))
    })
}

fn replace_file(top: BorrowedFd<'_>, file: &InputFile) -> io::Result<()> {
    let mut here = top.try_clone_to_owned()?;
    let mut parts = file.path.split('/').peekable();
    while let Some(part) = parts.next() {
        let found = rustix::fs::statat(&here, part, AtFlags::SYMLINK_NOFOLLOW);
        let is_folder = match found {
            Ok(data) => FileType::from_raw_mode(data.st_mode) == FileType::Directory,
            Err(Errno::NOENT) => false,
            Err(error) => return Err(error.into()),
        };
        let is_last = parts.peek().is_none();
        if is_folder && is_last {
            wipe::unlock(here.as_fd(), part)?;
            wipe::empty_except(wipe::open_folder(here.as_fd(), part)?.as_fd(), None)?;
            rustix::fs::unlinkat(&here, part, AtFlags::REMOVEDIR)?;
        } else if !is_folder && found.is_ok() {
            rustix::fs::unlinkat(&here, part, AtFlags::empty())?;
        }
        if is_last {
            let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            let new = rustix::fs::openat(&here, part, flags, Mode::RUSR | Mode::WUSR)?;
            return fs::File::from(new).write_all(file.text.as_bytes());
        }
        if !is_folder {
            rustix::fs::mkdirat(&here, part, Mode::RWXU)?;
        }
        wipe::unlock(here.as_fd(), part)?;
        here = wipe::open_folder(here.as_fd(), part)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    fn areas() -> (tempfile::TempDir, Areas) {
        let top = tempfile::tempdir().unwrap();
        for name in ["work", "tmp"] {
            fs::create_dir(top.path().join(name)).unwrap();
        }
        let areas = Areas {
            work: top.path().join("work"),
            others: vec![top.path().join("tmp"), "/nowhere".into()],
            ..Areas::of_container()
        };
        (top, areas)
    }

    #[test]
    fn files_are_written_below_the_folder_and_never_twice() {
        let (_top, areas) = areas();
        areas.make_folder("r").unwrap();
        let file = |path: &str| InputFile { path: path.into(), text: "text".into() };
        write_files(&areas.folder("r"), &[file("a/b/c.rb"), file("d")]).unwrap();
        assert_eq!(fs::read_to_string(areas.work.join("s/r/a/b/c.rb")).unwrap(), "text");
        assert!(write_files(&areas.folder("r"), &[file("d")]).unwrap_err().to_string().starts_with("d: "));
    }

    #[test]
    fn replaced_files_never_land_outside_of_the_folder() {
        let (top, areas) = areas();
        let outside = top.path().join("outside");
        fs::create_dir_all(&outside).unwrap();
        fs::write(outside.join("keep"), "kept").unwrap();
        areas.make_folder("r").unwrap();
        let at = |name: &str| areas.folder("r").join(name);
        symlink(&outside, at("linked")).unwrap();
        symlink(outside.join("keep"), at("file")).unwrap();
        fs::create_dir_all(at("tree/deep")).unwrap();
        fs::write(at("plain"), "old").unwrap();
        fs::create_dir(at("locked")).unwrap();
        fs::set_permissions(at("locked"), std::os::unix::fs::PermissionsExt::from_mode(0o000)).unwrap();
        rustix::fs::mkfifoat(rustix::fs::CWD, at("pipe"), Mode::RWXU).unwrap();
        let names = ["linked/keep", "file", "tree", "plain", "plain/below", "locked/a", "pipe", "new/a/b"];
        for name in names {
            let file = InputFile { path: name.into(), text: format!("new {name}") };
            replace_files(&areas.folder("r"), &[file]).unwrap();
            assert_eq!(fs::read_to_string(at(name)).unwrap(), format!("new {name}"));
        }
        assert_eq!(fs::read_to_string(outside.join("keep")).unwrap(), "kept");
        assert_eq!(fs::read_dir(&outside).unwrap().count(), 1);
    }

    #[test]
    fn between_steps_only_the_folder_of_the_run_stays() {
        let (top, areas) = areas();
        areas.make_folder("r").unwrap();
        fs::write(areas.folder("r").join("binary"), "x").unwrap();
        fs::create_dir(areas.work.join("s/other")).unwrap();
        fs::write(areas.work.join("note"), "x").unwrap();
        fs::write(top.path().join("tmp/note"), "x").unwrap();
        areas.empty_around("r").unwrap();
        assert!(areas.folder("r").join("binary").exists());
        for gone in ["work/s/other", "work/note", "tmp/note"] {
            assert!(!top.path().join(gone).exists(), "{gone}");
        }
        areas.empty_all().unwrap();
        assert!(!areas.work.join("s").exists());
    }

    #[test]
    fn a_link_in_place_of_the_run_folder_is_replaced() {
        for replaced in ["s", "s/r"] {
            let (top, areas) = areas();
            let outside = top.path().join("outside");
            fs::create_dir_all(outside.join("r")).unwrap();
            areas.make_folder("r").unwrap();
            fs::remove_dir_all(areas.work.join(replaced)).unwrap();
            symlink(&outside, areas.work.join(replaced)).unwrap();
            areas.empty_around("r").unwrap();
            assert!(is_folder(&areas.work.join("s")) && is_folder(&areas.folder("r")), "{replaced}");
            assert!(outside.join("r").exists(), "{replaced}");
        }
    }
}

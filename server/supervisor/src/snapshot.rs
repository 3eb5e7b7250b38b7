//! A copy of a run's folder in memory files that nothing but the supervisor can open.
//!
//! Whether a suite has changed the folder is seen from the times of the last change of every file and folder in it,
//! which no suite can set, so that what is unchanged need not be written again. There are two ways around them. A
//! change within one tick of the clock after the last look does not show: such a look is not relied on. And writing to
//! a file through a mapping does not show on a memory file system: small files are compared, and large ones are made
//! read-only for as long as there is the copy; to write to one, a suite must change its rights first, which shows.

use std::fs::{self, DirBuilder, File, Metadata, OpenOptions, Permissions};
use std::io::{self, Read, Seek, SeekFrom};
use std::os::unix::fs::{DirBuilderExt, FileExt, MetadataExt, OpenOptionsExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustix::fs::MemfdFlags;

use crate::sys;

/// A memory file is as limited in size as any other (`RLIMIT_FSIZE`), so the copy is spread over several.
const PART: u64 = 32 << 20;
const MAX_ENTRIES: usize = 100_000;
const MAX_DEPTH: usize = 100;
/// Bytes from which on a file is made read-only and not compared.
const LARGE: u64 = 64 << 10;
/// Bytes from which on writing a folder again takes longer than waiting for the next tick of the clock.
const WORTH_A_TICK: u64 = 1 << 20;
const LONGEST_TICK: Duration = Duration::from_millis(20);

/// What a folder held.
pub(crate) struct Snapshot {
    entries: Vec<Entry>,
    parts: Vec<File>,
    bytes: u64,
    /// How the folder itself looked when it was as it should be.
    seen: Option<Seen>,
    /// Whether any change since would show.
    reliable: bool,
}

struct Entry {
    path: PathBuf,
    mode: u32,
    kind: Kind,
    seen: Option<Seen>,
}

/// What is different after any change, except one through a mapping.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Seen {
    device: u64,
    inode: u64,
    mode: u32,
    size: u64,
    changed: (i64, i64),
}

impl Seen {
    fn new(data: &Metadata) -> Self {
        let changed = (data.ctime(), data.ctime_nsec());
        Self { device: data.dev(), inode: data.ino(), mode: data.mode(), size: data.size(), changed }
    }
}

enum Kind {
    Folder,
    Link(PathBuf),
    /// Where its bytes are: part, offset and length, in order.
    File(Vec<(usize, u64, u64)>),
}

impl Snapshot {
    /// Copies a folder. Fails on anything that no build step should leave behind: sockets, very deep or very many
    /// folders, files that cannot be read.
    pub(crate) fn take(folder: &Path) -> io::Result<Self> {
        let mut snapshot = Self { entries: Vec::new(), parts: Vec::new(), bytes: 0, seen: None, reliable: false };
        let mut used = PART;
        let mut todo = vec![(PathBuf::new(), 0)];
        while let Some((path, depth)) = todo.pop() {
            for entry in fs::read_dir(folder.join(&path))? {
                let path = path.join(entry?.file_name());
                let data = fs::symlink_metadata(folder.join(&path))?;
                let kind = if data.is_dir() {
                    todo.push((path.clone(), depth + 1));
                    Kind::Folder
                } else if data.is_symlink() {
                    Kind::Link(fs::read_link(folder.join(&path))?)
                } else if data.is_file() {
                    Kind::File(snapshot.copy_in(&folder.join(&path), &mut used)?)
                } else {
                    return Err(io::Error::other(format!("{} is not a plain file", path.display())));
                };
                snapshot.entries.push(Entry { path, mode: data.permissions().mode() & 0o7777, kind, seen: None });
                if snapshot.entries.len() > MAX_ENTRIES || depth > MAX_DEPTH {
                    return Err(io::Error::other("the folder has too many files or is too deep"));
                }
            }
        }
        snapshot.look(folder)?;
        Ok(snapshot)
    }

    fn copy_in(&mut self, path: &Path, used: &mut u64) -> io::Result<Vec<(usize, u64, u64)>> {
        let mut file = File::open(path)?;
        let mut pieces = Vec::new();
        loop {
            if *used == PART {
                self.parts.push(rustix::fs::memfd_create("snapshot", MemfdFlags::CLOEXEC)?.into());
                *used = 0;
            }
            let Some(part) = self.parts.last_mut() else { return Ok(pieces) };
            let copied = io::copy(&mut (&mut file).take(PART - *used), part)?;
            if copied == 0 {
                return Ok(pieces);
            }
            pieces.push((self.parts.len() - 1, *used, copied));
            *used += copied;
            self.bytes += copied;
        }
    }

    /// Makes large files read-only and notes how everything looks.
    fn look(&mut self, folder: &Path) -> io::Result<()> {
        for entry in &mut self.entries {
            let path = folder.join(&entry.path);
            if entry.kind.is_large() {
                fs::set_permissions(&path, Permissions::from_mode(entry.mode & !0o222))?;
            }
            entry.seen = Some(Seen::new(&fs::symlink_metadata(&path)?));
        }
        self.seen = Some(Seen::new(&fs::symlink_metadata(folder)?));
        self.reliable = false;
        Ok(())
    }

    /// To be called right before a step: whether its changes will show. Waits for that where it is worth it.
    pub(crate) fn prepare(&mut self) {
        let all = self.entries.iter().map(|entry| &entry.seen).chain([&self.seen]).flatten();
        let Some(newest) = all.map(|seen| seen.changed).max() else { return };
        let began = Instant::now();
        while !self.reliable {
            self.reliable = sys::time_of_changes().is_ok_and(|now| now > newest);
            if self.bytes < WORTH_A_TICK || began.elapsed() > LONGEST_TICK {
                return;
            }
            if !self.reliable {
                std::thread::sleep(Duration::from_micros(500));
            }
        }
    }

    /// Whether the folder is certainly what it was.
    pub(crate) fn is_unchanged(&self, folder: &Path) -> bool {
        let same = |path: &Path, seen: &Option<Seen>| {
            fs::symlink_metadata(path).is_ok_and(|data| seen.as_ref() == Some(&Seen::new(&data)))
        };
        // Folders come before what is in them: no name is looked up in another folder than then.
        self.reliable
            && same(folder, &self.seen)
            && self.entries.iter().all(|entry| {
                let path = folder.join(&entry.path);
                same(&path, &entry.seen) && entry.kind.is_small().is_none_or(|pieces| self.has_bytes(&path, pieces))
            })
    }

    fn has_bytes(&self, path: &Path, pieces: &[(usize, u64, u64)]) -> bool {
        let mut expected = Vec::new();
        for (part, offset, length) in pieces {
            let start = expected.len();
            expected.resize(start + *length as usize, 0);
            if self.parts[*part].read_exact_at(&mut expected[start..], *offset).is_err() {
                return false;
            }
        }
        fs::read(path).is_ok_and(|bytes| bytes == expected)
    }

    /// Gives large files their rights back. The folder is as it was.
    pub(crate) fn release(&self, folder: &Path) -> io::Result<()> {
        self.entries
            .iter()
            .filter(|entry| entry.kind.is_large())
            .try_for_each(|entry| fs::set_permissions(folder.join(&entry.path), Permissions::from_mode(entry.mode)))
    }

    /// Writes everything into an empty folder.
    pub(crate) fn restore(&mut self, folder: &Path) -> io::Result<()> {
        for entry in &self.entries {
            let path = folder.join(&entry.path);
            match &entry.kind {
                Kind::Folder => DirBuilder::new().mode(0o700).create(&path)?,
                Kind::Link(target) => symlink(target, &path)?,
                Kind::File(pieces) => {
                    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path)?;
                    for (part, offset, length) in pieces {
                        let part = &mut self.parts[*part];
                        part.seek(SeekFrom::Start(*offset))?;
                        if io::copy(&mut part.take(*length), &mut file)? != *length {
                            return Err(io::ErrorKind::UnexpectedEof.into());
                        }
                    }
                    file.set_permissions(Permissions::from_mode(entry.mode))?;
                }
            }
        }
        // Rights of folders last and from the inside out: a locked one could not be filled.
        for entry in self.entries.iter().rev().filter(|entry| matches!(entry.kind, Kind::Folder)) {
            fs::set_permissions(folder.join(&entry.path), Permissions::from_mode(entry.mode))?;
        }
        self.look(folder)
    }
}

impl Kind {
    fn is_large(&self) -> bool {
        matches!(self, Self::File(pieces) if length(pieces) >= LARGE)
    }

    fn is_small(&self) -> Option<&[(usize, u64, u64)]> {
        if let Self::File(pieces) = self { (length(pieces) < LARGE).then_some(pieces) } else { None }
    }
}

fn length(pieces: &[(usize, u64, u64)]) -> u64 {
    pieces.iter().map(|(_, _, length)| length).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wipe;

    #[test]
    fn a_folder_comes_back_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir_all(at("a/b")).unwrap();
        // Larger than one part, so that a file is spread over two.
        let large: Vec<u8> = (0..PART as usize + 70_000).map(|i| (i % 251) as u8).collect();
        fs::write(at("large"), &large).unwrap();
        fs::write(at("a/b/run"), "#!/bin/sh\n").unwrap();
        fs::set_permissions(at("a/b/run"), Permissions::from_mode(0o755)).unwrap();
        fs::write(at("empty"), "").unwrap();
        symlink("a/b/run", at("link")).unwrap();
        fs::set_permissions(at("a/b"), Permissions::from_mode(0o500)).unwrap();

        let mut snapshot = Snapshot::take(folder.path()).unwrap();
        for _ in 0..2 {
            wipe::empty(folder.path()).unwrap();
            fs::write(at("new"), "left by a suite").unwrap();
            wipe::empty(folder.path()).unwrap();
            snapshot.restore(folder.path()).unwrap();
            assert!(fs::read(at("large")).unwrap() == large);
            assert_eq!(fs::read_to_string(at("link")).unwrap(), "#!/bin/sh\n");
            assert_eq!(fs::read(at("empty")).unwrap(), b"");
            assert_eq!(fs::metadata(at("a/b/run")).unwrap().permissions().mode() & 0o777, 0o755);
            assert_eq!(fs::metadata(at("a/b")).unwrap().permissions().mode() & 0o777, 0o500);
            assert_eq!(fs::read_link(at("link")).unwrap(), Path::new("a/b/run"));
            assert!(!at("new").exists());
        }
    }

    #[test]
    fn every_change_is_noticed_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("a")).unwrap();
        fs::write(at("a/large"), vec![7; LARGE as usize + (1 << 20)]).unwrap();
        fs::write(at("small"), "text").unwrap();
        symlink("small", at("link")).unwrap();
        let mode = |name: &str| fs::metadata(at(name)).unwrap().permissions().mode() & 0o777;
        let before = mode("a/large");
        let mut snapshot = Snapshot::take(folder.path()).unwrap();
        assert!(!snapshot.is_unchanged(folder.path()), "not before the clock has moved");
        let set = |name: &str, mode| fs::set_permissions(at(name), Permissions::from_mode(mode)).unwrap();
        let changes: [&dyn Fn(); 8] = [
            &|| fs::write(at("new"), "").unwrap(),
            &|| fs::write(at("a/new"), "").unwrap(),
            &|| fs::write(at("small"), "TEXT").unwrap(),
            &|| set("small", mode("small")),
            &|| {
                set("a/large", 0o600);
                fs::File::options().write(true).open(at("a/large")).unwrap().write_all_at(b"x", 9).unwrap();
                set("a/large", 0o444);
            },
            &|| {
                fs::rename(at("a"), at("b")).unwrap();
                symlink("b", at("a")).unwrap();
            },
            &|| fs::hard_link(at("a/large"), folder.path().parent().unwrap().join("assay-test-link")).unwrap(),
            &|| {
                fs::remove_file(at("link")).unwrap();
                symlink("other", at("link")).unwrap();
            },
        ];
        for (number, change) in changes.iter().enumerate() {
            snapshot.prepare();
            let _ = (fs::read(at("small")), fs::read(at("a/large")), fs::read_dir(at("a")).unwrap().count());
            assert!(snapshot.is_unchanged(folder.path()), "{number}");
            assert_eq!(mode("a/large") & 0o222, 0);
            change();
            assert!(!snapshot.is_unchanged(folder.path()), "{number}");
            let _ = fs::remove_file(folder.path().parent().unwrap().join("assay-test-link"));
            wipe::empty(folder.path()).unwrap();
            snapshot.restore(folder.path()).unwrap();
        }
        snapshot.release(folder.path()).unwrap();
        assert_eq!(mode("a/large"), before);
    }

    #[test]
    fn what_is_no_file_cannot_be_copied() {
        let folder = tempfile::tempdir().unwrap();
        rustix::fs::mkfifoat(rustix::fs::CWD, folder.path().join("pipe"), rustix::fs::Mode::RWXU).unwrap();
        assert!(Snapshot::take(folder.path()).is_err());
    }
}

//! A copy of a run's folder in memory files that nothing but the supervisor can open.

use std::fs::{self, DirBuilder, File, OpenOptions, Permissions};
use std::io::{self, Read, Seek, SeekFrom};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use rustix::fs::MemfdFlags;

/// A memory file is as limited in size as any other (`RLIMIT_FSIZE`), so the copy is spread over several.
const PART: u64 = 32 << 20;
const MAX_ENTRIES: usize = 100_000;
const MAX_DEPTH: usize = 100;

/// What a folder held.
pub(crate) struct Snapshot {
    entries: Vec<Entry>,
    parts: Vec<File>,
}

struct Entry {
    path: PathBuf,
    mode: u32,
    kind: Kind,
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
        let mut snapshot = Self { entries: Vec::new(), parts: Vec::new() };
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
                snapshot.entries.push(Entry { path, mode: data.permissions().mode() & 0o7777, kind });
                if snapshot.entries.len() > MAX_ENTRIES || depth > MAX_DEPTH {
                    return Err(io::Error::other("the folder has too many files or is too deep"));
                }
            }
        }
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
        }
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
        Ok(())
    }
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
    fn what_is_no_file_cannot_be_copied() {
        let folder = tempfile::tempdir().unwrap();
        rustix::fs::mkfifoat(rustix::fs::CWD, folder.path().join("pipe"), rustix::fs::Mode::RWXU).unwrap();
        assert!(Snapshot::take(folder.path()).is_err());
    }
}

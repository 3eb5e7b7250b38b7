//! File trees of images, as tar streams.

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::path::{Component, Path};

use bytes::{Buf, Bytes};
use tokio::sync::mpsc::Receiver;

use crate::{SandboxError, TreeFile};

const MAX_FILES: usize = 200_000;

/// The blocking end of a channel of pieces, as a reader. An error ends the stream.
pub(crate) struct Pieces {
    receiver: Receiver<Result<Bytes, String>>,
    current: Bytes,
}

impl Pieces {
    pub(crate) fn new(receiver: Receiver<Result<Bytes, String>>) -> Self {
        Self { receiver, current: Bytes::new() }
    }
}

impl Read for Pieces {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.current.is_empty() {
            match self.receiver.blocking_recv() {
                Some(Ok(piece)) => self.current = piece,
                Some(Err(cause)) => return Err(io::Error::other(cause)),
                None => return Ok(0),
            }
        }
        let length = buffer.len().min(self.current.len());
        self.current.copy_to_slice(&mut buffer[..length]);
        Ok(length)
    }
}

/// Reads the regular files of an archive of `path`, whose names begin with the last part of `path`. A further name
/// (hard link) of a file that was read counts as a file; symbolic links and devices are left out.
pub(crate) fn read(archive: impl Read, path: &str, max_bytes: u64) -> Result<Vec<TreeFile>, SandboxError> {
    let fail = |cause: String| SandboxError::Tree { path: path.to_owned(), cause };
    let broken = |error: io::Error| fail(format!("the archive cannot be read: {error}"));
    let top = path.rsplit('/').next().unwrap_or_default();
    let mut files = BTreeMap::<String, Vec<u8>>::new();
    let mut left = max_bytes;
    let mut archive = tar::Archive::new(archive);
    for entry in archive.entries().map_err(broken)? {
        let mut entry = entry.map_err(broken)?;
        let kind = entry.header().entry_type();
        if !kind.is_file() && !kind.is_hard_link() {
            if kind.is_symlink() && below(&entry.path_bytes(), top) == Ok(String::new()) {
                return Err(fail("is a symbolic link; name the folder that it points to".to_owned()));
            }
            continue;
        }
        let name = below(&entry.path_bytes(), top).map_err(fail)?;
        let bytes = if kind.is_hard_link() {
            let target = entry.link_name_bytes().unwrap_or_default();
            let target = below(&target, top).map_err(fail)?;
            let Some(bytes) = files.get(&target) else { continue };
            bytes.clone()
        } else {
            let mut bytes = Vec::new();
            (&mut entry).take(left.saturating_add(1)).read_to_end(&mut bytes).map_err(broken)?;
            bytes
        };
        left = left
            .checked_sub(bytes.len() as u64)
            .ok_or_else(|| fail(format!("its files have more than {max_bytes} bytes")))?;
        // The folder that was asked for is a file itself.
        let name = if name.is_empty() { top.to_owned() } else { name };
        files.insert(name, bytes);
        if files.len() > MAX_FILES {
            return Err(fail(format!("has more than {MAX_FILES} files")));
        }
    }
    Ok(files.into_iter().map(|(path, bytes)| TreeFile { path, bytes }).collect())
}

/// The part of an entry's name below the top folder.
fn below(name: &[u8], top: &str) -> Result<String, String> {
    let shown = String::from_utf8_lossy(name);
    let name = std::str::from_utf8(name).map_err(|_| format!("the file name {shown:?} is not UTF-8"))?;
    let outside = || format!("the archive holds {name:?}, which is not below it");
    let rest = Path::new(name).strip_prefix(top).map_err(|_| outside())?;
    if rest.components().all(|part| matches!(part, Component::Normal(_))) {
        rest.to_str().map(str::to_owned).ok_or_else(outside)
    } else {
        Err(outside())
    }
}

#[cfg(test)]
#[path = "tree_tests.rs"]
mod tests;

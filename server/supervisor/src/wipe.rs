//! Emptying folders that hostile code has written to.
//!
//! Nothing of the suite runs any more at this point, so names cannot change underway; but the tree may be deeper than
//! a path can be long or a stack can be deep, and its folders may be locked. So nothing here recurses or follows links:
//! folders are lifted to the top one level at a time, and what is at the top is removed.

use std::ffi::CString;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::Path;

use rustix::fs::{AtFlags, Dir, Mode, OFlags};
use rustix::io::Errno;

const FOLDER: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

/// Removes everything in a folder, but not the folder.
pub(crate) fn empty(folder: &Path) -> io::Result<()> {
    unlock(rustix::fs::CWD, folder)?;
    let top = rustix::fs::open(folder, FOLDER, Mode::empty())?;
    empty_except(top.as_fd(), None)
}

/// Removes everything in a folder except one entry.
pub(crate) fn empty_except(top: BorrowedFd<'_>, keep: Option<&str>) -> io::Result<()> {
    let mut lifted = 0_u64;
    loop {
        let folders = remove_files(top, keep)?;
        if folders.is_empty() {
            return Ok(());
        }
        for name in folders {
            unlock(top, name.as_c_str())?;
            let folder = open_folder(top, &name)?;
            for inner in remove_files(folder.as_fd(), None)? {
                // To move a folder to another parent, it must be writable itself.
                unlock(folder.as_fd(), inner.as_c_str())?;
                lift(folder.as_fd(), &inner, top, &mut lifted)?;
            }
            rustix::fs::unlinkat(top, &name, AtFlags::REMOVEDIR)?;
        }
    }
}

/// Removes what is not a folder; gives the names of the folders.
fn remove_files(folder: BorrowedFd<'_>, keep: Option<&str>) -> io::Result<Vec<CString>> {
    let mut folders = Vec::new();
    for entry in Dir::read_from(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        if name == c"." || name == c".." || keep.is_some_and(|keep| keep.as_bytes() == name.to_bytes()) {
            continue;
        }
        match rustix::fs::unlinkat(folder, name, AtFlags::empty()) {
            Err(Errno::ISDIR) => folders.push(name.to_owned()),
            // The last: in a folder like /dev/shm, where everybody has files of their own, it is root's, and no suite
            // can write to it.
            Ok(()) | Err(Errno::NOENT | Errno::PERM) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(folders)
}

fn lift(from: BorrowedFd<'_>, name: &CString, top: BorrowedFd<'_>, lifted: &mut u64) -> io::Result<()> {
    loop {
        *lifted += 1;
        match rustix::fs::renameat(from, name, top, format!("lifted-{lifted}")) {
            Ok(()) => return Ok(()),
            // Something has that name already.
            Err(Errno::NOTEMPTY | Errno::EXIST | Errno::NOTDIR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

pub(crate) fn open_folder(parent: BorrowedFd<'_>, name: impl rustix::path::Arg) -> io::Result<OwnedFd> {
    Ok(rustix::fs::openat(parent, name, FOLDER, Mode::empty())?)
}

/// Gives the owner all rights on a folder. Follows links; callers know that it is a folder.
pub(crate) fn unlock(parent: BorrowedFd<'_>, name: impl rustix::path::Arg) -> io::Result<()> {
    Ok(rustix::fs::chmodat(parent, name, Mode::RWXU, AtFlags::empty())?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};

    fn names(folder: &Path) -> Vec<String> {
        fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn locked_folders_and_links_go_and_targets_of_links_stay() {
        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("keep"), "x").unwrap();
        let top = tempfile::tempdir().unwrap();
        let locked = top.path().join("a/b/c");
        fs::create_dir_all(&locked).unwrap();
        fs::write(locked.join("f"), "x").unwrap();
        symlink(outside.path(), top.path().join("a/link")).unwrap();
        symlink("/nowhere", top.path().join("dangling")).unwrap();
        fs::write(top.path().join("lifted-1"), "in the way").unwrap();
        for folder in ["a/b/c", "a/b", "a"] {
            fs::set_permissions(top.path().join(folder), fs::Permissions::from_mode(0o000)).unwrap();
        }
        empty(top.path()).unwrap();
        assert_eq!(names(top.path()), Vec::<String>::new());
        assert_eq!(names(outside.path()), ["keep"]);
    }

    #[test]
    fn a_tree_deeper_than_any_path_goes() {
        let top = tempfile::tempdir().unwrap();
        let mut here = open_folder(rustix::fs::CWD, top.path()).unwrap();
        for _ in 0..3000 {
            rustix::fs::mkdirat(&here, "deeper", Mode::RWXU).unwrap();
            here = open_folder(here.as_fd(), "deeper").unwrap();
        }
        rustix::fs::mkdirat(&here, "lifted-2", Mode::empty()).unwrap();
        empty(top.path()).unwrap();
        assert_eq!(names(top.path()), Vec::<String>::new());
    }

    #[test]
    fn one_entry_can_be_kept() {
        let top = tempfile::tempdir().unwrap();
        for name in ["x", "run", "z"] {
            fs::create_dir_all(top.path().join(name).join("inner")).unwrap();
        }
        let folder = open_folder(rustix::fs::CWD, top.path()).unwrap();
        empty_except(folder.as_fd(), Some("run")).unwrap();
        assert_eq!(names(top.path()), ["run"]);
        assert!(top.path().join("run/inner").is_dir());
    }

    #[test]
    fn a_link_instead_of_the_folder_is_not_followed() {
        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("keep"), "x").unwrap();
        let top = tempfile::tempdir().unwrap();
        symlink(outside.path(), top.path().join("link")).unwrap();
        assert!(empty(&top.path().join("link")).is_err());
        assert_eq!(names(outside.path()), ["keep"]);
    }
}

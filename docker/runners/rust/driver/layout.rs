//! Where things are in the image, and how a run's folder is laid out from it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// What the harness is linked from.
pub const HARNESS: &str = "/assay/rust/libassay_harness.rlib";
/// One folder for each repository: `args`, `env` and `warm`.
pub const CRATES: &str = "/assay/rust/crates";
/// Sources of the repositories.
pub const REPOSITORIES: &str = "/repo";
/// Folder of rustc's incremental state.
pub const INCREMENTAL: &str = "inc";

/// The folder of one repository below [`CRATES`].
pub fn crate_folder(name: &str) -> PathBuf {
    Path::new(CRATES).join(name)
}

/// Where suites of a repository are built: rustc's incremental state is bound to this very path.
pub fn work_folder(name: &str) -> PathBuf {
    Path::new("/work/s").join(format!("rust-{name}"))
}

/// Makes the tree `from` appear in `to`: folders are made, files are links to the read-only image.
pub fn link_tree(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            link_tree(&entry.path(), &target)?;
        } else if entry.path().extension().is_some_and(|end| end == "lock") {
            // Opened for writing by rustc.
            fs::write(target, "")?;
        } else {
            std::os::unix::fs::symlink(entry.path(), target)?;
        }
    }
    Ok(())
}

/// Copies a tree but for what `skip` names, by path below it.
pub fn copy_tree(from: &Path, to: &Path, skip: &dyn Fn(&str) -> bool) -> io::Result<()> {
    copy_below(from, to, "", skip)
}

fn copy_below(from: &Path, to: &Path, below: &str, skip: &dyn Fn(&str) -> bool) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = if below.is_empty() { name.clone() } else { format!("{below}/{name}") };
        if skip(&path) {
            continue;
        }
        if entry.path().is_dir() {
            copy_below(&entry.path(), &to.join(&name), &path, skip)?;
        } else {
            fs::write(to.join(&name), fs::read(entry.path())?)?;
        }
    }
    Ok(())
}

//! Where data is kept.

use std::fs::{File, TryLockError};
use std::path::PathBuf;

/// The data folder and the database.
#[derive(Debug, Clone, clap::Args)]
pub struct DataConfig {
    /// Folder for the database file and for uploads while they are checked; made when it is missing.
    #[arg(long = "data", env = "ASSAY_DATA", value_name = "DIR", default_value = "data")]
    pub dir: PathBuf,
    /// `sqlite:PATH` or `postgres://…`; a file in the data folder when absent.
    #[arg(long, env = "DATABASE_URL", value_name = "URL", hide_env_values = true)]
    pub database_url: Option<String>,
}

impl DataConfig {
    /// A data folder with its own SQLite file.
    pub fn in_folder(dir: impl Into<PathBuf>) -> Self {
        Self { dir: dir.into(), database_url: None }
    }

    /// The address of the database. Holds a password when it names PostgreSQL: never log it.
    pub fn database_url(&self) -> String {
        self.database_url.clone().unwrap_or_else(|| format!("sqlite:{}", self.dir.join("assay.sqlite3").display()))
    }

    /// Where uploads are spooled while they arrive.
    pub fn spool_dir(&self) -> PathBuf {
        self.dir.join("spool")
    }

    /// Keeps a second process that does the same off this folder for as long as the file is open: the containers of both
    /// would have the same owner, and each would take the other's for leftovers.
    ///
    /// # Errors
    /// When another process holds it, or the file cannot be made.
    pub fn claim(&self, what: &str) -> std::io::Result<File> {
        let path = self.dir.join(format!("{what}.lock"));
        let file = File::options().create(true).write(true).truncate(false).open(&path)?;
        match file.try_lock() {
            Ok(()) => Ok(file),
            Err(TryLockError::WouldBlock) => Err(std::io::Error::other(format!(
                "another process of assay is at work with this data folder ({} is held); wait for it, or name another folder",
                path.display()
            ))),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    /// Makes the folders.
    pub fn prepare(&self) -> std::io::Result<()> {
        std::fs::create_dir_all(self.spool_dir())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_claimed_by_one_command_of_a_kind_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let data = DataConfig::in_folder(folder.path());
        let held = data.claim("evaluate").unwrap();
        let refused = data.claim("evaluate").unwrap_err().to_string();
        assert!(refused.contains("another process of assay") && refused.contains("evaluate.lock"), "{refused}");
        data.claim("workers").unwrap();
        drop(held);
        data.claim("evaluate").unwrap();
    }
}

//! Where data is kept.

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

    /// Makes the folders.
    pub fn prepare(&self) -> std::io::Result<()> {
        std::fs::create_dir_all(self.spool_dir())
    }
}

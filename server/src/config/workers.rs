//! The workers inside this process.

/// How many suites run at once, and under which name.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct WorkerConfig {
    /// Number of workers in this process; one per processor when absent, at least one.
    #[arg(long = "workers", env = "ASSAY_WORKERS", value_name = "N")]
    pub count: Option<usize>,
    /// Name of this installation among those that share a container engine or a database. It must stay the same
    /// over restarts, so that work and containers left behind by a crash are found again; made from the host's name
    /// and the database when absent.
    #[arg(long = "worker-name", env = "ASSAY_WORKER_NAME", value_name = "NAME")]
    pub name: Option<domain::Slug>,
}

impl WorkerConfig {
    /// Workers to start.
    pub fn count(&self) -> usize {
        self.count.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get)).max(1)
    }
}

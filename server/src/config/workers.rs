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
    #[command(flatten)]
    pub pinning: PinningConfig,
}

/// Whether workers stay on processors of their own.
#[derive(Debug, Clone, Copy, Default, clap::Args)]
pub struct PinningConfig {
    /// Let suites of every worker use any processor. Otherwise each worker's containers are confined to its own share of
    /// the engine's processors, where there is at least one for each; turn it off where several installations share an
    /// engine, or where the engine itself is confined to a part of the host.
    #[arg(long, env = "ASSAY_NO_PINNING")]
    pub no_pinning: bool,
}

impl PinningConfig {
    /// The share of a worker, by its place from 0.
    pub fn share(self, worker: usize, workers: usize) -> Option<sandbox::Share> {
        (!self.no_pinning).then_some(sandbox::Share { worker, workers })
    }
}

impl WorkerConfig {
    /// Workers to start.
    pub fn count(&self) -> usize {
        self.count.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get)).max(1)
    }
}

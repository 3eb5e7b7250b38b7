//! Configuration: one file per concern, each a group of flags that can also be set in the environment.
//!
//! Nothing is read from the environment anywhere else, so tests build these structs directly.

mod data;
mod engine;
mod http;
mod uploads;
mod workers;

pub use data::DataConfig;
pub use engine::EngineConfig;
pub use http::HttpConfig;
pub use uploads::UploadConfig;
pub use workers::{PinningConfig, WorkerConfig};

/// Everything that `assay serve` needs to know.
#[derive(Debug, Clone, clap::Args)]
pub struct Config {
    #[command(flatten)]
    pub http: HttpConfig,
    #[command(flatten)]
    pub data: DataConfig,
    #[command(flatten)]
    pub engine: EngineConfig,
    #[command(flatten)]
    pub workers: WorkerConfig,
    #[command(flatten)]
    pub uploads: UploadConfig,
}

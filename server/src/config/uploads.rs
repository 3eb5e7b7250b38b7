//! What an upload may be.

/// Bounds of an upload.
#[derive(Debug, Clone, clap::Args)]
pub struct UploadConfig {
    /// Largest upload in bytes (default 64 MiB).
    #[arg(long = "upload-limit", env = "ASSAY_UPLOAD_LIMIT", value_name = "BYTES", default_value_t = 64 << 20)]
    pub max_bytes: u64,
    /// Uploads that are received or checked at the same time; further ones are asked to come back.
    #[arg(long = "upload-slots", env = "ASSAY_UPLOAD_SLOTS", value_name = "N", default_value_t = 4)]
    pub at_once: usize,
    /// Seconds to wait for the next piece of an upload before it is given up.
    #[arg(long = "upload-idle", env = "ASSAY_UPLOAD_IDLE", value_name = "SECONDS", default_value_t = 30)]
    pub idle_seconds: u64,
}

impl Default for UploadConfig {
    fn default() -> Self {
        Self { max_bytes: 64 << 20, at_once: 4, idle_seconds: 30 }
    }
}

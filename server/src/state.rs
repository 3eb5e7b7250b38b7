//! What handlers share.

use std::sync::Arc;

use anyhow::Context as _;
use axum::extract::FromRef;
use leptos::config::LeptosOptions;
use store::Store;
use tokio::sync::Notify;

use crate::auth::{Passwords, RateLimits};
use crate::backend::Backend;
use crate::config::{DataConfig, HttpConfig, UploadConfig};
use crate::http::Pages;
use crate::prompts::PromptFiles;
use crate::uploads::UploadGate;

/// Cheap to clone; one per process.
#[derive(Clone)]
pub struct AppState {
    pub store: Store,
    pub backend: Arc<Backend>,
    pub pages: Pages,
    pub passwords: Passwords,
    pub limits: Arc<RateLimits>,
    pub uploads: UploadGate,
    pub prompts: PromptFiles,
    /// Wakes idle workers of this process when something has been queued.
    pub wake: Arc<Notify>,
    pub http: Arc<HttpConfig>,
}

impl AppState {
    /// The state of a site over `store`.
    pub fn new(
        store: Store,
        backend: Backend,
        http: HttpConfig,
        data: &DataConfig,
        uploads: &UploadConfig,
    ) -> anyhow::Result<Self> {
        let backend = Arc::new(backend);
        let pages = Pages { queries: backend.clone(), options: leptos_options(&http), upload_limit: uploads.max_bytes };
        let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Ok(Self {
            prompts: PromptFiles::new(data.dir.join("prompts"), store.clone()),
            store,
            backend,
            pages,
            passwords: Passwords::new(processors).context("while preparing the password hash")?,
            limits: Arc::default(),
            uploads: UploadGate::new(data.spool_dir(), uploads),
            wake: Arc::default(),
            http: Arc::new(http),
        })
    }
}

impl FromRef<AppState> for LeptosOptions {
    fn from_ref(state: &AppState) -> Self {
        state.pages.options.clone()
    }
}

fn leptos_options(http: &HttpConfig) -> LeptosOptions {
    LeptosOptions::builder()
        // The name is set once, in `.cargo/config.toml`, for the pages and for the browser bundle.
        .output_name(option_env!("LEPTOS_OUTPUT_NAME").unwrap_or("assay"))
        .site_root(http.site_root.to_string_lossy().into_owned())
        .site_addr(http.listen)
        .build()
}

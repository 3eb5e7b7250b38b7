//! Why a benchmark could not be imported.

use catalog::ManifestError;
use domain::Slug;
use sandbox::SandboxError;
use store::StoreError;

/// All of these may pass; the import is tried again.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// The engine does not answer.
    #[error(transparent)]
    Unreachable(SandboxError),
    /// Images that have not been built on this host.
    #[error("the images {} are not on this host; build them with `./dev images`", .0.join(", "))]
    ImagesMissing(Vec<String>),
    /// An image is not one of ours.
    #[error("image {image}: {cause}")]
    Manifest { image: String, cause: ManifestError },
    /// An image without a manifest.
    #[error("image {0} has no {file}; build it with `./dev images`", file = catalog::MANIFEST_FILE)]
    NoManifest(String),
    /// The engine failed.
    #[error("while reading {what}: {cause}")]
    Sandbox { what: String, cause: SandboxError },
    /// A repository offers nothing, so its image is broken.
    #[error("repository {repository}: {cause}")]
    Repository { repository: Slug, cause: String },
    /// A defect of the extraction.
    #[error("while extracting functions: {0}")]
    Extraction(String),
    #[error("while storing the benchmark: {0}")]
    Store(#[from] StoreError),
}

impl ImportError {
    /// A fault of the engine while reading `what`.
    pub(super) fn sandbox(what: impl Into<String>) -> impl FnOnce(SandboxError) -> Self {
        let what = what.into();
        move |cause| match cause {
            SandboxError::Unreachable { .. } => Self::Unreachable(cause),
            cause => Self::Sandbox { what, cause },
        }
    }
}

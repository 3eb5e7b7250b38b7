#![doc = include_str!("../README.md")]

mod context;
mod extract;
mod key;
mod manifest;
mod prompt;
mod record;
mod release;
mod sources;

pub use context::{
    Bm25, Context, ContextError, ContextPart, ContextSettings, EmbedError, Embedder, Place, RepositoryIndex, Window,
};
pub use extract::{Candidate, Extracted, SourceFile, extract};
pub use key::{EXTRACTION_VERSION, fingerprint, task_key};
pub use manifest::{MANIFEST_FILE, ManifestError, check_limits, read_manifest};
pub use prompt::{PROMPT_VERSION, Prompt, prompt};
pub use record::reference_record;
pub use release::{
    PUBLISHED_REPOSITORIES, PublishedRepository, Release, ReleaseProblem, ReleaseReader, ReleaseRepository,
    ReleaseTask, synthetic_release,
};
pub use sources::visible_files;

#![doc = include_str!("../README.md")]

mod extract;
mod key;
mod manifest;
mod record;

pub use extract::{Candidate, Extracted, SourceFile, extract};
pub use key::{EXTRACTION_VERSION, fingerprint, task_key};
pub use manifest::{MANIFEST_FILE, ManifestError, check_limits, read_manifest};
pub use record::reference_record;

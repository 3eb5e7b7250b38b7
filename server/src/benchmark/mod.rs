//! `assay benchmark …`: what looks at benchmarks and makes them.

mod counts;
mod extract;
mod prompts;
mod release;

pub use counts::list;
pub use extract::{ExtractArgs, extract};
pub use prompts::{PromptArgs, prompts};
pub use release::{ReleaseImport, import, synthetic};

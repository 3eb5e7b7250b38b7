//! `assay benchmark …`: what looks at benchmarks and makes them.

mod prompts;

pub use prompts::{PromptArgs, prompts};

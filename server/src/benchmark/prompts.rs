//! `assay benchmark prompts`.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context as _, bail};
use catalog::{ContextSettings, Embedder};
use domain::{ContextMode, Language, Slug};

use crate::commands::open;
use crate::config::DataConfig;
use crate::prompts::{CommandEmbedder, PromptChoice, write};

/// Options of `assay benchmark prompts`.
#[derive(Debug, clap::Args)]
pub struct PromptArgs {
    /// Benchmark; its newest version is taken.
    #[arg(long, default_value = "starter")]
    pub benchmark: Slug,
    /// What the model is shown: standard, file, lsp, `rag_bm25`, `rag_dense`.
    #[arg(long, default_value = "standard")]
    pub mode: ContextMode,
    /// Only this language.
    #[arg(long)]
    pub language: Option<Language>,
    /// Lines of a window that retrieval ranks.
    #[arg(long, value_name = "LINES", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub window: u32,
    /// Lines from one window to the next.
    #[arg(long, value_name = "LINES", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub stride: u32,
    /// Windows that are shown.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub top_k: u32,
    /// Command that embeds, for `rag_dense`: a JSON string per line in, a JSON list of numbers per line out.
    #[arg(long, value_name = "COMMAND")]
    pub embedder: Option<String>,
    /// File to write; compressed when it ends with `.gz`.
    #[arg(long, short, value_name = "FILE", default_value = "prompts.jsonl")]
    pub out: PathBuf,
    #[command(flatten)]
    pub data: DataConfig,
}

/// Writes the prompts of a benchmark, one line per task.
pub async fn prompts(args: PromptArgs) -> anyhow::Result<()> {
    let store = open(&args.data).await?;
    let benchmark = store.benchmark(&args.benchmark).await?;
    let benchmark = benchmark.with_context(|| {
        format!("there is no benchmark `{}`; `assay benchmark list` names those there are", args.benchmark)
    })?;
    let version = benchmark.version.with_context(|| format!("`{}` has no version yet", args.benchmark))?;
    if !benchmark.has_tasks {
        bail!("`{}` has figures only; its tasks are not here", args.benchmark);
    }
    let settings = ContextSettings { window_lines: args.window, window_stride: args.stride, top: args.top_k };
    let choice = PromptChoice { mode: args.mode, language: args.language, settings };
    let embedder = args.embedder.map(|command| Arc::new(CommandEmbedder::new(command)) as Arc<dyn Embedder>);
    let written = write(&store, version.id, choice, embedder, &args.out).await?;
    println!(
        "{} prompts of {} {}, mode {}, prompt version {}: {}",
        written.prompts,
        args.benchmark,
        version.label,
        args.mode,
        catalog::PROMPT_VERSION,
        args.out.display()
    );
    println!("SHA-256 {}", written.sha256);
    Ok(())
}

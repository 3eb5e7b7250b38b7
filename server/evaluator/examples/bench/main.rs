//! What the evaluator's ways of working save, as ratios from one run on one machine.
//!
//! `./dev bench`, or `cargo run --release --package evaluator --example bench -- sessions|evaluator|soak [SUITES]
//! [LANGUAGE...]`; needs the engine and the images. All languages when none is named; `soak` has its own.

mod evaluator_bench;
mod sessions;
mod soak;
mod task;
mod tools;

use std::sync::Arc;

use anyhow::{Context as _, bail, ensure};
use domain::Language;
use sandbox::{ContainerRuntime, DockerConfig, DockerRuntime};

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let what = arguments.next().unwrap_or_else(|| "evaluator".to_owned());
    let suites: u32 = match arguments.next() {
        Some(text) => text.parse().with_context(|| format!("number of suites: `{text}` is not a number"))?,
        None => 8,
    };
    ensure!(suites > 0, "at least one suite is needed");
    let mut languages = arguments.map(|name| name.parse::<Language>()).collect::<Result<Vec<_>, _>>()?;
    if languages.is_empty() {
        languages = Language::ALL.to_vec();
    }
    let name = std::env::var("ASSAY_RUNTIME").unwrap_or_else(|_| "runc".to_owned());
    let config = DockerConfig { host: None, runtime: Some(name.clone()) };
    let runtime: Arc<dyn ContainerRuntime> = Arc::new(DockerRuntime::new(config));
    match what.as_str() {
        "sessions" => sessions::run(&runtime, suites, &languages).await,
        "evaluator" => evaluator_bench::run(&runtime, &name, suites, &languages).await,
        "soak" => soak::run(&runtime, suites).await,
        other => bail!("`{other}` is none of `sessions`, `evaluator` and `soak`"),
    }
}

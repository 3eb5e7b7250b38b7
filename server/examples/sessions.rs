//! How much it saves to keep one container per evaluation and repository instead of starting one per suite.
//!
//! Runs one honest suite per language again and again, both ways in turn, and prints the ratio of suites per second.
//! Absolute times are not printed: they say more about the machine and its load than about Assay.
//!
//! `./dev bench`, or `cargo run --release --package server --example sessions [SUITES PER ROUND]`; needs the engine and
//! the images.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use catalog::SourceFile;
use domain::{
    Attempt, EvaluationId, ExecutableLines, Extraction, Language, Limits, Outcome, Sha256, SlotWork, TaskId, TaskWork,
};
use evaluator::adapter::Adapter;
use evaluator::pipeline::run_task;
use evaluator::session::Sessions;
use sandbox::{ContainerRuntime, DockerConfig, DockerRuntime};

/// Rounds of each way; they alternate, so that a slower minute of the machine meets both.
const ROUNDS: u32 = 3;

/// A suite and the function that it tests.
struct Sample {
    language: Language,
    image: &'static str,
    repository: &'static str,
    function: &'static str,
    suite: &'static str,
}

const SAMPLES: [Sample; 2] = [
    Sample {
        language: Language::Go,
        image: "assay-runner-go",
        repository: "cobra",
        function: "Eq",
        suite: "go/cobra_eq_test.go",
    },
    Sample {
        language: Language::Ruby,
        image: "assay-runner-ruby",
        repository: "hashie",
        function: "Hashie::Hash#to_hash",
        suite: "ruby/hashie_hash_to_hash_spec.rb",
    },
];

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let suites = match std::env::args().nth(1) {
        Some(text) => text.parse().with_context(|| format!("suites per round: `{text}` is not a number"))?,
        None => 8,
    };
    ensure!(suites > 0, "at least one suite per round is needed");
    let runtime: Arc<dyn ContainerRuntime> = Arc::new(DockerRuntime::new(DockerConfig::default()));
    println!(
        "suites per second, one container per evaluation against one per suite, {suites} suites x {ROUNDS} rounds:"
    );
    for sample in SAMPLES {
        let work = task(&runtime, &sample).await?;
        let adapter = evaluator::adapters()
            .into_iter()
            .find(|adapter| adapter.language() == sample.language)
            .with_context(|| format!("no adapter for {}", sample.language))?;
        // The first container of an image also pays for reading it from disk.
        separate(&runtime, &work, adapter.as_ref(), 1).await?;
        let (mut shared_time, mut separate_time) = (Duration::ZERO, Duration::ZERO);
        for _ in 0..ROUNDS {
            shared_time += shared(&runtime, &work, adapter.as_ref(), suites).await?;
            separate_time += separate(&runtime, &work, adapter.as_ref(), suites).await?;
        }
        println!(
            "  {:<6} {:.2} times as many",
            sample.language.name(),
            separate_time.as_secs_f64() / shared_time.as_secs_f64()
        );
    }
    Ok(())
}

/// All suites in one container; its start and removal are part of the time.
async fn shared(
    runtime: &Arc<dyn ContainerRuntime>,
    work: &TaskWork,
    adapter: &dyn Adapter,
    suites: u32,
) -> anyhow::Result<Duration> {
    let start = Instant::now();
    let mut sessions = Sessions::new(Arc::clone(runtime), "bench");
    for _ in 0..suites {
        run(work, adapter, &mut sessions).await?;
    }
    sessions.close().await;
    Ok(start.elapsed())
}

/// A fresh container for each suite.
async fn separate(
    runtime: &Arc<dyn ContainerRuntime>,
    work: &TaskWork,
    adapter: &dyn Adapter,
    suites: u32,
) -> anyhow::Result<Duration> {
    let mut time = Duration::ZERO;
    for _ in 0..suites {
        time += shared(runtime, work, adapter, 1).await?;
    }
    Ok(time)
}

/// One run. A suite that does not pass would make the comparison one of failures.
async fn run(work: &TaskWork, adapter: &dyn Adapter, sessions: &mut Sessions) -> anyhow::Result<()> {
    for result in run_task(work, adapter, sessions).await? {
        ensure!(
            result.outcome == Outcome::Passed,
            "the sample for {} ended as {} ({}):\n{}",
            work.task_key,
            result.outcome,
            result.reason,
            result.evidence.log
        );
    }
    Ok(())
}

/// The task of a sample, read from its image.
async fn task(runtime: &Arc<dyn ContainerRuntime>, sample: &Sample) -> anyhow::Result<TaskWork> {
    let image = runtime.resolve(sample.image).await?;
    let manifest = runtime.read_tree(&image, catalog::MANIFEST_FILE, 1 << 20).await?;
    let manifest = manifest.first().context("the image has no manifest")?;
    let repository = catalog::read_manifest(&manifest.bytes)?
        .into_iter()
        .find(|repository| repository.name.as_str() == sample.repository)
        .with_context(|| format!("{} has no repository {}", sample.image, sample.repository))?;
    let files: Vec<SourceFile> = runtime
        .read_tree(&image, &repository.root, 64 << 20)
        .await?
        .into_iter()
        .map(|file| SourceFile { path: file.path, bytes: file.bytes })
        .collect();
    let mut extracted = catalog::extract(&repository, &files);
    let found = extracted
        .candidates
        .into_iter()
        .find(|candidate| candidate.focal.qualified_name == sample.function)
        .with_context(|| format!("{} has no function {}", sample.repository, sample.function))?;
    let file_text = extracted.files.remove(&found.focal.path).context("the function's file is gone")?;
    let suite = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples").join(sample.suite);
    let suite = std::fs::read_to_string(&suite).with_context(|| format!("reading {}", suite.display()))?;
    Ok(TaskWork {
        evaluation: EvaluationId::new(),
        task: TaskId::new(),
        task_key: found.key,
        language: sample.language,
        image,
        // Coverage is measured all the same; which lines count does not change the time.
        executable_lines: ExecutableLines((found.focal.start_line..=found.focal.end_line).collect()),
        mutants: domain::TaskMutants::default(),
        repository,
        file_text,
        focal: found.focal,
        limits: Limits::default(),
        slots: vec![SlotWork {
            attempt: Attempt(0),
            sha256: Sha256::try_from("0".repeat(64))?,
            suite,
            extraction: Extraction::Verbatim,
        }],
    })
}

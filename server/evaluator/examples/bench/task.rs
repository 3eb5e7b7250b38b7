//! The task and the honest suite of a language: those that its attack fixtures are built around.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context as _;
use catalog::SourceFile;
use domain::{Attempt, EvaluationId, Extraction, Language, Limits, Sha256, SlotWork, TaskId, TaskWork};
use evaluator::adapter::Adapter;
use sandbox::{ContainerRuntime, SessionSpec};
use serde::Deserialize;

#[derive(Deserialize)]
struct Expected {
    task: Place,
}

#[derive(Deserialize)]
struct Place {
    repository: String,
    function: String,
    path: Option<String>,
}

/// The adapter of a language.
pub(crate) fn adapter(language: Language) -> anyhow::Result<Box<dyn Adapter>> {
    let adapter = evaluator::adapters().into_iter().find(|adapter| adapter.language() == language);
    adapter.with_context(|| format!("no adapter for {language}"))
}

/// The task with its honest suite, prepared as for a benchmark version.
pub(crate) async fn load(runtime: &Arc<dyn ContainerRuntime>, language: Language) -> anyhow::Result<TaskWork> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/attacks").join(language.as_str());
    let text = std::fs::read_to_string(folder.join("expected.toml")).with_context(|| folder.display().to_string())?;
    let Expected { task: place } = toml::from_str(&text)?;
    let suite = std::fs::read_to_string(honest(&folder)?)?;
    let image = runtime.resolve(&format!("assay-runner-{language}")).await?;
    let manifest = runtime.read_tree(&image, catalog::MANIFEST_FILE, 1 << 20).await?;
    let manifest = manifest.first().context("the image has no manifest")?;
    let repository = catalog::read_manifest(&manifest.bytes)?
        .into_iter()
        .find(|repository| repository.name.as_str() == place.repository)
        .with_context(|| format!("the image has no repository {}", place.repository))?;
    let files = runtime.read_tree(&image, &repository.root, 256 << 20).await?;
    let files: Vec<SourceFile> =
        files.into_iter().map(|file| SourceFile { path: file.path, bytes: file.bytes }).collect();
    let mut extracted = catalog::extract(&repository, &files);
    let found = extracted
        .candidates
        .into_iter()
        .find(|candidate| {
            let focal = &candidate.focal;
            focal.qualified_name == place.function && place.path.as_ref().is_none_or(|path| *path == focal.path)
        })
        .with_context(|| format!("{} has no function {}", place.repository, place.function))?;
    let file_text = extracted.files.remove(&found.focal.path).context("the function's file is gone")?;

    let adapter = adapter(language)?;
    let focals = [(found.focal, file_text)];
    let spec = SessionSpec {
        image: image.clone(),
        limits: Limits::default(),
        purpose: "bench".to_owned(),
        worker: "bench".to_owned(),
        cores: None,
    };
    let mut session = runtime.start(&spec).await?;
    let mut steps = Vec::new();
    for request in adapter.plan_preparation(&repository, &focals) {
        steps.extend(session.run(&request).await?);
    }
    session.close().await?;
    let prepared = adapter.read_preparation(&repository, &focals, &steps).remove(0).map_err(anyhow::Error::msg)?;
    let [(focal, file_text)] = focals;
    Ok(TaskWork {
        evaluation: EvaluationId::new(),
        task: TaskId::new(),
        task_key: found.key,
        language,
        image,
        executable_lines: prepared.executable,
        mutants: prepared.mutants,
        repository,
        file_text,
        focal,
        limits: Limits::default(),
        slots: vec![slot(suite)?],
    })
}

fn honest(folder: &Path) -> anyhow::Result<PathBuf> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.file_stem().is_some_and(|stem| stem == "honest") {
            return Ok(path);
        }
    }
    anyhow::bail!("{} holds no honest suite", folder.display())
}

/// A slot with this suite.
pub(crate) fn slot(suite: String) -> anyhow::Result<SlotWork> {
    let sha256 = Sha256::try_from("0".repeat(64))?;
    Ok(SlotWork { attempt: Attempt(0), sha256, suite, extraction: Extraction::Verbatim })
}

/// The suite with a comment that it has not had before, so that no cache knows it.
pub(crate) fn varied(work: &TaskWork, number: u32) -> TaskWork {
    let mut work = work.clone();
    let comment = match work.language {
        Language::Julia | Language::Ruby => '#'.to_string(),
        Language::Rust | Language::Go | Language::Php => "//".to_owned(),
    };
    for slot in &mut work.slots {
        slot.suite = format!("{}\n{comment} {number}\n", slot.suite.trim_end());
    }
    work
}

/// The task with so many attempts, which differ in the names of their tests, as suites do that were written one by one.
pub(crate) fn named_apart(work: &TaskWork, attempts: u32) -> TaskWork {
    let mut work = work.clone();
    let suite = work.slots.remove(0);
    let tests = syntax::test_cases(work.language, &suite.suite);
    work.slots = (0..attempts)
        .map(|number| {
            let mut slot = SlotWork { attempt: Attempt(number), ..suite.clone() };
            for test in &tests {
                let name = test.name.rsplit("::").next().unwrap_or(&test.name);
                slot.suite = with_suffix(&slot.suite, name, &format!("_{number}"));
            }
            slot
        })
        .collect();
    work
}

/// A text with something behind every whole word `name`.
fn with_suffix(text: &str, name: &str, suffix: &str) -> String {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut parts = text.split(name);
    let mut made = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let whole = !made.ends_with(is_part) && !part.starts_with(is_part);
        made.push_str(name);
        made.push_str(if whole { suffix } else { "" });
        made.push_str(part);
    }
    made
}

//! `assay benchmark upstream`: the repositories' own tests as a file of suites, to check the evaluator with. They lie in
//! the images where no suite can read them.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, bail};
use domain::{Language, Slug};
use sandbox::{ContainerRuntime, SandboxError};
use store::TaskFilter;
use syntax::UpstreamFile;

use crate::config::{DataConfig, EngineConfig};
use crate::workers::installation;
use crate::{commands, engine, starter};

/// Where an image keeps the tests of a repository, below its name: readable for root alone.
const FOLDER: &str = "/assay/upstream";
/// Most bytes of one repository's tests.
const TREE_BYTES: u64 = 256 << 20;

/// Writes one suite for each task whose repository has tests that call it, and says how many per language.
pub async fn write(
    data: &DataConfig,
    config: &EngineConfig,
    language: Option<Language>,
    out: &Path,
) -> anyhow::Result<()> {
    let store = commands::open(data).await?;
    let _claim = data.claim("upstream")?;
    let runtime = engine::runtime(config);
    let worker = format!("{}-upstream", installation(&crate::config::WorkerConfig::default(), data));
    let slug: Slug = starter::SLUG.parse()?;
    let version = starter::import(&store, runtime.as_ref(), config, &worker).await?.version;
    let filter = TaskFilter { language, limit: i64::MAX as u64, ..TaskFilter::default() };
    let (records, _) = store.list_tasks(version, filter).await?;
    let mut lines = Vec::new();
    let mut counts: BTreeMap<Language, (u64, u64)> = BTreeMap::new();
    let mut tests: BTreeMap<_, Vec<UpstreamFile>> = BTreeMap::new();
    for record in &records {
        let language = record.task.language;
        let Some(image) = record.repository.image.clone() else { continue };
        let place = (image, record.repository.spec.name.clone());
        if !tests.contains_key(&place) {
            let files = read(runtime.as_ref(), &place.0, &format!("{FOLDER}/{}", place.1)).await?;
            tests.insert(place.clone(), files);
        }
        let files = &tests[&place];
        let suite = syntax::upstream_suite(language, files, &record.task.focal);
        let count = counts.entry(language).or_default();
        count.1 += 1;
        if let Some(suite) = suite {
            count.0 += 1;
            let line = serde_json::json!({ "task_id": record.task.key, "response": [suite] });
            lines.push(line.to_string());
        }
    }
    if lines.is_empty() {
        bail!("no test of a repository calls a focal function; are the images of benchmark `{slug}` older than this?");
    }
    let mut file = std::fs::File::create(out).with_context(|| format!("cannot write {}", out.display()))?;
    for line in &lines {
        writeln!(file, "{line}")?;
    }
    for (language, (suites, tasks)) in counts {
        println!("{:<6} {suites} of {tasks} tasks", language.name());
    }
    println!("{}: {} suites", out.display(), lines.len());
    Ok(())
}

/// The text files below a folder of an image; none when there is no such folder.
async fn read(
    runtime: &dyn ContainerRuntime,
    image: &domain::ImageDigest,
    folder: &str,
) -> anyhow::Result<Vec<UpstreamFile>> {
    let files = match runtime.read_tree(image, folder, TREE_BYTES).await {
        Ok(files) => files,
        Err(SandboxError::Tree { .. }) => return Ok(Vec::new()),
        Err(error) => return Err(error.into()),
    };
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).ok();
    Ok(files.into_iter().filter_map(|file| Some(UpstreamFile { path: file.path, text: text(file.bytes)? })).collect())
}

//! Subcommands that do one thing and end.

use std::path::Path;

use anyhow::Context as _;
use store::Store;

use crate::config::{DataConfig, EngineConfig, WorkerConfig};
use crate::samples::{Samples, task_names};
use crate::workers::installation;
use crate::{engine, starter};

/// Opens the database and brings its tables up to date.
pub async fn open(data: &DataConfig) -> anyhow::Result<Store> {
    data.prepare().with_context(|| format!("cannot make the data folder {}", data.dir.display()))?;
    Ok(Store::connect(&data.database_url()).await?)
}

/// `assay benchmark import`.
pub async fn import(data: &DataConfig, engine: &EngineConfig) -> anyhow::Result<()> {
    let store = open(data).await?;
    let _claim = data.claim("import")?;
    let runtime = engine::runtime(engine);
    let worker = format!("{}-import", installation(&WorkerConfig::default(), data));
    let imported = starter::import(&store, runtime.as_ref(), engine, &worker).await?;
    let tasks: Vec<String> =
        imported.languages.iter().map(|(language, n)| format!("{n} {}", language.name())).collect();
    let state = if imported.new { "imported" } else { "there already" };
    println!("Version {} of the starter benchmark is {state}: {} tasks.", imported.label, tasks.join(" and "));
    Ok(())
}

/// `assay benchmark samples`.
pub async fn samples(data: &DataConfig, samples: &Path, out: &Path) -> anyhow::Result<()> {
    let store = open(data).await?;
    let samples = Samples::read(samples)?;
    let benchmark = store.benchmark(&starter::SLUG.parse()?).await?;
    let version = benchmark
        .and_then(|benchmark| benchmark.version)
        .context("the starter benchmark is not imported yet; `assay benchmark import` does it")?;
    let names = task_names(&store, version.id).await?;
    std::fs::create_dir_all(out).with_context(|| format!("cannot make {}", out.display()))?;
    for name in samples.submissions() {
        let path = out.join(format!("{name}.jsonl"));
        let lines = samples.jsonl(&samples.of(&name, &names)?)?;
        std::fs::write(&path, lines).with_context(|| format!("cannot write {}", path.display()))?;
        println!("{}", path.display());
    }
    Ok(())
}

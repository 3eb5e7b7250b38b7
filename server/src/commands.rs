//! Subcommands that do one thing and end.

use std::path::Path;

use anyhow::Context as _;
use catalog::SourceFile;
use domain::{Language, RepositorySpec};
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

/// `assay benchmark list`.
pub async fn list(data: &DataConfig) -> anyhow::Result<()> {
    for benchmark in open(data).await?.benchmarks().await? {
        match benchmark.version {
            Some(version) => {
                let tasks: u64 = version.languages.iter().map(|(_, n)| n).sum();
                println!(
                    "{:<12} {:<24} {tasks:>5} tasks  {:>3} repositories  {:>3} entries  {}",
                    benchmark.slug.as_str(),
                    version.label,
                    version.repositories,
                    benchmark.entries,
                    benchmark.name
                );
            }
            None => println!("{:<12} {:<24} {}", benchmark.slug.as_str(), "(not imported yet)", benchmark.name),
        }
    }
    Ok(())
}

/// `assay benchmark import`.
pub async fn import(data: &DataConfig, engine: &EngineConfig) -> anyhow::Result<()> {
    let store = open(data).await?;
    let runtime = engine::runtime(engine);
    let worker = format!("{}-import", installation(&WorkerConfig::default(), data));
    let imported = starter::import(&store, runtime.as_ref(), engine, &worker).await?;
    let tasks: Vec<String> =
        imported.languages.iter().map(|(language, n)| format!("{n} {}", language.name())).collect();
    let state = if imported.new { "imported" } else { "there already" };
    println!("Version {} of the starter benchmark is {state}: {} tasks.", imported.label, tasks.join(" and "));
    Ok(())
}

/// `assay benchmark extract`: one JSON line per focal function, without an image and without preparation.
pub fn extract(dir: &Path, language: Language) -> anyhow::Result<()> {
    let name = dir.file_name().and_then(|name| name.to_str()).unwrap_or("repository").to_lowercase();
    let spec = RepositorySpec {
        name: name.parse().unwrap_or("repository".parse()?),
        language,
        version: String::new(),
        domain: domain::RepositoryDomain::Utilities,
        root: "/".to_owned(),
        source_roots: vec![".".to_owned()],
        exclude: Vec::new(),
        homepage: String::new(),
        license: String::new(),
        settings: std::collections::BTreeMap::new(),
        limits: domain::RepositoryLimits::default(),
    };
    let mut files = Vec::new();
    read_folder(dir, dir, &mut files).with_context(|| format!("cannot read {}", dir.display()))?;
    let extracted = catalog::extract(&spec, &files);
    for candidate in &extracted.candidates {
        println!("{}", serde_json::json!({ "task_id": candidate.key, "focal": candidate.focal }));
    }
    eprintln!("{} functions; left out by reason: {:?}", extracted.candidates.len(), extracted.dropped);
    Ok(())
}

/// Plain files below `dir`; links are passed over, so that nothing outside is read.
fn read_folder(root: &Path, dir: &Path, files: &mut Vec<SourceFile>) -> std::io::Result<()> {
    let mut entries = std::fs::read_dir(dir)?.collect::<Result<Vec<_>, _>>()?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let kind = entry.file_type()?;
        if kind.is_dir() && entry.file_name() != ".git" {
            read_folder(root, &entry.path(), files)?;
        } else if kind.is_file() {
            let path = entry.path().strip_prefix(root).unwrap_or(&entry.path()).to_string_lossy().into_owned();
            files.push(SourceFile { path, bytes: std::fs::read(entry.path())? });
        }
    }
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

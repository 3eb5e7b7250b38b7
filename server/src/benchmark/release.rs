//! `assay benchmark import FILES…`: the reference's release as a version of a benchmark.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use catalog::{Release, ReleaseReader};
use domain::{ExecutableLines, Language, Limits, Slug, TaskMutants};
use flate2::bufread::MultiGzDecoder;
use store::{NewBenchmark, NewRepository, NewTask, NewVersion, Store};

use super::counts;
use crate::commands::open;
use crate::config::DataConfig;

/// Problems that are printed; the rest is counted.
const SHOWN: usize = 100;

/// What is imported, and as what.
#[derive(Debug, Clone)]
pub struct ReleaseImport {
    /// `{lang}_functions.jsonl`, plain or enriched, also with `.gz`.
    pub files: Vec<PathBuf>,
    pub benchmark: Slug,
    /// What the version is called; from its contents when absent.
    pub label: Option<String>,
}

/// Reads, checks and stores a release: all of it or nothing. Prints every problem by file and line.
pub async fn import(data: &DataConfig, wanted: ReleaseImport) -> anyhow::Result<()> {
    let files = wanted.files.clone();
    let read = tokio::task::spawn_blocking(move || read(&files)).await??;
    let release = match read {
        Ok(release) => release,
        Err((problems, total)) => {
            for problem in problems.iter().take(SHOWN) {
                eprintln!("{problem}");
            }
            if total > SHOWN as u64 {
                eprintln!("… and {} more", total - SHOWN as u64);
            }
            bail!("nothing was imported: {total} problems in {} files", wanted.files.len());
        }
    };
    for (name, records, zero) in &release.sources {
        let note = if *zero { ", lines counted from 0 and put right" } else { "" };
        println!("{name}: {records} records{note}");
    }
    let store = open(data).await?;
    let (label, new) = store_release(&store, release, &wanted.benchmark, wanted.label).await?;
    let state = if new { "imported" } else { "there already" };
    println!("Version {label} of `{}` is {state}.", wanted.benchmark);
    counts::print(&store, &wanted.benchmark).await
}

type Read = Result<Release, (Vec<catalog::ReleaseProblem>, u64)>;

/// Reads the files one after another.
fn read(files: &[PathBuf]) -> anyhow::Result<Read> {
    let mut reader = ReleaseReader::new();
    for path in files {
        let name =
            path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned());
        reader.read(&name, lines_of(path)?);
    }
    Ok(reader.finish())
}

fn lines_of(path: &Path) -> anyhow::Result<Box<dyn BufRead>> {
    let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
    let file = BufReader::with_capacity(256 << 10, file);
    Ok(if path.extension().is_some_and(|ending| ending == "gz") {
        Box::new(BufReader::with_capacity(256 << 10, MultiGzDecoder::new(file)))
    } else {
        Box::new(file)
    })
}

/// Makes a version of a release; the same release is the same version. Gives its label and whether it is new.
async fn store_release(
    store: &Store,
    release: Release,
    slug: &Slug,
    label: Option<String>,
) -> anyhow::Result<(String, bool)> {
    let known = store.benchmark(slug).await?;
    let had_tasks = known.as_ref().is_some_and(|known| known.has_tasks);
    let benchmark = match &known {
        Some(known) => NewBenchmark {
            slug: known.slug.clone(),
            name: known.name.clone(),
            description: known.description.clone(),
            links: known.links.clone(),
            citation: known.citation.clone(),
            has_tasks: had_tasks,
        },
        None => NewBenchmark {
            slug: slug.clone(),
            name: slug.to_string(),
            description: "Imported from a release of XRepoTest.".to_owned(),
            links: Vec::new(),
            citation: String::new(),
            has_tasks: false,
        },
    };
    let id = store.ensure_benchmark(benchmark.clone()).await?;
    let label = label.unwrap_or_else(|| format!("release-{}", &release.fingerprint[..8]));
    let fingerprint = release.fingerprint.clone();
    let repositories = release
        .repositories
        .into_iter()
        .map(|repository| NewRepository {
            spec: repository.spec,
            // A release has no images. Until there are some its tasks can be read, but no suite can be run.
            image: None,
            files: repository.files.into_iter().collect(),
            tasks: repository
                .tasks
                .into_iter()
                .map(|task| NewTask {
                    key: task.key,
                    focal: task.focal,
                    executable_lines: ExecutableLines::default(),
                    mutants: TaskMutants::default(),
                })
                .collect(),
        })
        .collect();
    let version = NewVersion {
        benchmark: id,
        label,
        fingerprint: fingerprint.clone(),
        limits: Limits::default(),
        declared: Vec::new(),
        declared_repositories: 0,
        repositories,
    };
    let label = version.label.clone();
    store.create_version(version).await?;
    // The benchmark offers tasks only once they are all there.
    store.ensure_benchmark(NewBenchmark { has_tasks: true, ..benchmark }).await?;
    let new = known.and_then(|known| known.version).is_none_or(|version| version.fingerprint != fingerprint);
    Ok((label, new))
}

/// Writes the five files of a release of the published size.
pub fn synthetic(dir: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
    for language in Language::ALL {
        let path = dir.join(format!("{language}_functions.jsonl"));
        let file = File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
        let mut out = BufWriter::new(file);
        catalog::synthetic_release(*language, &mut out)?;
        out.flush()?;
        println!("{}", path.display());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use flate2::Compression;
    use flate2::read::GzEncoder;

    use super::*;

    async fn imported(data: &DataConfig, files: Vec<PathBuf>) -> anyhow::Result<()> {
        let benchmark = "xrepotest".parse().unwrap();
        import(data, ReleaseImport { files, benchmark, label: None }).await
    }

    #[tokio::test]
    async fn a_release_becomes_a_version_and_a_bad_one_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let data = DataConfig::in_folder(folder.path().join("data"));
        let release = folder.path().join("release");
        synthetic(&release).unwrap();
        let store = open(&data).await.unwrap();
        crate::published::load(&store).await.unwrap();

        // A good file beside one that was cut off: nothing of either.
        let mut packed = Vec::new();
        GzEncoder::new(File::open(release.join("php_functions.jsonl")).unwrap(), Compression::fast())
            .read_to_end(&mut packed)
            .unwrap();
        let cut = release.join("cut.jsonl.gz");
        std::fs::write(&cut, &packed[..packed.len() / 2]).unwrap();
        let error = imported(&data, vec![release.join("go_functions.jsonl"), cut]).await.unwrap_err();
        assert!(error.to_string().contains("nothing was imported"), "{error}");
        let slug = "xrepotest".parse().unwrap();
        let before = store.benchmark(&slug).await.unwrap().unwrap();
        assert!(!before.has_tasks);
        assert_eq!(before.version.as_ref().unwrap().label, "1.0", "still what was published");

        let whole = release.join("php_functions.jsonl.gz");
        std::fs::write(&whole, &packed).unwrap();
        let names = ["rust", "julia", "go", "ruby"].map(|language| release.join(format!("{language}_functions.jsonl")));
        let files: Vec<PathBuf> = names.into_iter().chain([whole]).collect();
        imported(&data, files.clone()).await.unwrap();
        let after = store.benchmark(&slug).await.unwrap().unwrap();
        let version = after.version.unwrap();
        assert!(after.has_tasks && !version.runnable);
        // Table A.1 of the paper.
        let counts: Vec<u64> = version.languages.iter().map(|(_, n)| *n).collect();
        assert_eq!((counts, version.repositories), (vec![931, 684, 706, 675, 646], 41));

        // The same again is the same version, and the published figures leave the tasks alone.
        imported(&data, files).await.unwrap();
        crate::published::load(&store).await.unwrap();
        let again = store.benchmark(&slug).await.unwrap().unwrap();
        assert!(again.has_tasks);
        assert_eq!(again.version.unwrap().id, version.id);
        assert_eq!(again.entries, before.entries);
    }
}

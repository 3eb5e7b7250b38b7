//! From images to a benchmark version.

use domain::{BenchmarkVersionId, ImageDigest, Language, Limits, RepositorySpec, Slug};
use futures::StreamExt as _;
use futures::future::BoxFuture;
use sandbox::{ContainerRuntime, SandboxError};
use store::{NewBenchmark, NewRepository, NewVersion, Store};

use super::ImportError;
use super::prepare::prepare;
use crate::config::EngineConfig;

/// Name of the benchmark in addresses.
pub const SLUG: &str = "starter";

/// Largest manifest of an image, in bytes.
const MANIFEST_BYTES: u64 = 1 << 20;

/// What an import came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Imported {
    pub version: BenchmarkVersionId,
    pub label: String,
    /// Whether it was made now; otherwise it was there already.
    pub new: bool,
    pub languages: Vec<(Language, u64)>,
}

/// Makes the benchmark without a version, or brings its texts up to date.
pub async fn ensure_benchmark(store: &Store) -> Result<domain::BenchmarkId, ImportError> {
    let benchmark = NewBenchmark {
        slug: slug(),
        name: "Starter".to_owned(),
        description: "Functions of small libraries in five languages, to try a model and the way to the board."
            .to_owned(),
        links: Vec::new(),
        citation: String::new(),
        has_tasks: true,
    };
    Ok(store.ensure_benchmark(benchmark).await?)
}

fn slug() -> Slug {
    SLUG.parse().unwrap_or_else(|error| unreachable!("a constant: {error}"))
}

/// Imports the runner images. All of them have to be there: a benchmark without one of its languages would be another
/// one. Doing it again with the same images changes nothing.
pub async fn import(
    store: &Store,
    runtime: &dyn ContainerRuntime,
    config: &EngineConfig,
    worker: &str,
) -> Result<Imported, ImportError> {
    let benchmark = ensure_benchmark(store).await?;
    let images = resolve(runtime, config).await?;
    let limits = Limits::default();
    let digests: Vec<ImageDigest> = images.iter().map(|(_, digest)| digest.clone()).collect();
    let fingerprint = catalog::fingerprint(&digests, &limits, evaluator::EVALUATOR_VERSION);
    let label = fingerprint[..8].to_owned();
    if let Some(known) = store.benchmark(&slug()).await?.and_then(|record| record.version)
        && known.fingerprint == fingerprint
    {
        return Ok(Imported { version: known.id, label, new: false, languages: known.languages });
    }

    let adapters = evaluator::adapters();
    let mut waiting: Vec<BoxFuture<'_, Result<NewRepository, ImportError>>> = Vec::new();
    for (image, digest) in &images {
        for spec in manifest(runtime, image, digest, &limits).await? {
            let Some(adapter) = adapters.iter().find(|adapter| adapter.language() == spec.language) else {
                let cause = format!("there is no adapter for {} yet", spec.language.name());
                return Err(ImportError::Repository { repository: spec.name, cause });
            };
            waiting.push(Box::pin(prepare(runtime, adapter.as_ref(), digest, spec, &limits, worker)));
        }
    }
    let total = waiting.len();
    // Building mutants keeps one processor busy for each repository.
    let at_once = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let mut prepared = futures::stream::iter(waiting).buffer_unordered(at_once);
    let mut repositories = Vec::with_capacity(total);
    while let Some(repository) = prepared.next().await {
        let repository = repository?;
        tracing::info!(
            repository = %repository.spec.name,
            tasks = repository.tasks.len(),
            "{} of {total} repositories: {} offers {} tasks",
            repositories.len() + 1,
            repository.spec.name,
            repository.tasks.len()
        );
        repositories.push(repository);
    }
    drop(prepared);
    let version = NewVersion {
        benchmark,
        label: label.clone(),
        fingerprint,
        limits,
        declared: Vec::new(),
        declared_repositories: 0,
        repositories,
    };
    let version = store.create_version(version).await?;
    let languages = store.benchmark(&slug()).await?.and_then(|record| record.version).map(|known| known.languages);
    tracing::info!(version = label, "version {label} of the starter benchmark is imported");
    Ok(Imported { version, label, new: true, languages: languages.unwrap_or_default() })
}

/// The images by content.
async fn resolve(
    runtime: &dyn ContainerRuntime,
    config: &EngineConfig,
) -> Result<Vec<(String, ImageDigest)>, ImportError> {
    let (mut found, mut missing) = (Vec::new(), Vec::new());
    for (_, image) in config.images() {
        match runtime.resolve(&image).await {
            Ok(digest) => found.push((image, digest)),
            Err(SandboxError::ImageMissing(_)) => missing.push(image),
            Err(error) => return Err(ImportError::sandbox(format!("image {image}"))(error)),
        }
    }
    if missing.is_empty() { Ok(found) } else { Err(ImportError::ImagesMissing(missing)) }
}

async fn manifest(
    runtime: &dyn ContainerRuntime,
    image: &str,
    digest: &ImageDigest,
    limits: &Limits,
) -> Result<Vec<RepositorySpec>, ImportError> {
    let path = catalog::MANIFEST_FILE;
    let files = runtime
        .read_tree(digest, path, MANIFEST_BYTES)
        .await
        .map_err(ImportError::sandbox(format!("{path} of image {image}")))?;
    // A file that is asked for by name comes alone.
    let file = files.first().ok_or_else(|| ImportError::NoManifest(image.to_owned()))?;
    catalog::read_manifest(&file.bytes)
        .and_then(|repositories| catalog::check_limits(&repositories, limits).map(|()| repositories))
        .map_err(|cause| ImportError::Manifest { image: image.to_owned(), cause })
}

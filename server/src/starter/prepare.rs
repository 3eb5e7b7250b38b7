//! One repository: its focal functions, and which of their lines are executable.

use catalog::{Candidate, SourceFile};
use domain::{FocalFunction, ImageDigest, Limits, RepositorySpec};
use evaluator::adapter::{Adapter, PreparedTask};
use sandbox::{ContainerRuntime, SessionSpec};
use store::{NewRepository, NewTask};

use super::ImportError;

/// Largest repository in bytes.
const REPOSITORY_BYTES: u64 = 256 << 20;

/// Functions of a repository with the answer for each: its lines and mutants, or why it cannot be offered.
type Answers = Vec<Result<PreparedTask, String>>;

/// Reads a repository out of its image and runs it once without any suite.
pub(super) async fn prepare(
    runtime: &dyn ContainerRuntime,
    adapter: &dyn Adapter,
    image: &ImageDigest,
    spec: RepositorySpec,
    limits: &Limits,
    worker: &str,
) -> Result<NewRepository, ImportError> {
    let files = runtime
        .read_tree(image, &spec.root, REPOSITORY_BYTES)
        .await
        .map_err(ImportError::sandbox(format!("repository {}", spec.name)))?;
    let files: Vec<SourceFile> =
        files.into_iter().map(|file| SourceFile { path: file.path, bytes: file.bytes }).collect();
    let (spec, extracted, visible) = tokio::task::spawn_blocking(move || {
        let extracted = catalog::extract(&spec, &files);
        let mut visible = catalog::visible_files(&spec, &files);
        visible.extend(extracted.files.clone());
        (spec, extracted, visible)
    })
    .await
    .map_err(|error| ImportError::Extraction(error.to_string()))?;
    for path in &extracted.unreadable {
        tracing::warn!(repository = %spec.name, path, "a source file is not text, and is passed over");
    }
    let focals: Vec<(FocalFunction, String)> = extracted
        .candidates
        .iter()
        .map(|candidate| {
            let text = extracted.files.get(&candidate.focal.path).cloned().unwrap_or_default();
            (candidate.focal.clone(), text)
        })
        .collect();
    let session = SessionSpec {
        image: image.clone(),
        limits: limits.widened(&spec.limits),
        purpose: format!("import/{}", spec.name),
        worker: worker.to_owned(),
        cores: None,
    };
    let answers = settled_answers(runtime, adapter, &spec, &focals, &session).await?;
    let tasks = tasks(&spec, extracted.candidates, answers);
    if tasks.is_empty() {
        return Err(broken(&spec, "none of its functions can be tested, so its image is broken"));
    }
    Ok(NewRepository { spec, image: Some(image.clone()), files: visible.into_iter().collect(), tasks })
}

fn broken(spec: &RepositorySpec, cause: &str) -> ImportError {
    ImportError::Repository { repository: spec.name.clone(), cause: cause.to_owned() }
}

/// Answers of which every refusal was given twice: a busy machine must not make a task disappear from a version for
/// good.
async fn settled_answers(
    runtime: &dyn ContainerRuntime,
    adapter: &dyn Adapter,
    spec: &RepositorySpec,
    focals: &[(FocalFunction, String)],
    session: &SessionSpec,
) -> Result<Answers, ImportError> {
    let first = answers(runtime, adapter, spec, focals, session).await?;
    let refused: Vec<(FocalFunction, String)> =
        focals.iter().zip(&first).filter(|(_, answer)| answer.is_err()).map(|(focal, _)| focal.clone()).collect();
    if refused.is_empty() {
        return Ok(first);
    }
    let second = answers(runtime, adapter, spec, &refused, session).await?;
    if second.iter().all(Result::is_err) {
        return Ok(first);
    }
    Err(broken(spec, "two preparation runs do not agree; the machine may be too busy"))
}

async fn answers(
    runtime: &dyn ContainerRuntime,
    adapter: &dyn Adapter,
    spec: &RepositorySpec,
    focals: &[(FocalFunction, String)],
    session: &SessionSpec,
) -> Result<Answers, ImportError> {
    let requests = adapter.plan_preparation(spec, focals);
    let mut steps = Vec::new();
    if !requests.is_empty() {
        let what = || format!("the preparation of {}", spec.name);
        let mut session = runtime.start(session).await.map_err(ImportError::sandbox(what()))?;
        let mut result = Ok(());
        for request in &requests {
            match session.run(request).await {
                Ok(reports) => steps.extend(reports),
                Err(error) => {
                    result = Err(error);
                    break;
                }
            }
        }
        session.close().await.map_err(ImportError::sandbox(what()))?;
        result.map_err(ImportError::sandbox(what()))?;
    }
    Ok(adapter.read_preparation(spec, focals, &steps))
}

fn tasks(spec: &RepositorySpec, candidates: Vec<Candidate>, answers: Answers) -> Vec<NewTask> {
    let mut tasks = Vec::new();
    for (candidate, answer) in candidates.into_iter().zip(answers) {
        match answer {
            Ok(PreparedTask { executable, mutants }) if !executable.0.is_empty() => {
                let (key, focal) = (candidate.key, candidate.focal);
                tasks.push(NewTask { key, focal, executable_lines: executable, mutants });
            }
            Ok(_) => tracing::info!(task = %candidate.key, "not offered: no line of it can be executed"),
            Err(why) => {
                tracing::info!(task = %candidate.key, repository = %spec.name, why, "not offered");
            }
        }
    }
    tasks
}

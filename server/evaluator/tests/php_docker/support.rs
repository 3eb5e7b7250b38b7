//! Tasks made from the files of the image, and what their suites end as.

use std::sync::Arc;

use catalog::{Extracted, SourceFile};
use domain::{
    Attempt, EvaluationId, Extraction, FocalFunction, ImageDigest, Language, Limits, RepositorySpec, SlotResult,
    SlotWork, TaskId, TaskWork,
};
use evaluator::adapter::{Adapter, PreparedTask};
use evaluator::php::PhpAdapter;
use evaluator::pipeline::run_task;
use evaluator::session::Sessions;
use sandbox::{ContainerRuntime, DockerConfig, DockerRuntime, SessionSpec};
use tokio::sync::OnceCell;

/// What is read once from the image.
pub(crate) struct Image {
    pub(crate) digest: ImageDigest,
    pub(crate) repositories: Vec<RepositorySpec>,
}

pub(crate) fn runtime() -> Arc<DockerRuntime> {
    Arc::new(DockerRuntime::new(DockerConfig::default()))
}

pub(crate) async fn image() -> &'static Image {
    static IMAGE: OnceCell<Image> = OnceCell::const_new();
    IMAGE
        .get_or_init(async || {
            let name = std::env::var("ASSAY_PHP_IMAGE").unwrap_or_else(|_| "assay-runner-php:latest".into());
            let runtime = runtime();
            let digest = runtime.resolve(&name).await.unwrap_or_else(|e| panic!("{e}"));
            let manifest = runtime.read_tree(&digest, catalog::MANIFEST_FILE, 1 << 20).await.unwrap();
            let repositories = catalog::read_manifest(&manifest[0].bytes).unwrap();
            Image { digest, repositories }
        })
        .await
}

impl Image {
    pub(crate) fn repository(&self, name: &str) -> &RepositorySpec {
        self.repositories.iter().find(|r| r.name.as_str() == name).unwrap()
    }

    /// What the catalogue finds in a repository.
    pub(crate) async fn extract(&self, repository: &RepositorySpec) -> Extracted {
        let tree = runtime().read_tree(&self.digest, &repository.root, 64 << 20).await.unwrap();
        let files: Vec<SourceFile> =
            tree.into_iter().map(|file| SourceFile { path: file.path, bytes: file.bytes }).collect();
        catalog::extract(repository, &files)
    }

    /// What the preparation says about functions.
    pub(crate) async fn prepare(
        &self,
        repository: &RepositorySpec,
        focals: &[(FocalFunction, String)],
    ) -> Vec<Result<PreparedTask, String>> {
        let spec = SessionSpec {
            image: self.digest.clone(),
            limits: Limits::default(),
            purpose: "php-docker-tests".into(),
            worker: "php-docker-tests".into(),
            cores: None,
        };
        let mut session = runtime().start(&spec).await.unwrap();
        let mut steps = Vec::new();
        for request in PhpAdapter.plan_preparation(repository, focals) {
            steps.extend(session.run(&request).await.unwrap());
        }
        session.close().await.unwrap();
        PhpAdapter.read_preparation(repository, focals, &steps)
    }

    /// A task without slots for a function, by repository and qualified name.
    pub(crate) async fn task(&self, repository: &str, name: &str) -> TaskWork {
        let repository = self.repository(repository).clone();
        let extracted = self.extract(&repository).await;
        let candidate = extracted.candidates.iter().find(|candidate| candidate.focal.qualified_name == name);
        let focal = candidate.unwrap_or_else(|| panic!("no function {name}")).focal.clone();
        let file_text = extracted.files[&focal.path].clone();
        let focals = [(focal, file_text)];
        let prepared = self.prepare(&repository, &focals).await.remove(0).unwrap();
        let [focal] = focals;
        self.template(&repository, focal, prepared)
    }

    /// A task without slots.
    pub(crate) fn template(
        &self,
        repository: &RepositorySpec,
        (focal, file_text): (FocalFunction, String),
        prepared: PreparedTask,
    ) -> TaskWork {
        TaskWork {
            evaluation: EvaluationId::new(),
            task: TaskId::new(),
            task_key: catalog::task_key(repository, &focal),
            language: Language::Php,
            image: self.digest.clone(),
            repository: repository.clone(),
            focal,
            file_text,
            executable_lines: prepared.executable,
            mutants: prepared.mutants,
            limits: Limits { memory_bytes: 1 << 30, run_seconds: 5, output_bytes: 1 << 20, ..Limits::default() },
            slots: Vec::new(),
        }
    }
}

/// Puts suites into a task's slots.
pub(crate) fn with_suites(mut work: TaskWork, suites: &[&str]) -> TaskWork {
    work.slots = suites
        .iter()
        .zip(0..)
        .map(|(suite, n)| SlotWork {
            attempt: Attempt(n),
            suite: (*suite).to_owned(),
            sha256: "0".repeat(64).parse().unwrap(),
            extraction: Extraction::Fenced,
        })
        .collect();
    work
}

/// Runs all slots of a task in one session.
pub(crate) async fn run(work: &TaskWork) -> Vec<SlotResult> {
    run_by(&PhpAdapter, work).await
}

/// The same by another adapter.
pub(crate) async fn run_by(adapter: &dyn Adapter, work: &TaskWork) -> Vec<SlotResult> {
    let mut sessions = Sessions::new(runtime(), "php-docker-tests");
    let results = run_task(work, adapter, &mut sessions).await.unwrap_or_else(|fault| panic!("{fault}"));
    sessions.close().await;
    results
}

/// For messages of assertions.
pub(crate) fn describe(result: &SlotResult) -> String {
    format!("{}: {}\n{}", result.outcome, result.reason, result.evidence.log)
}

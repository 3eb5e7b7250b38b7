//! The image, a prepared task and a way to run suites for it.

use std::sync::Arc;

use catalog::{MANIFEST_FILE, SourceFile};
use domain::{
    Attempt, EvaluationId, Extraction, FocalFunction, ImageDigest, Language, Limits, RepositorySpec, SlotResult,
    SlotWork, TaskId, TaskWork,
};
use evaluator::adapter::{Adapter, PreparedTask};
use evaluator::julia::JuliaAdapter;
use evaluator::pipeline::run_task;
use evaluator::session::Sessions;
use sandbox::{ContainerRuntime, DockerConfig, DockerRuntime, SessionSpec};

pub(crate) type Focals = Vec<(FocalFunction, String)>;

pub(crate) struct Lab {
    pub(crate) runtime: Arc<dyn ContainerRuntime>,
    pub(crate) image: ImageDigest,
    pub(crate) repositories: Vec<RepositorySpec>,
}

impl Lab {
    pub(crate) async fn open() -> Self {
        let runtime: Arc<dyn ContainerRuntime> = Arc::new(DockerRuntime::new(DockerConfig::default()));
        runtime.ping().await.expect("a container engine must answer at DOCKER_HOST");
        let name = std::env::var("ASSAY_JULIA_IMAGE").unwrap_or_else(|_| "assay-runner-julia:latest".to_owned());
        let image = runtime.resolve(&name).await.expect("the image must have been built with `./dev images`");
        let manifest = runtime.read_tree(&image, MANIFEST_FILE, 1 << 20).await.unwrap();
        let repositories = catalog::read_manifest(&manifest[0].bytes).unwrap();
        Self { runtime, image, repositories }
    }

    pub(crate) fn repository(&self, name: &str) -> &RepositorySpec {
        self.repositories.iter().find(|spec| spec.name.as_str() == name).expect("a repository of that name")
    }

    /// The functions that the catalogue finds.
    pub(crate) async fn focals(&self, repository: &RepositorySpec) -> Focals {
        let files = self.runtime.read_tree(&self.image, &repository.root, 64 << 20).await.unwrap();
        let files: Vec<_> = files.into_iter().map(|file| SourceFile { path: file.path, bytes: file.bytes }).collect();
        let extracted = catalog::extract(repository, &files);
        let text = |focal: &FocalFunction| extracted.files[&focal.path].clone();
        extracted.candidates.iter().map(|candidate| (candidate.focal.clone(), text(&candidate.focal))).collect()
    }

    pub(crate) async fn prepare(
        &self,
        repository: &RepositorySpec,
        focals: &Focals,
    ) -> Vec<Result<PreparedTask, String>> {
        let spec = SessionSpec {
            image: self.image.clone(),
            limits: Limits::default(),
            purpose: format!("test/{}", repository.name),
            worker: worker(),
            cores: None,
        };
        let mut session = self.runtime.start(&spec).await.unwrap();
        let mut steps = Vec::new();
        for request in JuliaAdapter.plan_preparation(repository, focals) {
            steps.extend(session.run(&request).await.unwrap());
        }
        session.close().await.unwrap();
        JuliaAdapter.read_preparation(repository, focals, &steps)
    }

    /// A task of `repository` for the function whose head begins with `signature`.
    pub(crate) async fn task(&self, repository: &str, signature: &str) -> TaskWork {
        let repository = self.repository(repository).clone();
        let mut focals = self.focals(&repository).await;
        focals.retain(|(focal, _)| focal.signature.starts_with(signature));
        assert_eq!(focals.len(), 1, "{signature}");
        let prepared = self.prepare(&repository, &focals).await.remove(0).unwrap_or_else(|why| panic!("{why}"));
        let (focal, file_text) = focals.remove(0);
        TaskWork {
            evaluation: EvaluationId::new(),
            task: TaskId::new(),
            task_key: catalog::task_key(&repository, &focal),
            language: Language::Julia,
            image: self.image.clone(),
            repository,
            focal,
            file_text,
            executable_lines: prepared.executable,
            mutants: prepared.mutants,
            limits: Limits { run_seconds: 15, mutants: 0, ..Limits::default() },
            slots: Vec::new(),
        }
    }

    /// Runs suites one after another, in the same container as long as it lives.
    pub(crate) async fn run(&self, task: &TaskWork, suites: &[&str]) -> Vec<SlotResult> {
        let mut sessions = Sessions::new(Arc::clone(&self.runtime), worker());
        let mut results = Vec::new();
        for suite in suites {
            let slot = SlotWork {
                attempt: Attempt(0),
                suite: (*suite).to_owned(),
                sha256: "0".repeat(64).parse().unwrap(),
                extraction: Extraction::Fenced,
            };
            let work = TaskWork { slots: vec![slot], task: TaskId::new(), ..task.clone() };
            results
                .extend(run_task(&work, &JuliaAdapter, &mut sessions).await.unwrap_or_else(|fault| panic!("{fault}")));
        }
        sessions.close().await;
        results
    }
}

pub(crate) fn worker() -> String {
    format!("julia-test-{}", std::process::id())
}

/// What a result is, for the message of an assertion.
pub(crate) fn told(result: &SlotResult) -> String {
    format!("{}: {}\n{:?}\n{}", result.outcome, result.reason, result.evidence.placement_notes, result.evidence.log)
}

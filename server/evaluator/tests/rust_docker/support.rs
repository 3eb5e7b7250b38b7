//! Tasks made from the files of the image, and what their suites end as.

use std::sync::Arc;
use std::time::Instant;

use domain::{
    Attempt, EvaluationId, Extraction, FocalFunction, ImageDigest, Language, Limits, RepositorySpec, SlotResult,
    SlotWork, TaskId, TaskWork, Usage,
};
use evaluator::adapter::{Adapter, PreparedTask};
use evaluator::pipeline::run_task;
use evaluator::rust::RustAdapter;
use evaluator::session::Sessions;
use sandbox::{ContainerRuntime, DockerConfig, DockerRuntime, SessionSpec, TreeFile};
use tokio::sync::OnceCell;

/// Functions with the text of their file.
pub(crate) type Focals = Vec<(FocalFunction, String)>;

/// What is read once from the image.
pub(crate) struct Image {
    pub(crate) digest: ImageDigest,
    pub(crate) repositories: Vec<RepositorySpec>,
    files: Vec<TreeFile>,
}

pub(crate) fn runtime() -> Arc<DockerRuntime> {
    Arc::new(DockerRuntime::new(DockerConfig::default()))
}

pub(crate) async fn image() -> &'static Image {
    static IMAGE: OnceCell<Image> = OnceCell::const_new();
    IMAGE
        .get_or_init(async || {
            let name = std::env::var("ASSAY_RUST_IMAGE").unwrap_or_else(|_| "assay-runner-rust:latest".into());
            let runtime = runtime();
            let digest = runtime.resolve(&name).await.unwrap_or_else(|e| panic!("{e}"));
            let manifest = runtime.read_tree(&digest, "/assay/repositories.json", 1 << 20).await.unwrap();
            let repositories =
                serde_json::from_slice(&manifest[0].bytes).expect("the manifest is a list of repositories");
            let files = runtime.read_tree(&digest, "/repo", 64 << 20).await.unwrap();
            Image { digest, repositories, files }
        })
        .await
}

impl Image {
    pub(crate) fn repository(&self, name: &str) -> &RepositorySpec {
        self.repositories.iter().find(|r| r.name.as_str() == name).unwrap()
    }

    /// Every Rust file of a repository, by path below its root.
    pub(crate) fn sources(&self, name: &str) -> Vec<(String, String)> {
        let prefix = format!("{name}/");
        self.files
            .iter()
            .filter_map(|f| Some((f.path.strip_prefix(&prefix)?, &f.bytes)))
            .filter(|(path, _)| std::path::Path::new(path).extension().is_some_and(|e| e == "rs"))
            .map(|(path, bytes)| (path.to_owned(), String::from_utf8(bytes.clone()).unwrap()))
            .collect()
    }

    /// Every function of a repository that the default rules offer.
    pub(crate) fn focals(&self, name: &str) -> Focals {
        let rules = syntax::ExtractionRules::for_language(Language::Rust).unwrap();
        let spec = self.repository(name);
        let mut focals = Vec::new();
        for (path, text) in self.sources(name) {
            if spec.exclude.iter().any(|prefix| path.starts_with(prefix.as_str())) {
                continue;
            }
            for found in syntax::focal_functions(Language::Rust, &text, &path) {
                if rules.reason(&found).is_none() {
                    focals.push((found.focal, text.clone()));
                }
            }
        }
        focals
    }

    /// A task without slots for a function, by repository, file and qualified name.
    pub(crate) async fn task(&self, repository: &str, path: &str, name: &str) -> TaskWork {
        let focals: Focals = self.focals(repository);
        let focal = focals.into_iter().find(|(focal, _)| focal.path == path && focal.qualified_name == name);
        let focal = focal.unwrap_or_else(|| panic!("no function {name} in {path}"));
        let prepared = self.prepare(repository, std::slice::from_ref(&focal)).await.remove(0);
        let prepared = prepared.unwrap_or_else(|error| panic!("{name}: {error}"));
        TaskWork {
            evaluation: EvaluationId::new(),
            task: TaskId::new(),
            task_key: "rust.docker.test".parse().unwrap(),
            language: Language::Rust,
            image: self.digest.clone(),
            repository: self.repository(repository).clone(),
            focal: focal.0,
            file_text: focal.1,
            executable_lines: prepared.executable,
            mutants: prepared.mutants,
            limits: Limits { memory_bytes: 1 << 30, mutants: 0, ..Limits::default() },
            slots: Vec::new(),
        }
    }

    /// Runs the adapter's preparation.
    pub(crate) async fn prepare(
        &self,
        repository: &str,
        focals: &[(FocalFunction, String)],
    ) -> Vec<Result<PreparedTask, String>> {
        let spec = self.repository(repository);
        let mut reports = Vec::new();
        let runtime: Arc<dyn ContainerRuntime> = runtime();
        for request in RustAdapter.plan_preparation(spec, focals) {
            let session = SessionSpec {
                image: self.digest.clone(),
                limits: Limits::default(),
                worker: "rust-docker-tests".to_owned(),
                cores: None,
                purpose: "preparation".to_owned(),
            };
            let mut session = runtime.start(&session).await.unwrap_or_else(|error| panic!("{error}"));
            let start = Instant::now();
            reports.extend(session.run(&request).await.unwrap_or_else(|error| panic!("{error}")));
            println!("{repository}: {} functions prepared in {:.1} s", focals.len(), start.elapsed().as_secs_f64());
            session.close().await.unwrap();
        }
        for report in &reports {
            println!("{}", report.log);
        }
        RustAdapter.read_preparation(spec, focals, &reports)
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
    let mut sessions = Sessions::new(runtime(), "rust-docker-tests");
    let results = run_task(work, &RustAdapter, &mut sessions).await.unwrap_or_else(|fault| panic!("{fault}"));
    sessions.close().await;
    for result in &results {
        println!("{}: {} ({} ms)", result.attempt.0, result.reason, result.millis);
    }
    results
}

/// Runs one suite.
pub(crate) async fn run_one(work: TaskWork, suite: &str) -> SlotResult {
    run(&with_suites(work, &[suite])).await.remove(0)
}

/// `recognize_float_parts` of nom, the function of evaluator-lab.md §4.
pub(crate) async fn float_parts() -> TaskWork {
    static TASK: OnceCell<TaskWork> = OnceCell::const_new();
    TASK.get_or_init(async || image().await.task("nom", "src/number/complete.rs", "recognize_float_parts").await)
        .await
        .clone()
}

/// For messages of assertions.
pub(crate) fn describe(result: &SlotResult) -> String {
    format!("{}: {}\n{}", result.outcome, result.reason, result.evidence.log)
}

/// How the pipeline's note of a batch begins.
const TOGETHER: &str = "Suites of this submission built together";

/// What has to be the same: all but times, the log and that note.
pub(crate) fn comparable(mut result: SlotResult) -> SlotResult {
    result.millis = 0;
    let evidence = &mut result.evidence;
    evidence.log = String::new();
    evidence.usage = Usage::default();
    evidence.placement_notes.retain(|note| !note.contains(TOGETHER));
    for check in &mut evidence.checks {
        check.millis = 0;
        if let Some(at) = check.detail.find(TOGETHER) {
            check.detail = check.detail[..at].trim_end().to_owned();
        }
    }
    evidence.tests.iter_mut().for_each(|test| test.millis = 0);
    evidence.mutation.iter_mut().flat_map(|run| &mut run.results).for_each(|mutant| mutant.millis = 0);
    result
}

pub(crate) fn was_together(result: &SlotResult) -> bool {
    result.evidence.placement_notes.iter().any(|note| note.contains(TOGETHER))
}

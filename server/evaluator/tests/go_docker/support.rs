//! Tasks made from the files of the image, and what their suites end as.

use std::sync::Arc;

use domain::{
    Attempt, EvaluationId, ExecutableLines, Extraction, FocalFunction, ImageDigest, Language, Limits, RepositorySpec,
    SlotResult, SlotWork, TaskId, TaskWork,
};
use evaluator::adapter::Adapter as _;
use evaluator::go::GoAdapter;
use evaluator::pipeline::run_task;
use evaluator::session::Sessions;
use sandbox::{ContainerRuntime, DockerConfig, DockerRuntime, Session, SessionSpec, TreeFile};
use tokio::sync::OnceCell;

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
            let name = std::env::var("ASSAY_GO_IMAGE").unwrap_or_else(|_| "assay-runner-go:latest".into());
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

    /// Every Go file of a repository, by path below its root.
    pub(crate) fn sources(&self, name: &str) -> Vec<(String, String)> {
        let prefix = format!("{name}/");
        self.files
            .iter()
            .filter_map(|f| Some((f.path.strip_prefix(&prefix)?, &f.bytes)))
            .filter(|(path, _)| std::path::Path::new(path).extension().is_some_and(|e| e == "go"))
            .map(|(path, bytes)| (path.to_owned(), String::from_utf8(bytes.clone()).unwrap()))
            .collect()
    }

    /// A task without slots for a function, by repository, file and qualified name.
    pub(crate) fn task(&self, repository: &str, path: &str, name: &str) -> TaskWork {
        let (_, text) = self.sources(repository).into_iter().find(|(p, _)| p == path).unwrap();
        let focal = syntax::focal_functions(Language::Go, &text, path)
            .into_iter()
            .map(|found| found.focal)
            .find(|focal| focal.qualified_name == name)
            .unwrap_or_else(|| panic!("no function {name} in {path}"));
        let probe = syntax::GoProbe { counters: "hits", control: "control" };
        let executable = syntax::instrument_go(&text, &focal, &probe).unwrap().executable_lines();
        TaskWork {
            evaluation: EvaluationId::new(),
            task: TaskId::new(),
            task_key: format!("go.{repository}.{name}").parse().unwrap(),
            language: Language::Go,
            image: self.digest.clone(),
            repository: self.repository(repository).clone(),
            focal,
            file_text: text,
            executable_lines: ExecutableLines(executable),
            mutants: domain::TaskMutants::default(),
            limits: Limits { memory_bytes: 1 << 30, ..Limits::default() },
            slots: Vec::new(),
        }
    }
}

/// A session for a task.
pub(crate) async fn start(work: &TaskWork) -> Box<dyn Session> {
    let spec = SessionSpec {
        image: work.image.clone(),
        limits: work.limits.clone(),
        purpose: "one run".into(),
        worker: "go-docker-tests".into(),
        cores: None,
    };
    runtime().start(&spec).await.unwrap()
}

/// The task with what the preparation of its function finds out, mutants included.
pub(crate) async fn prepared(mut work: TaskWork) -> TaskWork {
    let focals = [(work.focal.clone(), work.file_text.clone())];
    let mut session = start(&work).await;
    let mut steps = Vec::new();
    for request in GoAdapter.plan_preparation(&work.repository, &focals) {
        steps.extend(session.run(&request).await.unwrap());
    }
    session.close().await.unwrap();
    let task = GoAdapter.read_preparation(&work.repository, &focals, &steps).remove(0).unwrap();
    work.executable_lines = task.executable;
    work.mutants = task.mutants;
    work
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
    let mut sessions = Sessions::new(runtime(), "go-docker-tests");
    let results = run_task(work, &GoAdapter, &mut sessions).await.unwrap_or_else(|fault| panic!("{fault}"));
    sessions.close().await;
    results
}

/// Runs one suite.
pub(crate) async fn run_one(work: TaskWork, suite: &str) -> SlotResult {
    run(&with_suites(work, &[suite])).await.remove(0)
}

/// `stripFlags` of cobra 1.8.1, lines 645 to 681 of command.go: the function of evaluator-lab.md §2.5.
pub(crate) async fn strip_flags() -> TaskWork {
    image().await.task("cobra", "command.go", "stripFlags")
}

/// A suite in package cobra with these imports and declarations.
pub(crate) fn suite(imports: &[&str], body: &str) -> String {
    let imports = imports.join("\"\n\t\"");
    format!("package cobra\n\nimport (\n\t\"{imports}\"\n)\n\n{body}")
}

/// A test that passes and calls the focal function, to stand beside something else.
pub(crate) const GOOD: &str = "func TestGood(t *testing.T) {\n\
    \tif got := stripFlags([]string{\"a\"}, &Command{}); len(got) != 1 {\n\t\tt.Fatal(got)\n\t}\n}\n";

/// For messages of assertions.
pub(crate) fn describe(result: &SlotResult) -> String {
    format!("{}: {}\n{}", result.outcome, result.reason, result.evidence.log)
}

pub(crate) type Focals = Vec<(FocalFunction, String)>;

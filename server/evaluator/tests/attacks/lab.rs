//! Runs fixtures of one language in its image, and looks for what they leave behind.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use catalog::{MANIFEST_FILE, SourceFile};
use domain::{
    Attempt, EvaluationId, Extraction, FocalFunction, ImageDigest, Language, Limits, RepositorySpec, SlotResult,
    SlotWork, TaskId, TaskMutants, TaskWork,
};
use evaluator::adapter::{Adapter, PreparedTask};
use evaluator::pipeline::run_task;
use evaluator::session::Sessions;
use sandbox::protocol::{RunRequest, Step};
use sandbox::{ContainerRuntime, DockerConfig, DockerRuntime, SessionSpec};
use scoring::failure::Symbols;

use crate::fixture::{Fixture, Task};
use crate::row::{Got, Row};

/// Prints every process of the suites' user and every file below the writable folders, but for what is its own.
const LEFTOVERS: &str = r#"
for status in /proc/[0-9]*/status; do
  pid=${status#/proc/}; pid=${pid%/status}
  case $pid in 1|$$) continue;; esac
  name= user=
  while read -r key value rest; do
    case $key in Name:) name=$value;; Uid:) user=$value;; esac
  done 2>/dev/null < "$status"
  [ "$user" != 10001 ] || echo "process $name"
done
for file in /work/* /work/.[!.]* /work/s/* /work/s/.[!.]* /tmp/* /tmp/.[!.]* /dev/shm/* /dev/shm/.[!.]* ./* ./.[!.]*; do
  case $file in /work/s|/work/s/leftovers) continue;; esac
  [ ! -e "$file" ] && [ ! -L "$file" ] || [ ! -O "$file" ] || echo "file $file"
done
"#;

/// One language: its image, its task, and the session in which all its fixtures run.
pub(crate) struct Lab {
    language: Language,
    runtime: Arc<dyn ContainerRuntime>,
    adapter: Box<dyn Adapter>,
    sessions: Sessions,
    worker: String,
    template: TaskWork,
    /// Names that the repository's sources define.
    pub(crate) symbols: Symbols,
}

/// Labs so far: tests may run at the same time, and each must see its own containers only.
static LABS: AtomicU32 = AtomicU32::new(0);

impl Lab {
    /// Reads the image, prepares the task and starts with an empty session.
    pub(crate) async fn open(task: &Task, language: Language) -> Self {
        let config = DockerConfig { host: None, runtime: Some(crate::fixture::runtime()) };
        let runtime: Arc<dyn ContainerRuntime> = Arc::new(DockerRuntime::new(config));
        runtime.ping().await.unwrap_or_else(|error| panic!("{error}"));
        let name = format!("assay-runner-{language}:latest");
        let image = runtime.resolve(&name).await.unwrap_or_else(|error| panic!("{error}"));
        let adapter = evaluator::adapters().into_iter().find(|adapter| adapter.language() == language);
        let adapter = adapter.unwrap_or_else(|| panic!("there is no adapter for {language}"));
        let worker = format!("attacks-{language}-{}-{}", std::process::id(), LABS.fetch_add(1, Ordering::Relaxed));
        let (repository, focal, file_text, symbols) = find(runtime.as_ref(), &image, task, language).await;
        let focals = [(focal, file_text)];
        let prepared = prepare(runtime.as_ref(), adapter.as_ref(), &image, &worker, &repository, &focals).await;
        let [(focal, file_text)] = focals;
        let template = TaskWork {
            evaluation: EvaluationId::new(),
            task: TaskId::new(),
            task_key: catalog::task_key(&repository, &focal),
            language,
            image,
            repository,
            focal,
            file_text,
            executable_lines: prepared.executable,
            mutants: prepared.mutants,
            limits: Limits::default(),
            slots: Vec::new(),
        };
        let sessions = Sessions::new(Arc::clone(&runtime), worker.clone());
        Self { language, runtime, adapter, sessions, worker, template, symbols }
    }

    /// Runs a fixture, then the honest suite within the same limits, then looks for what is left.
    pub(crate) async fn run(&mut self, fixture: &Fixture, honest: &Fixture) -> Row {
        let got = self.one(fixture, &fixture.limits).await;
        let after = self.one(honest, &fixture.limits).await;
        Row {
            language: self.language,
            fixture: fixture.name.clone(),
            expected: fixture.expected.clone(),
            got,
            after,
            left: self.leftovers(&fixture.limits, "").await,
        }
    }

    async fn one(&mut self, fixture: &Fixture, limits: &Limits) -> Got {
        self.result(&fixture.suite, limits).await.into()
    }

    /// What a suite ends as within these limits, or what fault of ours was met.
    pub(crate) async fn result(&mut self, suite: &str, limits: &Limits) -> Result<Box<SlotResult>, String> {
        let mut work = self.template.clone();
        work.task = TaskId::new();
        work.limits = limits.clone();
        if limits.mutants == 0 {
            work.mutants = TaskMutants::default();
        }
        work.slots = vec![SlotWork {
            attempt: Attempt(0),
            suite: suite.to_owned(),
            sha256: "0".repeat(64).parse().unwrap(),
            extraction: Extraction::Fenced,
        }];
        run_task(&work, self.adapter.as_ref(), &mut self.sessions)
            .await
            .map(|results| results.into_iter().next().expect("one slot, one result"))
            .map_err(|fault| fault.to_string())
            .map(Box::<SlotResult>::new)
    }

    /// What is alive or written in the session, as a step of it sees that does something else `before`.
    pub(crate) async fn leftovers(&mut self, limits: &Limits, before: &str) -> Vec<String> {
        let step = Step {
            name: "leftovers".to_owned(),
            argv: vec!["/bin/sh".to_owned(), "-c".to_owned(), format!("{before}{LEFTOVERS}")],
            env: BTreeMap::from([("PATH".to_owned(), "/usr/bin:/bin".to_owned())]),
            cwd: "{dir}".to_owned(),
            stdin: String::new(),
            wall_ms: 20_000,
            cpu_seconds: 20,
            output_bytes: 1 << 20,
            log_bytes: 1 << 16,
            report_bytes: 1 << 10,
            required: true,
            reset: false,
            server: None,
        };
        let request = RunRequest { id: "leftovers".to_owned(), steps: vec![step], ..RunRequest::default() };
        let work = TaskWork { limits: limits.clone(), ..self.template.clone() };
        match self.sessions.run(&work, &request).await {
            Ok(steps) => steps[0].log.lines().map(str::to_owned).collect(),
            Err(error) => vec![format!("the session is of no use any more: {error}")],
        }
    }

    /// Closes the session; no container of it may be left.
    pub(crate) async fn close(mut self) {
        self.sessions.close().await;
        assert_eq!(self.runtime.remove_orphans(&self.worker).await.unwrap(), 0, "containers were left behind");
    }
}

/// The repository, the focal function, the text of its file and the names that all files define.
async fn find(
    runtime: &dyn ContainerRuntime,
    image: &ImageDigest,
    task: &Task,
    language: Language,
) -> (RepositorySpec, FocalFunction, String, Symbols) {
    let manifest = runtime.read_tree(image, MANIFEST_FILE, 1 << 20).await.unwrap();
    let repositories = catalog::read_manifest(&manifest[0].bytes).unwrap();
    let repository = repositories
        .into_iter()
        .find(|repository| repository.name.as_str() == task.repository && repository.language == language)
        .unwrap_or_else(|| panic!("the image has no {language} repository {}", task.repository));
    let files = runtime.read_tree(image, &repository.root, 64 << 20).await.unwrap();
    let files: Vec<_> = files.into_iter().map(|file| SourceFile { path: file.path, bytes: file.bytes }).collect();
    let mut symbols = Symbols::default();
    for file in &files {
        symbols.add_source(language, &String::from_utf8_lossy(&file.bytes));
    }
    let mut extracted = catalog::extract(&repository, &files);
    let is_wanted = |focal: &FocalFunction| {
        focal.qualified_name == task.function && task.path.as_ref().is_none_or(|path| *path == focal.path)
    };
    let names: Vec<_> = extracted.candidates.iter().map(|c| c.focal.qualified_name.clone()).collect();
    let found: Vec<_> =
        extracted.candidates.into_iter().map(|candidate| candidate.focal).filter(|focal| is_wanted(focal)).collect();
    let [focal] = found.as_slice() else { panic!("{} times {} in {names:?}", found.len(), task.function) };
    let text = extracted.files.remove(&focal.path).expect("the file of a candidate");
    (repository, focal.clone(), text, symbols)
}

async fn prepare(
    runtime: &dyn ContainerRuntime,
    adapter: &dyn Adapter,
    image: &ImageDigest,
    worker: &str,
    repository: &RepositorySpec,
    focals: &[(FocalFunction, String)],
) -> PreparedTask {
    let spec = SessionSpec {
        image: image.clone(),
        limits: Limits::default(),
        purpose: format!("attacks/{}", repository.name),
        worker: worker.to_owned(),
        cores: None,
    };
    let mut steps = Vec::new();
    let mut session = runtime.start(&spec).await.unwrap_or_else(|error| panic!("{error}"));
    for request in adapter.plan_preparation(repository, focals) {
        steps.extend(session.run(&request).await.unwrap_or_else(|error| panic!("the preparation: {error}")));
    }
    session.close().await.unwrap();
    adapter.read_preparation(repository, focals, &steps).remove(0).unwrap_or_else(|why| panic!("no task: {why}"))
}

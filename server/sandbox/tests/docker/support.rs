//! A tiny image with the real supervisor, and sessions in it. Nothing here skips: without an engine, without
//! `debian:trixie-slim`, or without a supervisor that builds, the tests fail and say so.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use bollard::Docker;
use bollard::query_parameters::{BuildImageOptions, ListContainersOptions};
use domain::{ImageDigest, Limits};
use futures::StreamExt;
use sandbox::protocol::{InputFile, RunRequest, Step, StepReport};
use sandbox::{ContainerRuntime, DockerConfig, DockerRuntime, LABEL_WORKER, SandboxError, Session, SessionSpec};
use tokio::sync::OnceCell;

pub(crate) const BASE: &str = "debian:trixie-slim";

/// The statically linked supervisor, built like the one that ships; `ASSAY_SUPERVISOR` names one that is built already.
fn supervisor() -> PathBuf {
    if let Some(path) = std::env::var_os("ASSAY_SUPERVISOR") {
        return path.into();
    }
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let target = root.join(std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()));
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let built = Command::new(cargo)
        .current_dir(&root)
        .args(["rustc", "--release", "-p", "supervisor", "--bin", "assay-supervisor", "--target-dir"])
        .arg(&target)
        .args(["--", "-C", "target-feature=+crt-static"])
        .status()
        .expect("cargo can be started");
    assert!(built.success(), "the supervisor does not build");
    target.join("release/assay-supervisor")
}

/// A client of our own, to look at what the runtime did.
pub(crate) async fn engine() -> Docker {
    let address = DockerRuntime::new(DockerConfig::default()).address().to_owned();
    let client = Docker::connect_with_host(&address).unwrap_or_else(|e| panic!("no engine at {address}: {e}"));
    client.negotiate_version().await.unwrap_or_else(|e| panic!("the engine at {address} does not answer: {e}"))
}

/// Builds an image from a Dockerfile and files; gives its id. Without a network.
pub(crate) async fn build(tag: &str, dockerfile: &str, files: &[(&str, &[u8], u32)]) -> ImageDigest {
    let mut context = tar::Builder::new(Vec::new());
    let all = files.iter().copied().chain([("Dockerfile", dockerfile.as_bytes(), 0o644)]);
    for (path, bytes, mode) in all {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(mode);
        context.append_data(&mut header, path, bytes).unwrap();
    }
    let context = context.into_inner().unwrap();
    let options = BuildImageOptions {
        dockerfile: "Dockerfile".into(),
        t: Some(tag.into()),
        networkmode: Some("none".into()),
        rm: true,
        forcerm: true,
        ..BuildImageOptions::default()
    };
    let body = bollard::body_full(context.into());
    let docker = engine().await;
    let mut log = Box::pin(docker.build_image(options, None, Some(body)));
    while let Some(line) = log.next().await {
        let line = line.unwrap_or_else(|e| panic!("building {tag} from {BASE} failed: {e}"));
        assert!(line.error_detail.is_none(), "building {tag} from {BASE} failed: {:?}", line.error_detail);
    }
    DockerRuntime::new(DockerConfig::default()).resolve(tag).await.unwrap()
}

/// The image of most tests; built once.
pub(crate) async fn image() -> ImageDigest {
    static IMAGE: OnceCell<ImageDigest> = OnceCell::const_new();
    let make = async || {
        let binary = std::fs::read(supervisor()).expect("the supervisor was built");
        let dockerfile = format!(
            "FROM {BASE}\nCOPY supervisor /assay/supervisor\nCOPY sample /repo/sample\n\
             COPY fork_server.pl /assay/test/fork_server.pl\n\
             RUN ln -s /etc/passwd /repo/sample/link && ln /repo/sample/b.txt /repo/sample/same.txt \
             && ln -s sample /repo/pointer && chmod 777 /opt && mkdir -m 755 /work\n\
             ENV SECRET_OF_THE_IMAGE=1\nHEALTHCHECK CMD true\nCMD [\"unused\"]\n"
        );
        let files: &[(&str, &[u8], u32)] = &[
            ("supervisor", &binary, 0o755),
            ("fork_server.pl", include_bytes!("../../../supervisor/tests/fork_server.pl"), 0o644),
            ("sample/b.txt", b"bee\n", 0o644),
            ("sample/deep/er/a.txt", "\u{e4}\n".as_bytes(), 0o600),
        ];
        build("assay-test-sandbox", &dockerfile, files).await
    };
    IMAGE.get_or_init(make).await.clone()
}

/// A worker of its own for one test; whatever it leaves is removed at the end, also when the test fails.
pub(crate) struct Worker {
    pub(crate) runtime: DockerRuntime,
    pub(crate) name: String,
}

impl Worker {
    pub(crate) fn new(test: &str) -> Self {
        let name = format!("assay-test-{}-{test}", std::process::id());
        Self { runtime: DockerRuntime::new(DockerConfig::default()), name }
    }

    pub(crate) fn spec(&self, image: ImageDigest, limits: Limits) -> SessionSpec {
        SessionSpec { image, limits, purpose: "test/contract".into(), worker: self.name.clone(), cores: None }
    }

    pub(crate) async fn session_with(&self, limits: Limits) -> Box<dyn Session> {
        self.runtime.start(&self.spec(image().await, limits)).await.unwrap()
    }

    pub(crate) async fn session(&self) -> Box<dyn Session> {
        self.session_with(small()).await
    }

    /// Ids of the containers that this worker has now, running or not.
    pub(crate) async fn containers(&self) -> Vec<String> {
        let label = format!("{LABEL_WORKER}={}", self.name);
        let options = ListContainersOptions {
            all: true,
            filters: Some([("label".to_owned(), vec![label])].into()),
            ..ListContainersOptions::default()
        };
        let found = engine().await.list_containers(Some(options)).await.unwrap();
        found.into_iter().filter_map(|container| container.id).collect()
    }

    /// Waits until there is no container left.
    pub(crate) async fn gone(&self) {
        for _ in 0..150 {
            if self.containers().await.is_empty() {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        }
        panic!("containers of {} are still there", self.name);
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let name = self.name.clone();
        let cleaning = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async { DockerRuntime::new(DockerConfig::default()).remove_orphans(&name).await })
        });
        let _ = cleaning.join();
    }
}

/// Whether sessions run under gVisor. It has a kernel of its own, in which some things look different, and the host's
/// limits end it as a whole.
pub(crate) fn gvisor() -> bool {
    std::env::var("ASSAY_RUNTIME").is_ok_and(|name| name.starts_with("runsc"))
}

/// Whether a tool says that it was not allowed to change another process, or, under gVisor, that nobody can.
pub(crate) fn refused(log: &str) -> bool {
    log.contains("not permitted") || gvisor() && log.contains("Invalid argument")
}

/// Under gVisor: a suite that wants too much of the host ends its container, and the next one works.
pub(crate) async fn ends_its_container(worker: &Worker, step: Step, for_memory: bool) {
    let mut session = worker.session().await;
    let error = session.run(&request(&[], vec![step])).await.unwrap_err();
    match error {
        SandboxError::SessionDied { out_of_memory, .. } => assert_eq!(out_of_memory, for_memory, "{error}"),
        other => panic!("{other}"),
    }
    let mut next = worker.session().await;
    assert_eq!(run(&mut next, "echo fine").await.log, "fine\n");
    next.close().await.unwrap();
}

/// Limits that keep a hostile test small.
pub(crate) fn small() -> Limits {
    Limits {
        memory_bytes: 256 << 20,
        work_bytes: 32 << 20,
        processes: 64,
        open_files: 256,
        file_bytes: 16 << 20,
        ..Limits::default()
    }
}

/// A step that runs a shell script in the run's folder.
pub(crate) fn step(name: &str, script: &str) -> Step {
    Step {
        name: name.into(),
        argv: ["/bin/sh", "-c", script].map(String::from).to_vec(),
        env: BTreeMap::from([("PATH".into(), "/usr/bin:/bin:/usr/sbin:/sbin".into())]),
        cwd: "{dir}".into(),
        stdin: String::new(),
        wall_ms: 30_000,
        cpu_seconds: 20,
        output_bytes: 1 << 20,
        log_bytes: 16 << 10,
        report_bytes: 16 << 10,
        required: false,
        reset: false,
        server: None,
    }
}

pub(crate) fn request(files: &[(&str, &str)], steps: Vec<Step>) -> RunRequest {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let files = files.iter().map(|(path, text)| InputFile { path: (*path).into(), text: (*text).into() }).collect();
    RunRequest { id: format!("run-{}", COUNT.fetch_add(1, Ordering::Relaxed)), files, steps, ..RunRequest::default() }
}

/// Runs one step alone.
pub(crate) async fn run_step(session: &mut Box<dyn Session>, step: Step) -> StepReport {
    let mut reports = session.run(&request(&[], vec![step])).await.unwrap();
    assert_eq!(reports.len(), 1);
    reports.remove(0)
}

/// Runs one script alone.
pub(crate) async fn run(session: &mut Box<dyn Session>, script: &str) -> StepReport {
    run_step(session, step("step", script)).await
}

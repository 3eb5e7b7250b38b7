//! A task, an adapter, an engine and a queue for tests of the pipeline and the worker.

mod together;

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use domain::{
    Attempt, EvaluationId, ExecutableLines, Extraction, FocalFunction, HostFault, ImageDigest, JobId, Language, Limits,
    Provenance, RepositoryDomain, RepositorySpec, SlotResult, SlotWork, TaskId, TaskMutants, TaskWork, TestCaseRecord,
    TestCaseStatus,
};
use sandbox::protocol::{ContinueRequest, Exit, RunRequest, Step, StepReport};
use sandbox::{ContainerRuntime, EngineInfo, SandboxError, Session, SessionSpec, TreeFile};

use crate::adapter::{
    Adapter, Build, MUTANT_STEP, MutantRuns, MutationOrder, MutationPlan, Observation, PlacementError, Plan,
    PreparedTask, TestRun,
};
use crate::queue::{Claimed, Lease, QueueError, WorkQueue};

pub(crate) use together::Together;

pub(crate) fn work() -> TaskWork {
    TaskWork {
        evaluation: EvaluationId::new(),
        task: TaskId::new(),
        task_key: "go.cobra.f".parse().unwrap(),
        language: Language::Go,
        image: format!("sha256:{}", "0".repeat(64)).parse().unwrap(),
        repository: RepositorySpec {
            name: "cobra".parse().unwrap(),
            language: Language::Go,
            version: "1".into(),
            domain: RepositoryDomain::DeveloperTool,
            root: "/repo/cobra".into(),
            source_roots: vec![".".into()],
            exclude: vec![],
            homepage: String::new(),
            license: "MIT".into(),
            settings: BTreeMap::new(),
            limits: domain::RepositoryLimits::default(),
        },
        focal: FocalFunction {
            name: "f".into(),
            qualified_name: "Command.f".into(),
            path: "command.go".into(),
            start_line: 10,
            end_line: 14,
            source: String::new(),
            signature: String::new(),
            class_name: "Command".into(),
            package: "cobra".into(),
        },
        file_text: String::new(),
        executable_lines: ExecutableLines(vec![11, 12, 13]),
        mutants: TaskMutants::default(),
        limits: Limits::default(),
        slots: vec![],
    }
}

pub(crate) fn slot() -> SlotWork {
    SlotWork {
        attempt: Attempt(0),
        suite: "suite".into(),
        sha256: "0".repeat(64).parse().unwrap(),
        extraction: Extraction::Fenced,
    }
}

pub(crate) fn step(name: &str, exit: Exit) -> StepReport {
    StepReport {
        name: name.into(),
        exit,
        stopped: None,
        out_of_memory: false,
        log: format!("{name} says\n"),
        printed_bytes: 10,
        report: String::new(),
        wall_ms: 7,
        cpu_ms: 5,
        max_rss_bytes: 1,
        server_failed: None,
    }
}

fn planned_step() -> Step {
    Step {
        name: String::new(),
        argv: vec![],
        env: BTreeMap::new(),
        cwd: String::new(),
        stdin: String::new(),
        wall_ms: 1,
        cpu_seconds: 1,
        output_bytes: 1,
        log_bytes: 1,
        report_bytes: 1,
        required: false,
        reset: true,
        server: None,
    }
}

/// An adapter whose reports are words: test names with `=passed`, `=failed`, … and the line number `12`, `end` or
/// `endless`.
/// A suite that begins with `!` cannot be placed; one that holds `panic` makes the adapter itself panic;
/// one that holds `slow` can be run another way.
pub(crate) struct WordAdapter;

impl WordAdapter {
    fn run(report: &str) -> TestRun {
        let mut run = TestRun { tests: vec![], announced: None, ended: false, covered: vec![], forged: false };
        for word in report.split_whitespace() {
            if let Some((name, status)) = word.split_once('=') {
                let status: TestCaseStatus = status.parse().unwrap();
                run.tests.push(TestCaseRecord { name: name.into(), status, message: String::new(), millis: 0 });
            } else if word == "end" {
                run.ended = true;
                run.announced = Some(run.tests.len() as u32);
            } else if word != "endless" {
                run.covered.push(word.parse().unwrap());
            }
        }
        run
    }
}

impl Adapter for WordAdapter {
    fn language(&self) -> Language {
        Language::Go
    }

    fn plan(&self, _: &TaskWork, slot: &SlotWork, nonce: &str) -> Result<Plan, PlacementError> {
        assert!(!slot.suite.contains("panic"), "the suite made the adapter panic");
        if slot.suite.starts_with('!') {
            return Err(PlacementError("it begins with `!`".into()));
        }
        let request = RunRequest { id: nonce.to_owned(), ..RunRequest::default() };
        Ok(Plan { request, invokes: true, static_tests: vec!["TestA".into()], notes: vec![], signals: vec![] })
    }

    fn plan_again(&self, _: &TaskWork, slot: &SlotWork, plan: &Plan, nonce: &str) -> Option<Plan> {
        let request = RunRequest { id: nonce.to_owned(), ..RunRequest::default() };
        slot.suite.contains("slow").then(|| Plan { request, notes: vec!["Again.".into()], ..plan.clone() })
    }

    fn read(&self, _: &TaskWork, _: &Plan, _: &str, steps: &[StepReport]) -> Observation {
        let find = |name| steps.iter().find(|s| s.name == name);
        let build = match find("compile") {
            Some(s) if s.report == "ours" => Build::Fault("missing archive".into()),
            Some(s) if s.stopped.is_some() => Build::Unknown,
            Some(s) if s.exit == Exit::Code(0) => Build::Ok,
            _ => Build::Failed("undefined: x".into()),
        };
        let read = |name| find(name).map(|s| Self::run(&s.report));
        Observation { build, baseline: read("baseline"), control: read("control"), reference: None }
    }

    fn plan_mutants(&self, _: &TaskWork, _: &SlotWork, _: &Plan, _: &str, order: MutationOrder<'_>) -> MutationPlan {
        let steps = order.mutants.iter().map(|mutant| Step {
            name: format!("{MUTANT_STEP}{}", mutant.number),
            wall_ms: order.wall_ms,
            ..planned_step()
        });
        MutationPlan { files: vec![], steps: steps.collect() }
    }

    fn read_mutants(&self, _: &TaskWork, _: &Plan, _: &str, steps: &[StepReport]) -> MutantRuns {
        let endless = steps.iter().filter(|step| step.report.contains("endless"));
        MutantRuns {
            endless: endless.filter_map(|step| crate::adapter::mutant_number(&step.name)).collect(),
            ..MutantRuns::of(Build::Ok, steps, |step| Self::run(&step.report))
        }
    }

    fn plan_preparation(&self, _: &RepositorySpec, _: &[(FocalFunction, String)]) -> Vec<RunRequest> {
        Vec::new()
    }

    fn read_preparation(
        &self,
        _: &RepositorySpec,
        _: &[(FocalFunction, String)],
        _: &[StepReport],
    ) -> Vec<Result<PreparedTask, String>> {
        vec![]
    }
}

/// What the next run in any session does.
pub(crate) enum Reply {
    Steps(Vec<StepReport>),
    Error(SandboxError),
    /// Never answers.
    Hang,
}

/// An engine that does as told, and remembers what was asked of it.
#[derive(Default)]
pub(crate) struct Engine {
    pub(crate) replies: Mutex<VecDeque<Reply>>,
    /// Errors of the next pings.
    pub(crate) pings: Mutex<VecDeque<SandboxError>>,
    /// How many more starts succeed; `None`: all.
    pub(crate) starts_left: Mutex<Option<usize>>,
    /// `start PURPOSE`, with ` on CORES` where it is confined to some; `run`, `drop`, `orphans`.
    pub(crate) seen: Arc<Mutex<Vec<String>>>,
}

impl Engine {
    pub(crate) fn replying(replies: impl IntoIterator<Item = Reply>) -> Arc<Self> {
        Arc::new(Self { replies: Mutex::new(replies.into_iter().collect()), ..Self::default() })
    }

    pub(crate) fn count(&self, what: &str) -> usize {
        self.seen.lock().unwrap().iter().filter(|s| s.starts_with(what)).count()
    }
}

/// Gives sessions access to the engine that made them.
pub(crate) struct Shared(pub(crate) Arc<Engine>);

struct FakeSession(Arc<Engine>);

impl Drop for FakeSession {
    fn drop(&mut self) {
        self.0.seen.lock().unwrap().push("drop".into());
    }
}

#[async_trait]
impl ContainerRuntime for Shared {
    async fn ping(&self) -> Result<EngineInfo, SandboxError> {
        match self.0.pings.lock().unwrap().pop_front() {
            Some(error) => Err(error),
            None => Ok(EngineInfo { version: "0".into(), runtime: "runc".into(), cores: 2 }),
        }
    }
    async fn resolve(&self, image: &str) -> Result<ImageDigest, SandboxError> {
        Err(SandboxError::ImageMissing(image.into()))
    }
    async fn read_tree(&self, _: &ImageDigest, path: &str, _: u64) -> Result<Vec<TreeFile>, SandboxError> {
        Err(SandboxError::Tree { path: path.into(), cause: "not here".into() })
    }
    async fn start(&self, spec: &SessionSpec) -> Result<Box<dyn Session>, SandboxError> {
        self.0.seen.lock().unwrap().push(format!(
            "start {}{}",
            spec.purpose,
            spec.cores.map(|cores| format!(" on {cores}")).unwrap_or_default()
        ));
        match self.0.starts_left.lock().unwrap().as_mut() {
            Some(0) => return Err(SandboxError::ImageMissing(spec.image.to_string())),
            Some(left) => *left -= 1,
            None => {}
        }
        Ok(Box::new(FakeSession(Arc::clone(&self.0))))
    }
    async fn remove_orphans(&self, _: &str) -> Result<u64, SandboxError> {
        self.0.seen.lock().unwrap().push("orphans".into());
        Ok(0)
    }
}

impl FakeSession {
    async fn next(&self, what: &str) -> Result<Vec<StepReport>, SandboxError> {
        self.0.seen.lock().unwrap().push(what.into());
        let reply = self.0.replies.lock().unwrap().pop_front();
        match reply.expect("the test expected no further run") {
            Reply::Steps(steps) => Ok(steps),
            Reply::Error(error) => Err(error),
            Reply::Hang => std::future::pending().await,
        }
    }
}

#[async_trait]
impl Session for FakeSession {
    async fn run(&mut self, _: &RunRequest) -> Result<Vec<StepReport>, SandboxError> {
        self.next("run").await
    }
    async fn go_on(&mut self, request: &ContinueRequest) -> Result<Vec<StepReport>, SandboxError> {
        let steps: Vec<_> = request.steps.iter().map(|s| format!("{}@{}", s.name, s.wall_ms)).collect();
        self.next(&format!("continue {}", steps.join(" "))).await
    }
    async fn close(self: Box<Self>) -> Result<(), SandboxError> {
        Ok(())
    }
}

/// The reports of a suite with one test that passes and whose control run fails.
pub(crate) fn passing() -> Reply {
    let reported = |name, code, report: &str| StepReport { report: report.into(), ..step(name, Exit::Code(code)) };
    Reply::Steps(vec![
        step("compile", Exit::Code(0)),
        reported("baseline", 0, "TestA=passed 11 12 end"),
        reported("control", 1, "TestA=failed end"),
    ])
}

/// What a queue was told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Told {
    Completed(JobId, Vec<SlotResult>, Provenance),
    Failed(JobId, HostFault),
}

/// A queue in memory, with a lease that can be taken away.
#[derive(Default)]
pub(crate) struct Queue {
    pub(crate) waiting: Mutex<VecDeque<TaskWork>>,
    pub(crate) told: Mutex<Vec<Told>>,
    pub(crate) claims: AtomicU32,
    pub(crate) heartbeats: AtomicU32,
    pub(crate) lease_lost: AtomicBool,
    /// How many of the next calls are not answered.
    pub(crate) down: AtomicU32,
}

impl Queue {
    pub(crate) fn with(work: impl IntoIterator<Item = TaskWork>) -> Arc<Self> {
        Arc::new(Self { waiting: Mutex::new(work.into_iter().collect()), ..Self::default() })
    }

    fn answer(&self, action: &'static str) -> Result<(), QueueError> {
        let down = self.down.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1));
        if down.is_ok() { Err(QueueError { action, cause: "closed".into() }) } else { Ok(()) }
    }
}

#[async_trait]
impl WorkQueue for Queue {
    async fn claim(&self, _: &str) -> Result<Option<Claimed>, QueueError> {
        self.answer("claiming")?;
        self.claims.fetch_add(1, Relaxed);
        Ok(self.waiting.lock().unwrap().pop_front().map(|work| {
            let lease = Lease { job: JobId::new(), token: "t".into(), attempt: 1 };
            Claimed { lease, work }
        }))
    }
    async fn claim_alike(&self, _: &str, claimed: &Claimed, most: usize) -> Result<Vec<Claimed>, QueueError> {
        self.answer("claiming more")?;
        let mut waiting = self.waiting.lock().unwrap();
        let (alike, rest): (VecDeque<_>, VecDeque<_>) =
            waiting.drain(..).partition(|work| work.evaluation == claimed.work.evaluation);
        *waiting = rest;
        Ok(alike
            .into_iter()
            .take(most)
            .map(|work| Claimed { lease: Lease { job: JobId::new(), token: "t".into(), attempt: 1 }, work })
            .collect())
    }
    async fn heartbeat(&self, _: &str, _: &Lease) -> Result<bool, QueueError> {
        self.answer("extending a lease")?;
        self.heartbeats.fetch_add(1, Relaxed);
        Ok(!self.lease_lost.load(Relaxed))
    }
    async fn complete(&self, lease: &Lease, results: &[SlotResult], from: &Provenance) -> Result<bool, QueueError> {
        self.answer("completing")?;
        self.told.lock().unwrap().push(Told::Completed(lease.job, results.to_vec(), from.clone()));
        Ok(true)
    }
    async fn fail(&self, lease: &Lease, fault: &HostFault) -> Result<(), QueueError> {
        self.answer("failing")?;
        self.told.lock().unwrap().push(Told::Failed(lease.job, fault.clone()));
        Ok(())
    }
    async fn idle(&self, _: &str) -> Result<(), QueueError> {
        self.answer("saying that a worker is idle")
    }
}

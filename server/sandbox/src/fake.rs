//! A container runtime without containers, for tests of whatever uses one.
//!
//! Everything is scripted beforehand and recorded: [`FakeRuntime`] can be cloned, and all clones are the same runtime.
//! A session behaves like a real one: after [`SandboxError::SessionDied`] or a closed session nothing runs in it.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use domain::ImageDigest;
use supervisor::protocol::{ContinueRequest, Exit, RunRequest, StepReport};

use crate::{ContainerRuntime, EngineInfo, SandboxError, Session, SessionSpec, TreeFile};

/// What a run answers.
pub type Answer = Result<Vec<StepReport>, SandboxError>;
type Script = Box<dyn FnMut(&RunRequest) -> Answer + Send>;

/// A scripted runtime.
#[derive(Clone, Default)]
pub struct FakeRuntime {
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    images: HashMap<String, ImageDigest>,
    trees: HashMap<(ImageDigest, String), Vec<TreeFile>>,
    answers: VecDeque<Answer>,
    otherwise: Option<Script>,
    next_errors: HashMap<Call, VecDeque<SandboxError>>,
    started: Vec<SessionSpec>,
    requests: Vec<RunRequest>,
    open: u64,
    orphans: u64,
}

/// A call that can be made to fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Call {
    Ping,
    Resolve,
    ReadTree,
    Start,
    Close,
    RemoveOrphans,
}

impl FakeRuntime {
    /// A runtime that has no image and answers every run with an engine error, until it is told otherwise.
    pub fn new() -> Self {
        Self::default()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds an image under a tag.
    #[must_use]
    pub fn with_image(self, tag: &str, digest: ImageDigest) -> Self {
        self.state().images.insert(tag.to_owned(), digest);
        self
    }

    /// Adds a file tree to an image.
    #[must_use]
    pub fn with_tree(self, image: ImageDigest, path: &str, files: Vec<TreeFile>) -> Self {
        self.state().trees.insert((image, path.to_owned()), files);
        self
    }

    /// Queues the answer of the next run that has none yet.
    pub fn answer(&self, answer: Answer) {
        self.state().answers.push_back(answer);
    }

    /// Answers all runs for which nothing is queued. It must not call this runtime.
    pub fn answer_with(&self, script: impl FnMut(&RunRequest) -> Answer + Send + 'static) {
        self.state().otherwise = Some(Box::new(script));
    }

    /// Makes the next such call fail; several are used up in order.
    pub fn fail_next(&self, call: Call, error: SandboxError) {
        self.state().next_errors.entry(call).or_default().push_back(error);
    }

    /// The number of containers that `remove_orphans` will find.
    pub fn leave_orphans(&self, count: u64) {
        self.state().orphans = count;
    }

    /// All runs that were asked for, in order.
    pub fn requests(&self) -> Vec<RunRequest> {
        self.state().requests.clone()
    }

    /// All sessions that were started, in order.
    pub fn started(&self) -> Vec<SessionSpec> {
        self.state().started.clone()
    }

    /// Sessions that are neither closed, dropped nor dead.
    pub fn open_sessions(&self) -> u64 {
        self.state().open
    }
}

impl State {
    fn check(&mut self, call: Call) -> Result<(), SandboxError> {
        self.next_errors.get_mut(&call).and_then(VecDeque::pop_front).map_or(Ok(()), Err)
    }

    fn has(&self, image: &ImageDigest) -> Result<(), SandboxError> {
        let known = self.images.values().any(|digest| digest == image);
        if known { Ok(()) } else { Err(SandboxError::ImageMissing(image.to_string())) }
    }
}

/// A step that did nothing and ended with this code, for scripts to change.
pub fn step(name: &str, code: i32) -> StepReport {
    StepReport {
        name: name.to_owned(),
        exit: Exit::Code(code),
        stopped: None,
        out_of_memory: false,
        log: String::new(),
        printed_bytes: 0,
        report: String::new(),
        wall_ms: 1,
        cpu_ms: 1,
        max_rss_bytes: 1 << 20,
        server_failed: None,
    }
}

#[async_trait]
impl ContainerRuntime for FakeRuntime {
    async fn ping(&self) -> Result<EngineInfo, SandboxError> {
        self.state().check(Call::Ping)?;
        Ok(EngineInfo { version: "fake".to_owned(), runtime: "fake".to_owned(), cores: 2 })
    }

    async fn resolve(&self, image: &str) -> Result<ImageDigest, SandboxError> {
        let mut state = self.state();
        state.check(Call::Resolve)?;
        let by_digest = state.images.values().find(|digest| digest.to_string() == image);
        let found = state.images.get(image).or(by_digest).cloned();
        found.ok_or_else(|| SandboxError::ImageMissing(image.to_owned()))
    }

    async fn read_tree(&self, image: &ImageDigest, path: &str, max_bytes: u64) -> Result<Vec<TreeFile>, SandboxError> {
        let mut state = self.state();
        state.check(Call::ReadTree)?;
        state.has(image)?;
        let fail = |cause: String| SandboxError::Tree { path: path.to_owned(), cause };
        let files = state.trees.get(&(image.clone(), path.to_owned())).cloned();
        let files = files.ok_or_else(|| fail("is not in the image".to_owned()))?;
        let size: u64 = files.iter().map(|file| file.bytes.len() as u64).sum();
        if size > max_bytes { Err(fail(format!("its files have more than {max_bytes} bytes"))) } else { Ok(files) }
    }

    async fn start(&self, spec: &SessionSpec) -> Result<Box<dyn Session>, SandboxError> {
        let mut state = self.state();
        state.check(Call::Start)?;
        state.has(&spec.image)?;
        state.started.push(spec.clone());
        state.open += 1;
        Ok(Box::new(FakeSession { runtime: self.clone(), alive: true }))
    }

    async fn remove_orphans(&self, _worker: &str) -> Result<u64, SandboxError> {
        let mut state = self.state();
        state.check(Call::RemoveOrphans)?;
        Ok(std::mem::take(&mut state.orphans))
    }
}

struct FakeSession {
    runtime: FakeRuntime,
    alive: bool,
}

impl FakeSession {
    fn end(&mut self) {
        if std::mem::take(&mut self.alive) {
            self.runtime.state().open -= 1;
        }
    }
}

impl Drop for FakeSession {
    fn drop(&mut self) {
        self.end();
    }
}

#[async_trait]
impl Session for FakeSession {
    async fn run(&mut self, request: &RunRequest) -> Answer {
        if !self.alive {
            let cause = "the session cannot be used any more: an earlier run ended".to_owned();
            return Err(SandboxError::SessionDied { out_of_memory: false, cause });
        }
        let answer = {
            let mut state = self.runtime.state();
            state.requests.push(request.clone());
            match (state.answers.pop_front(), &mut state.otherwise) {
                (Some(answer), _) => answer,
                (None, Some(script)) => script(request),
                (None, None) => Err(SandboxError::Engine {
                    action: format!("running {}", request.id),
                    cause: "the fake runtime was not told what to answer".to_owned(),
                }),
            }
        };
        if matches!(answer, Err(SandboxError::SessionDied { .. } | SandboxError::SessionCut { .. })) {
            self.end();
        }
        answer
    }

    /// To scripts, more steps of a run look like a run of the same id.
    async fn go_on(&mut self, request: &ContinueRequest) -> Answer {
        let ContinueRequest { id, files, steps, keep } = request.clone();
        self.run(&RunRequest { id, files, steps, keep, servers: Vec::new() }).await
    }

    async fn close(mut self: Box<Self>) -> Result<(), SandboxError> {
        self.end();
        self.runtime.state().check(Call::Close)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digest() -> ImageDigest {
        format!("sha256:{}", "a".repeat(64)).parse().unwrap()
    }

    fn spec() -> SessionSpec {
        let limits = domain::Limits::default();
        SessionSpec { image: digest(), limits, purpose: "test".to_owned(), worker: "w".to_owned(), cores: None }
    }

    fn request(id: &str) -> RunRequest {
        RunRequest { id: id.to_owned(), ..RunRequest::default() }
    }

    #[tokio::test]
    async fn answers_come_in_order_and_then_from_the_script() {
        let runtime = FakeRuntime::new().with_image("ruby", digest());
        runtime.answer(Ok(vec![step("first", 0)]));
        runtime.answer_with(|request| Ok(vec![step(&request.id, 1)]));
        let mut session = runtime.start(&spec()).await.unwrap();
        assert_eq!(session.run(&request("a")).await.unwrap()[0].name, "first");
        assert_eq!(session.run(&request("b")).await.unwrap()[0].name, "b");
        assert_eq!(runtime.requests().iter().map(|r| r.id.as_str()).collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!((runtime.open_sessions(), runtime.started().len()), (1, 1));
        session.close().await.unwrap();
        assert_eq!(runtime.open_sessions(), 0);
    }

    #[tokio::test]
    async fn a_dead_session_stays_dead() {
        let runtime = FakeRuntime::new().with_image("ruby", digest());
        runtime.answer(Err(SandboxError::SessionDied { out_of_memory: true, cause: "hog".to_owned() }));
        runtime.answer(Ok(Vec::new()));
        let mut session = runtime.start(&spec()).await.unwrap();
        assert!(session.run(&request("a")).await.is_err());
        assert_eq!(runtime.open_sessions(), 0);
        assert!(matches!(session.run(&request("a")).await, Err(SandboxError::SessionDied { .. })));
        drop(session);
        assert!(runtime.start(&spec()).await.unwrap().run(&request("b")).await.is_ok());
    }

    #[tokio::test]
    async fn every_call_can_fail_once() {
        let runtime = FakeRuntime::new().with_image("ruby", digest());
        let gone = || SandboxError::Unreachable { address: "fake".to_owned(), cause: "off".to_owned() };
        runtime.fail_next(Call::Ping, gone());
        runtime.fail_next(Call::Start, gone());
        assert!(runtime.ping().await.is_err() && runtime.ping().await.is_ok());
        assert!(runtime.start(&spec()).await.is_err() && runtime.start(&spec()).await.is_ok());
        assert!(matches!(runtime.resolve("go").await, Err(SandboxError::ImageMissing(name)) if name == "go"));
        runtime.leave_orphans(2);
        assert_eq!((runtime.remove_orphans("w").await.unwrap(), runtime.remove_orphans("w").await.unwrap()), (2, 0));
    }

    #[tokio::test]
    async fn trees_are_bounded_like_real_ones() {
        let file = TreeFile { path: "a.rb".to_owned(), bytes: b"12345".to_vec() };
        let runtime = FakeRuntime::new().with_image("ruby", digest()).with_tree(digest(), "/repo", vec![file.clone()]);
        assert_eq!(runtime.read_tree(&digest(), "/repo", 5).await.unwrap(), [file]);
        assert!(matches!(runtime.read_tree(&digest(), "/repo", 4).await, Err(SandboxError::Tree { .. })));
        assert!(matches!(runtime.read_tree(&digest(), "/else", 5).await, Err(SandboxError::Tree { .. })));
    }
}

//! What one language has to provide. Adapters are pure: they plan runs and read reports; the pipeline runs them.

mod batch;

use domain::{
    ExecutableLines, FocalFunction, Language, Mutant, ReferenceChecks, RepositorySpec, SlotWork, TaskMutants, TaskWork,
    TestCaseRecord,
};
use sandbox::protocol::{InputFile, RunRequest, Step, StepReport};

pub use batch::{Batch, Member};

/// Candidates that the preparation looks at, of which the first [`domain::Limits::mutants`] valid ones are kept.
pub const MUTANT_POOL: usize = 36;
/// Beginning of the name of a step that runs one mutant; its number follows.
pub const MUTANT_STEP: &str = "mutant-";

/// Why a suite cannot be put where the language expects it; ends the slot as `invalid_suite`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PlacementError(pub String);

/// How one suite will be run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// Steps up to and including `baseline` are required; `control` runs only after a baseline that exits with 0.
    pub request: RunRequest,
    /// Whether the suite's syntax tree calls the focal function.
    pub invokes: bool,
    /// Test cases found in the syntax tree, for the completeness rule (a pass needs a final record for each that
    /// can be named statically; see each adapter). Empty: the suite holds no test.
    pub static_tests: Vec<String>,
    /// What the placement changed, one sentence each.
    pub notes: Vec<String>,
    /// Things in the suite's text that a maintainer should look at, one sentence each. They decide nothing.
    pub signals: Vec<String>,
}

/// How mutants are run in the folder that the plan's run has kept.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MutationPlan {
    pub files: Vec<InputFile>,
    /// Steps that build, required, then one for each mutant, not required and with `reset`, named [`MUTANT_STEP`]
    /// and the mutant's number.
    pub steps: Vec<Step>,
}

/// Which mutants are to be run, and how long each may take.
#[derive(Debug, Clone, Copy)]
pub struct MutationOrder<'a> {
    /// In the order in which they are run; all of them are on lines that the suite covers.
    pub mutants: &'a [&'a Mutant],
    pub wall_ms: u64,
    /// Whether an earlier plan of the same slot has built what they need.
    pub built: bool,
    /// The suite's run without a mutant, for adapters that count more than time.
    pub baseline: Option<&'a StepReport>,
}

/// What running mutants showed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MutantRuns {
    /// Of the mutants together; anything but `Ok` is a fault of ours, since each was found valid before.
    pub build: Build,
    /// Number of the mutant, its run. A run is stopped at the first failure.
    pub runs: Vec<(u16, TestRun)>,
    /// Numbers of those that ran into a limit of the adapter's own, which no busy machine can cause. They count as timed
    /// out, and are not run again.
    pub endless: Vec<u16>,
}

impl MutantRuns {
    /// The steps that ran a mutant, each read by `read`; steps that build are passed over.
    pub fn of(build: Build, steps: &[StepReport], read: impl Fn(&StepReport) -> TestRun) -> Self {
        let run = |step: &StepReport| Some((mutant_number(&step.name)?, read(step)));
        Self { build, runs: steps.iter().filter_map(run).collect(), endless: Vec::new() }
    }
}

/// The mutant that a step of this name runs.
pub fn mutant_number(step: &str) -> Option<u16> {
    step.strip_prefix(MUTANT_STEP)?.parse().ok()
}

/// What is found out about a task once, without any suite.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PreparedTask {
    pub executable: ExecutableLines,
    pub mutants: TaskMutants,
}

/// What happened to building or loading the suite.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Build {
    /// It built, or loaded and listed its tests without an error.
    Ok,
    /// It did not, through a fault of the suite; one sentence.
    Failed(String),
    /// The step was stopped or ended before that could be known; the step's own report decides.
    Unknown,
    /// The repository itself did not build or load, before the suite was touched: a fault of ours (invariant 1),
    /// so the job is given back and no outcome is recorded.
    Fault(String),
}

/// What one run of the tests reported over the private channel. Nothing in it comes from printed text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestRun {
    /// One record per test case that began or ended.
    pub tests: Vec<TestCaseRecord>,
    /// Number of test cases that the framework said it would run; must equal the number of final records.
    pub announced: Option<u32>,
    /// Whether the end record arrived.
    pub ended: bool,
    /// Covered lines of the focal function (1-based, in the file), while tests ran; not while loading.
    pub covered: Vec<u32>,
    /// Whether records with a wrong nonce or of a wrong shape were found.
    pub forged: bool,
}

/// What the reports of one plan say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Observation {
    pub build: Build,
    /// The run against the correct source, if it was reached.
    pub baseline: Option<TestRun>,
    /// The run with the focal function failing at entry, if it was reached.
    pub control: Option<TestRun>,
    /// What the reference's rules say; `None` when nothing can be said.
    pub reference: Option<ReferenceChecks>,
}

/// One language.
pub trait Adapter: Send + Sync {
    fn language(&self) -> Language;

    /// Places the suite and plans the steps. `nonce` is random per slot and appears in every genuine record.
    fn plan(&self, work: &TaskWork, slot: &SlotWork, nonce: &str) -> Result<Plan, PlacementError>;

    /// Another way to run a suite whose run was stopped by its time limit, where the language has a slow way and a fast
    /// one. It is asked once for each run, before anything is read, and what the other way gives is all that counts.
    fn plan_again(&self, _work: &TaskWork, _slot: &SlotWork, _plan: &Plan, _nonce: &str) -> Option<Plan> {
        None
    }

    /// Puts the tests of a planned run into the random order that belongs to a seed, where the framework has one. A
    /// suite that is run again is run so, because tests that need each other's order are flaky.
    fn shuffle(&self, _plan: &mut Plan, _seed: u32) {}

    /// Reads the steps' reports. Must not look at `log`.
    fn read(&self, work: &TaskWork, plan: &Plan, nonce: &str, steps: &[StepReport]) -> Observation;

    /// Plans the mutants of a passing suite.
    fn plan_mutants(
        &self,
        work: &TaskWork,
        slot: &SlotWork,
        plan: &Plan,
        nonce: &str,
        order: MutationOrder<'_>,
    ) -> MutationPlan;

    /// Reads the reports of a mutation plan. Must not look at `log`.
    fn read_mutants(&self, work: &TaskWork, plan: &Plan, nonce: &str, steps: &[StepReport]) -> MutantRuns;

    /// Most suites that are built together; 1 for languages that have nothing to gain.
    fn batch_size(&self) -> usize {
        1
    }

    /// Most jobs that are worked on together: those whose suites cannot be built with the others leave room.
    fn group_size(&self) -> usize {
        if self.batch_size() > 1 { 2 * self.batch_size() } else { 1 }
    }

    /// Puts members of one evaluation and repository together, at most [`Adapter::batch_size`] in a batch. Left out are
    /// those that could reach another suite of the same binary, or be reached (what runs before any test, names that
    /// clash): they are built alone, and so is every member whose batch does not build with it. Batches of one are
    /// useless.
    fn plan_batches(&self, _members: &[Member<'_>]) -> Vec<Batch> {
        Vec::new()
    }

    /// What building a batch reported, for each of its members in their order, in the form in which building that
    /// member alone reports it. A member that is not in the binary has any report but one of success. Must not look
    /// at `log`.
    fn read_batch(&self, _batch: &Batch, _members: &[Member<'_>], _steps: &[StepReport]) -> Vec<StepReport> {
        Vec::new()
    }

    /// Plans a run without any suite that proves the repository works, finds executable lines and decides which
    /// mutants are valid, for the catalogue. Several requests where one would hold too many steps; none when all of it
    /// can be told from the text alone.
    fn plan_preparation(&self, repository: &RepositorySpec, focals: &[(FocalFunction, String)]) -> Vec<RunRequest>;

    /// Executable lines and mutants per focal function, in the order given, or why the task cannot be offered.
    /// `focals` holds each function with the whole text of its file.
    fn read_preparation(
        &self,
        repository: &RepositorySpec,
        focals: &[(FocalFunction, String)],
        steps: &[StepReport],
    ) -> Vec<Result<PreparedTask, String>>;
}

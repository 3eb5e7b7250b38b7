//! Rust: one incremental build for each suite, behind the text of its focal file, with a harness of ours linked in
//! (docker/runners/rust holds the other half).
//!
//! Settings of a repository: `crate`, the name of its library (informational here).

mod batch;
mod placement;
mod preparation;
mod report;
mod signals;

use std::cell::LazyCell;
use std::collections::BTreeMap;

use domain::{
    FocalFunction, Language, Limits, Mutant, ReferenceChecks, RepositorySpec, SlotWork, TaskWork, TestCaseStatus,
};
use sandbox::protocol::{Exit, InputFile, RunRequest, Step, StepReport};
use sha2::{Digest as _, Sha256};
use syntax::RustInstrumented;

use self::placement::FocalFile;
use self::report::Expected;
use crate::adapter::{
    Adapter, Batch, Build, MUTANT_STEP, Member, MutantRuns, MutationOrder, MutationPlan, Observation, PlacementError,
    Plan, PreparedTask, TestRun,
};
use crate::judge::{BASELINE, CONTROL};

/// The program of the image that lays out the folder and calls the compiler.
const DRIVER: &str = "/assay/rust/driver";
/// Name of the step that builds.
const COMPILE: &str = "compile";
/// The focal file, without the suite.
const FOCAL: &str = "focal.rs";
/// The suite, which the driver puts behind the focal file and an empty line.
const SUITE: &str = "suite.rs";
/// Most suites in one binary: what is left to gain is little, and more would be lost with one that explodes.
const BATCH: usize = 10;
/// The task of a suite that is built alone.
const ALONE: u16 = 0;
const BINARY: &str = "{dir}/suite";
/// What the test framework is told.
const FRAMEWORK: [&str; 4] = ["--test-threads=1", "--nocapture", "--logfile", "/proc/self/fd/9"];
/// Bytes of records that a run may send: some thousand tests with messages of usual length.
const REPORT_BYTES: u64 = 2 << 20;
/// Bytes of the driver's report: at most fifty problems of some hundred bytes.
const BUILD_REPORT_BYTES: u64 = 128 << 10;
/// What is kept of what a suite prints under a mutant: nobody reads it.
const MUTANT_LOG_BYTES: u64 = 1 << 10;
/// Records of a run under a mutant, which have no coverage.
const MUTANT_REPORT_BYTES: u64 = 512 << 10;
/// The number of the change that changes nothing. Mutants are chosen at run time and the source is never changed, so
/// that a suite that reads it learns nothing; such a run is the unchanged program.
const HARMLESS: u16 = u16::MAX;

/// The adapter for Rust.
#[derive(Debug, Clone, Copy, Default)]
pub struct RustAdapter;

impl Adapter for RustAdapter {
    fn language(&self) -> Language {
        Language::Rust
    }

    fn plan(&self, work: &TaskWork, slot: &SlotWork, nonce: &str) -> Result<Plan, PlacementError> {
        let harness = harness_name(nonce);
        let names = placement::Names { harness: &harness, prefix: "" };
        let placed = placement::place(&slot.suite, &FocalFile::new(&work.file_text), names)?;
        let files = vec![
            // The catalogue offers no function that cannot be instrumented, so a refusal is a fault of the task's data.
            // Without counters the suite cannot be judged; the driver's own check turns it into a fault of ours.
            file(
                FOCAL,
                instrumented(work, &harness, ALONE).map_or_else(String::new, |made| made.text(&work.file_text)),
            ),
            file(SUITE, placed.text),
        ];
        let order = serde_json::json!({
            "nonce": nonce,
            "repository": work.repository.name.as_str(),
            "harness": harness,
            "sources": [{ "path": work.focal.path, "file": FOCAL }],
            "suites": [{ "source": 0, "file": SUITE }],
        });
        let select = Select { task: ALONE, tests: Vec::new() };
        let steps = vec![
            compile(&work.limits, order.to_string()),
            run(work, BASELINE, nonce, "baseline", &select),
            Step { required: false, ..run(work, CONTROL, nonce, "control", &select) },
        ];
        Ok(Plan {
            request: RunRequest { id: run_id(&work.repository), files, steps, ..RunRequest::default() },
            invokes: placement::invokes(&slot.suite, &work.focal),
            static_tests: placed.tests,
            notes: placed.notes,
            signals: signals::signals(&slot.suite, &placed.suite),
        })
    }

    fn shuffle(&self, plan: &mut Plan, seed: u32) {
        for step in plan.request.steps.iter_mut().filter(|step| step.name == BASELINE || step.name == CONTROL) {
            // The framework offers its random order only to those who know that it may change.
            step.env.insert("RUSTC_BOOTSTRAP".to_owned(), "1".to_owned());
            step.argv.extend(["-Zunstable-options".to_owned(), format!("--shuffle-seed={seed}")]);
        }
    }

    fn read(&self, work: &TaskWork, plan: &Plan, nonce: &str, steps: &[StepReport]) -> Observation {
        let find = |name: &str| steps.iter().find(|step| step.name == name);
        // The suite stands behind the focal file and an empty line.
        let first_line = u32::try_from(format!("{}\n\n", work.file_text).lines().count()).unwrap_or(u32::MAX) + 1;
        let build =
            find(COMPILE).map_or(Build::Unknown, |step| report::read_build(step, nonce, &work.focal.path, first_line));
        let lines = LazyCell::new(|| counted_lines(work));
        let read = |name: &str| {
            (build == Build::Ok).then(|| find(name)).flatten().map(|step| read_run(work, plan, nonce, &lines, step))
        };
        let (baseline, control) = (read(BASELINE), read(CONTROL));
        let reference =
            (build != Build::Unknown).then(|| reference(work, plan, &build, baseline.as_ref(), find(BASELINE)));
        Observation { build, baseline, control, reference }
    }

    fn plan_mutants(
        &self,
        work: &TaskWork,
        _slot: &SlotWork,
        plan: &Plan,
        nonce: &str,
        order: MutationOrder<'_>,
    ) -> MutationPlan {
        let select = batch::selected(plan);
        // The suite's own binary holds them all.
        let steps = order.mutants.iter().map(|mutant| Step {
            wall_ms: order.wall_ms,
            cpu_seconds: order.wall_ms.div_ceil(1000),
            log_bytes: MUTANT_LOG_BYTES,
            report_bytes: MUTANT_REPORT_BYTES,
            required: false,
            ..run(work, &format!("{MUTANT_STEP}{}", mutant.number), nonce, &mutant.number.to_string(), &select)
        });
        MutationPlan { files: Vec::new(), steps: steps.collect() }
    }

    fn read_mutants(&self, work: &TaskWork, plan: &Plan, nonce: &str, steps: &[StepReport]) -> MutantRuns {
        // The harness counts nothing under a mutant; the change that changes nothing is the unchanged program, and counts.
        let harmless = format!("{MUTANT_STEP}{HARMLESS}");
        MutantRuns::of(Build::Ok, steps, |step| {
            let lines = if step.name == harmless { counted_lines(work) } else { Vec::new() };
            read_run(work, plan, nonce, &lines, step)
        })
    }

    fn batch_size(&self) -> usize {
        BATCH
    }

    fn plan_batches(&self, members: &[Member<'_>]) -> Vec<Batch> {
        batch::plan(members)
    }

    fn read_batch(&self, batch: &Batch, members: &[Member<'_>], steps: &[StepReport]) -> Vec<StepReport> {
        batch::read(batch, members, steps)
    }

    fn plan_preparation(&self, repository: &RepositorySpec, focals: &[(FocalFunction, String)]) -> Vec<RunRequest> {
        preparation::plan(repository, focals)
    }

    fn read_preparation(
        &self,
        _repository: &RepositorySpec,
        focals: &[(FocalFunction, String)],
        steps: &[StepReport],
    ) -> Vec<Result<PreparedTask, String>> {
        preparation::read(focals, steps)
    }
}

/// The mutants that the binary holds.
fn mutants(work: &TaskWork) -> Vec<Mutant> {
    work.mutants.valid.iter().filter(|mutant| mutant.number != HARMLESS).cloned().collect()
}

/// The focal file with counters and mutants, for the task of this number in its binary.
fn instrumented(work: &TaskWork, harness: &str, task: u16) -> Option<RustInstrumented> {
    let calls = format!("{harness}::Task::<{task}>");
    syntax::instrument_rust(&work.file_text, &work.focal, &calls, &mutants(work)).ok()
}

fn file(path: &str, text: String) -> InputFile {
    InputFile { path: path.to_owned(), text }
}

/// The name by which source calls the harness: not to be guessed, and useless for guessing the nonce.
fn harness_name(nonce: &str) -> String {
    let mut hash = Sha256::new();
    hash.update(nonce.as_bytes());
    hash.update(b" harness");
    format!("assay_{}", hex::encode(&hash.finalize()[..12]))
}

/// What stands before the names of the modules of a suite that is built with others.
fn module_prefix(nonce: &str) -> String {
    format!("{}_", harness_name(nonce))
}

/// Name of the folder in which suites of a repository are built: the compiler's state in the image is bound to it.
fn run_id(repository: &RepositorySpec) -> String {
    format!("rust-{}", repository.name)
}

/// The step that builds.
fn compile(limits: &Limits, order: String) -> Step {
    Step {
        name: COMPILE.to_owned(),
        argv: vec![DRIVER.to_owned(), "build".to_owned()],
        stdin: order,
        report_bytes: BUILD_REPORT_BYTES,
        ..step(limits, limits.build_seconds)
    }
}

/// Which suite of a binary is meant.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Select {
    task: u16,
    /// Beginnings of its tests' names; all tests of the binary when there are none.
    tests: Vec<String>,
}

/// One run of the binary. What it is to do comes over standard input, which the harness reads before anything else.
fn run(work: &TaskWork, name: &str, nonce: &str, mode: &str, select: &Select) -> Step {
    Step {
        name: name.to_owned(),
        argv: std::iter::once(BINARY).chain(FRAMEWORK).map(str::to_owned).chain(select.tests.iter().cloned()).collect(),
        stdin: format!("{nonce} {} {mode}\n", select.task),
        cwd: work.repository.root.clone(),
        reset: true,
        ..step(&work.limits, work.limits.run_seconds)
    }
}

/// The line of each counter. They depend neither on the mutants nor on what the harness is called.
fn counted_lines(work: &TaskWork) -> Vec<u32> {
    syntax::instrument_rust(&work.file_text, &work.focal, "harness", &[]).map_or_else(|_| Vec::new(), |made| made.lines)
}

fn read_run(work: &TaskWork, plan: &Plan, nonce: &str, lines: &[u32], step: &StepReport) -> TestRun {
    let module = placement::module_of(&work.focal.path);
    let prefix = module_prefix(nonce);
    report::read_run(step, Expected { nonce, lines, tests: &plan.static_tests, module: &module, prefix: &prefix })
}

/// What the reference's rules say: it compiles; the framework's line "test result: ok. N passed; 0 failed" has N > 0 (for
/// this binary alone, without Q-19); the name of the focal function stands inside a call. Its coverage is not measured.
fn reference(
    work: &TaskWork,
    plan: &Plan,
    build: &Build,
    baseline: Option<&TestRun>,
    step: Option<&StepReport>,
) -> ReferenceChecks {
    let suite = plan.request.files.iter().find(|file| file.path == SUITE).map_or("", |file| file.text.as_str());
    let passed = baseline.is_some_and(|run| run.tests.iter().any(|test| test.status == TestCaseStatus::Passed));
    ReferenceChecks {
        csr: *build == Build::Ok,
        tpr: passed && step.is_some_and(|step| step.exit == Exit::Code(0)),
        ir: syntax::reference_invokes(Language::Rust, suite, &work.focal.name),
        coverage: None,
    }
}

/// A step with the benchmark's limits and nothing to do yet.
fn step(limits: &Limits, seconds: u32) -> Step {
    Step {
        name: String::new(),
        argv: Vec::new(),
        env: environment(),
        cwd: "{dir}".to_owned(),
        stdin: String::new(),
        wall_ms: u64::from(seconds) * 1000,
        // Counted over all threads of a process, which may use every core that the container has.
        cpu_seconds: u64::from(seconds) * u64::from(limits.cpu_millis.div_ceil(1000).max(1)),
        output_bytes: limits.output_bytes,
        log_bytes: limits.log_bytes,
        report_bytes: REPORT_BYTES,
        required: true,
        reset: false,
        server: None,
    }
}

fn environment() -> BTreeMap<String, String> {
    let variables = [
        ("PATH", "/usr/local/bin:/usr/bin:/bin"),
        ("HOME", "{dir}"),
        ("TMPDIR", "{dir}"),
        ("LC_ALL", "C.UTF-8"),
        ("TZ", "UTC"),
        ("RUST_BACKTRACE", "0"),
    ];
    variables.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

#[cfg(test)]
mod tests;

//! Go: one compile and one link for each suite, with a main package of ours (docker/runners/go holds the other half).
//!
//! Settings of a repository: `module`, its module path; `go`, the language version of its go.mod (informational here).

mod batch;
mod harness;
mod mutants;
mod package_clause;
mod preparation;
mod report;

use std::collections::BTreeMap;

use domain::{Attempt, FocalFunction, Language, Limits, ReferenceChecks, RepositorySpec, SlotWork, TaskId, TaskWork};
use sandbox::protocol::{Exit, InputFile, RunRequest, Step, StepReport};
use syntax::{GoExample, GoProbe};

use self::harness::{Listed, Secrets};
use crate::adapter::{
    Adapter, Batch, Build, Member, MutantRuns, MutationOrder, MutationPlan, Observation, PlacementError, Plan,
    PreparedTask,
};
use crate::judge::{BASELINE, CONTROL};

/// The program of the image that compiles and links.
const DRIVER: &str = "/assay/go/driver";
/// Name of the step that builds.
const COMPILE: &str = "compile";
/// What the driver does with one suite, and with several.
const BUILD: &str = "build";
const BATCH: &str = "batch";
/// Files below the fresh folder; the driver knows the same names.
const SUITE: &str = "suite_test.go";
const PROBE: &str = "probe.go";
const MAIN: &str = "main.go";
const TESTS: &str = "tests.go";
const NO_TESTS: &str = "no_tests.go";
const BINARY: &str = "{dir}/suite.test";
/// Bytes of records that a run may send: some thousand tests with messages of usual length. The supervisor answers
/// with at most ten MiB for all steps together.
const REPORT_BYTES: u64 = 2 << 20;
/// Bytes of the driver's report: at most fifty problems of six hundred bytes.
const BUILD_REPORT_BYTES: u64 = 128 << 10;

/// The adapter for Go.
#[derive(Debug, Clone, Copy, Default)]
pub struct GoAdapter;

impl Adapter for GoAdapter {
    fn language(&self) -> Language {
        Language::Go
    }

    fn plan(&self, work: &TaskWork, slot: &SlotWork, nonce: &str) -> Result<Plan, PlacementError> {
        // No test needs it, and it reaches into any package of the binary, our main package among them.
        if slot.suite.lines().any(|line| line.starts_with("//go:linkname")) {
            return Err(PlacementError("it uses //go:linkname to reach into other packages; remove it".to_owned()));
        }
        let secrets = Secrets::derive(nonce);
        let import_path = import_path(&work.repository, &work.focal);
        let placed = package_clause::place(&slot.suite, &work.focal.package, &import_path);
        let (tests, examples) = tests_of(&placed.text);
        let mutants = mutants::wanted(work);
        // The catalogue offers no function that cannot be instrumented, so this is a fault of the task's data.
        // Without probes the suite cannot be judged; the driver's own check turns it into a fault of ours.
        let woven = syntax::weave_go(&work.file_text, &[mutants::weave(&work.focal, &secrets, &mutants)]).ok();
        let name = base_name(&work.focal.path);
        let plain = woven.as_ref().and_then(|woven| woven.plain.clone());
        let order = Order {
            nonce,
            package: &import_path,
            external: placed.external,
            probe: PROBE,
            replaced: BTreeMap::from([(name.clone(), focal_file(&work.focal))]),
            plain: plain.iter().map(|_| (name.clone(), plain_file(&work.focal))).collect(),
            files: BTreeMap::new(),
            copies: Vec::new(),
        };
        let probes = woven.as_ref().map_or(0, |woven| woven.probes.iter().sum());
        let suite_path = if placed.external { format!("{import_path}_test") } else { import_path.clone() };
        let numbers: Vec<u16> = mutants.iter().filter(|_| plain.is_some()).map(|mutant| mutant.number).collect();
        let listed = Listed {
            import_path: &import_path,
            suite_path: &suite_path,
            nonce,
            secrets: &secrets,
            focal: &secrets,
            mutants: &numbers,
            names: &tests,
            examples: &examples,
        };
        let mut files = vec![
            file(focal_file(&work.focal), woven.map_or_else(String::new, |woven| woven.text)),
            file(PROBE, harness::probe(&work.focal.package, &[(&secrets, probes)])),
            file(MAIN, harness::main()),
            file(TESTS, harness::tests(&listed)),
            file(NO_TESTS, harness::no_tests(&import_path)),
            file(SUITE, placed.text),
        ];
        files.extend(plain.map(|text| file(plain_file(&work.focal), text)));
        let limits = &work.limits;
        let run = |name: &str, mode: &str, required| Step {
            name: name.to_owned(),
            argv: vec![BINARY.to_owned()],
            env: environment([(secrets.mode_variable.as_str(), mode)]),
            cwd: package_dir(&work.repository, &work.focal),
            required,
            reset: true,
            ..step(limits, limits.run_seconds)
        };
        let steps = vec![
            driver_step(COMPILE, BUILD, &order, limits)?,
            run(BASELINE, &secrets.baseline_mode, true),
            run(CONTROL, &secrets.control_mode, false),
        ];
        Ok(Plan {
            request: RunRequest { id: run_id(work.task, slot.attempt), files, steps, ..RunRequest::default() },
            invokes: syntax::invokes(Language::Go, &slot.suite, &work.focal),
            static_tests: tests,
            notes: placed.notes,
            signals: syntax::signals_go(&slot.suite),
        })
    }

    fn read(&self, work: &TaskWork, plan: &Plan, nonce: &str, steps: &[StepReport]) -> Observation {
        let find = |name: &str| steps.iter().find(|step| step.name == name);
        let build = find(COMPILE).map_or(Build::Unknown, |step| report::read_build(step, nonce));
        // Which line a probe stands for does not depend on what the probes are called.
        let probe = GoProbe { counters: "hits", control: "control" };
        let lines =
            syntax::instrument_go(&work.file_text, &work.focal, &probe).map_or_else(|_| Vec::new(), |i| i.lines);
        let read = |name: &str| {
            (build == Build::Ok).then(|| find(name)).flatten().map(|step| report::read_run(step, nonce, &lines))
        };
        let (baseline, control) = (read(BASELINE), read(CONTROL));
        let reference = reference(work, plan, &build, find(BASELINE), nonce);
        Observation { build, baseline, control, reference }
    }

    fn plan_mutants(
        &self,
        work: &TaskWork,
        slot: &SlotWork,
        plan: &Plan,
        nonce: &str,
        order: MutationOrder<'_>,
    ) -> MutationPlan {
        mutants::plan(work, slot, plan, nonce, order)
    }

    fn read_mutants(&self, _work: &TaskWork, plan: &Plan, nonce: &str, steps: &[StepReport]) -> MutantRuns {
        mutants::read(plan, nonce, steps)
    }

    fn batch_size(&self) -> usize {
        batch::SIZE
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
        repository: &RepositorySpec,
        focals: &[(FocalFunction, String)],
        steps: &[StepReport],
    ) -> Vec<Result<PreparedTask, String>> {
        preparation::read(repository, focals, steps)
    }
}

/// What the reference would have said. It deletes nothing of ours and runs `go vet` before the tests, which we do not;
/// what ran while packages were initialised counts for it and not here.
fn reference(
    work: &TaskWork,
    plan: &Plan,
    build: &Build,
    baseline: Option<&StepReport>,
    nonce: &str,
) -> Option<ReferenceChecks> {
    let suite = &plan.request.files.iter().find(|file| file.path == SUITE)?.text;
    // It calls a suite without a function `Test…` one that does not compile, whatever else it holds.
    let has_test = plan.static_tests.iter().any(|name| name.starts_with("Test"));
    let csr = match build {
        Build::Ok => has_test,
        Build::Failed(_) => false,
        Build::Unknown | Build::Fault(_) => return None,
    };
    let ran = baseline.filter(|_| csr);
    let hits = ran.map(|step| report::hits(step, nonce));
    Some(ReferenceChecks {
        csr,
        tpr: ran.is_some_and(|step| step.stopped.is_none() && step.exit == Exit::Code(0)),
        ir: syntax::reference_invokes(Language::Go, suite, &work.focal.name),
        coverage: hits.and_then(|hits| syntax::reference_coverage_go(&work.file_text, &work.focal, &hits)),
    })
}

/// What the driver is told on standard input.
#[derive(Debug, serde::Serialize)]
struct Order<'a> {
    nonce: &'a str,
    package: &'a str,
    external: bool,
    /// The file with the variables of the probes, below the fresh folder.
    probe: &'a str,
    /// Base name of a source file, and the file below the fresh folder that stands for it.
    replaced: BTreeMap<String, String>,
    /// The same without mutants, should those not build with the suite.
    plain: BTreeMap<String, String>,
    /// Files that the driver writes below the fresh folder first.
    files: BTreeMap<String, String>,
    /// Functions of a check that may be wrong, each for itself.
    copies: Vec<CopiedFunction>,
}

/// Where a function lies that the driver leaves out, and reports, when it does not compile.
#[derive(Debug, serde::Serialize)]
struct CopiedFunction {
    id: usize,
    /// Base name of the source file.
    file: String,
    first: usize,
    last: usize,
}

/// Names of everything in a suite that is run as a test, in source order, and the examples among it.
fn tests_of(suite: &str) -> (Vec<String>, Vec<GoExample>) {
    let names = syntax::test_cases(Language::Go, suite).into_iter().map(|test| test.name).collect();
    (names, syntax::examples_go(suite))
}

fn driver_step(
    name: &str,
    command: &str,
    order: &impl serde::Serialize,
    limits: &Limits,
) -> Result<Step, PlacementError> {
    let stdin = serde_json::to_string(order).map_err(|error| PlacementError(error.to_string()))?;
    Ok(Step {
        name: name.to_owned(),
        argv: vec![DRIVER.to_owned(), command.to_owned()],
        stdin,
        report_bytes: BUILD_REPORT_BYTES,
        ..step(limits, limits.build_seconds)
    })
}

/// A step with the benchmark's limits and nothing to do yet.
fn step(limits: &Limits, seconds: u32) -> Step {
    Step {
        name: String::new(),
        argv: Vec::new(),
        env: environment([]),
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

fn environment<'a>(more: impl IntoIterator<Item = (&'a str, &'a str)>) -> BTreeMap<String, String> {
    [
        ("PATH", "/usr/local/bin:/usr/bin:/bin"),
        ("HOME", "{dir}"),
        ("TMPDIR", "{dir}"),
        ("LC_ALL", "C.UTF-8"),
        ("TZ", "UTC"),
        ("ZONEINFO", "/assay/go/zoneinfo.zip"),
    ]
    .into_iter()
    .chain(more)
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
    .collect()
}

fn run_id(task: TaskId, attempt: Attempt) -> String {
    format!("{task}-{}", attempt.0)
}

/// Folder of a file below the repository's root; empty for the root itself.
fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

fn base_name(path: &str) -> String {
    path.rsplit('/').next().unwrap_or(path).to_owned()
}

fn file(path: impl Into<String>, text: String) -> InputFile {
    InputFile { path: path.into(), text }
}

/// Where the instrumented focal file lies below the fresh folder; its name is kept for stack traces.
fn focal_file(focal: &FocalFunction) -> String {
    format!("focal/{}", base_name(&focal.path))
}

/// Where it lies without mutants.
fn plain_file(focal: &FocalFunction) -> String {
    format!("plain/{}", base_name(&focal.path))
}

fn import_path(repository: &RepositorySpec, focal: &FocalFunction) -> String {
    let module = repository.settings.get("module").map_or("", String::as_str);
    join(module, folder(&focal.path))
}

fn package_dir(repository: &RepositorySpec, focal: &FocalFunction) -> String {
    join(repository.root.trim_end_matches('/'), folder(&focal.path))
}

fn join(base: &str, below: &str) -> String {
    if below.is_empty() || below == "." { base.to_owned() } else { format!("{base}/{below}") }
}

#[cfg(test)]
mod tests;

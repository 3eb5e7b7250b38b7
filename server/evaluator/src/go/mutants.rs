//! Mutants of a passing suite: all in the suite's own binary, or one build for each where a copy would not do the same.

use std::collections::BTreeMap;

use domain::{FocalFunction, Mutant, SlotWork, TaskWork, TestCaseRecord, TestCaseStatus};
use sandbox::protocol::{Step, StepReport};
use syntax::{GoCopies, GoProbe, GoWeave};

use super::harness::{self, Listed, Secrets};
use super::package_clause::place;
use super::report::{self, record_text};
use super::{
    BINARY, MAIN, NO_TESTS, Order, PROBE, SUITE, TESTS, base_name, driver_step, environment, focal_file, import_path,
    package_dir, step,
};
use crate::adapter::{Build, MUTANT_STEP, MutantRuns, MutationOrder, MutationPlan, Plan, TestRun};

/// Beginning of the name of a step that builds.
const BUILD: &str = "build-mutants";
/// A run reports three lines and perhaps the name of the test that failed.
const RUN_REPORT_BYTES: u64 = 8 << 10;
const RUN_LOG_BYTES: u64 = 1 << 10;

/// The mutants that a suite may be asked about.
pub(super) fn wanted(work: &TaskWork) -> Vec<&Mutant> {
    if work.limits.mutants == 0 { Vec::new() } else { work.mutants.valid.iter().collect() }
}

/// What the focal function is given, by the names in `secrets`.
pub(super) fn weave<'a>(focal: &'a FocalFunction, secrets: &'a Secrets, mutants: &'a [&'a Mutant]) -> GoWeave<'a> {
    let copies = GoCopies { prefix: &secrets.mutant_prefix, switch: &secrets.switch };
    GoWeave {
        focal,
        probe: GoProbe { counters: &secrets.hits, control: &secrets.control },
        copies: (!mutants.is_empty()).then_some((mutants, copies)),
    }
}

/// Whether the binary of a plan holds the mutants.
pub(super) fn are_built(plan: &Plan) -> bool {
    plan.request.files.iter().any(|file| file.path.starts_with("plain/"))
}

pub(super) fn plan(
    work: &TaskWork,
    slot: &SlotWork,
    plan: &Plan,
    nonce: &str,
    order: MutationOrder<'_>,
) -> MutationPlan {
    let secrets = Secrets::derive(nonce);
    let run = |mutant: &Mutant| run(work, &secrets, mutant.number, order.wall_ms);
    if are_built(plan) {
        return MutationPlan { files: Vec::new(), steps: order.mutants.iter().map(|mutant| run(mutant)).collect() };
    }
    let builder = Builder::new(work, slot, nonce);
    let mut made = MutationPlan::default();
    for mutant in order.mutants {
        made.steps.extend(builder.build(mutant));
        made.steps.push(run(mutant));
    }
    made
}

fn run(work: &TaskWork, secrets: &Secrets, number: u16, wall_ms: u64) -> Step {
    let limits = &work.limits;
    let mode = secrets.mutant_mode(number);
    Step {
        name: format!("{MUTANT_STEP}{number}"),
        argv: vec![BINARY.to_owned()],
        env: environment([(secrets.mode_variable.as_str(), mode.as_str())]),
        cwd: package_dir(&work.repository, &work.focal),
        wall_ms,
        cpu_seconds: wall_ms.div_ceil(1000) * u64::from(limits.cpu_millis.div_ceil(1000).max(1)),
        log_bytes: RUN_LOG_BYTES,
        report_bytes: RUN_REPORT_BYTES,
        required: false,
        reset: true,
        ..step(limits, limits.run_seconds)
    }
}

struct Builder<'a> {
    work: &'a TaskWork,
    nonce: &'a str,
    secrets: Secrets,
    suite: String,
    external: bool,
}

impl<'a> Builder<'a> {
    fn new(work: &'a TaskWork, slot: &SlotWork, nonce: &'a str) -> Self {
        let placed = place(&slot.suite, &work.focal.package, &import_path(&work.repository, &work.focal));
        Self { work, nonce, secrets: Secrets::derive(nonce), suite: placed.text, external: placed.external }
    }

    /// The file with the mutant in it. A copy of the function as it was goes along, unused: without it an import may
    /// be left without a use, which is an error of its own.
    fn changed(&self, mutant: &Mutant) -> String {
        let Self { work, secrets, .. } = self;
        let original = Mutant { end: mutant.start, replacement: String::new(), ..mutant.clone() };
        let kept = syntax::mutant_functions_go(&work.file_text, &work.focal, &[&original], &secrets.mutant_prefix);
        let changed = mutant.apply(&work.file_text).unwrap_or_default();
        format!("{changed}\n\n{}\n", kept.map(|functions| functions.join("\n")).unwrap_or_default())
    }

    /// A step that builds a binary with a mutant; it brings its own files, because the folder holds nothing but the
    /// last binary.
    fn build(&self, mutant: &Mutant) -> Option<Step> {
        let work = self.work;
        let import_path = import_path(&work.repository, &work.focal);
        let suite_path = if self.external { format!("{import_path}_test") } else { import_path.clone() };
        let (names, examples) = super::tests_of(&self.suite);
        let listed = Listed {
            import_path: &import_path,
            suite_path: &suite_path,
            nonce: self.nonce,
            secrets: &self.secrets,
            focal: &self.secrets,
            mutants: &[mutant.number],
            names: &names,
            examples: &examples,
        };
        let files = BTreeMap::from([
            (focal_file(&work.focal), self.changed(mutant)),
            (SUITE.to_owned(), self.suite.clone()),
            (PROBE.to_owned(), harness::probe(&work.focal.package, &[(&self.secrets, 0)])),
            (MAIN.to_owned(), harness::main()),
            (TESTS.to_owned(), harness::tests(&listed)),
            (NO_TESTS.to_owned(), harness::no_tests(&import_path)),
        ]);
        let order = Order {
            nonce: self.nonce,
            package: &import_path,
            external: self.external,
            probe: PROBE,
            replaced: BTreeMap::from([(base_name(&work.focal.path), focal_file(&work.focal))]),
            plain: BTreeMap::new(),
            files,
            copies: Vec::new(),
        };
        driver_step(&format!("{BUILD}-{}", mutant.number), "build", &order, &work.limits).ok()
    }
}

pub(super) fn read(plan: &Plan, nonce: &str, steps: &[StepReport]) -> MutantRuns {
    let mut builds = steps.iter().filter(|step| step.name.starts_with(BUILD));
    let build = builds.find_map(|step| match report::read_build(step, nonce) {
        Build::Ok => None,
        other => Some(other),
    });
    let uncopied = format!("{nonce} uncopied");
    let build = if steps.iter().any(|step| step.report.trim_end() == uncopied) {
        Some(Build::Failed("the suite builds only without them".to_owned()))
    } else {
        build
    };
    MutantRuns::of(build.unwrap_or(Build::Ok), steps, |step| read_run(step, nonce, &plan.static_tests))
}

/// A run that ended well says how many tests passed and how many were skipped; one that did not names the test that
/// failed.
fn read_run(step: &StepReport, nonce: &str, static_tests: &[String]) -> TestRun {
    let mut run = TestRun { tests: Vec::new(), announced: None, ended: false, covered: Vec::new(), forged: false };
    let mut counted = None;
    for line in step.report.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let number = |word: &str| word.parse::<u32>().ok();
        match words.as_slice() {
            [first, ..] if *first != nonce || run.ended => run.forged = true,
            [_, "announced", tests] => run.announced = number(tests),
            [_, "failed", name] => {
                run.tests.push(case(record_text(name).unwrap_or_default(), TestCaseStatus::Failed));
            }
            [_, "counted", passed, skipped] => counted = number(passed).zip(number(skipped)),
            [_, "end", "l"] => run.ended = true,
            _ => run.forged = true,
        }
    }
    let Some((passed, skipped)) = counted.filter(|_| run.ended && run.tests.is_empty()) else { return run };
    // All of them ended, so which of them were skipped does not matter.
    if (passed + skipped) as usize == static_tests.len() {
        let status = |i| if i < passed as usize { TestCaseStatus::Passed } else { TestCaseStatus::Skipped };
        run.tests = static_tests.iter().enumerate().map(|(i, name)| case(name.clone(), status(i))).collect();
    }
    run
}

const fn case(name: String, status: TestCaseStatus) -> TestCaseRecord {
    TestCaseRecord { name, status, message: String::new(), millis: 0 }
}

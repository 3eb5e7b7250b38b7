//! Mutants of a passing suite: all in one binary, or one build for each where a copy would not do the same.

use std::collections::BTreeMap;

use domain::{Mutant, SlotWork, TaskWork, TestCaseRecord, TestCaseStatus};
use sandbox::protocol::{Step, StepReport};
use syntax::GoCopies;

use super::harness::{self, Secrets};
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

pub(super) fn plan(work: &TaskWork, slot: &SlotWork, nonce: &str, order: MutationOrder<'_>) -> MutationPlan {
    let builder = Builder::new(work, slot, nonce);
    let copies = GoCopies { prefix: &builder.secrets.mutant_prefix, switch: &builder.secrets.switch };
    // Once for all of the task, since later orders of the same slot find the binary in place.
    let all: Vec<&Mutant> = work.mutants.valid.iter().collect();
    let mut plan = MutationPlan::default();
    if let Some(text) = syntax::switch_mutants_go(&work.file_text, &work.focal, &all, &copies) {
        if !order.built {
            let numbers: Vec<u16> = all.iter().map(|mutant| mutant.number).collect();
            plan.steps.extend(builder.build(BUILD, text, &numbers));
        }
        plan.steps.extend(order.mutants.iter().map(|mutant| builder.run(mutant.number, order.wall_ms)));
    } else {
        for mutant in order.mutants {
            let text = builder.changed(mutant);
            let name = format!("{BUILD}-{}", mutant.number);
            plan.steps.extend(builder.build(&name, text, &[mutant.number]));
            plan.steps.push(builder.run(mutant.number, order.wall_ms));
        }
    }
    plan
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

    /// A step that builds a binary with these mutants; it brings its own files, because the folder holds nothing but
    /// the last binary.
    fn build(&self, name: &str, focal_text: String, numbers: &[u16]) -> Option<Step> {
        let work = self.work;
        let import_path = import_path(&work.repository, &work.focal);
        let suite_path = if self.external { format!("{import_path}_test") } else { import_path.clone() };
        let (names, examples) = super::tests_of(&self.suite);
        let files = BTreeMap::from([
            (focal_file(&work.focal), focal_text),
            (SUITE.to_owned(), self.suite.clone()),
            (PROBE.to_owned(), harness::probe(&work.focal.package, &self.secrets, 0)),
            (MAIN.to_owned(), harness::main(&import_path, self.nonce, &self.secrets, numbers)),
            (TESTS.to_owned(), harness::tests(&suite_path, &names, &examples)),
            (NO_TESTS.to_owned(), harness::no_tests()),
        ]);
        let order = Order {
            nonce: self.nonce,
            package: &import_path,
            external: self.external,
            probe: PROBE,
            replaced: BTreeMap::from([(base_name(&work.focal.path), focal_file(&work.focal))]),
            files,
            copies: Vec::new(),
        };
        driver_step(name, "build", &order, &work.limits).ok()
    }

    fn run(&self, number: u16, wall_ms: u64) -> Step {
        let limits = &self.work.limits;
        let mode = self.secrets.mutant_mode(number);
        Step {
            name: format!("{MUTANT_STEP}{number}"),
            argv: vec![BINARY.to_owned()],
            env: environment([(self.secrets.mode_variable.as_str(), mode.as_str())]),
            cwd: package_dir(&self.work.repository, &self.work.focal),
            wall_ms,
            cpu_seconds: wall_ms.div_ceil(1000) * u64::from(limits.cpu_millis.div_ceil(1000).max(1)),
            log_bytes: RUN_LOG_BYTES,
            report_bytes: RUN_REPORT_BYTES,
            required: false,
            reset: true,
            ..step(limits, limits.run_seconds)
        }
    }
}

pub(super) fn read(plan: &Plan, nonce: &str, steps: &[StepReport]) -> MutantRuns {
    let mut builds = steps.iter().filter(|step| step.name.starts_with(BUILD));
    let build = builds.find_map(|step| match report::read_build(step, nonce) {
        Build::Ok => None,
        other => Some(other),
    });
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

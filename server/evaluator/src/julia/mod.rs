//! Julia: one process for each suite, forked from one that has the package loaded, or started anew
//! (docker/runners/julia).
//!
//! Settings of a repository: `module`, the name by which it is loaded (`Dates`).
//!
//! Each `@test` is one record, named after the sets around it and its place in them: `canonicalize / carry #2`, or
//! `top level #1` outside of any. A pass needs `NAME #1` of each literal top-level set that holds a `@test` of its own
//! (`syntax::test_cases`); the number of all is announced at the end.
//!
//! In the baseline, the control run and under mutants, the focal function is defined anew with the same counters in it. In
//! the control run the counter at its entry throws. It and the mutants end at the first failure.
//!
//! A mutant may also run only ten times as many statements of the focal function as there were without it, and some more.
//! Most endless loops are stopped by that, long before their time is up and whatever else the machine does.

mod placement;
mod preparation;
mod report;
mod request;
mod signals;
mod tree;

#[cfg(test)]
mod fixtures;
#[cfg(test)]
mod tests;

use domain::{FocalFunction, Language, Mutant, RepositorySpec, SlotWork, TaskWork};
use sandbox::protocol::{InputFile, RunRequest, Step, StepReport};

use self::placement::Placed;
use self::request::{Engine, Request};
use crate::adapter::{
    Adapter, Build, MUTANT_STEP, MutantRuns, MutationOrder, MutationPlan, Observation, PlacementError, Plan,
    PreparedTask, mutant_number,
};
use crate::judge::{BASELINE, CONTROL};

/// Where the suite is written, below the fresh folder.
const SUITE: &str = "test/runtests.jl";
/// What is kept of what a suite prints under a mutant: nobody reads it.
const MUTANT_LOG_BYTES: u64 = 1 << 10;
/// Records of a run under a mutant: those of a dozen must fit into one answer.
const MUTANT_REPORT_BYTES: u64 = 704 << 10;

/// The adapter for Julia.
#[derive(Debug, Clone, Copy, Default)]
pub struct JuliaAdapter;

impl Adapter for JuliaAdapter {
    fn language(&self) -> Language {
        Language::Julia
    }

    fn plan(&self, work: &TaskWork, slot: &SlotWork, nonce: &str) -> Result<Plan, PlacementError> {
        let placed = place(work, slot)?;
        let engine = if placed.needs_compiler { Engine::Compiler } else { Engine::Interpreter };
        Ok(plan_with(engine, placed, work, slot, nonce))
    }

    fn plan_again(&self, work: &TaskWork, slot: &SlotWork, plan: &Plan, nonce: &str) -> Option<Plan> {
        if engine_of(plan) == Engine::Compiler {
            return None;
        }
        let mut again = plan_with(Engine::Compiler, place(work, slot).ok()?, work, slot, nonce);
        again.notes.push("It took too long interpreted, so it was run again compiled.".to_owned());
        Some(again)
    }

    fn read(&self, work: &TaskWork, plan: &Plan, nonce: &str, steps: &[StepReport]) -> Observation {
        let find = |name: &str| steps.iter().find(|step| step.name == name);
        let read = |step| report::read_run(step, nonce, &work.executable_lines, &work.focal);
        let Some(baseline) = find(BASELINE) else {
            return Observation { build: Build::Unknown, baseline: None, control: None, reference: None };
        };
        let mut seen = read(baseline);
        // The suite as it was placed: what placement adds is no call.
        let suite = plan.request.files.first().map_or("", |file| file.text.as_str());
        seen.reference.ir = syntax::reference_invokes(Language::Julia, suite, reference_name(&work.focal));
        Observation {
            baseline: matches!(seen.build, Build::Ok | Build::Unknown).then_some(seen.run),
            build: seen.build,
            control: find(CONTROL).map(|step| read(step).run),
            reference: Some(seen.reference),
        }
    }

    fn plan_mutants(
        &self,
        work: &TaskWork,
        slot: &SlotWork,
        plan: &Plan,
        nonce: &str,
        order: MutationOrder<'_>,
    ) -> MutationPlan {
        let Ok(placed) = place(work, slot) else { return MutationPlan::default() };
        let engine = engine_of(plan);
        let ran = order
            .baseline
            .and_then(|step| report::read_run(step, nonce, &work.executable_lines, &work.focal).statements);
        let statements = ran.map(|ran| engine.most_statements(ran));
        let steps = order.mutants.iter().map(|mutant| {
            let stdin = run(work, &placed, nonce, &Variant::Mutant { mutant, statements });
            let name = format!("{MUTANT_STEP}{}", mutant.number);
            let step = request::step(&name, stdin, order.wall_ms, &work.limits, engine, false);
            Step { log_bytes: MUTANT_LOG_BYTES, report_bytes: MUTANT_REPORT_BYTES, ..step }
        });
        MutationPlan { files: Vec::new(), steps: steps.collect() }
    }

    fn read_mutants(&self, work: &TaskWork, _plan: &Plan, nonce: &str, steps: &[StepReport]) -> MutantRuns {
        let read = |step: &StepReport| report::read_run(step, nonce, &work.executable_lines, &work.focal);
        let runs = MutantRuns::of(Build::Ok, steps, |step| read(step).run);
        let endless = steps.iter().filter(|step| read(step).endless).filter_map(|step| mutant_number(&step.name));
        MutantRuns { endless: endless.collect(), ..runs }
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

/// What of the focal function a run sees, and what is wanted of the run.
enum Variant<'a> {
    /// All tests; with the function failing at entry in the control run.
    Whole { control: bool },
    /// Up to the first failure, and at most so many statements of the focal function.
    Mutant { mutant: &'a Mutant, statements: Option<u64> },
}

fn place(work: &TaskWork, slot: &SlotWork) -> Result<Placed, PlacementError> {
    let module = request::module(&work.repository);
    let focal_module = request::focal_module(&work.repository, &work.focal);
    placement::place(&slot.suite, module, &focal_module, &work.focal, &work.file_text)
}

/// How the suite of a plan is run; its control run and its mutants are run the same way.
fn engine_of(plan: &Plan) -> Engine {
    let compiled = plan.request.steps.iter().any(|step| step.server.as_deref() == Some(Engine::Compiler.name()));
    if compiled { Engine::Compiler } else { Engine::Interpreter }
}

/// What a run that is interpreted may take before it is given up and compiled: a third of the limit, but 5 seconds where
/// there are as many.
fn interpreted_ms(wall_ms: u64) -> u64 {
    (wall_ms / 3).max(5000).min(wall_ms)
}

fn plan_with(engine: Engine, placed: Placed, work: &TaskWork, slot: &SlotWork, nonce: &str) -> Plan {
    let wall_ms = u64::from(work.limits.run_seconds) * 1000;
    let step = |name: &str, wall_ms: u64, control: bool| Step {
        required: !control,
        ..request::step(
            name,
            run(work, &placed, nonce, &Variant::Whole { control }),
            wall_ms,
            &work.limits,
            engine,
            false,
        )
    };
    let first_ms = if engine == Engine::Interpreter { interpreted_ms(wall_ms) } else { wall_ms };
    let steps = vec![step(BASELINE, first_ms, false), step(CONTROL, wall_ms, true)];
    Plan {
        request: RunRequest {
            id: format!("{}-{}", work.task, slot.attempt.0),
            files: vec![InputFile { path: SUITE.to_owned(), text: placed.text }],
            steps,
            servers: vec![request::server(engine, request::module(&work.repository))],
            ..RunRequest::default()
        },
        invokes: syntax::invokes(Language::Julia, &slot.suite, &work.focal),
        static_tests: placed.static_names,
        notes: placed.notes,
        signals: placed.signals,
    }
}

/// The request for one run of the suite.
fn run(work: &TaskWork, placed: &Placed, nonce: &str, variant: &Variant<'_>) -> String {
    let (focal, repository) = (&work.focal, &work.repository);
    let (mode, control, source, statements) = match variant {
        Variant::Whole { control } => ("run", *control, None, None),
        // A change outside of the function (there is none today) leaves it as it is.
        Variant::Mutant { mutant, statements } => {
            ("mutant", false, request::mutated(focal, &work.file_text, mutant), *statements)
        }
    };
    let request = Request::default()
        .path_in_folder("suite", SUITE)
        .field("prelude", &placed.prelude)
        .field("mode", mode)
        .field("nonce", nonce)
        .field("control", if control { "1" } else { "0" })
        .field("module", &request::focal_module(repository, focal))
        .field("file", &request::absolute(repository, focal))
        .field("first", &focal.start_line.to_string())
        .field("last", &focal.end_line.to_string())
        .field("source", source.as_deref().unwrap_or(&focal.source));
    statements.map_or(request.clone(), |most| request.field("statements", &most.to_string())).text()
}

/// The focal function's name in the reference's records: bare, or with the module that it extends.
fn reference_name(focal: &FocalFunction) -> &str {
    if focal.qualified_name.starts_with("Base.") { &focal.qualified_name } else { &focal.name }
}

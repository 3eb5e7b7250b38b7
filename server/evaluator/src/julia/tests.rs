use domain::{Attempt, Extraction, MutationOperator};
use sandbox::protocol::Exit;

use super::fixtures::{FILE, report_of, work};
use super::*;

fn slot(suite: &str) -> SlotWork {
    SlotWork {
        attempt: Attempt(0),
        suite: suite.to_owned(),
        sha256: "0".repeat(64).parse().unwrap(),
        extraction: Extraction::Fenced,
    }
}

const SUITE_TEXT: &str = "using Test, Dates\n@testset \"a\" begin\n    @test Dates.canonicalize(1) == 2\nend\n";

#[test]
fn baseline_and_control_differ_in_one_field() {
    let plan = JuliaAdapter.plan(&work(), &slot(SUITE_TEXT), "n").unwrap();
    let [baseline, control] = plan.request.steps.as_slice() else { panic!("{:?}", plan.request.steps) };
    assert!(baseline.required && !control.required && baseline.reset && control.reset);
    assert_eq!(baseline.stdin.replace("control\t0", "control\t1"), control.stdin);
    assert!(baseline.stdin.contains("suite\t{dir}/test/runtests.jl\n"), "{}", baseline.stdin);
    assert_eq!(baseline.stdin.matches("{dir}").count(), 1);
    assert_eq!(baseline.server.as_deref(), Some("julia-interpreter"));
    assert!(plan.request.servers[0].argv.ends_with(&["--server", "Dates", "interpreter"].map(str::to_owned)));
    assert!(plan.invokes);
    assert_eq!(plan.static_tests, ["a #1"]);
}

#[test]
fn what_is_too_slow_interpreted_is_compiled_once_with_its_control_run_and_mutants() {
    let (work, slot) = (work(), slot(SUITE_TEXT));
    let plan = JuliaAdapter.plan(&work, &slot, "n").unwrap();
    let limit = u64::from(work.limits.run_seconds) * 1000;
    assert!(plan.request.steps[0].wall_ms < limit && plan.request.steps[1].wall_ms == limit);
    let again = JuliaAdapter.plan_again(&work, &slot, &plan, "fresh").unwrap();
    assert_eq!(again.request.servers[0].name, "julia-compiler");
    for step in &again.request.steps {
        assert_eq!((step.server.as_deref(), step.wall_ms), (Some("julia-compiler"), limit));
        assert!(step.stdin.contains("nonce\tfresh\n"), "{}", step.stdin);
    }
    let mutant = Mutant {
        number: 0,
        operator: MutationOperator::Arithmetic,
        line: 3,
        start: 0,
        end: 0,
        replacement: String::new(),
    };
    let order = MutationOrder { mutants: &[&mutant], wall_ms: 2500, built: false, baseline: None };
    let mutants = JuliaAdapter.plan_mutants(&work, &slot, &again, "fresh", order);
    assert_eq!(mutants.steps[0].server.as_deref(), Some("julia-compiler"));
    assert_eq!(JuliaAdapter.plan_again(&work, &slot, &again, "n"), None);
}

#[test]
fn a_suite_about_compiled_code_is_compiled() {
    let plan = JuliaAdapter.plan(&work(), &slot("@test (@allocated Dates.canonicalize(1)) == 0"), "n").unwrap();
    assert_eq!(plan.request.servers[0].name, "julia-compiler");
    assert!(!plan.request.steps[0].argv.contains(&"--compile=min".to_owned()));
}

#[test]
fn mutants_are_run_up_to_their_own_limit() {
    let at = FILE.find("+ 1").unwrap() as u32;
    let mutant = Mutant {
        number: 4,
        operator: MutationOperator::Arithmetic,
        line: 3,
        start: at,
        end: at + 1,
        replacement: "-".to_owned(),
    };
    let (work, slot) = (work(), slot(SUITE_TEXT));
    let plan = JuliaAdapter.plan(&work, &slot, "n").unwrap();
    let order = MutationOrder { mutants: &[&mutant], wall_ms: 2500, built: false, baseline: None };
    let mutants = JuliaAdapter.plan_mutants(&work, &slot, &plan, "n", order);
    let [step] = mutants.steps.as_slice() else { panic!("{mutants:?}") };
    assert_eq!((step.name.as_str(), step.wall_ms, step.cpu_seconds, step.required), ("mutant-4", 2500, 3, false));
    assert!(step.stdin.contains("mode\tmutant\n") && step.stdin.contains("y = x - 1"), "{}", step.stdin);
    let reports = [report_of("mutant-4", Exit::Code(1), "")];
    assert_eq!(JuliaAdapter.read_mutants(&work, &plan, "n", &reports).runs[0].0, 4);
}

#[test]
fn a_mutant_may_run_ten_times_as_many_statements_and_some_more() {
    let mutant = Mutant {
        number: 4,
        operator: MutationOperator::Arithmetic,
        line: 3,
        start: 0,
        end: 0,
        replacement: String::new(),
    };
    let (work, slot) = (work(), slot(SUITE_TEXT));
    let plan = JuliaAdapter.plan(&work, &slot, "n").unwrap();
    let again = JuliaAdapter.plan_again(&work, &slot, &plan, "n").unwrap();
    let ran = r#"{"nonce":"n","number":0,"event":"cov","covered":[3],"statements":700}"#;
    let baseline = report_of(BASELINE, Exit::Code(0), &format!("{ran}\n"));
    let stdin = |plan: &Plan, baseline: Option<&StepReport>| {
        let order = MutationOrder { mutants: &[&mutant], wall_ms: 2500, built: false, baseline };
        JuliaAdapter.plan_mutants(&work, &slot, plan, "n", order).steps.remove(0).stdin
    };
    assert!(stdin(&plan, Some(&baseline)).contains("\nstatements\t27000\n"));
    assert!(stdin(&again, Some(&baseline)).contains("\nstatements\t2007000\n"));
    let unknown = report_of(BASELINE, Exit::Code(0), "");
    assert!(!stdin(&plan, Some(&unknown)).contains("statements") && !stdin(&plan, None).contains("statements"));
    // Whoever has no nonce cannot say that a mutant was endless.
    let reports = ["n", "m"].map(|nonce| {
        let line = format!("{{\"nonce\":\"{nonce}\",\"number\":0,\"event\":\"endless\"}}\n");
        report_of(if nonce == "n" { "mutant-4" } else { "mutant-5" }, Exit::Code(1), &line)
    });
    assert_eq!(JuliaAdapter.read_mutants(&work, &plan, "n", &reports).endless, [4]);
}

#[test]
fn the_references_name_rule_sees_the_suite() {
    let plan = JuliaAdapter.plan(&work(), &slot(SUITE_TEXT), "n").unwrap();
    let read = |plan: &Plan| {
        JuliaAdapter.read(&work(), plan, "n", &[report_of(BASELINE, Exit::Code(0), "")]).reference.unwrap().ir
    };
    assert!(read(&plan));
    let other = JuliaAdapter.plan(&work(), &slot("@test 1 == 1"), "n").unwrap();
    assert!(!read(&other));
    assert_eq!(JuliaAdapter.read(&work(), &plan, "n", &[]).build, Build::Unknown);
}

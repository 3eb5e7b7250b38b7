//! Plans and reports of mutants, and suites that hold more than functions `Test…`.

use domain::{FocalFunction, TaskWork, TestCaseStatus as T};
use sandbox::protocol::{Exit, StepReport};

use super::super::GoAdapter;
use super::{FILE, NONCE, plan, task};
use crate::adapter::{Adapter as _, Build};
use crate::fixtures::{slot, step};

const EVERYTHING: &str = "package doc

import (
	\"fmt\"
	\"testing\"
)

func TestPick(t *testing.T) {}

func FuzzPick(f *testing.F) {
	f.Add(1)
}

func ExamplePick() {
	fmt.Println(pick(1))
	// Output: some \"x\"
}

func ExampleSilent() {}
";

#[test]
fn fuzz_targets_and_examples_are_tests() {
    let plan = plan(EVERYTHING);
    assert_eq!(plan.static_tests, ["TestPick", "FuzzPick", "ExamplePick"]);
    let tests = &plan.request.files.iter().find(|f| f.path == "tests.go").unwrap().text;
    for line in [
        "wrap(\"TestPick\", suite.TestPick),",
        "wrapFuzz(\"FuzzPick\", suite.FuzzPick),",
        "wrapExample(\"ExamplePick\", suite.ExamplePick, \"some \\\"x\\\"\", false),",
    ] {
        assert!(tests.contains(line), "{tests}");
    }
    assert!(!tests.contains("ExampleSilent"), "it says not what it prints, so the go tool does not run it either");
}

/// The task with the mutants that its file has.
fn task_with_mutants() -> TaskWork {
    let mut work = task();
    work.mutants.valid = syntax::mutants(domain::Language::Go, FILE, &work.focal);
    work
}

fn mutation_plan(work: &TaskWork, built: bool) -> crate::adapter::MutationPlan {
    let mut slot = slot();
    slot.suite = EVERYTHING.into();
    let plan = GoAdapter.plan(work, &slot, NONCE).unwrap();
    let mutants: Vec<&domain::Mutant> = work.mutants.valid.iter().take(2).collect();
    let order = crate::adapter::MutationOrder { mutants: &mutants, wall_ms: 2500, built, baseline: None };
    GoAdapter.plan_mutants(work, &slot, &plan, NONCE, order)
}

#[test]
fn mutants_are_in_the_binary_and_chosen_by_values_that_look_alike() {
    let work = task_with_mutants();
    for built in [false, true] {
        let plan = mutation_plan(&work, built);
        let names: Vec<_> = plan.steps.iter().map(|s| (s.name.as_str(), s.required, s.reset)).collect();
        assert_eq!(names, [("mutant-0", false, true), ("mutant-1", false, true)]);
    }
    let mut slot = slot();
    slot.suite = EVERYTHING.into();
    let first = GoAdapter.plan(&work, &slot, NONCE).unwrap().request;
    let file = |path: &str| &first.files.iter().find(|f| f.path == path).unwrap().text;
    let text = file("focal/pick.go");
    assert_eq!(text.matches("\nfunc assay").count(), work.mutants.valid.len());
    assert!(text.lines().nth(2).unwrap().contains("{ switch AssaySwitch"), "{text}");
    assert!(text.lines().nth(3).unwrap().contains("[0]=1; if n > 0"), "{text}");
    // The text without mutants goes along, should a suite build with nothing else.
    let order: serde_json::Value = serde_json::from_str(&first.steps[0].stdin).unwrap();
    assert_eq!(order["plain"]["pick.go"], "plain/pick.go");
    assert_eq!(file("plain/pick.go").lines().count(), FILE.lines().count());
    assert!(file("plain/pick.go").contains("[0]=1; if n > 0") && !file("plain/pick.go").contains("switch Assay"));
    let plan = mutation_plan(&work, false);
    let values: std::collections::BTreeSet<&String> = plan
        .steps
        .iter()
        .chain(&first.steps[1..])
        .map(|s| s.env.iter().find(|(n, _)| n.starts_with("ASSAY_")).unwrap().1)
        .collect();
    assert_eq!(values.len(), 4);
    for value in values {
        assert_eq!(value.len(), 24);
        assert!(file("tests.go").contains(&format!("\"{value}\": ")), "{value}");
    }
    assert_eq!((plan.steps[0].wall_ms, plan.steps[0].cpu_seconds), (2500, 6), "of two cores");
}

#[test]
fn a_suite_that_is_asked_about_no_mutant_is_built_without_them() {
    let mut work = task_with_mutants();
    work.limits.mutants = 0;
    let mut slot = slot();
    slot.suite = EVERYTHING.into();
    let plan = GoAdapter.plan(&work, &slot, NONCE).unwrap();
    let focal = &plan.request.files.iter().find(|f| f.path == "focal/pick.go").unwrap().text;
    assert_eq!(focal.lines().count(), FILE.lines().count());
    assert!(!focal.contains("switch Assay"), "{focal}");
}

#[test]
fn what_a_copy_would_do_differently_is_built_for_each_mutant() {
    let mut work = task_with_mutants();
    let changed = |text: &str| text.replace("n > 0", "n > 0 && recover() == nil");
    work.file_text = changed(FILE);
    work.focal.source = changed(&work.focal.source);
    work.mutants.valid = syntax::mutants(domain::Language::Go, &work.file_text, &work.focal);
    for built in [false, true] {
        let plan = mutation_plan(&work, built);
        let names: Vec<_> = plan.steps.iter().map(|s| s.name.as_str()).collect();
        assert_eq!(names, ["build-mutants-0", "mutant-0", "build-mutants-1", "mutant-1"]);
        let order: serde_json::Value = serde_json::from_str(&plan.steps[0].stdin).unwrap();
        let text = order["files"]["focal/pick.go"].as_str().unwrap();
        assert!(text.starts_with(&work.mutants.valid[0].apply(&work.file_text).unwrap()), "{text}");
    }
}

#[test]
fn runs_of_mutants_are_short_reports() {
    let work = task_with_mutants();
    let mut slot = slot();
    slot.suite = EVERYTHING.into();
    let plan = GoAdapter.plan(&work, &slot, NONCE).unwrap();
    let read = |text: &str| {
        let step = StepReport { report: text.replace('N', NONCE), ..step("mutant-3", Exit::Code(0)) };
        let mut read = GoAdapter.read_mutants(&work, &plan, NONCE, &[step]);
        assert_eq!(read.build, Build::Ok);
        let (number, run) = read.runs.remove(0);
        assert_eq!(number, 3);
        let status = |status| run.tests.iter().filter(|t| t.status == status).count();
        (run.ended, run.forged, status(T::Passed), status(T::Skipped), status(T::Failed))
    };
    assert_eq!(read("N announced 3\nN counted 2 1\nN end l\n"), (true, false, 2, 1, 0));
    assert_eq!(read("N announced 3\nN failed x41\n"), (false, false, 0, 0, 1));
    // A test that neither passed nor was skipped, and a suite that writes its own end.
    assert_eq!(read("N announced 3\nN counted 2 0\nN end l\n"), (true, false, 0, 0, 0));
    assert!(read("N announced 3\nM counted 3 0\nN end l\n").1);
    assert!(read("N announced 3\nN counted 3 0\nN end l\nN failed x41\n").1);
    let broken = StepReport {
        report: format!(r#"{{"nonce":"{NONCE}","verdict":"suite","phase":"package","message":"m"}}"#),
        ..step("build-mutants", Exit::Code(1))
    };
    let read = GoAdapter.read_mutants(&work, &plan, NONCE, &[broken]);
    assert_eq!((read.build, read.runs.len()), (Build::Failed("m".into()), 0));
    // Without them in the binary every run would be one of the original, and nothing would be noticed.
    let uncopied = StepReport { report: format!("{NONCE} uncopied\n"), ..step("mutant-3", Exit::Code(1)) };
    let read = GoAdapter.read_mutants(&work, &plan, NONCE, &[uncopied]);
    assert_eq!(read.build, Build::Failed("the suite builds only without them".into()));
}

/// The reference mutates every method of the name, whatever its receiver.
#[test]
fn q_15_methods_of_other_types_are_not_mutated() {
    let text =
        "package p\n\nfunc (a A) Less(n int) bool { return n < 1 }\n\nfunc (b B) Less(n int) bool { return n < 2 }\n";
    let focal = FocalFunction {
        name: "Less".into(),
        qualified_name: "B.Less".into(),
        class_name: "B".into(),
        start_line: 5,
        end_line: 5,
        ..task().focal
    };
    let mutants = syntax::mutants(domain::Language::Go, text, &focal);
    assert!(mutants.len() >= 3 && mutants.iter().all(|mutant| mutant.line == 5), "{mutants:?}");
}

/// The reference edits the tree in place, and a mutant that hangs stays there for all later suites.
#[test]
fn q_16_mutants_never_touch_the_tree() {
    let work = task_with_mutants();
    let mut slot = slot();
    slot.suite = EVERYTHING.into();
    let request = GoAdapter.plan(&work, &slot, NONCE).unwrap().request;
    assert!(request.files.iter().all(|file| !file.path.starts_with('/') && !file.path.contains("..")));
    let plan = mutation_plan(&work, false);
    assert!(plan.files.is_empty() && plan.steps.iter().all(|step| step.reset));
}

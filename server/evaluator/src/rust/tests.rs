use domain::{Attempt, ExecutableLines, Extraction, TaskMutants};

use super::*;
use crate::fixtures::step as ended;

const FILE: &str = "use std::fmt;\n\npub fn double(a: u32) -> u32 {\n    a * 2\n}\n\nmod inner {}\n";

pub(super) fn work() -> TaskWork {
    let focal = syntax::focal_functions(Language::Rust, FILE, "src/math/basic.rs").remove(0).focal;
    let repository = serde_json::from_value(serde_json::json!({
        "name": "shop", "language": "rust", "version": "1", "domain": "utilities", "root": "/repo/shop",
        "source_roots": ["src"], "homepage": "", "license": "MIT", "settings": {"crate": "shop"},
    }));
    let valid = syntax::mutants(Language::Rust, FILE, &focal);
    TaskWork {
        evaluation: domain::EvaluationId::new(),
        task: domain::TaskId::new(),
        task_key: "rust.shop.double".parse().unwrap(),
        language: Language::Rust,
        image: format!("sha256:{}", "0".repeat(64)).parse().unwrap(),
        repository: repository.unwrap(),
        focal,
        file_text: FILE.to_owned(),
        executable_lines: ExecutableLines(vec![4]),
        mutants: TaskMutants { valid, invalid: Vec::new() },
        limits: Limits::default(),
        slots: Vec::new(),
    }
}

pub(super) fn slot(suite: &str) -> SlotWork {
    SlotWork {
        attempt: Attempt(0),
        suite: suite.to_owned(),
        sha256: "0".repeat(64).parse().unwrap(),
        extraction: Extraction::Fenced,
    }
}

fn plan(suite: &str) -> Result<Plan, PlacementError> {
    RustAdapter.plan(&work(), &slot(suite), "n0")
}

/// What stands behind the focal file, with the harness called `h`.
fn placed(suite: &str) -> (String, Vec<String>) {
    let plan = plan(suite).unwrap();
    (plan.request.files[1].text.replace(&harness_name("n0"), "h"), plan.notes)
}

#[test]
fn q17_modules_of_any_name_stand_as_they_are() {
    for name in ["tests", "my_tests", "unit_tests", "testing", "tests2"] {
        let suite =
            format!("// mod tests\n#[cfg(test)]\nmod {name} {{\n    #[test]\n    fn a() {{ assert!(true); }}\n}}\n");
        let (text, notes) = placed(&suite);
        let body = "fn a() { ::h::test(\"NAME::a\", false, || -> () { assert!(true); }) }".replace("NAME", name);
        assert_eq!(text, suite.replace("fn a() { assert!(true); }", &body));
        assert_eq!(notes, Vec::<String>::new());
        assert_eq!(plan(&suite).unwrap().static_tests, [format!("{name}::a")]);
    }
}

#[test]
fn several_modules_stay_several() {
    let (text, notes) = placed("mod a { #[test] fn x() {} }\nmod b { #[test] fn x() {} }\n");
    assert!(text.starts_with("mod a {") && text.contains("\"a::x\"") && text.contains("\"b::x\"") && notes.is_empty());
}

#[test]
fn what_is_no_module_gets_one() {
    for (suite, why) in [
        ("#[test]\nfn a() {}\n", "outside of a module"),
        ("use super::*;\n#[cfg(test)]\nmod tests { use super::*; #[test] fn a() {} }\n", "more than modules"),
        ("#[cfg(test)]\nmod inner { #[test] fn a() {} }\n", "has a `inner` already"),
    ] {
        let (text, notes) = placed(suite);
        assert!(text.starts_with("#[cfg(test)] mod assay_suite { use super::*; "), "{text}");
        assert_eq!(text.lines().count(), suite.lines().count() + 2, "only the end of the module was added");
        assert!(notes.len() == 1 && notes[0].contains(why), "{notes:?}");
    }
}

#[test]
fn what_cannot_stand_in_the_middle_of_a_file_is_dropped() {
    let (text, notes) = placed("\u{feff}#![allow(unused)]\r\nmod t { #[test] fn a() {} }\r\nfn main() {\r\n}\r\n");
    assert!(!text.contains("#![") && !text.contains("main") && !text.contains('\u{feff}'), "{text}");
    assert_eq!((text.matches("\r\n").count(), notes.len()), (4, 3), "{notes:?}");
}

#[test]
fn every_kind_of_test_reports() {
    let suite = "mod t {\n#[test]\nfn r() -> Result<(), String> { Ok(()) }\n#[test]\n#[should_panic]\nfn p() { panic!() }\n#[tokio::test]\nasync fn w() { go().await; }\n#[test]\nfn e() -> std::process::ExitCode { x() }\n#[test]\nfn i() { #![allow(unused)] x(); }\n}\n";
    let (text, _) = placed(suite);
    for piece in [
        "{ ::h::test(\"t::r\", false, || -> Result<(), String> { Ok(()) }) }",
        "{ ::h::test(\"t::p\", true, || -> () { panic!() }) }",
        "{ let _assay_guard = ::h::guard(\"t::w\", false); go().await; }",
        "{ let _assay_guard = ::h::guard(\"t::e\", false); x() }",
        "{ #![allow(unused)] let _assay_guard = ::h::guard(\"t::i\", false); x(); }",
    ] {
        assert!(text.contains(piece), "{piece}\n{text}");
    }
}

#[test]
fn suites_that_reach_into_linking_are_refused() {
    for word in ["#[link_section = \".init_array\"]\nstatic X: u8 = 0;", "#[no_mangle]\npub extern \"C\" fn write() {}"]
    {
        assert!(plan(&format!("{word}\n#[test]\nfn a() {{}}\n")).is_err(), "{word}");
    }
    assert!(plan("#[test]\nfn a() { let s = \"link_section\"; } // no_mangle\n").is_ok());
}

#[test]
fn the_nonce_travels_over_standard_input_alone() {
    let plan = plan("#[test]\nfn a() { double(1); }\n").unwrap();
    assert!(plan.request.files.iter().all(|file| !file.text.contains("n0")));
    let [compile, baseline, control] = plan.request.steps.as_slice() else { panic!() };
    assert_eq!((baseline.stdin.as_str(), control.stdin.as_str()), ("n0 0 baseline\n", "n0 0 control\n"));
    assert_eq!((&baseline.argv, &baseline.env, baseline.required), (&control.argv, &control.env, true));
    assert!(baseline.reset && control.reset && !compile.reset && !control.required && plan.invokes);
    assert_eq!(plan.request.id, "rust-shop", "the compiler's state is bound to the folder");
}

#[test]
fn mutants_are_runs_of_the_same_binary() {
    let work = work();
    let plan = plan("#[test]\nfn a() { double(1); }\n").unwrap();
    let all: Vec<&Mutant> = work.mutants.valid.iter().collect();
    assert!(!all.is_empty());
    for mutant in &all {
        assert!(plan.request.files[0].text.contains(&format!(" {} => {{ ", mutant.number)));
    }
    let slot = slot("");
    let order = MutationOrder { mutants: &all, wall_ms: 1500, built: false, baseline: None };
    let planned = RustAdapter.plan_mutants(&work, &slot, &plan, "n0", order);
    assert!(planned.files.is_empty() && planned.steps.len() == all.len());
    for (step, mutant) in planned.steps.iter().zip(&all) {
        assert_eq!(
            (step.name.clone(), step.stdin.clone()),
            (format!("mutant-{}", mutant.number), format!("n0 0 {}\n", mutant.number))
        );
        assert!(!step.required && step.reset && step.wall_ms == 1500 && step.argv == plan.request.steps[1].argv);
    }
}

#[test]
fn q19_only_this_suite_decides_and_the_references_rules_are_kept() {
    let work = work();
    let plan = plan("#[test]\nfn a() { double(1); }\n").unwrap();
    let compile = StepReport { report: r#"{"nonce":"n0","verdict":"ok"}"#.to_owned(), ..ended(COMPILE, Exit::Code(0)) };
    let name = format!("x{}", hex::encode("a"));
    let log = hex::encode("ok math::basic::assay_suite::a\n");
    let baseline = StepReport {
        report: format!("n0 begin {name}\nn0 passed {name} 1 x l0,\nn0 log x{log}\nn0 end l0,\n"),
        ..ended(BASELINE, Exit::Code(0))
    };
    let seen = RustAdapter.read(&work, &plan, "n0", &[compile.clone(), baseline]);
    let run = seen.baseline.unwrap();
    assert_eq!((run.covered, run.announced, run.tests[0].name.as_str()), (vec![4], Some(1), "a"));
    assert_eq!(seen.reference, Some(ReferenceChecks { csr: true, tpr: true, ir: true, coverage: None }));
    let ignored = StepReport {
        report: format!("n0 log x{}\nn0 end l\n", hex::encode("ignored math::basic::assay_suite::a\n")),
        ..ended(BASELINE, Exit::Code(0))
    };
    let seen = RustAdapter.read(&work, &plan, "n0", &[compile, ignored]);
    assert_eq!(seen.reference.map(|r| r.tpr), Some(false), "an ignored test is no pass");
}

#[test]
fn modules_of_files() {
    for (path, module) in [
        ("src/lib.rs", ""),
        ("src/number/mod.rs", "number"),
        ("src/number/complete.rs", "number::complete"),
        ("crates/x/src/a.rs", "a"),
    ] {
        assert_eq!(placement::module_of(path), module);
    }
}

#[test]
fn signals_name_the_line() {
    let suite = "macro_rules! assert_eq { ($($t:tt)*) => {} }\n#[test]\nfn a() {\n    std::process::exit(0);\n    let _ = std::fs::read(\"/proc/self/mem\");\n}\n";
    let signals = plan(suite).unwrap().signals;
    assert_eq!(
        signals,
        [
            "Line 1: `assert_eq!` is defined again.",
            "Line 4: `exit` may end the process.",
            "Line 5: `/proc/` names files of the kernel about processes.",
        ]
    );
    assert!(plan("#[test]\nfn a() { assert_eq!(double(1), 2); }\n").unwrap().signals.is_empty());
}

#[test]
fn q18_the_crate_is_the_repositorys_and_not_guessed_from_a_path() {
    let mut work = work();
    work.focal.path = "src/x/src/y.rs".to_owned();
    let slot = slot("#[test]\nfn a() { double(1); }\n");
    let plan = RustAdapter.plan(&work, &slot, "n0").unwrap();
    let order: serde_json::Value = serde_json::from_str(&plan.request.steps[0].stdin).unwrap();
    assert_eq!(order["repository"], "shop");
    assert_eq!(order["sources"], serde_json::json!([{ "path": "src/x/src/y.rs", "file": "focal.rs" }]));
    assert_eq!(plan.request.steps[1].cwd, "/repo/shop");
}

#[test]
fn q22_q23_counters_stand_before_statements_of_the_focal_function_alone() {
    let text = "mod a {\n    pub fn f(x: u8) -> u8 {\n        let y = x; y + 1\n    }\n}\nmod b {\n    pub fn f(x: u8) -> u8 {\n        // nothing\n\n        x\n    }\n}\n";
    let focals = syntax::focal_functions(Language::Rust, text, "src/a.rs");
    let lines = |number: usize| {
        let made = syntax::instrument_rust(text, &focals[number].focal, "h", &[]).unwrap();
        assert_eq!(made.text(text).matches("::h::enter()").count(), 1);
        (made.lines.clone(), made.executable_lines())
    };
    assert_eq!(lines(0), (vec![3, 3], vec![3]), "two statements of one line, no brace");
    assert_eq!(lines(1), (vec![10], vec![10]), "neither a comment nor an empty line");
}

#[test]
fn q24_q25_mutants_are_counted_one_by_one_and_are_the_focal_functions() {
    let text = "fn undouble(a: u32) -> u32 {\n    a / 2\n}\nfn double(a: u32) -> u32 {\n    a * 2\n}\n";
    let focal = syntax::focal_functions(Language::Rust, text, "src/a.rs").remove(1).focal;
    let mutants = syntax::mutants(Language::Rust, text, &focal);
    assert!(!mutants.is_empty() && mutants.iter().all(|mutant| mutant.line == 5));
    let (work, plan) = (work(), plan("#[test]\nfn a() { double(1); }\n").unwrap());
    let killed = StepReport {
        report: format!("n0 begin x{0}\nn0 failed x{0} 1 x l\n", hex::encode("a")),
        ..ended("mutant-0", Exit::Code(101))
    };
    let read = RustAdapter.read_mutants(&work, &plan, "n0", &[killed]);
    let [(0, run)] = read.runs.as_slice() else { panic!("{read:?}") };
    assert_eq!(run.tests[0].status, TestCaseStatus::Failed);
}

#[test]
fn the_order_of_tests_can_be_shuffled() {
    let mut plan = plan("#[test]\nfn a() { double(1); }\n").unwrap();
    RustAdapter.shuffle(&mut plan, 7);
    let [compile, runs @ ..] = plan.request.steps.as_slice() else { panic!() };
    assert!(!compile.env.contains_key("RUSTC_BOOTSTRAP"));
    assert!(runs.iter().all(|step| step.argv.last().is_some_and(|last| last == "--shuffle-seed=7")));
}

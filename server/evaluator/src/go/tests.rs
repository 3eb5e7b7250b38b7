//! Plans and reports, without a container; tests/go_docker.rs runs the same against the real tools.

use domain::{FocalFunction, TaskWork, TestCaseStatus as T};
use sandbox::protocol::{Exit, StepReport, Stopped};

use super::{GoAdapter, report};
use crate::adapter::{Adapter as _, Build, TestRun};
use crate::fixtures::{slot, step, work};

const NONCE: &str = "00112233445566778899aabbccddeeff";

/// A file of package `cobra` in folder `doc`; the focal function is on lines 3 to 8.
const FILE: &str =
    "package doc\n\nfunc pick(n int) string {\n\tif n > 0 {\n\t\treturn \"some\"\n\t}\n\treturn \"none\"\n}\n";

fn task() -> TaskWork {
    let mut work = work();
    work.repository.settings.insert("module".into(), "github.com/spf13/cobra".into());
    work.file_text = FILE.into();
    work.focal = FocalFunction {
        name: "pick".into(),
        qualified_name: "pick".into(),
        path: "doc/pick.go".into(),
        start_line: 3,
        end_line: 8,
        source: FILE.lines().skip(2).collect::<Vec<_>>().join("\n"),
        signature: "func pick(n int) string".into(),
        class_name: String::new(),
        package: "doc".into(),
    };
    work
}

fn plan(suite: &str) -> crate::adapter::Plan {
    let mut slot = slot();
    slot.suite = suite.into();
    GoAdapter.plan(&task(), &slot, NONCE).unwrap()
}

const SUITE: &str = "package doc\n\nimport \"testing\"\n\nfunc TestPick(t *testing.T) {\n\tif pick(1) != \"some\" {\n\t\tt.Fatal()\n\t}\n}\n";

#[test]
fn a_plan_builds_once_and_runs_twice() {
    let plan = plan(SUITE);
    assert!(plan.invokes);
    assert_eq!(plan.static_tests, ["TestPick"]);
    let names: Vec<_> = plan.request.steps.iter().map(|s| (s.name.as_str(), s.required, s.reset)).collect();
    assert_eq!(names, [("compile", true, false), ("baseline", true, true), ("control", false, true)]);
    let file = |path: &str| &plan.request.files.iter().find(|f| f.path == path).unwrap().text;
    assert_eq!(file("suite_test.go"), SUITE);
    assert_eq!(file("focal/pick.go").lines().count(), FILE.lines().count(), "lines keep their numbers");
    assert!(file("tests.go").contains("wrap(\"TestPick\", suite.TestPick)"));
    assert!(!plan.request.files.iter().any(|f| f.path.starts_with("plain/")), "there are no mutants to leave out");
    assert!(file("tests.go").contains("suite \"github.com/spf13/cobra/doc\""));
    let order: serde_json::Value = serde_json::from_str(&plan.request.steps[0].stdin).unwrap();
    assert_eq!(order["package"], "github.com/spf13/cobra/doc");
    assert_eq!(order["replaced"]["pick.go"], "focal/pick.go");
    assert_eq!(plan.request.steps[1].cwd, "/repo/cobra/doc");
}

#[test]
fn an_external_suite_is_linked_under_its_own_path() {
    let suite = SUITE.replace("package doc", "package doc_test");
    let plan = plan(&suite);
    let tests = &plan.request.files.iter().find(|f| f.path == "tests.go").unwrap().text;
    assert!(tests.contains("suite \"github.com/spf13/cobra/doc_test\""), "{tests}");
    assert!(plan.request.steps[0].stdin.contains("\"external\":true"));
}

#[test]
fn a_suite_cannot_tell_the_runs_apart_or_name_the_probes() {
    let plan = plan(SUITE);
    let [_, baseline, control] = plan.request.steps.as_slice() else { panic!("three steps") };
    assert_eq!(baseline.argv, control.argv);
    let different: Vec<_> = baseline.env.iter().filter(|(name, value)| control.env.get(*name) != Some(value)).collect();
    let [(name, value)] = different.as_slice() else { panic!("{different:?}") };
    assert_eq!(value.len(), control.env[*name].len());
    assert!(baseline.env.keys().eq(control.env.keys()));
    // The nonce is compiled into the harness and is nowhere a suite could read it from.
    for step in [baseline, control] {
        assert!(!format!("{step:?}").contains(NONCE));
    }
    for file in plan.request.files.iter().filter(|f| f.path != "tests.go") {
        assert!(!file.text.contains(NONCE), "{}", file.path);
    }
    let mut other = slot();
    other.suite = SUITE.into();
    let again = GoAdapter.plan(&task(), &other, &NONCE.replace('0', "f")).unwrap();
    let probe = |p: &crate::adapter::Plan| p.request.files.iter().find(|f| f.path == "probe.go").unwrap().text.clone();
    assert_ne!(probe(&plan), probe(&again), "identifiers are new for every slot");
}

#[test]
fn a_suite_without_tests_is_still_built_and_run() {
    let plan = plan("package doc\n\nfunc helper() {}\n");
    let tests = &plan.request.files.iter().find(|f| f.path == "tests.go").unwrap().text;
    assert!(tests.contains("\t_ \"github.com/spf13/cobra/doc\"") && !tests.contains("suite."), "{tests}");
    assert!(plan.static_tests.is_empty() && !plan.invokes);
}

fn built(exit: i32, text: &str) -> StepReport {
    StepReport { report: text.into(), ..step("compile", Exit::Code(exit)) }
}

#[test]
fn build_reports() {
    let failed = format!(
        r#"{{"nonce":"{NONCE}","verdict":"suite","phase":"package","message":"m","millis":3,"diagnostics":[
        {{"file":"suite_test.go","line":3,"message":"undefined: x"}},{{"file":"suite_test.go","line":4,"message":"y"}}]}}"#
    );
    let table: Vec<(StepReport, Build)> = vec![
        (built(0, &format!("{{\"nonce\":\"{NONCE}\",\"verdict\":\"ok\",\"millis\":3}}\n")), Build::Ok),
        (built(1, &failed), Build::Failed("suite_test.go:3: undefined: x (and 1 more problem)".into())),
        (
            built(1, &format!(r#"{{"nonce":"{NONCE}","verdict":"suite","phase":"link","message":"no symbol"}}"#)),
            Build::Failed("no symbol".into()),
        ),
        (
            built(1, &format!(r#"{{"nonce":"{NONCE}","verdict":"ours","phase":"package","message":"no archive"}}"#)),
            Build::Fault("package: no archive".into()),
        ),
        (built(1, ""), Build::Unknown),
        (built(0, r#"{"nonce":"else","verdict":"ok"}"#), Build::Unknown),
        (StepReport { stopped: Some(Stopped::WallTime), ..built(1, &failed) }, Build::Unknown),
        (StepReport { out_of_memory: true, ..built(1, &failed) }, Build::Unknown),
    ];
    for (step, expected) in table {
        assert_eq!(report::read_build(&step, NONCE), expected, "{}", step.report);
    }
}

/// Reads a report whose `N` stands for the nonce; probes 0, 1 and 2 are on lines 4, 5 and 7.
fn run(text: &str) -> TestRun {
    let step = StepReport { report: text.replace('N', NONCE), ..step("baseline", Exit::Code(0)) };
    report::read_run(&step, NONCE, &[4, 5, 7])
}

/// `A`, `m` and `B` in hexadecimal are 41, 6d and 42.
const WHOLE: &str =
    "N announced 2\nN begin x41\nN passed x41 12 x l0,1,\nN begin x42\nN failed x42 0 x6d l0,2,\nN end l0,1,2,\n";

#[test]
fn a_whole_report() {
    let run = run(WHOLE);
    assert_eq!((run.announced, run.ended, run.forged), (Some(2), true, false));
    assert_eq!(run.covered, [4, 5, 7]);
    let tests: Vec<_> = run.tests.iter().map(|t| (t.name.as_str(), t.status, t.message.as_str(), t.millis)).collect();
    assert_eq!(tests, [("A", T::Passed, "", 12), ("B", T::Failed, "m", 0)]);
}

#[test]
fn an_early_end_keeps_what_was_reported() {
    let early = run("N announced 2\nN begin x41\nN passed x41 1 x l0,\nN begin x42\n");
    assert_eq!((early.ended, early.forged), (false, false));
    assert_eq!(early.covered, [4]);
    assert_eq!(early.tests.iter().map(|t| t.status).collect::<Vec<_>>(), [T::Passed, T::Unfinished]);
    let cut = run("N announced 2\nN begin x41\nN pass");
    assert_eq!((cut.tests.len(), cut.forged), (1, false), "a record cut off in the middle is nobody's forgery");
    assert_eq!(run("").announced, None);
}

#[test]
fn parallel_tests_of_interleaved_records() {
    let run = run("N announced 2\nN begin x41\nN begin x42\nN passed x42 1 x l\nN skipped x41 1 x l\nN end l\n");
    assert_eq!(run.tests.iter().map(|t| t.status).collect::<Vec<_>>(), [T::Skipped, T::Passed]);
    assert!(!run.forged);
}

#[test]
fn whatever_is_not_ours_is_forged() {
    for line in [
        "--- PASS: TestPick",
        "0123 passed x41 1 x l",
        "",
        "N",
        "N passed",
        "N passed x43 1 x l",
        "N passed x41 1 x l0",
        "N announced 3",
        "N announced many",
        "N begin 41",
        "N begin x4",
        "N begin x43 more",
        "N unheard of",
    ] {
        let text = WHOLE.replace("N end", &format!("{line}\nN end"));
        assert!(run(&text).forged, "{line:?}");
    }
    assert!(run(&format!("{WHOLE}N begin x43\n")).forged, "nothing comes after the end record");
    let glued = WHOLE.replace("N end", "stray textN end");
    assert!(run(&glued).forged && !run(&glued).ended);
    let bad_probe = WHOLE.replace("N end l0,1,2,", "N end l0,3,");
    assert!(run(&bad_probe).forged, "there is no probe 3");
}

#[test]
fn preparation_compiles_each_package_once_and_blames_single_functions() {
    let repository = task().repository;
    let two = format!("{FILE}\nfunc twice(n int) int {{\n\treturn 2 * n\n}}\n");
    let pick = task().focal;
    let twice = FocalFunction {
        name: "twice".into(),
        qualified_name: "twice".into(),
        start_line: 10,
        end_line: 12,
        ..pick.clone()
    };
    let focals = [(pick, two.clone()), (twice, two)];
    let requests = GoAdapter.plan_preparation(&repository, &focals);
    let [plan, mutants] = requests.as_slice() else { panic!("{} requests", requests.len()) };
    assert_eq!(plan.steps.iter().map(|s| s.name.as_str()).collect::<Vec<_>>(), ["check doc"]);
    let text = &plan.files.iter().find(|f| f.path.ends_with("pick.go")).unwrap().text;
    assert!(text.contains("AssayHits0[0]=1") && text.contains("AssayHits1[0]=1"), "{text}");

    let read = |report: &str| {
        let mutants = StepReport {
            // Mutants 1 of the first and 0 of the second function; numbers of a pool of 36.
            report: r#"{"nonce":"preparation","verdict":"ok","invalid":[{"id":1,"message":"no use"},{"id":36,"message":"x\ny"}]}"#
                .into(),
            ..step("mutants 0", Exit::Code(0))
        };
        let check = StepReport { report: report.into(), ..step("check doc", Exit::Code(0)) };
        GoAdapter.read_preparation(&repository, &focals, &[check, mutants])
    };
    let order: serde_json::Value = serde_json::from_str(&mutants.steps[0].stdin).unwrap();
    let source: Vec<&str> = mutants.files.iter().find(|f| f.path == "focal/pick.go").unwrap().text.lines().collect();
    for copy in order["copies"].as_array().unwrap() {
        let line = |key: &str| source[copy[key].as_u64().unwrap() as usize - 1];
        assert!(line("first").starts_with("func assayMutant") && line("last") == "}", "{copy}");
    }
    let prepared = read(r#"{"nonce":"preparation","verdict":"ok"}"#);
    let numbers = |i: usize| -> (Vec<u16>, Vec<(u16, String)>) {
        let mutants = &prepared[i].as_ref().unwrap().mutants;
        let invalid = mutants.invalid.iter().map(|m| (m.mutant.number, m.reason.clone()));
        (mutants.valid.iter().map(|m| m.number).collect(), invalid.collect())
    };
    // `n > 0`: two operators; two returns; the `if`; constants 0, "some" and "none", of which two are returns already.
    assert_eq!(numbers(0), (vec![0, 2, 3, 4, 5], vec![(1, "no use".to_owned())]));
    assert_eq!(numbers(1), (vec![1, 2], vec![(0, "x".to_owned())]));

    let lines: Vec<_> =
        read(r#"{"nonce":"preparation","verdict":"ok"}"#).into_iter().map(|l| l.unwrap().executable.0).collect();
    assert_eq!(lines, [vec![4, 5, 7], vec![11]]);
    let one_bad = read(
        r#"{"nonce":"preparation","verdict":"ours","message":"m","diagnostics":[{"file":"package0/focal/pick.go","line":11,"message":"no"}]}"#,
    );
    assert!(one_bad[0].is_ok());
    assert_eq!(one_bad[1].as_ref().unwrap_err(), "its package does not compile with probes: no");
    let all_bad = read(r#"{"nonce":"preparation","verdict":"ours","message":"pick.go is not part of the build"}"#);
    assert!(all_bad.iter().all(|r| r.as_ref().unwrap_err().contains("not part of the build")));
    assert!(read("").iter().all(Result::is_err));
}

#[test]
fn a_suite_cannot_link_itself_to_functions_of_other_packages() {
    let mut slot = slot();
    slot.suite = format!("{SUITE}\n//go:linkname emit main.emit\nfunc emit(fields ...string)\n");
    let error = GoAdapter.plan(&task(), &slot, NONCE).unwrap_err();
    assert!(error.to_string().contains("//go:linkname"), "{error}");
    // The compiler takes it for a directive only at the start of a line.
    slot.suite = format!("{SUITE}\n// see //go:linkname\n");
    assert!(GoAdapter.plan(&task(), &slot, NONCE).is_ok());
}

/// The reference matches two components of a path anywhere in it, so `mypkg/file.go` counts for `pkg/file.go`.
#[test]
fn q_14_only_the_focal_file_itself_counts() {
    let mut work = task();
    work.focal.path = "doc/sub/pick.go".into();
    let mut slot = slot();
    slot.suite = SUITE.into();
    let plan = GoAdapter.plan(&work, &slot, NONCE).unwrap();
    let order: serde_json::Value = serde_json::from_str(&plan.request.steps[0].stdin).unwrap();
    // One package, by its whole path, and one file of it.
    assert_eq!(order["package"], "github.com/spf13/cobra/doc/sub");
    assert_eq!(order["replaced"].as_object().unwrap().keys().collect::<Vec<_>>(), ["pick.go"]);
}

#[test]
fn the_references_checks() {
    let work = task();
    let of = |suite: &str, build: &str, exit: i32, report: &str| {
        let mut slot = slot();
        slot.suite = suite.into();
        let plan = GoAdapter.plan(&work, &slot, NONCE).unwrap();
        let steps = [
            built(exit, &format!("{{\"nonce\":\"{NONCE}\",\"verdict\":\"{build}\"}}\n")),
            StepReport { report: report.replace('N', NONCE), ..step("baseline", Exit::Code(exit)) },
        ];
        let checks = GoAdapter.read(&work, &plan, NONCE, &steps).reference?;
        Some((checks.csr, checks.tpr, checks.ir, checks.coverage))
    };
    // Lines 3 to 8: the head and the `if` (3-4), its branch (4-6), the rest (7).
    let report = "N announced 1\nN begin x41\nN passed x41 1 x l0,1,\nN end l0,1,\n";
    assert_eq!(of(SUITE, "ok", 0, report), Some((true, true, true, Some((4, 5)))));
    assert_eq!(of(SUITE, "ok", 1, "N announced 1\n"), Some((true, false, true, Some((0, 5)))));
    assert_eq!(of(SUITE, "suite", 1, ""), Some((false, false, true, None)));
    assert_eq!(of(SUITE, "ours", 1, ""), None);
    let example = "package doc\n\nfunc ExamplePick() {\n\tpick(1)\n\t// Output:\n}\n";
    assert_eq!(of(example, "ok", 0, "N announced 1\n"), Some((false, false, true, None)), "it knows only `Test…`");
}

mod mutants;

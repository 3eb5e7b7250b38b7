//! Which suites are built together, and what of.

use domain::{FocalFunction, SlotWork, TaskWork};
use sandbox::protocol::{Exit, StepReport, Stopped};

use super::super::GoAdapter;
use crate::adapter::{Adapter as _, Batch, Build, Member, Plan};
use crate::fixtures::{slot, step, work};

/// Package `doc` with two functions, on lines 3 to 8 and 10 to 12.
const FILE: &str = "package doc\n\nfunc pick(n int) string {\n\tif n > 0 {\n\t\treturn \"some\"\n\t}\n\treturn \"none\"\n}\n\n\
                    func half(n int) int {\n\treturn n / 2\n}\n";

fn task(name: &str) -> TaskWork {
    let mut work = work();
    work.repository.settings.insert("module".into(), "github.com/spf13/cobra".into());
    work.file_text = FILE.into();
    let found = syntax::focal_functions(domain::Language::Go, FILE, "doc/pick.go");
    work.focal = found.into_iter().map(|found| found.focal).find(|focal| focal.name == name).unwrap();
    work.mutants.valid = syntax::mutants(domain::Language::Go, FILE, &work.focal);
    work
}

/// Tasks with one suite each, their slots, nonces and plans.
struct Group(Vec<(TaskWork, SlotWork, String, Plan)>);

impl Group {
    fn of(suites: impl IntoIterator<Item = (TaskWork, String)>) -> Self {
        let planned = suites.into_iter().enumerate().map(|(number, (work, suite))| {
            let slot = SlotWork { suite, ..slot() };
            let nonce = format!("{number:032x}");
            let plan = GoAdapter.plan(&work, &slot, &nonce).unwrap();
            (work, slot, nonce, plan)
        });
        Self(planned.collect())
    }

    fn members(&self) -> Vec<Member<'_>> {
        self.0.iter().map(|(work, slot, nonce, plan)| Member { work, slot, nonce, plan }).collect()
    }

    fn batches(&self) -> Vec<Batch> {
        GoAdapter.plan_batches(&self.members())
    }

    /// Numbers of the suites in each batch.
    fn together(&self) -> Vec<Vec<usize>> {
        self.batches().iter().map(|batch| batch.members.iter().map(|(index, _)| *index).collect()).collect()
    }
}

fn suite(package: &str, imports: &str, body: &str) -> String {
    format!("package {package}\n\nimport (\n\t\"testing\"\n{imports})\n\n{body}\n")
}

fn test(name: &str) -> String {
    suite("doc", "", &format!("func {name}(t *testing.T) {{\n\tpick(half(2))\n}}"))
}

fn picks(suites: &[String]) -> Group {
    Group::of(suites.iter().map(|suite| (task("pick"), suite.clone())))
}

#[test]
fn suites_with_different_names_are_built_together_ten_at_a_time() {
    let suites: Vec<String> = (0..13).map(|n| test(&format!("TestA{n}"))).collect();
    let together = picks(&suites).together();
    assert_eq!(together, [(0..10).collect::<Vec<_>>(), (10..13).collect()]);
    assert_eq!(picks(&suites[..1]).together(), [[0_usize; 0]; 0], "one suite alone is no batch");
}

#[test]
fn names_that_one_declares_and_another_uses_keep_them_apart() {
    let declares = suite("doc", "", "func TestA(t *testing.T) {}\n\nfunc Helper() int { return 1 }");
    // It would not compile by itself, so it must not compile with the other either.
    let uses = suite("doc", "", "func TestB(t *testing.T) { Helper() }");
    let external = suite("doc_test", "\t\"github.com/spf13/cobra/doc\"\n", "func TestA(t *testing.T) { doc.Helper() }");
    let other = suite("doc_test", "\t\"github.com/spf13/cobra/doc\"\n", "func TestA(t *testing.T) { doc.Other() }");
    let selects = suite("doc", "", "func TestC(t *testing.T) { t.Helper() }");
    assert_eq!(picks(&[test("TestA"), test("TestA")]).together().len(), 0, "clashing names");
    assert_eq!(picks(&[declares.clone(), uses]).together().len(), 0, "a helper of another suite");
    assert_eq!(picks(&[declares.clone(), selects]).together().len(), 0, "a selector may be a name as well");
    let with_import = declares.replace("\t\"testing\"\n", "\t\"testing\"\n\t\"github.com/spf13/cobra/doc\"\n");
    assert_eq!(picks(&[with_import, external.clone()]).together().len(), 0, "what it exports, from outside");
    // External suites have a package each, and may be called what they like.
    assert_eq!(picks(&[external, other]).together(), [[0, 1]]);
    // Those that do not fit are put with others that they fit.
    let mixed = [test("TestA"), test("TestA"), test("TestB"), test("TestB"), declares];
    assert_eq!(picks(&mixed).together(), [[0, 2], [1, 3]]);
}

#[test]
fn suites_that_would_find_another_program_are_kept_apart() {
    let plain = test("TestA");
    let http =
        |name: &str| suite("doc", "\t\"net/http\"\n", &format!("func {name}(t *testing.T) {{ http.NoBody.Close() }}"));
    assert_eq!(picks(&[plain.clone(), http("TestB")]).together().len(), 0);
    assert_eq!(picks(&[plain, http("TestB"), http("TestC")]).together(), [[1, 2]]);
    let mut others = [task("pick"), task("pick")];
    others[1].limits.run_seconds += 1;
    let suites = [test("TestA"), test("TestB")];
    assert_eq!(Group::of(others.into_iter().zip(suites.clone())).together().len(), 0, "another limit");
    let mut others = [task("pick"), task("pick")];
    others[1].focal.path = "cli/pick.go".into();
    assert_eq!(Group::of(others.into_iter().zip(suites.clone())).together().len(), 0, "another package");
    let mut others = [task("pick"), task("half")];
    others[1].file_text.push_str("// changed\n");
    assert_eq!(Group::of(others.into_iter().zip(suites)).together().len(), 0, "another text of the file");
}

/// Each rule by itself is checked where it is made (`syntax::sharing_go`); here, that the adapter asks.
#[test]
fn suites_that_act_before_their_tests_or_look_at_their_program_are_built_alone() {
    for body in
        ["func init() {}", "func TestMain(m *testing.M) { m.Run() }", "var x = half(2)", "//go:noinline\nfunc f() {}"]
    {
        let alone = suite("doc", "", &format!("func TestA(t *testing.T) {{}}\n\n{body}"));
        assert_eq!(picks(&[alone, test("TestB"), test("TestC")]).together(), [[1, 2]], "{body}");
    }
}

#[test]
fn functions_whose_mutants_are_built_one_by_one_are_not_batched() {
    let mut work = task("half");
    work.file_text = FILE.replace("return n / 2", "recover(); return n / 2");
    work.mutants.valid = syntax::mutants(domain::Language::Go, &work.file_text, &work.focal);
    let group = Group::of([(work.clone(), test("TestA")), (work.clone(), test("TestB"))]);
    assert_eq!(group.together().len(), 0);
    work.mutants.valid.clear();
    let group = Group::of([(work.clone(), test("TestA")), (work, test("TestB"))]);
    assert_eq!(group.together(), [[0, 1]], "without mutants there is nothing to build");
}

#[test]
fn overlapping_functions_are_never_put_together() {
    let mut inner = task("pick");
    inner.focal = FocalFunction { start_line: 4, ..inner.focal };
    let group = Group::of([(task("pick"), test("TestA")), (inner, test("TestB")), (task("half"), test("TestC"))]);
    assert_eq!(group.together(), [[0, 2]]);
    let mut fewer = task("pick");
    fewer.mutants.valid.pop();
    let group = Group::of([(task("pick"), test("TestA")), (fewer, test("TestB"))]);
    assert_eq!(group.together().len(), 0, "the same function with other mutants");
}

#[test]
fn functions_of_one_file_are_woven_together_and_attempts_share_what_they_need() {
    let suites = [("pick", "TestA"), ("half", "TestB"), ("pick", "TestC")];
    let mut group = Group::of(suites.map(|(function, name)| (task(function), test(name))));
    group.0[1].1.suite = group.0[1].1.suite.replace("package doc", "package doc_test");
    let mut batches = group.batches();
    assert_eq!(batches.len(), 1);
    let Batch { request, members } = batches.remove(0);
    let text =
        |path: &str| &request.files.iter().find(|file| file.path == path).unwrap_or_else(|| panic!("{path}")).text;
    let focal = text("focal/pick.go");
    let kept: Vec<&str> = focal.lines().take(FILE.lines().count()).collect();
    assert!(kept[2].starts_with("func pick") && kept[9].starts_with("func half"), "{focal}");
    assert_eq!(focal.matches("panic(\"assay: control\")").count(), 2, "two functions, three suites");
    assert_eq!(text("probe.go").matches("uint32").count(), 2);
    let counters = |path: &str| text(path).lines().find(|line| line.contains("hits:")).unwrap().to_owned();
    assert_eq!(counters("m0/tests.go"), counters("m2/tests.go"));
    assert_ne!(counters("m0/tests.go"), counters("m1/tests.go"));
    let [build] = request.steps.as_slice() else { panic!("{:?}", request.steps) };
    assert_eq!(build.argv[1..], ["batch"]);
    // Each has its own nonce and modes, and runs nothing but what it would run alone.
    for (place, (index, plan)) in members.iter().enumerate() {
        let (_, _, nonce, alone) = &group.0[*index];
        let tests = text(&format!("m{place}/tests.go"));
        assert_eq!(plan.request.steps, alone.request.steps[1..]);
        assert_eq!((&plan.request.files, &plan.static_tests), (&alone.request.files, &alone.static_tests));
        assert!(tests.contains(&format!("nonce: \"{nonce}\"")));
        for step in &plan.request.steps {
            let mode = step.env.iter().find(|(name, _)| name.starts_with("ASSAY_")).unwrap();
            assert!(tests.contains(mode.0) && tests.contains(&format!("\"{}\": ", mode.1)));
        }
        let elsewhere = request.files.iter().filter(|file| file.path != format!("m{place}/tests.go"));
        assert!(elsewhere.into_iter().all(|file| !file.text.contains(nonce)));
    }
    let order: serde_json::Value = serde_json::from_str(&build.stdin).unwrap();
    assert_eq!(order["members"][1], serde_json::json!({"folder": "m1", "external": true}));
    assert!(text("m1/tests.go").contains("suite \"m1/github.com/spf13/cobra/doc_test\""));
    assert!(text("m0/tests.go").contains("suite \"github.com/spf13/cobra/doc\""));
}

#[test]
fn only_members_in_the_binary_are_reported_as_built() {
    let group = picks(&[test("TestA"), test("TestB"), test("TestC")]);
    let batch = group.batches().remove(0);
    let order: serde_json::Value = serde_json::from_str(&batch.request.steps[0].stdin).unwrap();
    let nonce = order["nonce"].as_str().unwrap();
    let read = |step: StepReport| {
        let members = group.members();
        let reports = GoAdapter.read_batch(&batch, &members, &[step]);
        assert!(reports.iter().all(|report| report.log.is_empty()), "it may hold the text of another suite");
        let builds = reports.iter().zip(&batch.members).map(|(report, (index, plan))| {
            let member = &members[*index];
            GoAdapter.read(member.work, plan, member.nonce, std::slice::from_ref(report)).build == Build::Ok
        });
        builds.collect::<Vec<_>>()
    };
    let said = |text: &str| StepReport {
        report: text.replace('N', nonce),
        log: "m1/suite_test.go:3: undefined: x".into(),
        ..step("compile", Exit::Code(0))
    };
    let ok = r#"{"nonce":"N","verdict":"ok","built":[0,2]}"#;
    assert_eq!(read(said(ok)), [true, false, true]);
    for report in
        [r#"{"nonce":"M","verdict":"ok","built":[0,2]}"#, r#"{"nonce":"N","verdict":"suite","built":[0,2]}"#, ""]
    {
        assert_eq!(read(said(report)), [false; 3], "{report}");
    }
    assert_eq!(read(StepReport { stopped: Some(Stopped::WallTime), ..said(ok) }), [false; 3]);
    assert_eq!(read(StepReport { exit: Exit::Code(1), ..said(ok) }), [false; 3]);
}

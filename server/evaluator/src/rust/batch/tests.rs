use domain::{Attempt, TaskMutants, TaskWork};
use sandbox::protocol::Exit;

use super::super::RustAdapter;
use super::super::tests::{slot, work};
use super::*;
use crate::adapter::{Adapter as _, Build, MutationOrder};
use crate::fixtures::step as ended;

const TWO: &str = "pub fn double(a: u32) -> u32 {\n    a * 2\n}\n\npub fn half(a: u32) -> u32 {\n    a / 2\n}\n";
const SUITE: &str = "#[cfg(test)]\nmod tests {\n    #[test]\n    fn a() { assert!(true); }\n}\n";

/// A task for the function of this number in a file.
fn task(text: &str, path: &str, number: usize) -> TaskWork {
    let focal = syntax::focal_functions(domain::Language::Rust, text, path).remove(number).focal;
    let valid = syntax::mutants(domain::Language::Rust, text, &focal);
    let mutants = TaskMutants { valid, invalid: Vec::new() };
    TaskWork { focal, file_text: text.to_owned(), mutants, ..work() }
}

/// Plans suites, each for its task, and gives the batches.
fn batches(suites: &[(&TaskWork, &str)], read: impl FnOnce(&[Member<'_>], Vec<Batch>)) {
    let slots: Vec<_> =
        suites.iter().zip(0..).map(|((_, suite), n)| domain::SlotWork { attempt: Attempt(n), ..slot(suite) }).collect();
    let nonces: Vec<String> = (0..suites.len()).map(|n| format!("nonce{n}")).collect();
    let plans: Vec<Plan> = suites
        .iter()
        .zip(&slots)
        .zip(&nonces)
        .map(|(((work, _), slot), nonce)| RustAdapter.plan(work, slot, nonce).unwrap())
        .collect();
    let members: Vec<Member<'_>> = suites
        .iter()
        .zip(&slots)
        .zip(nonces.iter().zip(&plans))
        .map(|(((work, _), slot), (nonce, plan))| Member { work, slot, nonce, plan })
        .collect();
    read(&members, RustAdapter.plan_batches(&members));
}

/// Which members go together.
fn groups(suites: &[(&TaskWork, &str)]) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    batches(suites, |_, batches| {
        found = batches.iter().map(|batch| batch.members.iter().map(|(index, _)| *index).collect()).collect();
    });
    found
}

#[test]
fn suites_of_several_functions_and_files_go_together() {
    let (double, half) = (task(TWO, "src/a.rs", 0), task(TWO, "src/a.rs", 1));
    let other = task(TWO, "src/b.rs", 0);
    assert_eq!(groups(&[(&other, SUITE), (&half, SUITE), (&double, SUITE), (&half, SUITE)]), [[2, 1, 3, 0]]);
    let many = vec![(&double, SUITE); 13];
    assert_eq!(groups(&many).iter().map(Vec::len).collect::<Vec<_>>(), [10, 3]);
    assert!(groups(&many[..1]).is_empty(), "one suite is no batch");
}

#[test]
fn functions_inside_each_other_never_go_together() {
    let text = "pub fn outer(a: u32) -> u32 {\n    fn inner(a: u32) -> u32 {\n        a + 1\n    }\n    inner(a)\n}\n";
    let (outer, inner) = (task(text, "src/a.rs", 0), task(text, "src/a.rs", 1));
    assert_eq!((outer.focal.name.as_str(), inner.focal.name.as_str()), ("outer", "inner"));
    assert!(groups(&[(&outer, SUITE), (&inner, SUITE)]).is_empty());
    assert_eq!(groups(&[(&outer, SUITE), (&inner, SUITE), (&outer, SUITE)]), [[0, 2]]);
}

#[test]
fn one_function_with_two_lists_of_mutants_is_two_tasks_that_clash() {
    let double = task(TWO, "src/a.rs", 0);
    let less = TaskWork { mutants: TaskMutants::default(), ..double.clone() };
    assert!(groups(&[(&double, SUITE), (&less, SUITE)]).is_empty());
}

#[test]
fn another_text_of_the_file_or_another_limit_is_another_build() {
    let double = task(TWO, "src/a.rs", 0);
    let longer = task(&format!("{TWO}\npub fn more() {{}}\n"), "src/a.rs", 0);
    assert!(groups(&[(&double, SUITE), (&longer, SUITE)]).is_empty());
    let mut slower = double.clone();
    slower.limits.run_seconds += 1;
    assert!(groups(&[(&double, SUITE), (&slower, SUITE)]).is_empty());
}

#[test]
fn suites_that_reach_out_are_left_out() {
    let double = task(TWO, "src/a.rs", 0);
    for suite in [
        "mod tests { impl From<u8> for super::X {} #[test] fn a() {} }\n",
        "mod tests { mod b { use crate::a::tests::help; } fn help() {} #[test] fn a() {} }\n",
        "mod r#try { #[test] fn a() {} }\n",
        "mod tests { #[test] fn a() {} \n",
    ] {
        assert_eq!(groups(&[(&double, SUITE), (&double, suite), (&double, SUITE)]), [[0, 2]], "{suite}");
    }
    // In a module of ours, no name beside the focal file's items is the suite's own.
    let wrapped = "use super::*;\nmod tests { use super::tests::b; mod b {} #[test] fn a() {} }\n";
    assert_eq!(groups(&[(&double, SUITE), (&double, wrapped)]), [[0, 1]]);
}

#[test]
fn every_member_has_its_own_tests_counters_and_mutants() {
    let (double, half) = (task(TWO, "src/a.rs", 0), task(TWO, "src/a.rs", 1));
    let bare = "#[test]\nfn a() { assert!(true); }\n";
    batches(&[(&double, SUITE), (&double, bare), (&half, SUITE)], |members, batches| {
        let [batch] = batches.as_slice() else { panic!() };
        let files: Vec<_> = batch.request.files.iter().map(|file| file.path.as_str()).collect();
        assert_eq!(files, ["focal0.rs", "suite0.rs", "suite1.rs", "suite2.rs"]);
        let focal = &batch.request.files[0].text;
        assert_eq!(focal.lines().count(), TWO.lines().count(), "no line moves");
        for (number, calls) in [(0, 1), (1, 1), (2, 0)] {
            assert_eq!(focal.matches(&format!("::Task::<{number}>::enter();")).count(), calls);
        }
        let double_at = focal.find("fn half").unwrap();
        assert!(focal[..double_at].contains("Task::<0>") && !focal[..double_at].contains("Task::<1>"));
        let harness = harness_name(&nonce_of(members.iter().map(|member| member.nonce)));
        let order: serde_json::Value = serde_json::from_str(&batch.request.steps[0].stdin).unwrap();
        assert!(order["harness"] == harness.as_str() && focal.contains(&format!("::{harness}::Task::<0>::hit(0);")));
        for (number, ((index, plan), task)) in batch.members.iter().zip([0, 0, 1]).enumerate() {
            let (member, text) = (members[*index], &batch.request.files[1 + number].text);
            let prefix = module_prefix(member.nonce);
            let (module, name) = if number == 1 { ("assay_suite", "a") } else { ("tests", "tests::a") };
            assert!(text.contains(&format!("mod {prefix}{module} {{")), "{text}");
            assert!(text.contains(&format!("::{harness}::test(\"{name}\"")), "{text}");
            assert!(!text.contains(member.nonce), "the nonce is in no source");
            let [baseline, control] = plan.request.steps.as_slice() else { panic!() };
            assert_eq!(baseline.stdin, format!("{} {task} baseline\n", member.nonce));
            assert_eq!(control.stdin, format!("{} {task} control\n", member.nonce));
            assert_eq!((baseline.argv.last(), &control.argv), (Some(&prefix), &baseline.argv));
            assert_eq!(plan.request.files, member.plan.request.files);
            assert_eq!(plan.static_tests, [name]);
            let mutant = &member.work.mutants.valid[0];
            let order = MutationOrder { mutants: &[mutant], wall_ms: 1500, built: false, baseline: None };
            let mutants = RustAdapter.plan_mutants(member.work, member.slot, plan, member.nonce, order);
            assert_eq!(mutants.steps[0].stdin, format!("{} {task} {}\n", member.nonce, mutant.number));
            assert_eq!(mutants.steps[0].argv, baseline.argv);
        }
    });
}

#[test]
fn records_come_under_the_names_that_the_suite_uses() {
    let double = task(TWO, "src/a.rs", 0);
    batches(&[(&double, SUITE), (&double, SUITE)], |members, batches| {
        let (member, plan) = (members[0], &batches[0].members[0].1);
        let built = StepReport { report: report::built(member.nonce), ..ended(COMPILE, Exit::Code(0)) };
        let (nonce, name) = (member.nonce, format!("x{}", hex::encode("tests::a")));
        let log = hex::encode(format!("ok a::{}tests::a\n", module_prefix(nonce)));
        let baseline = StepReport {
            report: format!("{nonce} begin {name}\n{nonce} passed {name} 1 x l0,\n{nonce} log x{log}\n{nonce} end l\n"),
            ..ended(BASELINE, Exit::Code(0))
        };
        let seen = RustAdapter.read(member.work, plan, nonce, &[built, baseline]);
        let run = seen.baseline.unwrap();
        assert_eq!((run.tests.len(), run.tests[0].name.as_str(), run.announced), (1, "tests::a", Some(1)));
        assert!(!run.forged && run.ended);
        assert_eq!(seen.reference.map(|said| (said.csr, said.tpr, said.ir)), Some((true, true, false)));
    });
}

#[test]
fn what_the_driver_left_out_is_run_alone() {
    let double = task(TWO, "src/a.rs", 0);
    batches(&[(&double, SUITE), (&double, SUITE), (&double, SUITE)], |members, batches| {
        let batch = &batches[0];
        let nonce = nonce_of(members.iter().map(|member| member.nonce));
        let builds = |report: String, code: i32| -> Vec<bool> {
            let step = StepReport { report, ..ended(COMPILE, Exit::Code(code)) };
            let read = RustAdapter.read_batch(batch, members, &[step]);
            let is_ok = |(report, member): (StepReport, &Member<'_>)| {
                RustAdapter.read(member.work, &batch.members[0].1, member.nonce, &[report]).build == Build::Ok
            };
            read.into_iter().zip(members).map(is_ok).collect()
        };
        let said = |verdict: &str, left_out: &str| {
            format!("{{\"nonce\":\"{nonce}\",\"verdict\":\"{verdict}\",\"left_out\":{left_out}}}\n")
        };
        assert_eq!(builds(said("ok", "[1]"), 0), [true, false, true]);
        assert_eq!(builds(said("ok", "[]"), 0), [true; 3]);
        assert_eq!(builds(said("together", "[1]"), 1), [false; 3]);
        assert_eq!(builds(said("ok", "[]").replace(&nonce, "nonce0"), 0), [false; 3], "another's nonce");
        assert_eq!(builds(String::new(), 137), [false; 3]);
    });
}

use domain::TestCaseStatus::{self, Failed, Passed, Skipped, Unfinished};

use super::*;
use sandbox::protocol::Exit;

use crate::fixtures::step as ended;

fn read(text: &str) -> TestRun {
    let step = StepReport { report: text.to_owned(), ..ended("baseline", Exit::Code(0)) };
    let tests = ["tests::adds".to_owned(), "tests::slow".to_owned(), "tests::deep::adds".to_owned()];
    read_run(
        &step,
        Expected { nonce: "n0", lines: &[10, 12, 11], tests: &tests, module: "number::complete", prefix: "p_" },
    )
}

fn hexed(said: &str) -> String {
    format!("x{}", hex::encode(said))
}

fn tests(run: &TestRun) -> Vec<(&str, TestCaseStatus, &str)> {
    run.tests.iter().map(|t| (t.name.as_str(), t.status, t.message.as_str())).collect()
}

#[test]
fn the_guards_and_the_framework_say_the_same() {
    let adds = hexed("tests::adds");
    let log = hexed("ok number::complete::tests::adds\nignored number::complete::tests::slow\n");
    let run = read(&format!("n0 begin {adds}\nn0 passed {adds} 3 x l0,2,\nn0 log {log}\nn0 end l0,\n"));
    assert_eq!(tests(&run), [("tests::adds", Passed, ""), ("tests::slow", Skipped, "")]);
    assert_eq!((run.announced, run.ended, run.forged, run.covered.as_slice()), (Some(2), true, false, &[10, 11][..]));
}

#[test]
fn what_a_panic_should_have_said_is_the_frameworks_word() {
    let adds = hexed("tests::adds");
    let log = hexed(
        "failed: panic did not contain expected string\n      panic message: `\"b\"`,\n expected substring: `\"a\"` number::complete::tests::adds\n",
    );
    let run = read(&format!("n0 begin {adds}\nn0 passed {adds} 3 x l\nn0 log {log}\nn0 end l\n"));
    let [(_, Failed, message)] = tests(&run)[..] else { panic!("{run:?}") };
    assert!(message.starts_with("panic did not contain") && message.ends_with("`\"a\"`"), "{message}");
}

#[test]
fn tests_that_macros_make_are_known_from_the_framework_alone() {
    let log = hexed("ok number::complete::assay_suite::made_by_macro\nfailed other::odd\n");
    let run = read(&format!("n0 log {log}\nn0 end l\n"));
    assert_eq!(tests(&run), [("made_by_macro", Passed, ""), ("other::odd", Failed, "")]);
}

#[test]
fn names_that_end_alike_are_kept_apart() {
    let (adds, deep) = (hexed("adds"), hexed("deep::adds"));
    let log = hexed("ok number::complete::assay_suite::adds\nfailed number::complete::assay_suite::deep::adds\n");
    let run = read(&format!(
        "n0 begin {adds}\nn0 passed {adds} 1 x l\nn0 begin {deep}\nn0 passed {deep} 1 x l\nn0 log {log}\n"
    ));
    assert_eq!(tests(&run), [("adds", Passed, ""), ("deep::adds", Failed, "")]);
}

#[test]
fn early_ends_and_forgeries() {
    let adds = hexed("tests::adds");
    let early = read(&format!("n0 begin {adds}\nn0 pass"));
    assert_eq!((tests(&early), early.ended, early.forged), (vec![("tests::adds", Unfinished, "")], false, false));
    for forged in [
        "hello\n".to_owned(),
        format!("n1 begin {adds}\n"),
        format!("n0 passed {adds} 1 x l\n"),
        "n0 end l\nn0 end l\n".to_owned(),
        format!("n0 begin {adds}\nn0 passed {adds} 1 x l9,\n"),
        "n0 begin zz\n".to_owned(),
        "hell".to_owned(),
    ] {
        assert!(read(&forged).forged, "{forged}");
    }
}

#[test]
fn problems_are_told_with_the_lines_of_the_suite() {
    let build = |text: &str| {
        let step = StepReport { report: text.to_owned(), ..ended("compile", Exit::Code(0)) };
        read_build(&step, "n0", "src/a.rs", 11)
    };
    let problem = |file: &str, line: u32| format!(r#"{{"file":"{file}","line":{line},"message":"[E0425] no x"}}"#);
    let said = |verdict: &str, problems: &str| {
        format!(r#"{{"nonce":"n0","verdict":"{verdict}","message":"why","diagnostics":[{problems}]}}"#)
    };
    assert_eq!(build(&said("ok", "")), Build::Ok);
    assert_eq!(build(&said("suite", &problem("src/a.rs", 13))), Build::Failed("suite:3: [E0425] no x".to_owned()));
    let two = format!("{},{}", problem("src/b.rs", 3), problem("", 0));
    assert_eq!(build(&said("suite", &two)), Build::Failed("src/b.rs:3: [E0425] no x (and 1 more problem)".to_owned()));
    assert_eq!(build(&said("suite", "")), Build::Failed("why".to_owned()));
    assert_eq!(build(&said("ours", "")), Build::Fault("why".to_owned()));
    assert_eq!(build(&said("ok", "").replace("n0", "n1")), Build::Unknown, "somebody else's");
    assert_eq!(build(""), Build::Unknown);
}

use domain::ExecutableLines;
use sandbox::protocol::Exit;

use super::*;
use crate::ruby::fixtures::report_of;

const START: &str = r#"{"nonce":"n","number":0,"event":"start","count":2}"#;
const BEGIN: &str = r#"{"nonce":"n","number":1,"event":"begin","id":"1","name":"a"}"#;
const END: &str = r#"{"nonce":"n","number":2,"event":"end","id":"1","name":"a","full":"X a","status":"passed","message":"","millis":7}"#;

fn seen(lines: &[&str], exit: Exit) -> Seen {
    let report = lines.join("\n") + "\n";
    read_run(&report_of("baseline", exit, &report), "n", &ExecutableLines(vec![37, 39]))
}

fn read(lines: &[&str], exit: Exit) -> (Build, TestRun) {
    let Seen { build, run, .. } = seen(lines, exit);
    (build, run)
}

#[test]
fn a_whole_run() {
    let (build, run) = read(
        &[
            START,
            BEGIN,
            END,
            r#"{"nonce":"n","number":3,"event":"begin","id":"2","name":"a"}"#,
            r#"{"nonce":"n","number":4,"event":"end","id":"2","name":"a","full":"Y a","status":"skipped","message":"later","millis":0}"#,
            r#"{"nonce":"n","number":5,"event":"cov","covered":[36,37,38,39],"loaded":[36],"total":4}"#,
            r#"{"nonce":"n","number":6,"event":"done","rc":0}"#,
        ],
        Exit::Code(0),
    );
    assert_eq!(build, Build::Ok);
    assert_eq!(run.announced, Some(2));
    assert!(run.ended && !run.forged);
    assert_eq!(run.covered, [37, 39]);
    let tests: Vec<_> = run.tests.iter().map(|t| (t.name.as_str(), t.status, t.message.as_str(), t.millis)).collect();
    assert_eq!(
        tests,
        [("a", TestCaseStatus::Passed, "", 7), ("Y a", TestCaseStatus::Skipped, "later", 0)],
        "the second of two tests with one description is told apart by its groups"
    );
}

#[test]
fn what_is_not_ours_is_noticed_and_not_used() {
    for foreign in [
        r#"{"nonce":"m","number":2,"event":"done","rc":0}"#,
        r#"{"number":2,"event":"done","rc":0}"#,
        r#"{"nonce":"n","number":1,"event":"begin","id":"1","name":"a"}"#,
        r#"{"nonce":"n","number":2,"event":"unheard_of"}"#,
        r#"{"nonce":"n","number":2,"event":"control","index":0}"#,
        "ok",
        "",
    ] {
        let (_, run) = read(&[START, BEGIN, foreign], Exit::Code(0));
        assert!(run.forged, "{foreign}");
        assert!(!run.ended);
        assert_eq!(run.tests.len(), 1);
    }
}

#[test]
fn a_run_that_breaks_off() {
    let report = format!("{START}\n{BEGIN}\n{{\"nonce\":\"n\",\"num");
    let step = report_of("baseline", Exit::Signal(9), &report);
    let Seen { build, run, .. } = read_run(&step, "n", &ExecutableLines(vec![]));
    assert_eq!(build, Build::Ok);
    assert!(!run.forged && !run.ended);
    assert_eq!(run.tests[0].status, TestCaseStatus::Unfinished);
}

#[test]
fn an_end_record_must_agree_with_the_exit_code() {
    let done = r#"{"nonce":"n","number":1,"event":"done","rc":0}"#;
    assert!(read(&[START, done], Exit::Code(0)).1.ended);
    assert!(!read(&[START, done], Exit::Code(1)).1.ended);
    assert!(!read(&[START, done], Exit::Signal(9)).1.ended);
}

#[test]
fn a_failure_outside_of_the_tests_counts_as_one() {
    let outside = r#"{"nonce":"n","number":1,"event":"outside","message":"boom"}"#;
    let (_, run) = read(&[START, outside], Exit::Code(1));
    assert_eq!(run.announced, Some(3));
    assert_eq!((run.tests[0].status, run.tests[0].message.as_str()), (TestCaseStatus::Failed, "boom"));
}

#[test]
fn a_suite_that_does_not_load_and_a_repository_that_does_not() {
    let record = |event| format!(r#"{{"nonce":"n","number":0,"event":"{event}","message":"x:\n  y"}}"#);
    let build = |event| read(&[&record(event)], Exit::Code(3)).0;
    assert_eq!(build("syntax"), Build::Failed("x: y".to_owned()));
    assert_eq!(build("load_error"), Build::Failed("x: y".to_owned()));
    assert_eq!(build("fault"), Build::Fault("x: y".to_owned()));
    assert_eq!(read(&[], Exit::Code(70)).0, Build::Unknown);
}

#[test]
fn the_repository_cannot_fail_after_the_suite_was_loaded() {
    let fault = r#"{"nonce":"n","number":1,"event":"fault","message":"x"}"#;
    let (build, run) = read(&[START, fault], Exit::Code(4));
    assert_eq!(build, Build::Ok);
    assert!(run.forged);
}

/// The line of `def` (36) runs by being loaded.
const LOADED_ONLY: &str = r#"{"nonce":"n","number":2,"event":"cov","covered":[],"loaded":[36],"total":4}"#;
const READY: &str = r#"{"nonce":"n","number":0,"event":"ready"}"#;
const NO_TESTS: &str = r#"{"nonce":"n","number":1,"event":"start","count":0}"#;

#[test]
fn q12_the_reference_takes_whatever_parses_for_compiled() {
    let load_error = r#"{"nonce":"n","number":1,"event":"load_error","message":"x"}"#;
    let syntax = r#"{"nonce":"n","number":0,"event":"syntax","message":"x"}"#;
    assert!(seen(&[READY, load_error], Exit::Code(3)).reference.unwrap().csr);
    assert!(matches!(seen(&[READY, load_error], Exit::Code(3)).build, Build::Failed(_)));
    assert!(!seen(&[syntax], Exit::Code(3)).reference.unwrap().csr);
    assert_eq!(seen(&[], Exit::Signal(9)).reference, None, "nothing is known");
}

#[test]
fn q37_the_reference_passes_a_suite_without_tests() {
    let done = r#"{"nonce":"n","number":3,"event":"done","rc":0}"#;
    let empty = seen(&[READY, NO_TESTS, LOADED_ONLY, done], Exit::Code(0));
    assert_eq!(empty.run.tests.len(), 0, "no test, so no pass of ours");
    assert!(empty.reference.unwrap().tpr);
    assert!(!seen(&[READY, NO_TESTS], Exit::Code(1)).reference.unwrap().tpr);
}

#[test]
fn q40_the_line_of_def_is_covered_for_the_reference_and_not_for_us() {
    let run = seen(&[READY, NO_TESTS, LOADED_ONLY], Exit::Code(1));
    assert_eq!(run.reference.unwrap().coverage, Some((1, 4)));
    assert_eq!(run.run.covered, Vec::<u32>::new());
}

#[test]
fn the_names_of_a_run_under_a_mutant_are_its_tests() {
    let names = r#"{"nonce":"n","number":2,"event":"names","passed":["a","X a"],"skipped":["b"]}"#;
    let start = r#"{"nonce":"n","number":1,"event":"start","count":3}"#;
    let done = r#"{"nonce":"n","number":3,"event":"done","rc":0}"#;
    let (_, run) = read(&[READY, start, names, done], Exit::Code(0));
    let tests: Vec<_> = run.tests.iter().map(|test| (test.name.as_str(), test.status)).collect();
    let (passed, skipped) = (TestCaseStatus::Passed, TestCaseStatus::Skipped);
    assert_eq!(tests, [("a", passed), ("X a", passed), ("b", skipped)]);
    assert!(run.ended && !run.forged && run.announced == Some(3));
}

#[test]
fn a_suite_that_asserts_nothing_has_no_passed_test() {
    let done = |assertions| format!(r#"{{"nonce":"n","number":3,"event":"done","rc":0,"assertions":{assertions}}}"#);
    let seen = |assertions| seen(&[START, BEGIN, END, &done(assertions)], Exit::Code(0));
    assert_eq!(seen(0).must_assert().run.tests[0].status, TestCaseStatus::Skipped);
    assert_eq!(seen(1).must_assert().run.tests[0].status, TestCaseStatus::Passed);
    assert_eq!(seen(0).run.tests[0].status, TestCaseStatus::Passed, "of a control run it is not asked");
}

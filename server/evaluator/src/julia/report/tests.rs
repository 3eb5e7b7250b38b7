use super::*;
use crate::julia::fixtures::{focal, report_of};

fn report(events: &[&str]) -> String {
    let line = |(number, event)| format!("{{\"nonce\":\"n\",\"number\":{number},{event}}}\n");
    events.iter().enumerate().map(line).collect::<Vec<_>>().concat()
}

fn seen(events: &[&str], code: i32) -> Seen {
    let step = report_of("baseline", Exit::Code(code), &report(events));
    read_run(&step, "n", &ExecutableLines(vec![3, 5]), &focal())
}

const PASS: &str = r#""event":"end","name":"a #1","status":"passed","millis":1"#;
const SKIP: &str = r#""event":"end","name":"a #2","status":"skipped","millis":1"#;

#[test]
fn a_whole_run() {
    let seen = seen(
        &[
            r#""event":"start""#,
            r#""event":"open","id":1,"name":"a""#,
            PASS,
            r#""event":"close","id":1"#,
            r#""event":"cov","covered":[2,3]"#,
            r#""event":"done","rc":0,"count":1"#,
        ],
        0,
    );
    assert_eq!(seen.build, Build::Ok);
    assert_eq!((seen.run.tests.len(), seen.run.announced, seen.run.ended), (1, Some(1), true));
    assert_eq!(seen.run.covered, [3], "only executable lines count");
    assert!(!seen.run.forged);
    assert!(seen.reference.csr && seen.reference.tpr);
}

/// The reference counts every line of the range, executable or not.
#[test]
fn q30_the_references_coverage_has_every_line_in_its_denominator() {
    let seen =
        seen(&[r#""event":"start""#, PASS, r#""event":"cov","covered":[3]"#, r#""event":"done","rc":0,"count":1"#], 0);
    assert_eq!(seen.reference.coverage, Some((1, 5)));
}

/// In the reference a broken test fails the suite; here it is a skipped one.
#[test]
fn a_broken_test_fails_by_the_references_rule_only() {
    let seen = seen(&[r#""event":"start""#, PASS, SKIP, r#""event":"done","rc":0,"count":2"#], 0);
    assert_eq!(seen.run.tests[1].status, TestCaseStatus::Skipped);
    assert!(seen.reference.csr && !seen.reference.tpr);
}

/// The reference reads the result from a line that a suite can print; here records carry the run's nonce and numbers.
#[test]
fn q29_foreign_records_are_seen() {
    for foreign in [
        "TEST_RESULTS: 5,0,0,0,100.0\n",
        "{\"nonce\":\"x\",\"number\":1,\"event\":\"done\",\"rc\":0,\"count\":0}\n",
        "{\"nonce\":\"n\",\"number\":7,\"event\":\"done\",\"rc\":0,\"count\":0}\n",
        "{\"nonce\":\"n\",\"number\":1,\"event\":\"lines\",\"index\":0,\"executable\":[]}\n",
    ] {
        let text = report(&[r#""event":"start""#]) + foreign;
        let seen = read_run(&report_of("baseline", Exit::Code(0), &text), "n", &ExecutableLines(vec![3]), &focal());
        assert!(seen.run.forged, "{foreign}");
    }
}

/// In the reference a run that hangs takes the results of the whole repository with it.
#[test]
fn q26_what_was_reported_before_a_stop_is_kept() {
    let text = report(&[r#""event":"start""#, r#""event":"open","id":1,"name":"a""#, PASS]) + "{\"nonce\":\"n\",\"num";
    let seen = read_run(&report_of("baseline", Exit::Signal(9), &text), "n", &ExecutableLines(vec![3]), &focal());
    assert_eq!(seen.build, Build::Ok);
    assert!(!seen.run.ended && !seen.run.forged);
    let names: Vec<_> = seen.run.tests.iter().map(|test| (test.name.as_str(), test.status)).collect();
    assert_eq!(names, [("a #1", TestCaseStatus::Passed), ("a", TestCaseStatus::Unfinished)]);
    assert_eq!(seen.reference.coverage, None);
}

#[test]
fn syntax_loading_and_tests_are_told_apart() {
    let failed = |message: &str| Build::Failed(message.to_owned());
    assert_eq!(seen(&[r#""event":"syntax","message":"line 2: x\n y""#], 3).build, failed("line 2: x y"));
    assert_eq!(seen(&[r#""event":"load_error","message":"UndefVarError""#], 3).build, failed("UndefVarError"));
    assert_eq!(seen(&[r#""event":"fault","message":"gone""#], 4).build, Build::Fault("gone".to_owned()));
    assert_eq!(seen(&[], 0).build, Build::Unknown);
    let seen = seen(
        &[r#""event":"start""#, PASS, r#""event":"outside","message":"x""#, r#""event":"done","rc":1,"count":1"#],
        1,
    );
    assert_eq!(seen.build, Build::Ok);
    assert_eq!(seen.run.tests[1].status, TestCaseStatus::Failed);
    assert_eq!(seen.run.announced, Some(2));
}

#[test]
fn a_code_that_is_not_the_announced_one_ends_nothing() {
    assert!(!seen(&[r#""event":"start""#, PASS, r#""event":"done","rc":1,"count":1"#], 0).run.ended);
}

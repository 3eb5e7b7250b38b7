//! `assay compare`: results written for these tests.

use std::path::Path;

use domain::{
    Attempt, Check, CheckRecord, CheckStatus, Control, Evidence, Language, Limits, LineCoverage, MutantResult,
    MutantStatus, MutationRun, Outcome, SlotResult, TestCaseRecord, TestCaseStatus,
};
use server::compare::{CompareArgs, compare, failures, read, run};
use server::evaluate::{Cause, Line};

fn line(task: &str, language: Language) -> Line {
    let cause = Cause {
        task: task.parse().unwrap(),
        language,
        attempt: Attempt(0),
        suite_sha256: "1".repeat(64).parse().unwrap(),
        image: format!("sha256:{}", "2".repeat(64)).parse().unwrap(),
        evaluator: "1".to_owned(),
        runtime: "runc".to_owned(),
        limits: Limits::default(),
    };
    let test = |name: &str| TestCaseRecord {
        name: name.to_owned(),
        status: TestCaseStatus::Passed,
        message: String::new(),
        millis: 7,
    };
    let mutant = |number, status| MutantResult { number, status, millis: 3 };
    let evidence = Evidence {
        invokes: true,
        compiles: true,
        coverage: Some(LineCoverage { executable: 3, covered: vec![4, 5] }),
        control: Control::Noticed,
        checks: vec![CheckRecord {
            check: Check::Tests,
            status: CheckStatus::Passed,
            detail: String::new(),
            millis: 9,
        }],
        tests: vec![test("a"), test("b")],
        mutation: Some(MutationRun {
            results: vec![mutant(0, MutantStatus::Killed), mutant(1, MutantStatus::Survived)],
            measured: true,
            reads_source: false,
        }),
        ..Evidence::nothing()
    };
    let reason = "All tests passed.".to_owned();
    Line { cause, result: SlotResult { attempt: Attempt(0), outcome: Outcome::Passed, reason, evidence, millis: 50 } }
}

fn failed(task: &str, outcome: Outcome, reason: &str, log: &str) -> Line {
    let mut line = line(task, Language::Rust);
    line.result.outcome = outcome;
    reason.clone_into(&mut line.result.reason);
    line.result.evidence = Evidence {
        log: log.to_owned(),
        mutation: None,
        coverage: None,
        control: Control::NotRun,
        tests: vec![],
        ..line.result.evidence
    };
    line
}

fn write(dir: &Path, name: &str, lines: &[Line]) -> std::path::PathBuf {
    let path = dir.join(name);
    let text: String = lines.iter().map(|line| serde_json::to_string(line).unwrap() + "\n").collect();
    std::fs::write(&path, text).unwrap();
    path
}

fn code(runs: &[&Path]) -> String {
    format!("{:?}", run(&CompareArgs { runs: runs.iter().map(|path| path.to_path_buf()).collect() }))
}

/// Something that another run says otherwise.
type Change = fn(&mut Line);

fn is(code_of_run: &str, wanted: u8) -> bool {
    code_of_run == format!("{:?}", std::process::ExitCode::from(wanted))
}

/// What must not matter: the clock, the order of test cases, what was printed.
#[test]
fn runs_that_differ_by_the_clock_alone_are_the_same() {
    let dir = tempfile::tempdir().unwrap();
    let first = line("go-cobra-a-1", Language::Go);
    let mut other = first.clone();
    other.result.millis = 999;
    other.result.evidence.tests.reverse();
    other.result.evidence.tests[0].millis = 99;
    other.result.evidence.checks[0].millis = 99;
    other.result.evidence.log = "took 3 ms".to_owned();
    other.result.evidence.usage.cpu_millis = 99;
    if let Some(mutation) = &mut other.result.evidence.mutation {
        mutation.results[0].millis = 99;
    }
    let (a, b) = (write(dir.path(), "a", &[first]), write(dir.path(), "b", &[other]));
    assert!(is(&code(&[&a, &b]), 0));
    let report = compare(&[read(&a).unwrap(), read(&b).unwrap()]);
    assert!(report.is_same());
    let text = report.to_string();
    assert!(text.contains("No differences."), "{text}");
    let row = text.lines().find(|line| line.starts_with("Go")).unwrap();
    assert_eq!(row.split_whitespace().collect::<Vec<_>>(), ["Go", "1", "1", "1", "1", "1", "1", "1"]);
}

#[test]
fn every_aspect_that_differs_is_listed_and_counted() {
    let dir = tempfile::tempdir().unwrap();
    let first = line("go-cobra-a-1", Language::Go);
    let changes: [(&str, &str, Change); 8] = [
        ("outcome", "+ timeout: All tests passed.", |line| line.result.outcome = Outcome::Timeout),
        ("outcome", "+ passed: otherwise", |line| line.result.reason = "otherwise".to_owned()),
        ("checks", "+ control unnoticed", |line| line.result.evidence.control = Control::Unnoticed),
        ("checks", "+ tests failed", |line| line.result.evidence.checks[0].status = CheckStatus::Failed),
        ("test cases", "+ failed b", |line| line.result.evidence.tests[1].status = TestCaseStatus::Failed),
        ("covered lines", "+ [4] of 3", |line| {
            line.result.evidence.coverage = Some(LineCoverage { executable: 3, covered: vec![4] });
        }),
        ("mutants", "+ 1 timed_out", |line| {
            if let Some(mutation) = &mut line.result.evidence.mutation {
                mutation.results[1].status = MutantStatus::TimedOut;
            }
        }),
        ("suite", "+ 3333", |line| line.cause.suite_sha256 = "3".repeat(64).parse().unwrap()),
    ];
    let a = write(dir.path(), "a", std::slice::from_ref(&first));
    for (aspect, fact, change) in changes {
        let mut other = first.clone();
        change(&mut other);
        let b = write(dir.path(), "b", &[other]);
        assert!(is(&code(&[&a, &a_copy(&a), &b]), 1), "{aspect}");
        let report = compare(&[read(&a).unwrap(), read(&a).unwrap(), read(&b).unwrap()]);
        let text = report.to_string();
        assert!(!report.is_same());
        assert!(text.contains("1 differences:"), "{text}");
        assert!(text.contains(&format!("go-cobra-a-1 attempt 0, {aspect}: run 1 against run 3")), "{text}");
        assert!(text.contains(fact), "{text}");
    }
}

fn a_copy(path: &Path) -> std::path::PathBuf {
    let copy = path.with_extension("copy");
    std::fs::copy(path, &copy).unwrap();
    copy
}

#[test]
fn a_slot_that_a_run_lacks_is_a_difference() {
    let dir = tempfile::tempdir().unwrap();
    let both = [line("go-cobra-a-1", Language::Go), line("ruby-hashie-b-2", Language::Ruby)];
    let (a, b) = (write(dir.path(), "a", &both), write(dir.path(), "b", &both[..1]));
    for runs in [[&a, &b], [&b, &a]] {
        let text = compare(&runs.map(|path| read(path).unwrap())).to_string();
        assert!(text.contains("ruby-hashie-b-2 attempt 0, result: run 1 against run 2"), "{text}");
    }
    assert!(is(&code(&[&b, &a]), 1));
}

#[test]
fn other_conditions_are_said_and_are_no_difference() {
    let dir = tempfile::tempdir().unwrap();
    let first = line("go-cobra-a-1", Language::Go);
    let mut other = first.clone();
    other.cause.runtime = "runsc".to_owned();
    let (a, b) = (write(dir.path(), "a", &[first]), write(dir.path(), "b", &[other]));
    let report = compare(&[read(&a).unwrap(), read(&b).unwrap()]);
    assert!(report.is_same());
    assert!(report.to_string().contains("1 slots were evaluated with other images"), "{report}");
}

#[test]
fn files_that_prove_nothing_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let whole = write(dir.path(), "whole", &[line("go-cobra-a-1", Language::Go)]);
    let empty = write(dir.path(), "empty", &[]);
    let cut = dir.path().join("cut");
    let text = std::fs::read_to_string(&whole).unwrap();
    std::fs::write(&cut, format!("{text}{}", &text[..50])).unwrap();
    assert!(read(&cut).unwrap_err().to_string().contains("line 2"));
    for runs in [[&whole, &whole], [&whole, &empty], [&whole, &cut], [&whole, &dir.path().join("absent")]] {
        assert!(is(&code(&runs.map(std::path::PathBuf::as_path)), 2), "{runs:?}");
    }
    // The folder that `assay evaluate` writes into stands for its file.
    let folder = dir.path().join("run");
    std::fs::create_dir(&folder).unwrap();
    std::fs::copy(&whole, folder.join("results.jsonl")).unwrap();
    assert!(is(&code(&[&folder, &whole]), 0));
    assert!(is(&code(&[&folder]), 0));
}

#[test]
fn failures_are_grouped_by_what_decided() {
    let dir = tempfile::tempdir().unwrap();
    let built = |task: &str, name: &str| {
        let log =
            format!("   Compiling\nerror[E0432]: unresolved import `crate::{name}`\n --> lib.rs:{}\n", name.len());
        failed(task, Outcome::CompileError, &format!("/work/s/{task}/lib.rs: unresolved import `crate::{name}`"), &log)
    };
    let mut unnoticed = line("rust-nom-e-5", Language::Rust);
    unnoticed.result.evidence.control = Control::Unnoticed;
    let lines = [
        line("rust-nom-a-1", Language::Rust),
        built("rust-nom-b-2", "first"),
        built("rust-nom-c-3", "second"),
        failed("rust-nom-d-4", Outcome::Timeout, "It did not end within 10 seconds.", "error: nothing"),
        unnoticed,
        line("go-cobra-f-6", Language::Go),
    ];
    let text = failures(&read(&write(dir.path(), "a", &lines)).unwrap());
    let row = |name: &str| -> Vec<&str> {
        let line = text.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{name}\n{text}"));
        line[name.len()..].split_whitespace().collect()
    };
    assert_eq!(row("What they ended as"), ["Rust", "Go"]);
    assert_eq!(row("suites"), ["5", "(100.0", "%)", "1", "(100.0", "%)"]);
    assert_eq!(row("passed  "), ["2", "(40.0", "%)", "1", "(100.0", "%)"]);
    assert_eq!(row("valid pass"), ["1", "(20.0", "%)", "1", "(100.0", "%)"]);
    assert_eq!(row("compile_error"), ["2", "(40.0", "%)", "0", "(0.0", "%)"]);
    let group = "Rust compile_error: 2\n    2  … unresolved import …\n       rust-nom-b-2, rust-nom-c-3\n";
    assert!(text.contains(group), "{text}");
    assert!(text.contains("Rust timeout: 1\n    1  It did not end within N seconds.\n"), "{text}");
    assert!(text.contains("Rust passed, unnoticed: 1\n"), "{text}");
}

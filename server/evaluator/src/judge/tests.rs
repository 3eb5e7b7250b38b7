//! The rules as tables; every expected outcome is the rule of evaluator-lab.md §1.2 applied by hand.

use domain::{Check, CheckStatus as S, Control, Outcome, SlotResult, TestCaseRecord, TestCaseStatus as T};
use sandbox::protocol::{Exit, RunRequest, StepReport, Stopped};

use super::{Death, Ran, judge, statuses};
use crate::adapter::{Build, Observation, PlacementError, Plan, TestRun};
use crate::fixtures::{slot, step, work};

fn plan(static_tests: &[&str]) -> Plan {
    Plan {
        request: RunRequest { id: "x".into(), ..RunRequest::default() },
        invokes: true,
        static_tests: static_tests.iter().map(|t| (*t).to_owned()).collect(),
        notes: vec!["Package clause added.".into()],
        signals: vec![],
    }
}

fn run(tests: &[(&str, T)]) -> TestRun {
    TestRun {
        tests: tests
            .iter()
            .map(|(name, status)| TestCaseRecord {
                name: (*name).into(),
                status: *status,
                message: String::new(),
                millis: 1,
            })
            .collect(),
        announced: Some(tests.len() as u32),
        ended: true,
        covered: vec![10, 11, 13, 99],
        forged: false,
    }
}

/// Judges a suite whose text names TestA and TestB, that built, with this baseline and a control that failed.
fn judged(step_report: StepReport, baseline: TestRun) -> SlotResult {
    let steps = [step("compile", Exit::Code(0)), step_report, step("control", Exit::Code(1))];
    let control = run(&[("TestA", T::Failed), ("TestB", T::Passed)]);
    let observation =
        Observation { build: Build::Ok, baseline: Some(baseline), control: Some(control), reference: None };
    judge(&work(), &slot(), Ran::Finished(&plan(&["TestA", "TestB"]), &steps, &observation), 20)
}

const BOTH: [(&str, T); 2] = [("TestA", T::Passed), ("TestB", T::Passed)];

/// What makes a passing run something else.
type Change = fn(&mut StepReport, &mut TestRun);
/// What became of a control run.
type ControlRun = Option<(StepReport, Option<TestRun>)>;

#[test]
fn a_pass_needs_every_condition() {
    let ok = || step("baseline", Exit::Code(0));
    let result = judged(ok(), run(&BOTH));
    assert_eq!(result.outcome, Outcome::Passed, "{}", result.reason);
    assert_eq!(result.evidence.control, Control::Noticed);
    let (mutation, others) = statuses(&result).split_last().map(|(last, others)| (*last, others.to_vec())).unwrap();
    assert!(others.iter().all(|(_, status)| *status == S::Passed));
    assert_eq!(mutation, (Check::Mutation, S::NotRun), "asked by the pipeline, after the verdict");

    let one_skipped = run(&[("TestA", T::Passed), ("TestB", T::Skipped)]);
    assert_eq!(judged(ok(), one_skipped).outcome, Outcome::Passed);

    let table: &[(&str, Outcome, Change)] = &[
        ("exit code", Outcome::Crashed, |s, _| s.exit = Exit::Code(3)),
        ("signal", Outcome::Crashed, |s, _| s.exit = Exit::Signal(11)),
        ("no end record", Outcome::Crashed, |_, r| r.ended = false),
        ("no announcement", Outcome::Crashed, |_, r| r.announced = None),
        ("announced more", Outcome::Crashed, |_, r| r.announced = Some(3)),
        ("announced fewer", Outcome::Crashed, |_, r| r.announced = Some(1)),
        ("a static test missing", Outcome::Crashed, |_, r| {
            r.tests.pop();
            r.announced = Some(1);
        }),
        ("a static test twice", Outcome::Crashed, |_, r| {
            r.tests.push(r.tests[0].clone());
            r.announced = Some(3);
        }),
        ("a test unfinished", Outcome::Crashed, |_, r| r.tests[1].status = T::Unfinished),
        ("forged", Outcome::Crashed, |_, r| r.forged = true),
        ("failed", Outcome::TestFailed, |s, r| {
            r.tests[1].status = T::Failed;
            s.exit = Exit::Code(1);
        }),
        ("failed but exit 0", Outcome::TestFailed, |_, r| r.tests[1].status = T::Failed),
        ("failed, then ended early (panic)", Outcome::TestFailed, |s, r| {
            r.tests[0].status = T::Failed;
            r.tests.pop();
            r.ended = false;
            s.exit = Exit::Code(2);
        }),
        ("failed and forged", Outcome::Crashed, |_, r| {
            r.tests[1].status = T::Failed;
            r.forged = true;
        }),
        ("all skipped", Outcome::NoTests, |_, r| r.tests.iter_mut().for_each(|t| t.status = T::Skipped)),
        ("wall clock", Outcome::Timeout, |s, _| s.stopped = Some(Stopped::WallTime)),
        ("processor", Outcome::Timeout, |s, _| s.stopped = Some(Stopped::CpuTime)),
        ("timeout after a failure", Outcome::Timeout, |s, r| {
            s.stopped = Some(Stopped::WallTime);
            r.tests[0].status = T::Failed;
        }),
        ("output", Outcome::OutputLimit, |s, _| s.stopped = Some(Stopped::OutputLimit)),
        ("report", Outcome::OutputLimit, |s, _| s.stopped = Some(Stopped::ReportLimit)),
        ("memory", Outcome::OutOfMemory, |s, r| {
            s.out_of_memory = true;
            s.exit = Exit::Signal(9);
            r.ended = false;
        }),
        ("memory, then slow", Outcome::OutOfMemory, |s, _| {
            s.out_of_memory = true;
            s.stopped = Some(Stopped::WallTime);
        }),
    ];
    for (what, outcome, change) in table {
        let (mut report, mut baseline) = (ok(), run(&BOTH));
        change(&mut report, &mut baseline);
        let result = judged(report, baseline);
        assert_eq!(result.outcome, *outcome, "{what}: {}", result.reason);
        assert_eq!(result.evidence.control, Control::NotRun, "{what}: only a pass is controlled");
        assert!(result.evidence.compiles, "{what}");
        // What was learnt is kept: coverage of failing suites, cut to the task's executable lines.
        assert_eq!(result.evidence.coverage.as_ref().unwrap().covered, [11, 13], "{what}");
        assert_eq!(statuses(&result)[4].1, S::Failed, "{what}");
        assert_eq!(statuses(&result)[5].1, S::Passed, "{what}");
        assert!(result.reason.ends_with('.'), "{what}: {}", result.reason);
    }
}

#[test]
fn a_suite_without_tests_is_no_tests() {
    let steps = [step("baseline", Exit::Code(0))];
    let observation = Observation { build: Build::Ok, baseline: Some(run(&[])), control: None, reference: None };
    let result = judge(&work(), &slot(), Ran::Finished(&plan(&[]), &steps, &observation), 1);
    assert_eq!(result.outcome, Outcome::NoTests);
}

#[test]
fn the_control_run_must_not_pass() {
    let table: &[(&str, Control, ControlRun)] = &[
        ("passes again", Control::Unnoticed, Some((step("control", Exit::Code(0)), Some(run(&BOTH))))),
        ("fails", Control::Noticed, Some((step("control", Exit::Code(1)), Some(run(&[("TestA", T::Failed)]))))),
        ("no report", Control::Noticed, Some((step("control", Exit::Code(2)), None))),
        (
            "too slow",
            Control::Noticed,
            Some((
                StepReport { stopped: Some(Stopped::WallTime), ..step("control", Exit::Signal(9)) },
                Some(run(&BOTH)),
            )),
        ),
        ("not planned", Control::NotRun, None),
    ];
    for (what, expected, control) in table {
        let mut steps = vec![step("compile", Exit::Code(0)), step("baseline", Exit::Code(0))];
        let mut observation =
            Observation { build: Build::Ok, baseline: Some(run(&BOTH)), control: None, reference: None };
        if let Some((report, seen)) = control {
            steps.push(report.clone());
            observation.control.clone_from(seen);
        }
        let result = judge(&work(), &slot(), Ran::Finished(&plan(&["TestA", "TestB"]), &steps, &observation), 1);
        assert_eq!(result.outcome, Outcome::Passed, "{what}");
        assert_eq!(result.evidence.control, *expected, "{what}");
    }
}

#[test]
fn builds_that_do_not_succeed() {
    let failed = || Build::Failed("suite_test.go:3: undefined: x".into());
    let stopped = |reason| StepReport { stopped: Some(reason), ..step("compile", Exit::Signal(9)) };
    let starved = StepReport { out_of_memory: true, ..step("compile", Exit::Code(1)) };
    let table: &[(Outcome, Build, StepReport)] = &[
        (Outcome::CompileError, failed(), step("compile", Exit::Code(1))),
        (Outcome::Timeout, Build::Unknown, stopped(Stopped::WallTime)),
        (Outcome::Timeout, Build::Unknown, stopped(Stopped::CpuTime)),
        (Outcome::OutputLimit, Build::Unknown, stopped(Stopped::OutputLimit)),
        (Outcome::OutOfMemory, failed(), starved),
        (Outcome::Crashed, Build::Unknown, step("compile", Exit::Signal(11))),
        // A language that loads while it runs, stopped before it had loaded.
        (Outcome::Timeout, Build::Unknown, StepReport { name: "baseline".into(), ..stopped(Stopped::WallTime) }),
    ];
    for (outcome, build, report) in table {
        let observation = Observation { build: build.clone(), baseline: None, control: None, reference: None };
        let steps = [report.clone()];
        let result = judge(&work(), &slot(), Ran::Finished(&plan(&["TestA"]), &steps, &observation), 1);
        assert_eq!(result.outcome, *outcome, "{build:?} {report:?}: {}", result.reason);
        assert!(!result.evidence.compiles);
        assert_eq!(
            statuses(&result).into_iter().map(|(_, status)| status).collect::<Vec<_>>(),
            [S::Passed, S::Passed, S::Passed, S::Failed, S::NotRun, S::NotRun, S::NotRun]
        );
        assert_eq!(result.evidence.coverage, None);
        assert!(result.evidence.log.starts_with("$ "), "{}", result.evidence.log);
    }
}

#[test]
fn slots_that_never_run() {
    let nothing = judge(&work(), &slot(), Ran::Nothing, 0);
    assert_eq!(nothing.outcome, Outcome::InvalidSuite);
    assert_eq!(statuses(&nothing)[0].1, S::Failed);
    assert!(statuses(&nothing)[1..].iter().all(|(_, status)| *status == S::NotRun));

    let error = PlacementError("it holds a NUL byte".into());
    let unplaced = judge(&work(), &slot(), Ran::Unplaced(&error), 0);
    assert_eq!(unplaced.outcome, Outcome::InvalidSuite);
    assert_eq!(unplaced.reason, "The suite cannot be placed: it holds a NUL byte.");
    assert_eq!(statuses(&unplaced)[..3].iter().map(|(_, s)| *s).collect::<Vec<_>>(), [S::Passed, S::Failed, S::NotRun]);

    for (out_of_memory, outcome) in [(true, Outcome::OutOfMemory), (false, Outcome::Crashed)] {
        let death = Death { out_of_memory, cause: "stream closed".into() };
        let died = judge(&work(), &slot(), Ran::Died(&plan(&["TestA"]), &death), 0);
        assert_eq!(died.outcome, outcome);
        assert_eq!(died.evidence.placement_notes, ["Package clause added."]);
        assert_eq!(statuses(&died)[4].1, S::Failed);
    }
}

#[test]
fn a_missing_call_is_evidence_and_not_an_outcome() {
    let mut silent = plan(&["TestA", "TestB"]);
    silent.invokes = false;
    let steps = [step("compile", Exit::Code(0)), step("baseline", Exit::Code(0)), step("control", Exit::Code(0))];
    let baseline = TestRun { covered: vec![], ..run(&BOTH) };
    let observation =
        Observation { build: Build::Ok, baseline: Some(baseline), control: Some(run(&BOTH)), reference: None };
    let result = judge(&work(), &slot(), Ran::Finished(&silent, &steps, &observation), 1);
    assert_eq!((result.outcome, result.evidence.control), (Outcome::Passed, Control::Unnoticed));
    assert_eq!(
        statuses(&result).into_iter().map(|(_, status)| status).collect::<Vec<_>>(),
        [S::Passed, S::Passed, S::Failed, S::Passed, S::Passed, S::Failed, S::NotRun]
    );
}

#[test]
fn logs_have_a_header_per_step_and_stay_within_the_limit() {
    let mut work = work();
    let steps = [step("compile", Exit::Code(0)), step("baseline", Exit::Signal(9))];
    let observation = Observation { build: Build::Ok, baseline: Some(run(&BOTH)), control: None, reference: None };
    let result = judge(&work, &slot(), Ran::Finished(&plan(&[]), &steps, &observation), 1);
    assert_eq!(
        result.evidence.log,
        "$ compile (exit 0, 7 ms)\ncompile says\n$ baseline (signal 9, 7 ms)\nbaseline says\n"
    );
    work.limits.log_bytes = 40;
    let result = judge(&work, &slot(), Ran::Finished(&plan(&[]), &steps, &observation), 1);
    assert!(result.evidence.log.len() <= 40);
}

#[test]
fn texts_of_test_cases_are_bounded() {
    let mut baseline = run(&BOTH);
    baseline.tests[0].message = "ü".repeat(5000);
    baseline.tests[0].name = "n".repeat(400);
    let result = judged(step("baseline", Exit::Code(1)), baseline);
    assert_eq!(result.evidence.tests[0].message.chars().count(), 2000);
    assert_eq!(result.evidence.tests[0].name.chars().count(), 300);
}

#[test]
fn a_run_that_was_cut_off_has_no_coverage_rather_than_none_of_the_lines() {
    let mut cut_off = step("baseline", Exit::Code(0));
    cut_off.stopped = Some(Stopped::WallTime);
    cut_off.wall_ms = 20_000;
    let result = judged(cut_off, TestRun { covered: vec![], ended: false, ..run(&BOTH) });
    assert_eq!(result.outcome, Outcome::Timeout);
    assert_eq!(result.evidence.coverage, None);
    assert_eq!(statuses(&result)[5], (domain::Check::Coverage, S::NotRun));
    assert!(result.reason.ends_with("after 20.0 s."), "{}", result.reason);
    // A run that reached its end and covered nothing did cover nothing.
    let result = judged(step("baseline", Exit::Code(0)), TestRun { covered: vec![], ..run(&BOTH) });
    assert!(result.evidence.coverage.as_ref().is_some_and(|coverage| coverage.covered.is_empty()));
    assert_eq!(statuses(&result)[5].1, S::Failed);
}

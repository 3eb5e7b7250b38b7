//! Figures of parts, and figures under a condition. Expected values are worked out by hand from
//! `data/metrics_small.json`: of eight tasks 1, 2, 5 and 7 pass, 3 builds, 4 and 6 do not, 8 has no suite.

use domain::{Conditional, Control, Language, Metric, Outcome};
use scoring::{GroupFigures, SlotObservation, TaskGroup, Unscorable, breakdown};

fn slot(outcome: Outcome, invokes: bool, covered: u32, executable: u32) -> SlotObservation {
    let passes = outcome == Outcome::Passed;
    SlotObservation {
        language: Language::Go,
        outcome,
        invokes,
        compiles: outcome != Outcome::CompileError,
        executable,
        covered,
        control: if passes { Control::Noticed } else { Control::NotRun },
        flaky: false,
        mutation: None,
        cases: (0, 0),
    }
}

/// Tasks 1 to 4 are of one repository, 5 to 8 of another.
fn small() -> Vec<(&'static str, SlotObservation)> {
    let mut slots = vec![
        ("left", slot(Outcome::Passed, true, 10, 10)),
        ("left", slot(Outcome::Passed, false, 0, 8)),
        ("left", slot(Outcome::TestFailed, true, 6, 12)),
        ("left", slot(Outcome::CompileError, true, 0, 5)),
        ("right", slot(Outcome::Passed, true, 5, 20)),
        ("right", slot(Outcome::CompileError, false, 0, 7)),
        ("right", slot(Outcome::Passed, true, 9, 9)),
    ];
    for (slot, mutation) in [(0, (4, 5)), (1, (0, 3)), (4, (2, 8)), (6, (0, 0))] {
        slots[slot].1.mutation = Some(mutation);
    }
    for (slot, cases) in [(0, (3, 3)), (1, (1, 1)), (2, (4, 6)), (4, (2, 2)), (6, (5, 5))] {
        slots[slot].1.cases = cases;
    }
    slots
}

fn group(key: &'static str, tasks: u64) -> TaskGroup<&'static str> {
    TaskGroup { key, tasks, with_mutants: tasks }
}

fn percent(group: &GroupFigures<&str>, metric: Metric) -> Option<f64> {
    group.figures.iter().find(|(m, _)| *m == metric).map(|(_, percent)| *percent)
}

fn given(group: &GroupFigures<&str>, conditional: Conditional) -> Option<(f64, u64)> {
    let figure = group.conditional.iter().find(|figure| figure.conditional == conditional)?;
    Some((figure.percent, figure.n))
}

fn near(got: Option<f64>, want: f64) {
    assert!(got.is_some_and(|got| (got - want).abs() < 1e-9), "{got:?} is not {want}");
}

#[test]
fn each_repository_has_its_own_denominator() {
    let groups = breakdown(&[group("right", 4), group("left", 4), group("empty", 2)], 1, &small()).unwrap();
    let keys: Vec<_> = groups.iter().map(|group| (group.key, group.tasks, group.slots, group.cases)).collect();
    assert_eq!(keys, [("empty", 2, 0, (0, 0)), ("left", 4, 4, (8, 10)), ("right", 4, 3, (7, 7))]);
    let [empty, left, right] = &groups[..] else { panic!("three groups") };
    for (metric, want) in [
        (Metric::Csr, (75.0, 50.0)),
        (Metric::Tpr, (50.0, 50.0)),
        (Metric::Ir, (75.0, 50.0)),
        (Metric::Cov, (37.5, 31.25)),
        (Metric::Ms, (20.0, 6.25)),
        (Metric::MsAtPass, (40.0, 25.0)),
        (Metric::ValidPass, (25.0, 50.0)),
    ] {
        near(percent(left, metric), want.0);
        near(percent(right, metric), want.1);
    }
    // Nothing was tried there: failures, but no mean over passing suites.
    near(percent(empty, Metric::Tpr), 0.0);
    near(percent(empty, Metric::Ms), 0.0);
    assert_eq!(percent(empty, Metric::MsAtPass), None);
    assert_eq!(empty.conditional, []);
}

#[test]
fn conditional_figures_say_over_how_many_suites() {
    let slots: Vec<_> = small().into_iter().map(|(_, slot)| ("all", slot)).collect();
    let groups = breakdown(&[group("all", 8)], 1, &slots).unwrap();
    assert_eq!(given(&groups[0], Conditional::PassGivenCompile), Some((80.0, 5)));
    assert_eq!(given(&groups[0], Conditional::CoverageGivenCompile), Some((55.0, 5)));
    assert_eq!(given(&groups[0], Conditional::CoverageGivenPass), Some((56.25, 4)));
    assert_eq!(given(&groups[0], Conditional::InvocationGivenPass), Some((75.0, 4)));
    assert_eq!(given(&groups[0], Conditional::ValidGivenPass), Some((75.0, 4)));
    // The whole is the same whether taken together or by language: `metrics_small.json`.
    near(percent(&groups[0], Metric::Cov), 34.375);
    near(percent(&groups[0], Metric::Ms), 13.125);
}

#[test]
fn conditional_figures_without_a_suite_are_left_out() {
    let slots = [("all", slot(Outcome::TestFailed, true, 1, 2))];
    let groups = breakdown(&[group("all", 1)], 1, &slots).unwrap();
    assert_eq!(given(&groups[0], Conditional::PassGivenCompile), Some((0.0, 1)));
    assert_eq!(given(&groups[0], Conditional::CoverageGivenCompile), Some((50.0, 1)));
    assert_eq!(given(&groups[0], Conditional::CoverageGivenPass), None);
}

#[test]
fn groups_are_refused_like_the_whole() {
    let mut slots = small();
    let refused = breakdown(&[group("left", 3), group("right", 4)], 1, &slots);
    assert!(matches!(refused, Err(Unscorable::TooManySlots { slots: 4, tasks: 3, .. })), "{refused:?}");
    let refused = breakdown(&[group("left", 4)], 1, &slots);
    assert!(matches!(refused, Err(Unscorable::TooManySlots { slots: 3, tasks: 0, .. })), "{refused:?}");
    slots[3].1.outcome = Outcome::InfraError;
    assert_eq!(breakdown(&[group("left", 4), group("right", 4)], 1, &slots), Err(Unscorable::Infra(1)));
}

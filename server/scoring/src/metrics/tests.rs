//! Expected values: `tests/data/metrics_small.json` and `xrepotest.md` §9.

use super::*;

/// Computed independently of this crate: `tests/data/metrics_small.json` (numpy), one missing task of eight.
fn small() -> (u64, Vec<SlotObservation>, serde_json::Value) {
    let data: serde_json::Value = serde_json::from_str(include_str!("../../tests/data/metrics_small.json")).unwrap();
    let tasks = data["tasks"].as_array().unwrap().clone();
    let number = |v: &serde_json::Value, key: &str| v[key].as_u64().unwrap_or(0) as u32;
    let mut slots = Vec::new();
    for task in &tasks {
        let Some(slot) = data["slots"].get(task["id"].to_string()) else { continue };
        let passes = number(slot, "passed") == 1;
        slots.push(SlotObservation {
            language: Language::Go,
            outcome: if passes { Outcome::Passed } else { Outcome::TestFailed },
            invokes: number(slot, "invoked") == 1,
            compiles: number(slot, "compiled") == 1,
            executable: number(task, "total_lines"),
            covered: number(slot, "covered"),
            control: if passes { Control::Noticed } else { Control::NotRun },
            flaky: false,
            mutation: slot.get("mutants").map(|_| (number(slot, "killed"), number(slot, "mutants"))),
            cases: (0, 0),
        });
    }
    (tasks.len() as u64, slots, data["expected"].clone())
}

/// So many tasks, each with mutants.
fn count(language: Language, tasks: u64) -> TaskCount {
    TaskCount { language, tasks, with_mutants: tasks }
}

fn value(figures: &[ScoredFigure], scope: Scope, metric: Metric) -> f64 {
    figures.iter().find(|f| f.scope == scope && f.metric == metric).unwrap().percent
}

#[test]
fn the_full_task_list_is_the_denominator() {
    let (n, slots, expected) = small();
    let figures = figures(&[count(Language::Go, n)], 1, &slots).unwrap();
    for (metric, key) in [
        (Metric::Csr, "csr"),
        (Metric::Tpr, "tpr"),
        (Metric::Ir, "ir"),
        (Metric::Cov, "cov"),
        (Metric::Ms, "ms"),
        (Metric::MsAtPass, "ms_at_pass"),
        (Metric::ValidPass, "valid_pass_rate"),
    ] {
        let want = expected[key].as_f64().unwrap();
        for scope in [Scope::Language(Language::Go), Scope::Macro, Scope::Micro] {
            assert!((value(&figures, scope, metric) - want).abs() < 1e-9, "{metric} {scope:?}");
        }
    }
    assert!(figures.iter().all(|f| f.n == 8));
}

#[test]
fn two_attempts_halve_the_weight_of_a_slot() {
    // xrepotest.md §9, test_metrics: two samples with two slots each.
    let slot = |compiles: bool, passes: bool, invokes: bool, covered: u32| SlotObservation {
        language: Language::Go,
        outcome: if passes { Outcome::Passed } else { Outcome::TestFailed },
        invokes,
        compiles,
        executable: 10,
        covered,
        control: Control::NotRun,
        flaky: false,
        mutation: None,
        cases: (0, 0),
    };
    let slots = [
        slot(true, true, true, 3),
        slot(false, false, false, 1),
        slot(true, true, false, 1),
        slot(true, false, false, 0),
    ];
    let figures = figures(&[TaskCount { with_mutants: 0, ..count(Language::Go, 2) }], 2, &slots).unwrap();
    let go = Scope::Language(Language::Go);
    for (metric, want) in [(Metric::Csr, 75.0), (Metric::Tpr, 50.0), (Metric::Ir, 25.0), (Metric::Cov, 12.5)] {
        assert!((value(&figures, go, metric) - want).abs() < 1e-9, "{metric}");
    }
    assert!(!figures.iter().any(|f| matches!(f.metric, Metric::Ms | Metric::MsAtPass)));
}

#[test]
fn macro_and_micro_differ_by_language_size() {
    let (_, slots, _) = small();
    let tasks = [count(Language::Ruby, 2), count(Language::Go, 8)];
    let figures = figures(&tasks, 1, &slots).unwrap();
    assert!((value(&figures, Scope::Macro, Metric::Tpr) - 25.0).abs() < 1e-9);
    assert!((value(&figures, Scope::Micro, Metric::Tpr) - 40.0).abs() < 1e-9);
    // There were mutants, so a language without a pass has noticed none of its own.
    let ms = |scope| value(&figures, scope, Metric::Ms);
    assert!(ms(Scope::Language(Language::Ruby)).abs() < 1e-9);
    assert!((ms(Scope::Macro) - ms(Scope::Language(Language::Go)) / 2.0).abs() < 1e-9);
}

#[test]
fn a_pass_that_the_control_mutant_survives_is_not_valid() {
    let (n, mut slots, _) = small();
    for slot in &mut slots {
        slot.control = Control::Unnoticed;
    }
    let figures = figures(&[count(Language::Go, n)], 1, &slots).unwrap();
    assert!(value(&figures, Scope::Micro, Metric::ValidPass).abs() < 1e-9);
    assert!((value(&figures, Scope::Micro, Metric::Tpr) - 50.0).abs() < 1e-9);
}

#[test]
fn a_flaky_pass_is_not_valid() {
    let (n, mut slots, _) = small();
    let valid = |slots: &[SlotObservation]| {
        value(&figures(&[count(Language::Go, n)], 1, slots).unwrap(), Scope::Micro, Metric::ValidPass)
    };
    assert!((valid(&slots) - 37.5).abs() < 1e-9, "three of eight");
    slots.iter_mut().find(|slot| slot.outcome == Outcome::Passed).unwrap().flaky = true;
    assert!((valid(&slots) - 25.0).abs() < 1e-9, "two of eight");
}

#[test]
fn where_nothing_passed_no_mutant_was_noticed() {
    // No mutant is run for a suite that fails, so nothing in the slots says that there were any: the tasks do.
    let (n, mut slots, _) = small();
    for slot in &mut slots {
        (slot.outcome, slot.control, slot.mutation) = (Outcome::TestFailed, Control::NotRun, None);
    }
    let figures = figures(&[count(Language::Go, n)], 1, &slots).unwrap();
    for scope in [Scope::Language(Language::Go), Scope::Macro, Scope::Micro] {
        assert!(value(&figures, scope, Metric::Ms).abs() < 1e-9, "{scope:?}");
    }
    // A mean over no suite at all is unknown.
    assert!(!figures.iter().any(|f| f.metric == Metric::MsAtPass));
}

#[test]
fn a_language_without_mutants_has_no_score_and_neither_has_the_whole() {
    let (_, slots, _) = small();
    let tasks = [TaskCount { with_mutants: 0, ..count(Language::Ruby, 2) }, count(Language::Go, 8)];
    let figures = figures(&tasks, 1, &slots).unwrap();
    let scopes: Vec<_> = figures.iter().filter(|f| f.metric == Metric::Ms).map(|f| f.scope).collect();
    assert_eq!(scopes, [Scope::Language(Language::Go)]);
}

#[test]
fn a_fault_of_ours_is_never_a_zero() {
    let (n, mut slots, _) = small();
    slots[0].outcome = Outcome::InfraError;
    assert_eq!(figures(&[count(Language::Go, n)], 1, &slots), Err(Unscorable::Infra(1)));
}

#[test]
fn more_slots_than_tasks_is_refused() {
    let (_, slots, _) = small();
    assert!(matches!(figures(&[count(Language::Go, 6)], 1, &slots), Err(Unscorable::TooManySlots { .. })));
}

#[test]
fn no_tasks_no_figures() {
    assert_eq!(figures(&[], 1, &[]), Ok(Vec::new()));
}

//! Rates and means over the full task list.

use domain::{Control, Language, Metric, Outcome, Scope};

/// What scoring needs to know of one slot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SlotObservation {
    pub language: Language,
    pub outcome: Outcome,
    /// Whether the suite calls the focal function, by its syntax tree.
    pub invokes: bool,
    /// Whether the suite built or loaded.
    pub compiles: bool,
    /// Executable lines of the task.
    pub executable: u32,
    /// How many of them ran.
    pub covered: u32,
    pub control: Control,
    /// Killed and valid mutants; `None` when no mutant was run.
    pub mutation: Option<(u32, u32)>,
}

/// One computed value, in percent, over `n` tasks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ScoredFigure {
    pub scope: Scope,
    pub metric: Metric,
    pub percent: f64,
    pub n: u64,
}

/// Why an evaluation gets no score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unscorable {
    /// Slots that ended in a fault of ours have to be settled first.
    #[error("{0} slots ended in a fault of ours; they have to run again before there is a score")]
    Infra(u64),
    /// There are more slots than the task list allows: a fault of the caller.
    #[error("{slots} slots in {language}, but only {tasks} tasks with {attempts} attempts each")]
    TooManySlots { language: Language, slots: u64, tasks: u64, attempts: u32 },
}

/// Sums over the slots of one language; every metric is a sum divided by `tasks * attempts`.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    slots: u64,
    compiles: u64,
    passes: u64,
    invokes: u64,
    valid: u64,
    coverage: f64,
    mutation: f64,
    mutation_at_pass: f64,
    /// Whether mutants were run in this evaluation at all, in whatever language: where nothing passed, none were.
    mutants_were_run: bool,
    passes_with_mutants: u64,
}

impl Sums {
    fn add(&mut self, slot: &SlotObservation) {
        let passes = slot.outcome == Outcome::Passed;
        self.slots += 1;
        self.compiles += u64::from(slot.compiles);
        self.passes += u64::from(passes);
        self.invokes += u64::from(slot.invokes);
        // Noticing the control mutant belongs to a valid pass (invariant 2).
        let valid = passes && slot.invokes && slot.covered > 0 && slot.control == Control::Noticed;
        self.valid += u64::from(valid);
        if slot.executable > 0 {
            self.coverage += f64::from(slot.covered.min(slot.executable)) / f64::from(slot.executable);
        }
        if let Some((killed, mutants)) = slot.mutation
            && mutants > 0
        {
            let score = f64::from(killed.min(mutants)) / f64::from(mutants);
            self.mutation += score;
            if passes {
                self.mutation_at_pass += score;
                self.passes_with_mutants += 1;
            }
        }
    }

    fn merge(&mut self, other: &Self) {
        self.slots += other.slots;
        self.compiles += other.compiles;
        self.passes += other.passes;
        self.invokes += other.invokes;
        self.valid += other.valid;
        self.coverage += other.coverage;
        self.mutation += other.mutation;
        self.mutation_at_pass += other.mutation_at_pass;
        self.mutants_were_run |= other.mutants_were_run;
        self.passes_with_mutants += other.passes_with_mutants;
    }

    /// Value of a metric as a fraction of `slots_in_all`, `None` where it is not defined.
    fn value(&self, metric: Metric, slots_in_all: f64) -> Option<f64> {
        let share = |sum: f64| Some(sum / slots_in_all);
        match metric {
            Metric::Csr => share(self.compiles as f64),
            Metric::Tpr => share(self.passes as f64),
            Metric::Ir => share(self.invokes as f64),
            Metric::Cov => share(self.coverage),
            Metric::ValidPass => share(self.valid as f64),
            Metric::Ms if self.mutants_were_run => share(self.mutation),
            Metric::MsAtPass if self.passes_with_mutants > 0 => {
                Some(self.mutation_at_pass / self.passes_with_mutants as f64)
            }
            Metric::Ms | Metric::MsAtPass => None,
        }
    }
}

/// All metrics of one evaluation in every scope.
///
/// `tasks` is the full task list of the benchmark version, counted per language; `slots` are the settled ones, at
/// most `attempts` per task. Macro values are given only when every language has a value.
pub fn figures(
    tasks: &[(Language, u64)],
    attempts: u32,
    slots: &[SlotObservation],
) -> Result<Vec<ScoredFigure>, Unscorable> {
    let infra = slots.iter().filter(|slot| slot.outcome == Outcome::InfraError).count();
    if infra > 0 {
        return Err(Unscorable::Infra(infra as u64));
    }
    let attempts = attempts.max(1);
    let mutants_were_run = slots.iter().any(|slot| slot.mutation.is_some());
    let mut per_language = Vec::new();
    for &language in Language::ALL {
        let count: u64 = tasks.iter().filter(|(l, _)| *l == language).map(|(_, n)| n).sum();
        let mut sums = Sums { mutants_were_run, ..Sums::default() };
        slots.iter().filter(|slot| slot.language == language).for_each(|slot| sums.add(slot));
        if sums.slots > count * u64::from(attempts) {
            return Err(Unscorable::TooManySlots { language, slots: sums.slots, tasks: count, attempts });
        }
        if count > 0 {
            per_language.push((language, count, sums));
        }
    }
    let mut pooled = Sums::default();
    for (_, _, sums) in &per_language {
        pooled.merge(sums);
    }
    let total: u64 = per_language.iter().map(|(_, n, _)| n).sum();

    let mut figures = Vec::new();
    for &metric in Metric::ALL {
        let mut values = Vec::new();
        for (language, n, sums) in &per_language {
            if let Some(value) = sums.value(metric, (n * u64::from(attempts)) as f64) {
                values.push(value);
                figures.push(figure(Scope::Language(*language), metric, value, *n));
            }
        }
        if !values.is_empty() && values.len() == per_language.len() {
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            figures.push(figure(Scope::Macro, metric, mean, total));
        }
        if total > 0
            && let Some(value) = pooled.value(metric, (total * u64::from(attempts)) as f64)
        {
            figures.push(figure(Scope::Micro, metric, value, total));
        }
    }
    Ok(figures)
}

fn figure(scope: Scope, metric: Metric, fraction: f64, n: u64) -> ScoredFigure {
    ScoredFigure { scope, metric, percent: 100.0 * fraction, n }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed independently of this crate: `tests/data/metrics_small.json` (numpy), one missing task of eight.
    fn small() -> (u64, Vec<SlotObservation>, serde_json::Value) {
        let data: serde_json::Value = serde_json::from_str(include_str!("../tests/data/metrics_small.json")).unwrap();
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
                mutation: slot.get("mutants").map(|_| (number(slot, "killed"), number(slot, "mutants"))),
            });
        }
        (tasks.len() as u64, slots, data["expected"].clone())
    }

    fn value(figures: &[ScoredFigure], scope: Scope, metric: Metric) -> f64 {
        figures.iter().find(|f| f.scope == scope && f.metric == metric).unwrap().percent
    }

    #[test]
    fn the_full_task_list_is_the_denominator() {
        let (n, slots, expected) = small();
        let figures = figures(&[(Language::Go, n)], 1, &slots).unwrap();
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
            mutation: None,
        };
        let slots = [
            slot(true, true, true, 3),
            slot(false, false, false, 1),
            slot(true, true, false, 1),
            slot(true, false, false, 0),
        ];
        let figures = figures(&[(Language::Go, 2)], 2, &slots).unwrap();
        let go = Scope::Language(Language::Go);
        for (metric, want) in [(Metric::Csr, 75.0), (Metric::Tpr, 50.0), (Metric::Ir, 25.0), (Metric::Cov, 12.5)] {
            assert!((value(&figures, go, metric) - want).abs() < 1e-9, "{metric}");
        }
        assert!(!figures.iter().any(|f| matches!(f.metric, Metric::Ms | Metric::MsAtPass)));
    }

    #[test]
    fn macro_and_micro_differ_by_language_size() {
        let (_, slots, _) = small();
        let tasks = [(Language::Ruby, 2), (Language::Go, 8)];
        let figures = figures(&tasks, 1, &slots).unwrap();
        assert!((value(&figures, Scope::Macro, Metric::Tpr) - 25.0).abs() < 1e-9);
        assert!((value(&figures, Scope::Micro, Metric::Tpr) - 40.0).abs() < 1e-9);
        // Mutants were run, so a language without a pass has noticed none of its own.
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
        let figures = figures(&[(Language::Go, n)], 1, &slots).unwrap();
        assert!(value(&figures, Scope::Micro, Metric::ValidPass).abs() < 1e-9);
        assert!((value(&figures, Scope::Micro, Metric::Tpr) - 50.0).abs() < 1e-9);
    }

    #[test]
    fn a_fault_of_ours_is_never_a_zero() {
        let (n, mut slots, _) = small();
        slots[0].outcome = Outcome::InfraError;
        assert_eq!(figures(&[(Language::Go, n)], 1, &slots), Err(Unscorable::Infra(1)));
    }

    #[test]
    fn more_slots_than_tasks_is_refused() {
        let (_, slots, _) = small();
        assert!(matches!(figures(&[(Language::Go, 6)], 1, &slots), Err(Unscorable::TooManySlots { .. })));
    }

    #[test]
    fn no_tasks_no_figures() {
        assert_eq!(figures(&[], 1, &[]), Ok(Vec::new()));
    }
}

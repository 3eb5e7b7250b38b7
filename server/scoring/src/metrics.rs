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
    /// Whether a repeated run ended otherwise than the first.
    pub flaky: bool,
    /// Killed and valid mutants; `None` when no mutant was run.
    pub mutation: Option<(u32, u32)>,
    /// Test cases that passed, and all that were reported.
    pub cases: (u32, u32),
}

impl SlotObservation {
    /// Passes each time, calls the focal function, covers a line of it and notices the control mutant (invariant 2).
    pub(crate) fn is_valid_pass(&self) -> bool {
        self.outcome == Outcome::Passed
            && !self.flaky
            && self.invokes
            && self.covered > 0
            && self.control == Control::Noticed
    }

    /// Share of the task's executable lines that ran; 0 where there are none.
    pub(crate) fn coverage(&self) -> f64 {
        if self.executable == 0 {
            return 0.0;
        }
        f64::from(self.covered.min(self.executable)) / f64::from(self.executable)
    }
}

/// The tasks of one language in a benchmark version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TaskCount {
    pub language: Language,
    /// All of them, whether or not there is a suite.
    pub tasks: u64,
    /// Those with valid mutants that a passing suite is asked about; 0 where none are wanted.
    pub with_mutants: u64,
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
pub(crate) struct Sums {
    slots: u64,
    compiles: u64,
    passes: u64,
    invokes: u64,
    valid: u64,
    coverage: f64,
    mutation: f64,
    mutation_at_pass: f64,
    /// Whether there were mutants to notice. Then a language in which nothing passed has noticed none: 0, not unknown.
    has_mutants: bool,
    passes_with_mutants: u64,
}

impl Sums {
    /// The sums of these slots, of tasks some of which have mutants or none.
    pub(crate) fn of<'a>(has_mutants: bool, slots: impl Iterator<Item = &'a SlotObservation>) -> Self {
        let mut sums = Self { has_mutants, ..Self::default() };
        for slot in slots {
            sums.add(slot);
        }
        sums
    }

    fn add(&mut self, slot: &SlotObservation) {
        let passes = slot.outcome == Outcome::Passed;
        self.slots += 1;
        self.compiles += u64::from(slot.compiles);
        self.passes += u64::from(passes);
        self.invokes += u64::from(slot.invokes);
        self.valid += u64::from(slot.is_valid_pass());
        self.coverage += slot.coverage();
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
        self.passes_with_mutants += other.passes_with_mutants;
    }

    /// Value of a metric as a fraction of `slots_in_all`, `None` where it is not defined.
    pub(crate) fn value(&self, metric: Metric, slots_in_all: f64) -> Option<f64> {
        let share = |sum: f64| Some(sum / slots_in_all);
        match metric {
            Metric::Csr => share(self.compiles as f64),
            Metric::Tpr => share(self.passes as f64),
            Metric::Ir => share(self.invokes as f64),
            Metric::Cov => share(self.coverage),
            Metric::ValidPass => share(self.valid as f64),
            Metric::Ms if self.has_mutants => share(self.mutation),
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
/// most `attempts` per task. Macro values, and MS over the pooled tasks, are given only when every language has a value.
pub fn figures(tasks: &[TaskCount], attempts: u32, slots: &[SlotObservation]) -> Result<Vec<ScoredFigure>, Unscorable> {
    let infra = slots.iter().filter(|slot| slot.outcome == Outcome::InfraError).count();
    if infra > 0 {
        return Err(Unscorable::Infra(infra as u64));
    }
    let attempts = attempts.max(1);
    let mut per_language = Vec::new();
    for &language in Language::ALL {
        let of_language = || tasks.iter().filter(|count| count.language == language);
        let count: u64 = of_language().map(|count| count.tasks).sum();
        let has_mutants = of_language().any(|count| count.with_mutants > 0);
        let sums = Sums::of(has_mutants, slots.iter().filter(|slot| slot.language == language));
        if sums.slots > count * u64::from(attempts) {
            return Err(Unscorable::TooManySlots { language, slots: sums.slots, tasks: count, attempts });
        }
        if count > 0 {
            per_language.push((language, count, sums));
        }
    }
    let mut pooled = Sums { has_mutants: per_language.iter().all(|(_, _, sums)| sums.has_mutants), ..Sums::default() };
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
mod tests;

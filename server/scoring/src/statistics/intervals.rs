//! 95 % intervals of a mean over tasks.

use crate::bootstrap::{Generator, RESAMPLES, percentile_interval};

/// An estimate with the bounds of its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    pub estimate: f64,
    pub low: f64,
    pub high: f64,
}

/// What one task contributes: 0 or 1 for a share, or a fraction such as its coverage. With several attempts it is their
/// mean, because attempts at one task are no independent tasks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TaskValue {
    /// What keeps its size in every resample, such as the language; any numbering.
    pub stratum: u32,
    /// What may be drawn together, such as the repository; any numbering.
    pub cluster: u32,
    pub value: f64,
}

/// One task as two entries did it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TaskPair {
    /// As in [`TaskValue`].
    pub stratum: u32,
    /// As in [`TaskValue`].
    pub cluster: u32,
    pub a: f64,
    pub b: f64,
}

/// What a resample is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Drawing {
    /// Single tasks: how much the value depends on the choice of tasks from the same repositories.
    Tasks,
    /// Whole clusters: how much it depends on the choice of repositories. Wider, because tasks of one repository are
    /// alike.
    Clusters,
}

/// How the strata make one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Overall {
    /// All tasks pooled.
    Micro,
    /// The unweighted mean of the strata.
    Macro,
}

/// Tasks that are drawn together.
#[derive(Debug, Clone, Copy, Default)]
struct Unit {
    sum: f64,
    n: f64,
}

/// The mean with its percentile bootstrap interval: 10,000 resamples, drawn anew inside each stratum by the random
/// sequence of `seed`. `None` without tasks.
pub fn bootstrap(values: &[TaskValue], drawing: Drawing, overall: Overall, seed: &str) -> Option<Interval> {
    if values.is_empty() {
        return None;
    }
    let strata = units(values, drawing);
    let estimate = combine(strata.iter().map(|units| total(units.iter().copied())), overall);
    let mut generator = Generator::seeded(seed);
    let resampled = (0..RESAMPLES)
        .map(|_| {
            let drawn = strata.iter().map(|units| total(units.iter().map(|_| units[generator.below(units.len())])));
            combine(drawn, overall)
        })
        .collect();
    let (low, high) = percentile_interval(resampled);
    Some(Interval { estimate, low, high })
}

/// The mean of `a - b` over tasks with its interval; a pair stays together, so that what makes a task hard for both
/// does not widen it.
pub fn paired_difference(pairs: &[TaskPair], drawing: Drawing, overall: Overall, seed: &str) -> Option<Interval> {
    let differences: Vec<TaskValue> = pairs
        .iter()
        .map(|pair| TaskValue { stratum: pair.stratum, cluster: pair.cluster, value: pair.a - pair.b })
        .collect();
    bootstrap(&differences, drawing, overall, seed)
}

/// Per stratum what is drawn.
fn units(values: &[TaskValue], drawing: Drawing) -> Vec<Vec<Unit>> {
    let mut strata = std::collections::BTreeMap::<u32, std::collections::BTreeMap<usize, Unit>>::new();
    for (index, task) in values.iter().enumerate() {
        let key = match drawing {
            Drawing::Tasks => index,
            Drawing::Clusters => task.cluster as usize,
        };
        let unit = strata.entry(task.stratum).or_default().entry(key).or_default();
        unit.sum += task.value;
        unit.n += 1.0;
    }
    strata.into_values().map(|units| units.into_values().collect()).collect()
}

fn total(units: impl Iterator<Item = Unit>) -> Unit {
    units.fold(Unit::default(), |total, unit| Unit { sum: total.sum + unit.sum, n: total.n + unit.n })
}

fn combine(strata: impl Iterator<Item = Unit>, overall: Overall) -> f64 {
    match overall {
        Overall::Micro => {
            let all = total(strata);
            all.sum / all.n
        }
        Overall::Macro => {
            let means = total(strata.map(|stratum| Unit { sum: stratum.sum / stratum.n, n: 1.0 }));
            means.sum / means.n
        }
    }
}

/// The 97.5 percentile of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// Wilson's score interval of `successes` of `n`; unlike a bootstrap it has a width at 0 and at `n`. `None` without
/// tasks.
pub fn wilson(successes: u64, n: u64) -> Option<Interval> {
    if n == 0 || successes > n {
        return None;
    }
    let (share, n) = (successes as f64 / n as f64, n as f64);
    let middle = share + Z * Z / (2.0 * n);
    let half = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    let bound = |value: f64| (value / (1.0 + Z * Z / n)).clamp(0.0, 1.0);
    Some(Interval { estimate: share, low: bound(middle - half), high: bound(middle + half) })
}

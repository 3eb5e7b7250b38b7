//! Figures of parts of an evaluation, and figures under a condition.

use std::collections::BTreeMap;

use domain::{Conditional, Metric, Outcome};

use crate::metrics::Sums;
use crate::{SlotObservation, Unscorable};

/// Tasks of a benchmark version that belong together: a repository, a domain, a language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskGroup<K> {
    pub key: K,
    /// All of them, whether or not there is a suite.
    pub tasks: u64,
    /// Those with valid mutants that a passing suite is asked about.
    pub with_mutants: u64,
}

/// A mean over those slots only that meet a condition; it says nothing of the others, so `n` belongs to it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ConditionalFigure {
    pub conditional: Conditional,
    pub percent: f64,
    /// Slots that meet the condition; never 0.
    pub n: u64,
}

/// What a group came to.
#[derive(Debug, Clone, PartialEq)]
pub struct GroupFigures<K> {
    pub key: K,
    pub tasks: u64,
    /// Slots that have a suite.
    pub slots: u64,
    /// Percent of all tasks of the group, as in [`figures`](crate::figures); undefined ones are left out.
    pub figures: Vec<(Metric, f64)>,
    /// Those whose condition some slot meets.
    pub conditional: Vec<ConditionalFigure>,
    /// Test cases that passed and all that were reported, over all slots: beside the all-or-nothing pass rate.
    pub cases: (u64, u64),
}

/// The figures of every group, in the order of keys; slots come with the key of their group.
///
/// # Errors
///
/// As [`figures`](crate::figures): a fault of ours is never a zero, and a group has no more slots than its tasks allow.
pub fn breakdown<K: Ord + Clone>(
    groups: &[TaskGroup<K>],
    attempts: u32,
    slots: &[(K, SlotObservation)],
) -> Result<Vec<GroupFigures<K>>, Unscorable> {
    let infra = slots.iter().filter(|(_, slot)| slot.outcome == Outcome::InfraError).count();
    if infra > 0 {
        return Err(Unscorable::Infra(infra as u64));
    }
    let attempts = attempts.max(1);
    let mut by_key: BTreeMap<&K, Vec<&SlotObservation>> = BTreeMap::new();
    for (key, slot) in slots {
        by_key.entry(key).or_default().push(slot);
    }
    let mut tasks: BTreeMap<&K, (u64, u64)> = BTreeMap::new();
    for group in groups {
        let entry = tasks.entry(&group.key).or_default();
        entry.0 += group.tasks;
        entry.1 += group.with_mutants;
    }
    for (key, slots) in &by_key {
        let count = tasks.get(key).map_or(0, |(count, _)| *count);
        if slots.len() as u64 > count * u64::from(attempts) {
            let language = slots[0].language;
            return Err(Unscorable::TooManySlots { language, slots: slots.len() as u64, tasks: count, attempts });
        }
    }
    Ok(tasks
        .into_iter()
        .filter(|(_, (tasks, _))| *tasks > 0)
        .map(|(key, (tasks, with_mutants))| {
            let slots = by_key.remove(key).unwrap_or_default();
            let sums = Sums::of(with_mutants > 0, slots.iter().copied());
            let in_all = (tasks * u64::from(attempts)) as f64;
            let percent = |metric| sums.value(metric, in_all).map(|value| (metric, 100.0 * value));
            GroupFigures {
                key: key.clone(),
                tasks,
                slots: slots.len() as u64,
                figures: Metric::ALL.iter().filter_map(|&metric| percent(metric)).collect(),
                conditional: conditional(slots.iter().copied()),
                cases: slots.iter().fold((0, 0), |(passed, all), slot| {
                    (passed + u64::from(slot.cases.0), all + u64::from(slot.cases.1))
                }),
            }
        })
        .collect())
}

/// Every conditional figure whose condition some slot meets, in declaration order.
pub fn conditional<'a>(slots: impl Iterator<Item = &'a SlotObservation>) -> Vec<ConditionalFigure> {
    let slots: Vec<&SlotObservation> = slots.collect();
    let passes = |slot: &SlotObservation| slot.outcome == Outcome::Passed;
    Conditional::ALL
        .iter()
        .filter_map(|&conditional| {
            let meets = |slot: &&&SlotObservation| match conditional {
                Conditional::PassGivenCompile | Conditional::CoverageGivenCompile => slot.compiles,
                Conditional::CoverageGivenPass | Conditional::InvocationGivenPass | Conditional::ValidGivenPass => {
                    passes(slot)
                }
            };
            let value = |slot: &SlotObservation| match conditional {
                Conditional::PassGivenCompile => f64::from(u8::from(passes(slot))),
                Conditional::CoverageGivenCompile | Conditional::CoverageGivenPass => slot.coverage(),
                Conditional::InvocationGivenPass => f64::from(u8::from(slot.invokes)),
                Conditional::ValidGivenPass => f64::from(u8::from(slot.is_valid_pass())),
            };
            let values: Vec<f64> = slots.iter().filter(meets).map(|slot| value(slot)).collect();
            let n = values.len() as u64;
            (n > 0).then(|| ConditionalFigure {
                conditional,
                percent: 100.0 * values.iter().sum::<f64>() / n as f64,
                n,
            })
        })
        .collect()
}

//! What of a slot must be the same whenever the same suite is run, and where it is not.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use domain::{Attempt, Language, SlotResult, TaskKey};

use super::Run;
use crate::evaluate::Line;

/// Something about a slot that has to be the same in every run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Aspect {
    /// The outcome and the rule that decided.
    Outcome,
    /// Every check, whether it compiles and calls the function, and the control run.
    Checks,
    /// Names and outcomes of the test cases.
    Tests,
    /// The covered lines of the focal function, and how many there are.
    Coverage,
    /// What became of each mutant.
    Mutants,
}

impl Aspect {
    const ALL: [Self; 5] = [Self::Outcome, Self::Checks, Self::Tests, Self::Coverage, Self::Mutants];

    const fn name(self) -> &'static str {
        match self {
            Self::Outcome => "outcome",
            Self::Checks => "checks",
            Self::Tests => "test cases",
            Self::Coverage => "covered lines",
            Self::Mutants => "mutants",
        }
    }

    /// The aspect as a list of facts, without anything that depends on the clock.
    fn facts(self, result: &SlotResult) -> Vec<String> {
        let evidence = &result.evidence;
        match self {
            Self::Outcome => vec![format!("{}: {}", result.outcome, result.reason)],
            Self::Checks => {
                let checks = evidence.checks.iter().map(|check| format!("{} {}", check.check, check.status));
                let whole = [
                    format!("compiles {}", evidence.compiles),
                    format!("invokes {}", evidence.invokes),
                    format!("control {}", evidence.control),
                ];
                checks.chain(whole).collect()
            }
            Self::Tests => {
                let mut tests: Vec<_> =
                    evidence.tests.iter().map(|test| format!("{} {}", test.status, test.name)).collect();
                // Some frameworks run them in an order that depends on a seed.
                tests.sort_unstable();
                tests
            }
            Self::Coverage => {
                evidence.coverage.iter().map(|c| format!("{:?} of {}", c.covered, c.executable)).collect()
            }
            Self::Mutants => evidence
                .mutation
                .iter()
                .flat_map(|run| {
                    let whole = format!("measured {}, reads the source {}", run.measured, run.reads_source);
                    let each = run.results.iter().map(|mutant| format!("{} {}", mutant.number, mutant.status));
                    std::iter::once(whole).chain(each)
                })
                .collect(),
        }
    }
}

/// One difference: where, and what is only in the first and only in the other run.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Difference {
    slot: (TaskKey, Attempt),
    aspect: &'static str,
    /// Number of the other run, from 2.
    run: usize,
    first: Vec<String>,
    other: Vec<String>,
}

/// How many slots of a language were compared, and how many are the same in every aspect and in each.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Count {
    slots: usize,
    same: usize,
    aspects: BTreeMap<Aspect, usize>,
}

/// What the comparison came to.
#[derive(Debug, Clone, Default)]
pub struct Report {
    runs: usize,
    counts: BTreeMap<Language, Count>,
    differences: Vec<Difference>,
    /// Slots whose image, limits, rules or runtime are not those of the first run.
    elsewhere: usize,
}

/// Holds every run against the first. A slot that a run lacks, or for which it has another suite, is a difference.
pub fn compare(runs: &[Run]) -> Report {
    let mut report = Report { runs: runs.len(), ..Report::default() };
    let Some((first, others)) = runs.split_first() else { return report };
    let slots: BTreeSet<&(TaskKey, Attempt)> = runs.iter().flat_map(Run::keys).collect();
    for slot in slots {
        let Some(line) = runs.iter().find_map(|run| run.get(slot)) else { continue };
        let found: Vec<Difference> = others
            .iter()
            .enumerate()
            .flat_map(|(at, other)| between(slot, first.get(slot), at + 2, other.get(slot)))
            .collect();
        let conditions = |run: &&Run| run.get(slot).is_some_and(|other| !other.cause.same_conditions(&line.cause));
        report.elsewhere += usize::from(others.iter().any(|run| conditions(&run)));
        let count = report.counts.entry(line.cause.language).or_default();
        count.slots += 1;
        count.same += usize::from(found.is_empty());
        let is_whole = runs.iter().all(|run| run.contains_key(slot));
        for aspect in Aspect::ALL {
            let differs = found.iter().any(|difference| difference.aspect == aspect.name());
            *count.aspects.entry(aspect).or_default() += usize::from(is_whole && !differs);
        }
        report.differences.extend(found);
    }
    report
}

fn between(slot: &(TaskKey, Attempt), first: Option<&Line>, run: usize, other: Option<&Line>) -> Vec<Difference> {
    let difference = |aspect: &'static str, first: Vec<String>, other: Vec<String>| Difference {
        slot: slot.clone(),
        aspect,
        run,
        first,
        other,
    };
    let (first, other) = match (first, other) {
        (Some(first), Some(other)) => (first, other),
        (None, None) => return Vec::new(),
        (first, other) => {
            let said = |line: Option<&Line>| vec![if line.is_some() { "a result" } else { "no result" }.to_owned()];
            return vec![difference("result", said(first), said(other))];
        }
    };
    let text = |line: &Line| vec![line.cause.suite_sha256.to_string()];
    if first.cause.suite_sha256 != other.cause.suite_sha256 {
        return vec![difference("suite", text(first), text(other))];
    }
    let mut found = Vec::new();
    for aspect in Aspect::ALL {
        let (a, b) = (aspect.facts(&first.result), aspect.facts(&other.result));
        if a != b {
            let only = |from: &[String], than: &[String]| -> Vec<String> {
                from.iter().filter(|fact| !than.contains(fact)).cloned().collect()
            };
            found.push(difference(aspect.name(), only(&a, &b), only(&b, &a)));
        }
    }
    found
}

impl Report {
    /// Whether every slot is the same in every run.
    pub fn is_same(&self) -> bool {
        self.differences.is_empty()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Slots that are the same in {} runs", self.runs)?;
        write!(f, "{:<14}", "")?;
        for heading in ["slots", "all"].into_iter().chain(Aspect::ALL.map(Aspect::name)) {
            write!(f, "{heading:>15}")?;
        }
        writeln!(f)?;
        for (language, count) in &self.counts {
            write!(f, "{:<14}{:>15}{:>15}", language.name(), count.slots, count.same)?;
            for aspect in Aspect::ALL {
                write!(f, "{:>15}", count.aspects.get(&aspect).copied().unwrap_or_default())?;
            }
            writeln!(f)?;
        }
        if self.elsewhere > 0 {
            writeln!(
                f,
                "{} slots were evaluated with other images, limits, rules or runtimes than in the first run.",
                self.elsewhere
            )?;
        }
        if self.is_same() {
            return writeln!(f, "No differences.");
        }
        writeln!(f, "{} differences:", self.differences.len())?;
        for difference in &self.differences {
            let (task, attempt) = &difference.slot;
            writeln!(f, "  {task} attempt {}, {}: run 1 against run {}", attempt.0, difference.aspect, difference.run)?;
            for (sign, facts) in [("-", &difference.first), ("+", &difference.other)] {
                for fact in facts {
                    writeln!(f, "    {sign} {fact}")?;
                }
            }
        }
        Ok(())
    }
}

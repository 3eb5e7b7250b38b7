//! `summary.json` of the reference (xrepotest.md §4).

use serde::{Deserialize, Serialize};

use super::record::{ReferenceCheck, ReferenceSample};

/// The reference's summary, with its keys in its order; rates are in percent (§4).
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    pub total_samples: usize,
    pub compiled_rate: f64,
    pub line_coverage: f64,
    pub test_pass_rate: f64,
    pub invocation_rate: f64,
    /// Only if mutants ran for at least one slot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mutation_testing: Option<MutationSummary>,
}

/// The part about mutants (§4).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MutationSummary {
    pub mutation_tests_run: u64,
    pub total_mutants_killed: u64,
    pub total_mutants_count: u64,
    /// Killed mutants by all mutants, 0 to 1: the micro ratio only.
    pub avg_mutation_score: f64,
    /// Slots with mutants in percent of passing slots.
    pub mutation_run_rate: f64,
}

impl Summary {
    /// The text of the file as the reference writes it, indented by four.
    pub fn to_json(&self) -> String {
        let mut out = Vec::new();
        let formatter = serde_json::ser::PrettyFormatter::with_indent(b"    ");
        let mut serializer = serde_json::Serializer::with_formatter(&mut out, formatter);
        self.serialize(&mut serializer).expect("numbers and fixed keys can always be written");
        String::from_utf8(out).expect("JSON is UTF-8")
    }
}

/// The summary of a run as the reference computes it (§4).
///
/// The denominator is the largest number of suites of any sample times the number of samples, so a task that has no
/// record is not in it. Every check counts and every non-null mutation object does, failed ones included.
/// Floats are computed in its order of operations and are equal to the last digit.
pub fn reference_summary(samples: &[ReferenceSample]) -> Summary {
    let attempts = samples.iter().map(|sample| sample.test.len()).max().unwrap_or(0);
    let slots = (attempts * samples.len()) as f64;
    let of_slots = |sum: f64| if slots > 0.0 { sum / slots } else { 0.0 };
    let checks = || samples.iter().flat_map(|sample| &sample.checks);
    let count = |holds: fn(&ReferenceCheck) -> bool| checks().filter(|check| holds(check)).count() as f64;
    let passes = count(|check| check.tests);
    let coverage = samples
        .iter()
        .flat_map(|sample| sample.coverage_stats.iter().take(attempts).flatten())
        .filter(|stats| stats.total > 0)
        .map(|stats| f64::from(stats.covered) / f64::from(stats.total) * 100.0)
        // `sum` of nothing is -0.0, which the file must not show.
        .fold(0.0, |sum, percent| sum + percent);
    let run = checks().filter(|check| check.mutation == Some(true)).count() as u64;
    let mutants = || samples.iter().flat_map(|sample| sample.mutation_scores.iter().flatten());
    let killed = mutants().map(|mutants| mutants.killed).sum::<u64>();
    let total = mutants().map(|mutants| mutants.total).sum::<u64>();
    let ratio = |part: u64, whole: f64| if whole > 0.0 { part as f64 / whole } else { 0.0 };
    Summary {
        total_samples: samples.len(),
        compiled_rate: of_slots(count(|check| check.compilation)) * 100.0,
        line_coverage: of_slots(coverage),
        test_pass_rate: of_slots(passes) * 100.0,
        invocation_rate: of_slots(count(|check| check.invocation)) * 100.0,
        mutation_testing: (run > 0).then(|| MutationSummary {
            mutation_tests_run: run,
            total_mutants_killed: killed,
            total_mutants_count: total,
            avg_mutation_score: ratio(killed, total as f64),
            mutation_run_rate: ratio(run, passes) * 100.0,
        }),
    }
}

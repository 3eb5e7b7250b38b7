//! How hard a task is, from the outcomes of all who tried it.

use domain::Outcome;

use crate::ports::TaskOutcome;

/// A task over all settled attempts; faults of ours are no attempts (invariant 1).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Difficulty {
    pub attempts: u64,
    pub passed: u64,
    pub invoked: u64,
    /// Median of covered lines, an attempt without coverage counting as none.
    pub median_covered: f64,
    /// The outcome that most attempts other than passes ended as; the first of the list among equals.
    pub commonest_failure: Option<Outcome>,
}

/// `None` before the first attempt.
pub fn difficulty(outcomes: &[TaskOutcome]) -> Option<Difficulty> {
    let settled: Vec<&TaskOutcome> = outcomes.iter().filter(|o| o.outcome != Outcome::InfraError).collect();
    if settled.is_empty() {
        return None;
    }
    let count = |test: &dyn Fn(&TaskOutcome) -> bool| settled.iter().filter(|o| test(o)).count() as u64;
    let mut covered: Vec<u32> = settled.iter().map(|o| o.covered.unwrap_or(0)).collect();
    covered.sort_unstable();
    let middle = covered.len() / 2;
    let median_covered = if covered.len().is_multiple_of(2) {
        f64::midpoint(f64::from(covered[middle - 1]), f64::from(covered[middle]))
    } else {
        f64::from(covered[middle])
    };
    let commonest_failure = Outcome::ALL
        .iter()
        .filter(|outcome| **outcome != Outcome::Passed)
        .map(|outcome| (*outcome, count(&|o| o.outcome == *outcome)))
        .filter(|(_, n)| *n > 0)
        .reduce(|most, next| if next.1 > most.1 { next } else { most })
        .map(|(outcome, _)| outcome);
    Some(Difficulty {
        attempts: settled.len() as u64,
        passed: count(&|o| o.outcome == Outcome::Passed),
        invoked: count(&|o| o.invokes),
        median_covered,
        commonest_failure,
    })
}

#[cfg(test)]
mod tests {
    use domain::{Attempt, ContextMode, SubmissionId};

    use super::*;

    fn attempt(outcome: Outcome, covered: Option<u32>) -> TaskOutcome {
        TaskOutcome {
            submission: "01990000-0000-7000-8000-000000000001".parse::<SubmissionId>().unwrap(),
            model: "M".parse().unwrap(),
            mode: ContextMode::Standard,
            attempt: Attempt(0),
            outcome,
            invokes: covered.is_some(),
            covered,
            millis: 1,
        }
    }

    #[test]
    fn faults_of_ours_are_no_attempts() {
        assert_eq!(difficulty(&[attempt(Outcome::InfraError, None)]), None);
    }

    #[test]
    fn counts_and_median() {
        let outcomes = [
            attempt(Outcome::Passed, Some(12)),
            attempt(Outcome::TestFailed, Some(11)),
            attempt(Outcome::CompileError, None),
            attempt(Outcome::CompileError, None),
            attempt(Outcome::InfraError, Some(14)),
        ];
        let expected = Difficulty {
            attempts: 4,
            passed: 1,
            invoked: 2,
            median_covered: 5.5,
            commonest_failure: Some(Outcome::CompileError),
        };
        assert_eq!(difficulty(&outcomes), Some(expected));
    }
}

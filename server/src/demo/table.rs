//! The table at the end.

use anyhow::Context as _;
use domain::{Attempt, Control, Outcome, Scope, SubmissionId, TaskKey};
use store::Store;

use crate::samples::Sample;

/// What was seen of a slot, beside what must be seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Ending {
    outcome: Outcome,
    invokes: bool,
    control: Control,
}

impl std::fmt::Display for Ending {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let calls = if self.invokes { "calls" } else { "no call" };
        let control = match self.control {
            Control::Noticed => ", noticed",
            Control::Unnoticed => ", unnoticed",
            Control::NotRun => "",
        };
        write!(f, "{}, {calls}{control}", self.outcome)
    }
}

/// Prints a submission's outcomes and figures; gives the number of outcomes that differ from what was written down.
pub(super) async fn print(
    store: &Store,
    name: &str,
    id: SubmissionId,
    suites: &[(TaskKey, Sample)],
) -> anyhow::Result<usize> {
    println!("\nSubmission `{name}`");
    println!("  {:<8} {:<9} {:<55} {:<32} ended as", "language", "from", "function", "written down");
    let mut differences = 0;
    for (key, sample) in suites {
        let slot = store.slot(id, key, Attempt(0)).await?.with_context(|| format!("no slot for {key}"))?;
        let expected = Ending { outcome: sample.outcome, invokes: sample.invokes, control: sample.control };
        let result = slot.result.with_context(|| format!("{key} is not settled"))?;
        let seen =
            Ending { outcome: result.outcome, invokes: result.evidence.invokes, control: result.evidence.control };
        let same = seen == expected;
        differences += usize::from(!same);
        println!(
            "{} {:<8} {:<9} {:<55} {:<32} {}",
            if same { " " } else { "✗" },
            sample.language.name(),
            sample.repository,
            sample.function,
            expected.to_string(),
            if same { "the same".to_owned() } else { format!("{seen}: {}", result.reason) },
        );
    }
    if let Some(evaluation) = store.submission(id).await?.and_then(|record| record.evaluation) {
        let figures = store.figures(evaluation.id).await?;
        let line: Vec<String> = figures
            .iter()
            .filter(|(scope, _, _, _)| *scope == Scope::Micro)
            .map(|(_, metric, percent, n)| format!("{} {percent:.2} % of {n}", metric.short_name()))
            .collect();
        if line.is_empty() {
            println!("  No score: some suites ended in a fault of ours.");
        } else {
            println!("  {}", line.join(", "));
        }
    }
    Ok(differences)
}

//! Mutants of passing suites, in the real image.

use domain::Outcome;

use super::support::{GOOD, describe, prepared, run_one, strip_flags, suite};

const HONEST: &str = include_str!("suites/honest_test.go");

#[tokio::test]
async fn a_passing_suite_is_asked_about_every_valid_mutant() {
    let work = prepared(strip_flags().await).await;
    println!("{} valid, {} invalid", work.mutants.valid.len(), work.mutants.invalid.len());
    for invalid in &work.mutants.invalid {
        println!("{} {}: {}", invalid.mutant.line, invalid.mutant.operator, invalid.reason);
    }
    assert_eq!(work.mutants.valid.len(), 24);
    let result = run_one(work.clone(), HONEST).await;
    assert_eq!(result.outcome, Outcome::Passed, "{}", describe(&result));
    let run = result.evidence.mutation.as_ref().unwrap_or_else(|| panic!("{:?}", result.evidence.checks));
    assert!(run.measured && !run.reads_source);
    assert_eq!(run.results.len(), 24);
    for (mutant, result) in work.mutants.valid.iter().zip(&run.results) {
        println!(
            "{} {} {:?} -> {:?}: {} {} ms",
            mutant.line,
            mutant.operator,
            mutant.original(&work.file_text).unwrap(),
            mutant.replacement,
            result.status,
            result.millis
        );
    }
    println!("{} ms in all", result.millis);
    let weak = run_one(work, &suite(&["testing"], GOOD)).await;
    let detected = |result: &domain::SlotResult| result.evidence.mutation.as_ref().unwrap().score().unwrap().0;
    assert!(detected(&weak) < detected(&result), "{} {}", detected(&weak), detected(&result));
}

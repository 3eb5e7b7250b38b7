//! Mutants of one binary.

use domain::{Limits, MutantStatus, Outcome};

use super::support::{describe, float_parts, run_one};

fn suite(cases: &[(&str, &str)]) -> String {
    let cases: String = cases
        .iter()
        .map(|(input, parts)| {
            format!("        assert_eq!(recognize_float_parts::<_, Error<&str>>(\"{input}\"), Ok({parts}));\n")
        })
        .collect();
    format!(
        "#[cfg(test)]\nmod tests {{\n    use super::*;\n    use crate::error::Error;\n    #[test]\n    fn parses() {{\n{cases}    }}\n}}\n"
    )
}

#[tokio::test]
async fn a_thorough_suite_notices_more_mutants_than_a_weak_one() {
    let mut work = float_parts().await;
    work.limits = Limits { mutants: 24, ..work.limits };
    assert!(work.mutants.valid.len() >= 10, "{:?}", work.mutants);
    let weak = suite(&[("1;", "(\";\", (true, \"1\", \"\", 0))")]);
    let thorough = suite(&[
        ("1;", "(\";\", (true, \"1\", \"\", 0))"),
        ("-12.34e5;", "(\";\", (false, \"12\", \"34\", 5))"),
        ("+0.500E-7;", "(\";\", (true, \"0\", \"5\", -7))"),
        ("007;", "(\";\", (true, \"7\", \"\", 0))"),
    ]);
    let mut detected = Vec::new();
    for suite in [&weak, &thorough] {
        let result = run_one(work.clone(), suite).await;
        assert_eq!(result.outcome, Outcome::Passed, "{}", describe(&result));
        let run = result.evidence.mutation.as_ref().unwrap();
        assert_eq!(run.results.len(), work.mutants.valid.len());
        assert!(run.measured && !run.reads_source, "{run:?}");
        let ran: Vec<u64> = run.results.iter().filter(|r| r.millis > 0).map(|r| r.millis).collect();
        println!(
            "{:?}; {} runs of {} ms on average",
            run.score(),
            ran.len(),
            ran.iter().sum::<u64>() / ran.len().max(1) as u64
        );
        assert!(run.results.iter().all(|r| r.status != MutantStatus::TimedOut || r.millis > 1000));
        detected.push(run.score().unwrap().0);
    }
    assert!(detected[1] > detected[0] && detected[0] > 0, "{detected:?}");
}

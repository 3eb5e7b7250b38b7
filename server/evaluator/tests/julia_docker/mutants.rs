//! Mutants of passing suites.

use domain::{Limits, MutantStatus};

use crate::support::{Lab, told};

#[tokio::test]
async fn a_strong_suite_kills_more_than_a_weak_one() {
    let lab = Lab::open().await;
    let mut task = lab.task("dates", "function canonicalize(").await;
    task.limits = Limits { mutants: 8, ..task.limits };
    assert_eq!(task.mutants.valid.len(), 24);
    let strong = "using Test, Dates\n@testset \"a\" begin\n    p(x...) = canonicalize(Dates.CompoundPeriod(x...)).periods\n    @test p(Hour(25)) == [Day(1), Hour(1)]\n    @test p(Hour(1), Minute(-31)) == [Minute(29)]\n    @test p(Day(8), Hour(-1)) == [Week(1), Hour(23)]\n    @test p(Month(13)) == [Year(1), Month(1)]\n    @test p(Nanosecond(1000), Second(61)) == [Minute(1), Second(1), Microsecond(1)]\n    @test p() == []\n    @test p(Day(-8)) == [Week(-1), Day(-1)]\nend\n";
    let weak = "using Test, Dates\n@test canonicalize(Dates.CompoundPeriod(Hour(25))) isa Dates.CompoundPeriod\n";
    let results = lab.run(&task, &[strong, weak]).await;
    let mut scores = Vec::new();
    for result in &results {
        let run = result.evidence.mutation.as_ref().unwrap_or_else(|| panic!("{}", told(result)));
        let ran: Vec<_> = run.results.iter().filter(|r| r.status != MutantStatus::NotCovered).collect();
        let millis: u64 = ran.iter().filter(|r| r.status != MutantStatus::TimedOut).map(|r| r.millis).sum();
        println!("{} ms for {} mutants: {:?}", millis, ran.len(), run.score());
        assert!(run.measured && !run.reads_source, "{run:?}");
        scores.push(run.score().unwrap().0);
    }
    assert!(scores[0] > scores[1] && scores[0] >= 5, "{scores:?}");
}

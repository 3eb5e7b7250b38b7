//! Suites that are not good, each with its own end.

use domain::{Control, MutantStatus, Outcome};

use crate::support::{Lab, told};

#[tokio::test]
async fn syntax_loading_tests_and_calls_are_told_apart() {
    let lab = Lab::open().await;
    let task = lab.task("dates", "function canonicalize(").await;
    let expected = [
        ("using Test, Dates\n@testset \"a\" begin\n    @test (\n", Outcome::CompileError, false, "line"),
        ("using Test\nusing NoSuchPackage\n@test true\n", Outcome::CompileError, false, "NoSuchPackage"),
        ("using Test, Dates\nx = no_such_name\n@test true\n", Outcome::CompileError, false, "no_such_name"),
        (
            "using Test, Dates\n@testset \"a\" begin\n    @test no_such_name == 1\nend\n",
            Outcome::TestFailed,
            true,
            "`a #1`",
        ),
        (
            "using Test, Dates\n@test canonicalize(Dates.CompoundPeriod(Hour(1))).periods == []\n",
            Outcome::TestFailed,
            true,
            "`top level #1`",
        ),
        ("using Test, Dates\n@test true\nerror(\"afterwards\")\n", Outcome::TestFailed, true, "outside of the tests"),
        (
            "using Test, Dates\n@testset \"a\" begin\n    @test true\n    error(\"inside\")\nend\n",
            Outcome::TestFailed,
            true,
            "`a #2`",
        ),
        ("using Test, Dates\n@testset \"a\" begin\n    @test_skip true\nend\n", Outcome::NoTests, true, "skipped"),
        ("using Test, Dates\nf(x) = 1\n", Outcome::NoTests, true, "no test"),
    ];
    let results = lab.run(&task, &expected.map(|(suite, ..)| suite)).await;
    for ((suite, outcome, compiles, reason), result) in expected.iter().zip(&results) {
        assert_eq!(result.outcome, *outcome, "{suite}\n{}", told(result));
        assert_eq!(result.evidence.compiles, *compiles, "{suite}");
        assert!(result.reason.contains(reason), "{suite}: {}", result.reason);
    }
}

/// A loop that takes a moment compiled, and minutes interpreted.
#[tokio::test]
async fn what_is_too_slow_interpreted_is_compiled() {
    let lab = Lab::open().await;
    let mut task = lab.task("dates", "function canonicalize(").await;
    task.limits.mutants = 1;
    let suite = "using Test, Dates\n\
        function total(n)\n    x = 0\n    for i in 1:n\n        x += i\n    end\n    x\nend\n\
        @test total(10^9) == 500000000500000000\n\
        @test canonicalize(Dates.CompoundPeriod(Hour(25))).periods == [Day(1), Hour(1)]\n";
    let result = lab.run(&task, &[suite]).await.remove(0);
    assert_eq!(result.outcome, Outcome::Passed, "{}", told(&result));
    assert_eq!(result.evidence.control, Control::Noticed, "{}", told(&result));
    assert!(
        result.evidence.placement_notes.iter().any(|note| note.contains("run again compiled")),
        "{}",
        told(&result)
    );
    // One that passes compiled is not called noticed because it would have been too slow interpreted.
    let mutation = result.evidence.mutation.as_ref().expect("mutants were run");
    assert!(mutation.results.iter().all(|mutant| mutant.status != MutantStatus::TimedOut), "{mutation:?}");
}

#[tokio::test]
async fn suites_that_do_not_reach_the_focal_method_are_no_valid_pass() {
    let lab = Lab::open().await;
    let other = lab.task("dates", "function validargs(::Type{DateTime}").await;
    let suites = [
        // The control run ends at the first failure, and has the same names where there is none.
        "using Test, Dates\n@testset \"a\" begin\n    @testset \"b\" begin\n        @test Day(1) == Hour(24)\n    end\n    @test true\nend\n",
        // Called by name and with as many arguments as the focal method takes, but they are of other types.
        "using Test, Dates\n@test_throws MethodError Dates.validargs(Date, 1, 2, 3, 4, 5, 6, 7)\n",
        "using Test, Dates\n@test Dates.validargs(DateTime, 2020, 13, 1, 0, 0, 0, 0) isa ArgumentError\n",
    ];
    let results = lab.run(&other, &suites).await;
    let seen: Vec<_> = results
        .iter()
        .map(|r| {
            (
                r.outcome,
                r.evidence.invokes,
                r.evidence.control,
                r.evidence.coverage.as_ref().is_some_and(|c| !c.covered.is_empty()),
            )
        })
        .collect();
    assert_eq!(
        seen,
        [
            (Outcome::Passed, false, Control::Unnoticed, false),
            (Outcome::Passed, true, Control::Unnoticed, false),
            (Outcome::Passed, true, Control::Noticed, true),
        ],
        "{}",
        results.iter().map(told).collect::<String>()
    );
    // The second is the dispatch mismatch, and said to be one.
    let mismatches: Vec<_> = results
        .iter()
        .map(|r| r.evidence.signals.iter().any(|s| s.contains("called by name, but never ran")))
        .collect();
    assert_eq!(mismatches, [false, true, false]);
}

//! Mutants of passing suites.

use domain::{Attempt, Extraction, Limits, Mutant, MutantStatus, MutationOperator, SlotWork};
use evaluator::adapter::{Adapter, MutationOrder};
use evaluator::julia::JuliaAdapter;
use sandbox::SessionSpec;
use sandbox::protocol::{ContinueRequest, Exit, RunRequest};

use crate::support::{Lab, told, worker};

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

/// A loop that never ends, with hours of time: the number of statements stops it. The same suite under a change that does
/// nothing comes to its end.
#[tokio::test]
async fn an_endless_mutant_is_stopped_by_what_it_runs_and_not_by_a_clock() {
    let lab = Lab::open().await;
    let mut task = lab.task("dates", "function canonicalize(").await;
    let slot = SlotWork {
        attempt: Attempt(0),
        suite: "using Test, Dates\n@test canonicalize(Dates.CompoundPeriod(Hour(25))).periods == [Day(1), Hour(1)]\n"
            .to_owned(),
        sha256: "0".repeat(64).parse().unwrap(),
        extraction: Extraction::Fenced,
    };
    let at = task.file_text.find("while i > 0\n").unwrap() as u32 + "while ".len() as u32;
    let with = |number, length: u32, replacement: &str| Mutant {
        number,
        operator: MutationOperator::Relational,
        line: task.focal.start_line,
        start: at,
        end: at + length,
        replacement: replacement.to_owned(),
    };
    let body = task.file_text[at as usize..].find("            j = i\n").unwrap() as u32;
    // It begins anew with every turn, so that no index is ever out of bounds.
    let endless = with(1, body, "true\n            i = 1\n");
    let same = with(2, 0, "");
    let hour = 3_600_000;
    task.limits.run_seconds = 3600;
    let nonce = "0123456789abcdef";
    let plan = JuliaAdapter.plan(&task, &slot, nonce).unwrap();
    let spec = SessionSpec {
        image: lab.image.clone(),
        limits: Limits::default(),
        purpose: "test/endless".to_owned(),
        worker: worker(),
        cores: None,
    };
    let mut session = lab.runtime.start(&spec).await.unwrap();
    let request = RunRequest { keep: true, ..plan.request.clone() };
    let steps = session.run(&request).await.unwrap();
    let baseline = &steps[0];
    assert_eq!(baseline.exit, Exit::Code(0), "{}", baseline.log);
    let mutants = [&endless, &same];
    let order = MutationOrder { mutants: &mutants, wall_ms: hour, built: false, baseline: Some(baseline) };
    let planned = JuliaAdapter.plan_mutants(&task, &slot, &plan, nonce, order);
    let more = ContinueRequest { id: request.id, files: planned.files, steps: planned.steps, keep: false };
    let runs = session.go_on(&more).await.unwrap();
    session.close().await.unwrap();
    assert_eq!(JuliaAdapter.read_mutants(&task, &plan, nonce, &runs).endless, [1], "{runs:?}");
    assert_eq!(
        runs.iter().map(|step| (step.exit, step.stopped)).collect::<Vec<_>>(),
        [(Exit::Code(1), None), (Exit::Code(0), None)]
    );
}

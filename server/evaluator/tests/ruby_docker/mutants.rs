//! Mutants, repeated runs and the reference's rules, through the whole pipeline.

use domain::{Control, Limits, MutantStatus, Outcome, TaskWork};
use evaluator::adapter::{Adapter as _, MUTANT_POOL};
use evaluator::ruby::RubyAdapter;
use sandbox::SessionSpec;

use super::support::{Lab, worker};

/// The lab with the mutants that the preparation finds valid.
async fn with_mutants() -> Lab {
    let mut lab = Lab::open().await;
    let TaskWork { repository, focal, file_text, .. } = &lab.template;
    let focals = [(focal.clone(), file_text.clone())];
    let spec = SessionSpec {
        image: lab.template.image.clone(),
        limits: Limits::default(),
        purpose: "test/hashie".to_owned(),
        worker: worker(),
        cores: None,
    };
    let mut session = lab.runtime.start(&spec).await.unwrap();
    let request = RubyAdapter.plan_preparation(repository, &focals).remove(0);
    let steps = session.run(&request).await.unwrap();
    session.close().await.unwrap();
    let prepared = RubyAdapter.read_preparation(repository, &focals, &steps).remove(0).unwrap();
    lab.template.mutants = prepared.mutants;
    lab
}

#[tokio::test]
async fn mutants_are_killed_by_suites_that_look_and_survive_those_that_do_not() {
    let lab = with_mutants().await;
    let mutants = &lab.template.mutants;
    let number = mutants.valid.len();
    assert!((8..=24).contains(&number), "{mutants:?}");
    assert!(number + mutants.invalid.len() <= MUTANT_POOL);
    let detected = |result: &domain::SlotResult| {
        let run = result.evidence.mutation.as_ref().unwrap_or_else(|| panic!("{:?}", result.evidence.checks));
        assert_eq!(run.results.len(), number);
        assert!(run.measured && !run.reads_source);
        let millis: Vec<_> = run.results.iter().filter(|r| r.millis > 0).map(|r| r.millis).collect();
        println!("{} mutants run, mean {} ms", millis.len(), millis.iter().sum::<u64>() / millis.len() as u64);
        run.results.iter().filter(|r| r.status == MutantStatus::Killed).count()
    };
    let results = lab.run(&["honest", "raises_nothing", "minitest", "test_unit", "failing"]).await;
    assert!(results[..4].iter().all(|r| r.outcome == Outcome::Passed && r.evidence.control == Control::Noticed));
    let [honest, silent, minitest, test_unit] = [0, 1, 2, 3].map(|at| detected(&results[at]));
    assert!(honest * 10 >= number * 6, "{honest} of {number}");
    assert!(silent < honest && minitest > 0 && test_unit > minitest, "{silent} {honest} {minitest} {test_unit}");
    assert_eq!(results[4].evidence.mutation, None);
}

#[tokio::test]
async fn a_suite_that_needs_its_order_is_flaky() {
    let mut lab = Lab::open().await;
    lab.template.limits.repeats = 2;
    let results = lab.run(&["needs_its_order", "honest", "test_unit", "needs_its_order"]).await;
    assert!(results.iter().all(|result| result.outcome == Outcome::Passed));
    assert_eq!(results[0].evidence.repeats, [Outcome::TestFailed; 2]);
    assert_eq!(results[0].evidence.repeats, results[3].evidence.repeats);
    assert_eq!(results[1].evidence.repeats, [Outcome::Passed; 2]);
    assert_eq!(results[2].evidence.repeats, [Outcome::Passed; 2]);
}

#[tokio::test]
async fn the_reference_would_have_said_something_else() {
    let lab = Lab::open().await;
    let names = ["honest", "no_examples", "all_pending", "name_error", "syntax_error", "failing", "exit_0"];
    let results = lab.run(&names).await;
    let said: Vec<_> = results
        .iter()
        .map(|result| result.evidence.reference.as_ref().map(|r| (r.csr, r.tpr, r.ir, r.coverage)).unwrap())
        .collect();
    let expected = [
        // The line of `def` counts; the name is a symbol, and so no call (§3.6).
        ("honest", (true, true, false, Some((10, 11)))),
        // no test, and none that ran.
        ("no_examples", (true, true, false, Some((1, 11)))),
        ("all_pending", (true, true, false, Some((1, 11)))),
        // it parses.
        ("name_error", (true, false, false, None)),
        ("syntax_error", (false, false, false, None)),
        ("failing", (true, false, false, Some((8, 11)))),
        ("exit_0", (true, true, false, None)),
    ];
    for ((name, expected), said) in expected.iter().zip(&said) {
        assert_eq!(said, expected, "{name}");
    }
}

#[tokio::test]
async fn q38_and_q39_the_focal_file_is_found_by_its_path_after_the_library() {
    let lab = Lab::open().await;
    let result = lab.run(&["same_base_name"]).await.remove(0);
    assert_eq!(result.outcome, Outcome::Passed, "{}", result.evidence.log);
    let covered = &result.evidence.coverage.unwrap().covered;
    assert_eq!(covered, &[37, 38, 39, 41, 43, 46, 49], "those of the focal file, not of the suite's own deep_merge.rb");
}

#[tokio::test]
async fn a_repository_whose_libraries_are_loaded_by_the_server_is_measured_like_any_other() {
    let mut lab = Lab::open().await;
    let repositories = super::preparation::repositories(&lab).await;
    let httparty = repositories.into_iter().find(|repository| repository.name.as_str() == "httparty").unwrap();
    let ((focal, file_text), prepared) = super::preparation::prepare(&lab, &httparty)
        .await
        .into_iter()
        .find(|((focal, _), _)| focal.name == "normalize_keys")
        .unwrap();
    let prepared = prepared.unwrap();
    lab.template = TaskWork {
        repository: httparty,
        focal,
        file_text,
        executable_lines: prepared.executable,
        mutants: prepared.mutants,
        ..lab.template
    };
    let results = lab.run(&["httparty", "tautology_of_httparty"]).await;
    for (result, control) in results.iter().zip([Control::Noticed, Control::Unnoticed]) {
        assert_eq!((result.outcome, result.evidence.control), (Outcome::Passed, control), "{}", result.evidence.log);
    }
    let coverage = results[0].evidence.coverage.as_ref().unwrap();
    assert_eq!((coverage.covered.len(), coverage.executable), (17, 19), "{coverage:?}");
    let (detected, mutants) = results[0].evidence.mutation.as_ref().unwrap().score().unwrap();
    assert!(detected * 10 >= mutants * 7, "{detected} of {mutants}");
    assert!(results[1].evidence.coverage.as_ref().unwrap().covered.is_empty());
}

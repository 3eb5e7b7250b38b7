//! What each suite ends as.

use domain::{Control, Outcome};

use super::support::Lab;

/// Suite, outcome, whether the control run was noticed.
pub(crate) const EXPECTED: [(&str, Outcome, Control); 45] = [
    ("honest", Outcome::Passed, Control::Noticed),
    ("odd_descriptions", Outcome::Passed, Control::Noticed),
    ("focus_filter", Outcome::Passed, Control::Noticed),
    ("focused_example", Outcome::Passed, Control::Noticed),
    ("minitest_private", Outcome::Passed, Control::Noticed),
    ("failing", Outcome::TestFailed, Control::NotRun),
    ("syntax_error", Outcome::CompileError, Control::NotRun),
    ("name_error", Outcome::CompileError, Control::NotRun),
    ("missing_library", Outcome::CompileError, Control::NotRun),
    ("no_invocation", Outcome::Passed, Control::Unnoticed),
    ("endless_loop", Outcome::Timeout, Control::NotRun),
    ("sleeps_ignoring_signals", Outcome::Timeout, Control::NotRun),
    ("exit_0", Outcome::Crashed, Control::NotRun),
    ("exit_bang_0", Outcome::Crashed, Control::NotRun),
    ("exit_while_loading", Outcome::Crashed, Control::NotRun),
    ("system_exit_while_loading", Outcome::Crashed, Control::NotRun),
    ("at_exit_bang", Outcome::TestFailed, Control::NotRun),
    ("prints_records", Outcome::TestFailed, Control::NotRun),
    ("forges_records", Outcome::Crashed, Control::NotRun),
    ("forges_and_leaves", Outcome::Crashed, Control::NotRun),
    ("child_writes_records", Outcome::Passed, Control::Unnoticed),
    ("forked_twin", Outcome::Passed, Control::Unnoticed),
    ("neutered_assertions", Outcome::NoTests, Control::NotRun),
    ("redefined_focal", Outcome::Passed, Control::Unnoticed),
    ("breaks_ruby", Outcome::Passed, Control::Noticed),
    ("measures_coverage", Outcome::Passed, Control::Noticed),
    ("all_pending", Outcome::NoTests, Control::NotRun),
    ("pending_that_passes", Outcome::TestFailed, Control::NotRun),
    ("no_examples", Outcome::NoTests, Control::NotRun),
    ("comment_only", Outcome::NoTests, Control::NotRun),
    ("hook_fails", Outcome::TestFailed, Control::NotRun),
    ("output_flood", Outcome::OutputLimit, Control::NotRun),
    ("memory_hog", Outcome::OutOfMemory, Control::NotRun),
    ("minitest", Outcome::Passed, Control::Noticed),
    ("minitest_failing", Outcome::TestFailed, Control::NotRun),
    ("minitest_spec", Outcome::Passed, Control::Noticed),
    ("test_unit", Outcome::Passed, Control::Noticed),
    ("test_unit_failing", Outcome::TestFailed, Control::NotRun),
    ("test_unit_omits_all", Outcome::NoTests, Control::NotRun),
    ("test_unit_startup_fails", Outcome::TestFailed, Control::NotRun),
    ("loop_of_examples", Outcome::Passed, Control::Noticed),
    ("writes_sources", Outcome::CompileError, Control::NotRun),
    ("leaves_a_message", Outcome::Passed, Control::Unnoticed),
    ("looks_for_the_control_run", Outcome::Passed, Control::Unnoticed),
    ("sees_the_state", Outcome::TestFailed, Control::NotRun),
];

#[tokio::test]
async fn every_suite_ends_as_written_down() {
    let lab = Lab::open().await;
    let results = lab.run(&EXPECTED.map(|(name, ..)| name)).await;
    let mut wrong = Vec::new();
    for ((name, outcome, control), result) in EXPECTED.iter().zip(&results) {
        if (result.outcome, result.evidence.control) != (*outcome, *control) {
            wrong.push(format!(
                "{name}: expected {outcome}/{control}, got {}/{}: {}\n{}",
                result.outcome, result.evidence.control, result.reason, result.evidence.log
            ));
        }
        let loads = !matches!(
            *name,
            "syntax_error"
                | "name_error"
                | "missing_library"
                | "writes_sources"
                | "exit_while_loading"
                | "system_exit_while_loading"
                | "sleeps_ignoring_signals"
                | "forges_and_leaves"
        );
        // Those that call `_recursive_merge`, all of them by `send`, since it is private.
        let calls = [
            "honest",
            "failing",
            "redefined_focal",
            "breaks_ruby",
            "measures_coverage",
            "minitest",
            "minitest_spec",
            "test_unit",
            "loop_of_examples",
        ];
        if result.evidence.invokes != calls.contains(name) {
            wrong.push(format!("{name}: invokes is {}", result.evidence.invokes));
        }
        if result.evidence.compiles != loads {
            wrong.push(format!("{name}: loads should be {loads}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[tokio::test]
async fn covered_lines_are_those_that_ran_in_the_tests() {
    let lab = Lab::open().await;
    let expected: [(&str, &[u32]); 5] = [
        // Neither a hash below a new key (42) nor anything else is left out.
        ("honest", &[37, 38, 39, 40, 41, 43, 44, 46, 49]),
        // One new key whose value is no hash.
        ("breaks_ruby", &[37, 38, 39, 41, 43, 46, 49]),
        ("minitest", &[37, 38, 39, 41, 43, 46, 49]),
        // The loop over an empty hash.
        ("loop_of_examples", &[37, 49]),
        ("redefined_focal", &[]),
    ];
    let results = lab.run(&expected.map(|(name, _)| name)).await;
    for ((name, lines), result) in expected.iter().zip(&results) {
        let coverage = result.evidence.coverage.as_ref().unwrap();
        assert_eq!(coverage.executable, 10);
        assert_eq!(&coverage.covered, lines, "{name}");
    }
    let tests: Vec<_> = results[0].evidence.tests.iter().map(|test| test.name.as_str()).collect();
    assert_eq!(
        tests,
        ["adds keys that are new", "merges hashes below the same key", "asks the block when both sides have a value"]
    );
    let notes = &results[0].evidence.placement_notes;
    assert_eq!(notes.len(), 2, "{notes:?}");
}

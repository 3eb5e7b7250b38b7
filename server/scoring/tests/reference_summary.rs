//! `summary.json` and `detailed_results.jsonl` of the reference (xrepotest.md §1.4, §4, §9).

use domain::Language;
use scoring::reference::{
    JuliaRow, MutationSummary, ReferenceCoverage, ReferenceSample, ReferenceSlot, Summary, julia_slots,
    read_detailed_results, reference_result, reference_summary,
};
use serde_json::{Value, json};

fn sample(record: &Value) -> ReferenceSample {
    ReferenceSample::read(record.as_object().unwrap())
}

fn summary(records: &[Value]) -> Summary {
    reference_summary(&records.iter().map(sample).collect::<Vec<_>>())
}

fn slot(compilation: bool, tests: bool, invocation: bool, coverage: Option<(u32, u32)>) -> ReferenceSlot {
    ReferenceSlot { test: "t".to_owned(), compilation, tests, invocation, coverage, ..ReferenceSlot::default() }
}

#[test]
fn section_9_metrics_of_nothing() {
    assert_eq!(reference_summary(&[]), Summary::default());
    let expected = "{\n    \"total_samples\": 0,\n    \"compiled_rate\": 0.0,\n    \"line_coverage\": 0.0,\n    \
                    \"test_pass_rate\": 0.0,\n    \"invocation_rate\": 0.0\n}";
    assert_eq!(reference_summary(&[]).to_json(), expected);
}

#[test]
fn section_9_metrics_of_two_samples() {
    let check = |c: bool, t: bool, i: bool| json!({"compilation": c, "tests": t, "invocation": i});
    let lines = |covered: u32| json!({"covered_lines": covered, "total_lines": 10});
    let records = [
        json!({"test": ["a", "b"], "checks": [check(true, true, true), check(false, false, false)],
               "coverage_stats": [lines(3), lines(1)]}),
        json!({"test": ["a", "b"], "checks": [check(true, true, false), check(true, false, false)],
               "coverage_stats": [lines(1)]}),
    ];
    let summary = summary(&records);
    assert_eq!(
        summary,
        Summary {
            total_samples: 2,
            compiled_rate: 75.0,
            line_coverage: 12.5,
            test_pass_rate: 50.0,
            invocation_rate: 25.0,
            mutation_testing: None,
        }
    );
    assert!(!summary.to_json().contains("mutation"));
}

#[test]
fn section_9_metrics_with_mutants() {
    let record = json!({
        "test": ["a", "b"],
        "checks": [
            {"compilation": true, "tests": true, "invocation": true, "mutation": true},
            {"compilation": true, "tests": true, "invocation": true, "mutation": false},
        ],
        "mutation_scores": [{"killed_count": 3, "total_count": 5}, {"killed_count": 1, "total_count": 5}],
        "coverage_stats": [{"covered_lines": 4, "total_lines": 20}, null],
    });
    let summary = summary(&[record]);
    assert!((summary.line_coverage - 10.0).abs() < 1e-12);
    let mutation = MutationSummary {
        mutation_tests_run: 1,
        total_mutants_killed: 4,
        total_mutants_count: 10,
        avg_mutation_score: 0.4,
        mutation_run_rate: 50.0,
    };
    assert_eq!(summary.mutation_testing.as_ref(), Some(&mutation));
    let keys: Value = serde_json::from_str(&summary.to_json()).unwrap();
    assert_eq!(
        keys["mutation_testing"],
        json!({"mutation_tests_run": 1, "total_mutants_killed": 4, "total_mutants_count": 10,
               "avg_mutation_score": 0.4, "mutation_run_rate": 50.0})
    );
    assert_eq!(serde_json::from_value::<Summary>(keys).unwrap(), summary);
}

#[test]
fn section_4_missing_slots_count_as_failures() {
    let check = json!({"compilation": true, "tests": true, "invocation": true});
    let lines = json!({"covered_lines": 1, "total_lines": 1});
    let full = json!({"test": ["a", "b"], "checks": [check, check], "coverage_stats": [lines, lines]});
    let half = json!({"test": ["a"], "checks": [check], "coverage_stats": [lines]});
    let none = json!({"test": [], "checks": [], "coverage_stats": []});
    let summary = summary(&[full, half, none]);
    assert_eq!(summary.total_samples, 3);
    for rate in [summary.compiled_rate, summary.test_pass_rate, summary.invocation_rate, summary.line_coverage] {
        assert!((rate - 50.0).abs() < 1e-12, "{rate}");
    }
}

#[test]
fn section_4_only_answers_without_suites() {
    let summary = summary(&[json!({"test": []}), json!({})]);
    assert_eq!(summary, Summary { total_samples: 2, ..Summary::default() });
}

#[test]
fn section_1_4_legacy_spellings() {
    let today = json!({
        "task_id": 7,
        "test": ["t"],
        "logs": ["l"],
        "checks": [{"compilation": true, "tests": true, "coverage": true, "invocation": true}],
        "coverage_stats": [{"covered_lines": 1, "total_lines": 2}],
        "mutation_scores": [{"mutation_score": 0.5, "killed_count": 1, "total_count": 2}],
    });
    let legacy = json!({
        "task_id": 7,
        "test": "t",
        "logs": "l",
        "checks": {"compilation": true, "test": true, "coverage": true, "invocation": true},
        "coverage_stats": {"covered_lines": 1, "total_lines": 2},
        "mutation_scores": {"mutation_score": 0.5, "killed_count": 1, "total_count": 2},
    });
    assert_eq!(sample(&legacy), sample(&today));
    assert!((summary(&[legacy]).test_pass_rate - 100.0).abs() < 1e-12);
    // The new spelling wins where both stand.
    let both = json!({"test": ["t"], "checks": [{"tests": false, "test": true}]});
    assert!(summary(&[both]).test_pass_rate.abs() < 1e-12);
}

#[test]
fn section_1_4_values_of_another_type_are_not_there() {
    // An error message in place of coverage, as Go's evaluator may leave it.
    let odd = json!({"test": ["a", "b"], "logs": [null, 5], "checks": [{"compilation": 1, "tests": null}],
                     "coverage_stats": ["coverage.out file does not exist", {"total_lines": 0}]});
    let read = sample(&odd);
    assert_eq!(read.logs, [None, None]);
    assert_eq!(read.coverage_stats, [None, Some(ReferenceCoverage::default())]);
    assert!(read.checks[0].compilation && !read.checks[0].tests && read.checks[0].mutation.is_none());
    assert!((summary(&[odd]).compiled_rate - 50.0).abs() < 1e-12);
}

#[test]
fn a_file_is_read_line_by_line() {
    let samples = read_detailed_results("{\"task_id\": 1, \"test\": [\"ä\"]}\n\n{\"task_id\": \"b\"}\n").unwrap();
    assert_eq!(samples.iter().map(|s| s.task_id.clone()).collect::<Vec<_>>(), [json!(1), json!("b")]);
    assert_eq!(samples[0].test, ["ä"]);
    assert_eq!(read_detailed_results("{}\n{\n").unwrap_err().line, 2);
    assert_eq!(
        read_detailed_results("[]").unwrap_err().to_string(),
        "line 1 is not a record of detailed_results.jsonl: not an object"
    );
}

#[test]
fn section_1_4_a_record_of_every_language() {
    let passing =
        ReferenceSlot { log: Some("ok ü".to_owned()), mutation: Some((2, 3)), ..slot(true, true, true, Some((2, 3))) };
    let failing = slot(false, false, true, None);
    let base = json!({"task_id": 3, "function_name": "f", "file_path": "r/f.x"});
    for (language, coverage, stats, tool) in [
        (
            Language::Go,
            json!([true, null]),
            json!({}),
            json!({"mutation_score": 2.0 / 3.0, "duplicated_count": 0, "skipped_count": 0}),
        ),
        (
            Language::Rust,
            json!([true, null]),
            json!({"line_coverage": 66.67}),
            json!({"mutation_score": 0.6667, "duplicated_count": 0, "skipped_count": 0}),
        ),
        (
            Language::Php,
            json!([true, null]),
            json!({}),
            json!({"mutation_score": 0.67, "error_count": 0, "timeout_count": 0, "not_covered_count": 0}),
        ),
        (
            Language::Ruby,
            json!([true, null]),
            json!({"coverage_percentage": 2.0 / 3.0 * 100.0}),
            json!({"mutation_score": 2.0 / 3.0, "timeout_count": 0, "coverage_percent": 66.67}),
        ),
        (Language::Julia, json!([true, false]), json!({}), json!({"mutation_score": 2.0 / 3.0})),
    ] {
        let merged = |mut common: Value, more: &Value| {
            common.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            common
        };
        let stats = merged(json!({"covered_lines": 2, "total_lines": 3}), &stats);
        let tool = merged(json!({"killed_count": 2, "escaped_count": 1, "total_count": 3, "error_message": ""}), &tool);
        let expected = json!({
            "task_id": 3, "function_name": "f", "file_path": "r/f.x",
            "test": ["t", "t"],
            "logs": ["ok ü", null],
            "checks": [
                {"compilation": true, "tests": true, "coverage": coverage[0], "invocation": true, "mutation": true},
                {"compilation": false, "tests": false, "coverage": coverage[1], "invocation": true},
            ],
            "coverage_stats": [stats, null],
            "mutation_scores": [tool, null],
        });
        let record = reference_result(base.clone(), language, true, &[passing.clone(), failing.clone()]);
        assert_eq!(record, expected, "{language}");
        assert!(record.to_string().contains("ok ü"), "non-ASCII is not escaped");

        // Back through the reader, the summary is what the slots say.
        let summary = summary(&[record]);
        assert!((summary.invocation_rate - 100.0).abs() < 1e-12);
        assert!((summary.test_pass_rate - 50.0).abs() < 1e-12);
        assert!((summary.line_coverage - 100.0 / 3.0).abs() < 1e-12);
        let mutation = summary.mutation_testing.unwrap();
        assert_eq!((mutation.total_mutants_killed, mutation.total_mutants_count), (2, 3));
        assert!((mutation.mutation_run_rate - 100.0).abs() < 1e-12);

        let without = reference_result(base.clone(), language, false, std::slice::from_ref(&passing));
        assert!(!without.to_string().contains("mutation"), "{language}");
    }
}

#[test]
fn section_1_4_slots_come_back_as_they_were() {
    let slots = [
        ReferenceSlot { log: Some("compile".to_owned()), ..slot(false, false, true, None) },
        ReferenceSlot { mutation: Some((0, 4)), ..slot(true, true, false, Some((0, 5))) },
        slot(true, false, true, Some((5, 5))),
    ];
    for &language in Language::ALL {
        let record = reference_result(json!({"task_id": "x"}), language, true, &slots);
        let lines = read_detailed_results(&record.to_string()).unwrap();
        let [read] = lines.as_slice() else { panic!("one line, one record") };
        assert_eq!(read.test.len(), 3);
        for (index, slot) in slots.iter().enumerate() {
            let check = read.checks[index];
            assert_eq!((check.compilation, check.tests), (slot.compilation, slot.tests));
            assert_eq!(check.invocation, slot.invocation);
            assert_eq!(read.logs[index], slot.log);
            assert_eq!(read.coverage_stats[index].map(|c| (c.covered, c.total)), slot.coverage);
            let mutants = read.mutation_scores[index].map(|m| (m.killed, m.total));
            assert_eq!(mutants, slot.mutation.map(|(killed, total)| (u64::from(killed), u64::from(total))));
        }
        // Julia's flag is about a covered line, the others' about a measurement.
        assert_eq!(read.checks[1].coverage, language != Language::Julia, "{language}");
    }
}

#[test]
fn a_passing_suite_without_mutants_is_a_failed_run() {
    for mutation in [None, Some((0, 0))] {
        let slot = ReferenceSlot { mutation, ..slot(true, true, true, None) };
        let record = reference_result(json!({}), Language::Go, true, &[slot]);
        assert_eq!(record["checks"][0]["mutation"], json!(false));
        assert_eq!(record["mutation_scores"][0]["error_message"], json!("No mutants were run"));
        assert_eq!(summary(&[record]).mutation_testing, None);
    }
}

#[test]
fn a_task_without_suites_keeps_empty_arrays() {
    let record = reference_result(json!({"task_id": 1}), Language::Ruby, true, &[]);
    let expected = json!({"task_id": 1, "test": [], "logs": [], "checks": [], "coverage_stats": [],
                          "mutation_scores": []});
    assert_eq!(record, expected);
    assert_eq!(reference_result(Value::Null, Language::Ruby, false, &[])["test"], json!([]));
}

fn row(name: &str, pass: u32, fail: u32, covered: u32) -> JuliaRow {
    JuliaRow {
        function_name: name.to_owned(),
        pass,
        fail,
        pass_rate: f64::from(pass) / f64::from(pass + fail).max(1.0) * 100.0,
        coverage: ReferenceCoverage { covered, total: 3 },
        log: format!("{name} ran"),
        ..JuliaRow::default()
    }
}

#[test]
fn section_9_julia_rows_and_slots() {
    let suites = [("a", true), ("b", true)];
    let harness = JuliaRow { harness_error: true, test_idx: 1, ..row("g", 1, 0, 1) };
    let rows = [row("f", 3, 0, 2), JuliaRow { error: 0, ..row("g", 1, 1, 0) }, harness];
    let slots = julia_slots(&[("f", &suites), ("g", &suites)], &rows);
    let flags = |slot: &ReferenceSlot| (slot.compilation, slot.tests, slot.invocation, slot.coverage);
    assert_eq!(flags(&slots[0][0]), (true, true, true, Some((2, 3))));
    // No row for the second suite of `f`.
    assert_eq!(flags(&slots[0][1]), (false, false, true, None));
    assert_eq!(slots[0][1].log.as_deref(), Some("No coverage result found"));
    assert_eq!(flags(&slots[1][0]), (true, false, true, Some((0, 3))));
    assert_eq!(flags(&slots[1][1]), (false, false, true, Some((1, 3))));
    let record = reference_result(json!({}), Language::Julia, false, &slots[1]);
    assert_eq!(record["checks"][0]["coverage"], json!(false));
    assert_eq!(record["checks"][1]["coverage"], json!(true));
    let missing = reference_result(json!({}), Language::Julia, false, &slots[0][1..]);
    assert_eq!((&missing["checks"][0]["coverage"], &missing["coverage_stats"]), (&json!(false), &json!([null])));
}

#[test]
fn q_31_functions_of_one_name_share_the_last_result() {
    let rows = [row("push!", 3, 0, 3), row("push!", 0, 1, 0)];
    let slots = julia_slots(&[("push!", &[("good", true)]), ("push!", &[("bad", true)])], &rows);
    assert_eq!(slots[0][0].test, "good");
    assert!(!slots[0][0].tests, "the good suite gets the result of the bad one");
    assert_eq!(slots[0][0].log, slots[1][0].log);
}

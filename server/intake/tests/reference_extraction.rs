//! The reference's extraction: its conformance table (xrepotest.md §2), row by row, and beside it what ours gives.

use domain::{Extraction, Language};
use intake::{REFERENCE_MAX_TESTS, extract_suite, reference_extraction};
use serde_json::{Value, json};

fn reference(response: &Value) -> Vec<String> {
    reference_extraction(response, REFERENCE_MAX_TESTS)
}

/// What the reference makes of one answer: exactly one suite.
fn one(answer: &str) -> String {
    let suites = reference(&json!(answer));
    assert_eq!(suites.len(), 1, "{answer:?}");
    suites[0].clone()
}

fn ours(answer: &str) -> (Extraction, String) {
    extract_suite(answer, Language::Go, &|_, _| false)
}

/// The answer itself: nothing was found.
fn falls_back(answer: &str) {
    assert_eq!(one(answer), answer);
}

#[test]
fn section_2_row_1_one_block() {
    assert_eq!(one("```go\nA\n```"), "A\n");
}

#[test]
fn section_2_row_2_two_blocks_with_prose_between() {
    assert_eq!(one("```go\nA\n```\nand then\n```go\nB\n```"), "A\n\n\nB\n");
}

#[test]
fn section_2_row_3_other_tags_are_unknown() {
    for tag in ["golang", "rs", "rb", "jl", "Go", "go ", "rust title=\"x\""] {
        let answer = format!("```{tag}\nA\n```");
        falls_back(&answer);
        assert_eq!(ours(&answer).1, "A\n", "{tag}");
    }
}

#[test]
fn section_2_row_4_any_of_the_five_languages_is_accepted() {
    for tag in ["julia", "ruby", "go", "rust", "php", ""] {
        assert_eq!(one(&format!("```{tag}\nA\n```")), "A\n", "{tag}");
    }
}

#[test]
fn section_2_row_5_q_7_the_end_of_an_unknown_block_opens_the_next() {
    let answer = "```bash\ngo test\n```\nThen:\n```go\nA\n```";
    assert_eq!(one(answer), "Then:\n");
    assert_eq!(ours(answer), (Extraction::Fenced, "A\n".to_owned()));
}

#[test]
fn section_2_row_6_q_8_an_unclosed_fence_is_run_with_its_fence() {
    falls_back("```go\nA\nB");
    assert_eq!(ours("```go\nA\nB"), (Extraction::Unclosed, "A\nB".to_owned()));
}

#[test]
fn section_2_row_7_q_9_a_fence_in_a_comment_cuts_the_block() {
    let answer = "```rust\n/// ```\n/// x\n/// ```\nA\n```";
    // The body ends at the first inner fence; the second one opens a block of its own.
    assert_eq!(one(answer), "/// \n\nA\n");
    assert_eq!(ours(answer).1, "/// ```\n/// x\n/// ```\nA\n");
    assert_eq!(one("```rust\n/// ```text\n/// x\n/// ```text\nA\n```"), "/// ");
}

#[test]
fn section_2_row_8_an_indented_fence_leaves_its_indent() {
    assert_eq!(one("  ```go\n  A\n  ```"), "  A\n  ");
}

#[test]
fn section_2_row_9_four_backticks_work_by_accident() {
    assert_eq!(one("````go\nA\n````"), "A\n");
}

#[test]
fn section_2_row_10_tildes_are_nothing() {
    falls_back("~~~go\nA\n~~~");
}

#[test]
fn step_1_every_kind_of_response_becomes_text() {
    assert_eq!(reference(&Value::Null), Vec::<String>::new());
    assert_eq!(reference(&json!([])), Vec::<String>::new());
    assert_eq!(reference(&json!("plain")), ["plain"]);
    assert_eq!(
        reference(&json!(["a", 1, null, true, 1.5, [false, "x"]])),
        ["a", "1", "None", "True", "1.5", "[False, 'x']"]
    );
    assert_eq!(reference(&json!({"code": "it's\n\"x\"\\"})), [r#"{'code': 'it\'s\n"x"\\'}"#]);
    assert_eq!(reference(&json!({"code": "it's \u{1}"})), [r#"{'code': "it's \x01"}"#]);
}

#[test]
fn step_2_windows_line_ends_and_fences_inside_a_line() {
    assert_eq!(one("```go\r\nA\r\n```"), "A\r\n");
    assert_eq!(one("The tests: ```go\nA\n}```"), "A\n}");
    falls_back("```go A```");
}

#[test]
fn step_2_thinking_is_part_of_the_suite() {
    let answer = "<think>\n```go\nbad\n```\n</think>\n```go\nA\n```";
    assert_eq!(one(answer), "bad\n\n\nA\n");
    assert_eq!(ours(answer).1, "A\n");
}

#[test]
fn step_3_the_comment_between_declare_and_namespace_disappears() {
    let code = "<?php\n\ndeclare(strict_types=1);\n\n/**\n * About.\n */\n// more\nnamespace X;\n// kept\nA\n";
    let expected = "<?php\n\ndeclare(strict_types=1);\nnamespace X;\n// kept\nA";
    assert_eq!(one(&format!("```php\n{code}```")), expected);
    // Blanks may stand anywhere, code may follow on the line, and every line end becomes `\n`.
    let odd = "\r\n<?php\r\n declare ( strict_types = 1 ) ; use Y;\r\n\r\nA\r\n";
    assert_eq!(one(&format!("```php\n{odd}```")), "\n<?php\n declare ( strict_types = 1 ) ; use Y;\nA");
}

#[test]
fn step_3_what_the_php_rule_leaves_or_breaks() {
    let unchanged = "<?php\ndeclare(strict_types=0);\n\n// x\nA";
    assert_eq!(one(&format!("```php\n{unchanged}\n```")), unchanged);
    let other_line = "<?php declare(strict_types=1);\n\n// x\nA";
    assert_eq!(one(&format!("```php\n{other_line}\n```")), other_line);
    // A comment whose second line has no star loses its beginning; a namespace after a comment is lost with it.
    let broken = "<?php\ndeclare(strict_types=1);\n/* a\nb */\nA";
    assert_eq!(one(&format!("```php\n{broken}\n```")), "<?php\ndeclare(strict_types=1);\nb */\nA");
    let lost = "<?php\ndeclare(strict_types=1);\n/* a */ namespace X;\nA";
    assert_eq!(one(&format!("```php\n{lost}\n```")), "<?php\ndeclare(strict_types=1);\nA");
    // Only code that starts with the tag is touched, so its last line end stays.
    let late = "// x\n<?php\ndeclare(strict_types=1);\n\nA\n";
    assert_eq!(one(&format!("```php\n{late}```")), late);
}

#[test]
fn step_4_q_6_a_blank_result_moves_the_later_suites_up() {
    let response = json!(["```go\nA\n```", "no code", "```go\n \n```", "```go\nD\n```"]);
    assert_eq!(reference(&response), ["A\n", "D\n"]);
}

#[test]
fn step_4_at_most_ten_are_kept() {
    let many: Vec<String> = (0..12).map(|n| format!("```go\n{n}\n```")).collect();
    let suites = reference(&json!(many));
    assert_eq!(suites.len(), 10);
    assert_eq!(suites[9], "9\n");
    assert_eq!(reference_extraction(&json!(many), 1), ["0\n"]);
}

#[test]
fn step_5_error_records_and_prose_are_run_as_code() {
    falls_back("Error: rate limit");
    let prose: Vec<String> = (0..12).map(|n| format!("prose {n}")).collect();
    assert_eq!(reference(&json!(prose)), prose[..10]);
    // Even blank ones, as long as nothing else was found.
    assert_eq!(reference(&json!(["", " "])), ["", " "]);
}

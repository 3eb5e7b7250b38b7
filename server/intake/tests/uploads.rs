//! Whole uploads, good and bad: each bad one is named by line and reason, and leaves no suite.

use std::io::{BufReader, Read};

use domain::{Extraction, Language, LineProblem, ProblemKind, Severity};
use intake::{Checked, IntakeLimits, TaskIndex, check_upload};

const FENCED: &str = r"```go\npackage x\n```";

fn tasks() -> TaskIndex {
    [
        ("go-demo-One-00000001", Language::Go),
        ("go-demo-Two-00000002", Language::Go),
        ("ruby-demo-one-00000003", Language::Ruby),
        ("17", Language::Ruby),
    ]
    .into_iter()
    .map(|(key, language)| (key.parse().unwrap(), language))
    .collect()
}

fn check_bytes(bytes: &[u8], limits: &IntakeLimits) -> Checked {
    check_upload(bytes, &tasks(), limits, &|_, text| text.starts_with("package")).unwrap()
}

fn check(text: &str) -> Checked {
    check_bytes(text.as_bytes(), &IntakeLimits::default())
}

fn line(task: &str, response: &str) -> String {
    format!("{{\"task_id\": \"{task}\", \"response\": \"{response}\"}}\n")
}

/// The one error of an upload, which must leave no suite.
fn only_error(checked: &Checked) -> &LineProblem {
    assert!(checked.suites.is_empty());
    assert!(!checked.report.is_acceptable());
    let errors: Vec<_> = checked.report.problems.iter().filter(|p| p.severity == Severity::Error).collect();
    assert_eq!(errors.len(), 1, "{errors:?}");
    errors[0]
}

#[test]
fn answers_and_lists_of_suites() {
    let text = format!(
        "{}\n{{\"task_id\": \" ruby-demo-one-00000003 \", \"response\": [\"describe\", \"it\"]}}\n{{\"task_id\": 17, \"test\": [\"x\"]}}",
        line("go-demo-One-00000001", FENCED)
    );
    let checked = check(&text);
    assert!(checked.report.is_acceptable(), "{:?}", checked.report.problems);
    assert_eq!(checked.report.lines, 4);
    assert_eq!(checked.report.languages, [(Language::Go, 1, 2), (Language::Ruby, 2, 2)]);
    assert_eq!((checked.report.suites, checked.report.attempts), (4, 2));
    assert_eq!(checked.report.missing, ["go-demo-Two-00000002".parse().unwrap()]);
    assert_eq!(checked.report.extraction, [(Extraction::Fenced, 1), (Extraction::Verbatim, 3)]);
    let suites: Vec<_> = checked.suites.iter().map(|s| (s.key.as_str(), s.attempt.0, s.code.as_str())).collect();
    assert_eq!(
        suites,
        [
            ("go-demo-One-00000001", 0, "package x\n"),
            ("ruby-demo-one-00000003", 0, "describe"),
            ("ruby-demo-one-00000003", 1, "it"),
            ("17", 0, "x"),
        ]
    );
    // printf x | sha256sum
    assert_eq!(checked.suites[3].sha256.as_str(), "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881");
}

#[test]
fn the_hash_is_of_the_bytes_as_they_arrive() {
    // printf '\xef\xbb\xbf\r\n' | sha256sum
    let checked = check_bytes(b"\xef\xbb\xbf\r\n", &IntakeLimits::default());
    assert_eq!(checked.report.sha256.as_str(), "f01a374e9c81e3db89b3a42940c4d6a5447684986a1296e42bf13f196eed6295");
    assert_eq!(checked.report.bytes, 5);
}

#[test]
fn every_bad_line_is_named() {
    let good = line("go-demo-Two-00000002", FENCED);
    for (bad, kind, words) in [
        ("not json".to_owned(), ProblemKind::NotJson, "not JSON at column 2"),
        ("{\"task_id\": \"17\"".to_owned(), ProblemKind::NotJson, "not JSON"),
        ("[1]".to_owned(), ProblemKind::NotAnObject, "a list where an object"),
        ("{}".to_owned(), ProblemKind::MissingField, "`task_id` is missing"),
        ("{\"task_id\": \" \"}".to_owned(), ProblemKind::MissingField, "`task_id` is blank"),
        ("{\"task_id\": 1.5}".to_owned(), ProblemKind::WrongType, "`task_id` is a number"),
        ("{\"task_id\": \"17\"}".to_owned(), ProblemKind::MissingField, "`response` is missing"),
        ("{\"task_id\": \"17\", \"response\": 5}".to_owned(), ProblemKind::WrongType, "`response` is a number"),
        (
            "{\"task_id\": \"17\", \"response\": [1]}".to_owned(),
            ProblemKind::WrongType,
            "item 1 of `response` is a number",
        ),
        ("{\"task_id\": \"17\", \"response\": null}".to_owned(), ProblemKind::EmptyResponse, "the answer is empty"),
        ("{\"task_id\": \"17\", \"response\": []}".to_owned(), ProblemKind::EmptyResponse, "the answer is empty"),
        (line("17", " \\n "), ProblemKind::EmptyResponse, "counts as missing"),
        (line("17", "a\\u0000b"), ProblemKind::NulByte, "\\u0000"),
        (line("go-demo-On-00000001", "x"), ProblemKind::UnknownTask, "did you mean `go-demo-One-00000001`?"),
        (line("nothing-like-it-at-all", "x"), ProblemKind::UnknownTask, "take ids from its task list"),
        (line("go-demo-Two-00000002", "x"), ProblemKind::DuplicateTask, "already on line 1"),
    ] {
        let checked = check(&format!("{good}\n{}\n", bad.trim_end()));
        let error = only_error(&checked);
        assert_eq!((error.line, error.kind), (Some(3), kind), "{bad}");
        assert!(error.message.contains(words), "{bad}: {}", error.message);
    }
}

#[test]
fn bytes_that_are_not_text() {
    let limits = IntakeLimits::default();
    let checked = check_bytes(b"\n{\"task_id\": \"17\", \"response\": \"\xff\"}", &limits);
    let error = only_error(&checked);
    assert_eq!((error.line, error.kind), (Some(2), ProblemKind::NotUtf8));
    assert!(error.message.contains("byte 32 is not UTF-8"), "{}", error.message);
    let checked = check_bytes(b"{\"task_id\": \"17\", \"resp\0nse\": \"x\"}", &limits);
    assert_eq!(only_error(&checked).kind, ProblemKind::NulByte);
    // UTF-16, as some editors save it.
    let utf16: Vec<u8> = "{\"task_id\": 1}".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert!(!check_bytes(&utf16, &limits).report.is_acceptable());
}

#[test]
fn a_suite_of_5_mb() {
    let checked = check(&line("17", &format!("```ruby\\n{}\\n```", "x".repeat(5 << 20))));
    let error = only_error(&checked);
    assert_eq!((error.line, error.kind), (Some(1), ProblemKind::SuiteTooLarge));
    assert!(error.message.contains("at most 1048576"), "{}", error.message);
}

#[test]
fn a_million_lines_stop_at_the_bound() {
    struct Counted(u64);
    impl Read for Counted {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            buffer.fill(b'\n');
            self.0 += buffer.len() as u64;
            assert!(self.0 < 1_000_000, "read on after the bound");
            Ok(buffer.len())
        }
    }
    let checked = check_upload(BufReader::new(Counted(0)), &tasks(), &IntakeLimits::default(), &|_, _| true).unwrap();
    let error = only_error(&checked);
    assert_eq!((error.line, error.kind), (None, ProblemKind::TooManyLines));
}

#[test]
fn an_endless_line_stops_at_the_bound_of_the_file() {
    let limits = IntakeLimits { file_bytes: 1 << 20, line_bytes: 1 << 10, ..IntakeLimits::default() };
    let checked = check_upload(BufReader::new(std::io::repeat(b'x')), &tasks(), &limits, &|_, _| true).unwrap();
    let error = only_error(&checked);
    assert_eq!((error.line, error.kind), (None, ProblemKind::TooLarge));
}

#[test]
fn a_long_line_is_passed_over_and_the_rest_is_checked() {
    let limits = IntakeLimits { line_bytes: 200, ..IntakeLimits::default() };
    let text = format!("{}{}{}", line("17", &"x".repeat(300)), line("go-demo-One-00000001", FENCED), "{}\n");
    let checked = check_bytes(text.as_bytes(), &limits);
    let found: Vec<_> = checked.report.problems.iter().map(|p| (p.line, p.kind)).collect();
    assert_eq!(found, [(Some(1), ProblemKind::LineTooLong), (Some(3), ProblemKind::MissingField)]);
}

#[test]
fn problems_are_counted_beyond_those_that_are_listed() {
    let limits = IntakeLimits { problems_kept: 2, ..IntakeLimits::default() };
    let checked = check_bytes("x\n".repeat(5).as_bytes(), &limits);
    assert_eq!((checked.report.problems.len(), checked.report.errors_total), (2, 5));
}

#[test]
fn warnings_do_not_block() {
    let text = format!(
        "{}{}{}",
        line("go-demo-One-00000001", "Sorry."),
        line("go-demo-Two-00000002", "```go\\npackage x"),
        "{\"task_id\": 17, \"response\": \"Error: rate limit\", \"status\": \"error\", \"error\": \"rate limit\"}\n"
    );
    let checked = check(&text);
    assert!(checked.report.is_acceptable());
    let found: Vec<_> = checked.report.problems.iter().map(|p| (p.line, p.severity, p.kind)).collect();
    assert_eq!(
        found,
        [
            (Some(1), Severity::Warning, ProblemKind::NothingExtracted),
            (Some(2), Severity::Warning, ProblemKind::Truncated),
            (Some(3), Severity::Warning, ProblemKind::ModelError),
        ]
    );
    let kept: Vec<_> = checked.suites.iter().map(|s| (s.extraction, s.code.is_empty())).collect();
    assert_eq!(kept, [(Extraction::Nothing, true), (Extraction::Unclosed, false), (Extraction::Nothing, true)]);
}

#[test]
fn failures_of_older_files() {
    let checked = check(&line("17", "Error: rate limit exceeded"));
    assert!(checked.report.is_acceptable());
    assert_eq!(checked.report.problems[0].kind, ProblemKind::ModelError);
    assert_eq!(checked.suites[0].extraction, Extraction::Nothing);
}

#[test]
fn fences_in_extracted_suites() {
    for (suite, extraction, code) in [
        // The reference's fallback: the raw answer in place of a suite.
        ("```go\npackage x\n```", Extraction::Fenced, "package x\n"),
        ("Here:\n```go\npackage x\n```", Extraction::Fenced, "package x\n"),
        // Code about Markdown.
        ("package x\n\nvar s = `\n```\n`\n", Extraction::Verbatim, "package x\n\nvar s = `\n```\n`\n"),
        ("x\n", Extraction::Verbatim, "x\n"),
    ] {
        let text = serde_json::json!({ "task_id": "go-demo-One-00000001", "response": [suite] }).to_string();
        let checked = check(&text);
        let found: Vec<_> = checked.suites.iter().map(|s| (s.extraction, s.code.as_str())).collect();
        assert_eq!(found, [(extraction, code)], "{suite}");
    }
}

#[test]
fn files_of_another_kind() {
    let utf16: Vec<u8> = "\u{feff}{\"task_id\": 1}\n".repeat(3).encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (bytes, words) in
        [(utf16.as_slice(), "UTF-16"), (b"\x1f\x8b\x08\0\0\n\n", "gzip"), (b"PK\x03\x04\n\n", "zip archive")]
    {
        let checked = check_bytes(bytes, &IntakeLimits::default());
        let error = only_error(&checked);
        assert_eq!((error.line, error.kind), (Some(1), ProblemKind::NotUtf8));
        assert!(error.message.contains(words), "{}", error.message);
    }
}

#[test]
fn an_empty_file() {
    for text in ["", "\n\n", "\u{feff}"] {
        assert_eq!(only_error(&check(text)).kind, ProblemKind::NoSuites, "{text:?}");
    }
}

#[test]
fn too_many_suites_for_a_task() {
    let items = ["\"x\""; 11].join(",");
    let checked = check(&format!("{{\"task_id\": 17, \"response\": [{items}]}}"));
    assert_eq!(only_error(&checked).kind, ProblemKind::TooManySuites);
}

#[test]
fn no_input_makes_it_panic() {
    // A seeded walk over bytes that mean something to the parsers.
    const PIECES: &[&[u8]] = &[
        b"{",
        b"}",
        b"\"task_id\"",
        b":",
        b"17",
        b"\"17\"",
        b",",
        b"\"response\"",
        b"\"```go\\n",
        b"```",
        b"\\n",
        b"\"",
        b"[",
        b"]",
        b"\n",
        b"\r\n",
        b"\0",
        b"\xff",
        b"\xf0\x9f",
        "é".as_bytes(),
        b"<think>",
        b"</think>",
        b"\\u0000",
        b"~~~",
        b"null",
    ];
    let mut state = 7_u64;
    for _ in 0..3_000 {
        let mut text = Vec::new();
        for _ in 0..24 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            text.extend_from_slice(PIECES[(state >> 33) as usize % PIECES.len()]);
        }
        let checked = check_bytes(&text, &IntakeLimits::default());
        assert_eq!(checked.report.errors_total > 0, checked.suites.is_empty());
    }
}

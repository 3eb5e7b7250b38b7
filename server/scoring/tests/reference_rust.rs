//! The reference's coverage rule for Rust (xrepotest.md §3.2, §9) beside LLVM's own (evaluator-lab.md §4.4).

use scoring::reference::{ReferenceCoverage, Segment, llvm_lines, rust_export, rust_segments, segments};
use serde_json::{Value, json};

fn of(covered: u32, total: u32) -> ReferenceCoverage {
    ReferenceCoverage { covered, total }
}

fn segments_of(listed: &Value) -> Vec<Segment> {
    segments(&json!({ "segments": listed }))
}

fn export(files: &[(&str, Value)]) -> Value {
    let files: Vec<Value> = files.iter().map(|(name, listed)| json!({"filename": name, "segments": listed})).collect();
    json!({"data": [{"files": files}], "type": "llvm.coverage.json.export"})
}

#[test]
fn section_3_2_the_example_of_the_rule() {
    // The second segment of line 10 decides for lines 10 and 11; line 14, the closing brace, is no line.
    let segments = segments_of(&json!([[10, 1, 1, true], [10, 9, 0, true], [12, 1, 1, true], [14, 1, 0, false]]));
    assert_eq!(rust_segments(&segments, &(10..=14)), of(2, 4));
    assert_eq!(rust_segments(&segments, &(10..=11)), of(0, 2));
    assert_eq!(rust_segments(&segments, &(12..=13)), of(2, 2));
}

#[test]
fn section_9_rust_segments() {
    let file = json!([[9, 0, 2], [10, 0, 1], [11, 0, 0], [12, 0, 3], [13, 0, 1]]);
    let coverage = rust_export(&export(&[("src/lib.rs", file)]), "src/lib.rs", &(10..=12)).unwrap();
    assert_eq!(coverage, of(2, 3));
    assert!((coverage.percentage() - 66.67).abs() < 0.005);
}

#[test]
fn section_9_rust_missing_file() {
    assert_eq!(rust_export(&export(&[("src/other.rs", json!([]))]), "src/lib.rs", &(10..=12)), None);
    for broken in [json!({}), json!({"data": []}), json!({"data": [{}]}), json!([])] {
        assert_eq!(rust_export(&broken, "src/lib.rs", &(10..=12)), None, "{broken}");
    }
}

#[test]
fn section_9_rust_absolute_path() {
    let listed = json!([[2, 0, 1], [3, 0, 0], [4, 0, 1]]);
    let export = export(&[("src/other.rs", json!([])), ("/workspace/project/src/lib.rs", listed)]);
    assert_eq!(rust_export(&export, "src/lib.rs", &(2..=4)), Some(of(2, 3)));
}

#[test]
fn q_22_the_first_file_that_fits_loosely_wins() {
    let ran = || json!([[1, 1, 1], [2, 1, 1]]);
    let not = || json!([[1, 1, 0], [2, 1, 0]]);
    let measured =
        |files: &[(&str, Value)], focal: &str| rust_export(&export(files), focal, &(1..=2)).map(|c| c.covered);
    // The last two components anywhere, before an exact match.
    let files = [("/w/mycore/src/lib.rs.bak", not()), ("core/src/lib.rs", ran())];
    assert_eq!(measured(&files, "core/src/lib.rs"), Some(0));
    // A suffix of the text, not of the components.
    assert_eq!(measured(&[("/w/xcore/lib.rs", not()), ("/w/core/lib.rs", ran())], "core/lib.rs"), Some(0));
    // The other direction: a relative name that ends the focal path.
    assert_eq!(measured(&[("lib.rs", not()), ("core/src/lib.rs", ran())], "core/src/lib.rs"), Some(0));
    // Only the base name fits: the last of them, whatever module it is.
    assert_eq!(measured(&[("/w/a/mod.rs", not()), ("/w/b/mod.rs", ran())], "core/c/mod.rs"), Some(2));
    // A better match behind it is still taken.
    assert_eq!(measured(&[("/w/a/mod.rs", not()), ("/w/c/mod.rs", ran())], "core/c/mod.rs"), Some(2));
    assert_eq!(measured(&[("C:\\w\\c\\mod.rs", ran())], "core\\c\\mod.rs"), Some(2));
}

#[test]
fn q_23_only_the_last_segment_of_a_line_counts() {
    // `if a { b() } else { c() }` on one line: one half ran, the other did not.
    let half =
        |last: u64| segments_of(&json!([[1, 1, 1, true, true], [1, 20, last, true, true], [2, 1, 0, false, false]]));
    assert_eq!(rust_segments(&half(0), &(1..=2)), of(0, 1));
    assert_eq!(rust_segments(&half(1), &(1..=2)), of(1, 1));
    // Line 2 is reached by a region, so LLVM counts it as well.
    assert_eq!(llvm_lines(&half(0), &(1..=2)), of(1, 2));
    // A function whose last line ends without a count loses that line.
    let closed = segments_of(&json!([[1, 1, 1, true, true], [3, 2, 0, false, false]]));
    assert_eq!(rust_segments(&closed, &(1..=3)), of(2, 2));
    assert_eq!(llvm_lines(&closed, &(1..=3)), of(3, 3));
}

#[test]
fn q_23_segments_of_a_recent_compiler() {
    // The form of evaluator-lab.md §4.4: every expression is a region of its own, closed on its own line.
    let segments = segments_of(&json!([
        [1304, 1, 7, true, true, false],
        [1311, 1, 0, false, false, false],
        [1312, 8, 7, true, true, false],
        [1312, 15, 0, false, false, false],
        [1312, 19, 7, true, true, false],
        [1312, 27, 0, false, false, false],
        [1315, 8, 7, true, true, false],
        [1315, 17, 0, false, false, false],
        [1316, 9, 0, true, true, false],
        [1316, 20, 0, false, false, false],
    ]));
    // The reference sees the signature and not one line of the body, LLVM also 1311, 1312, 1315 and 1316.
    assert_eq!(rust_segments(&segments, &(1304..=1320)), of(7, 7));
    assert_eq!(llvm_lines(&segments, &(1304..=1320)), of(10, 11));
    assert_eq!(rust_segments(&segments, &(1311..=1320)), of(0, 0));
    assert_eq!(llvm_lines(&segments, &(1311..=1320)), of(3, 4));
}

#[test]
fn the_last_segment_reaches_to_the_end_of_the_function() {
    let segments = segments_of(&json!([[2, 1, 1], [5, 1, 0]]));
    assert_eq!(rust_segments(&segments, &(3..=8)), of(2, 6));
    // For LLVM there is nothing below the last segment.
    let entries = segments_of(&json!([[2, 1, 1, true, true], [5, 1, 0, true, true]]));
    assert_eq!(llvm_lines(&entries, &(3..=8)), of(3, 3));
    assert_eq!(rust_segments(&[], &(3..=8)), of(0, 0));
    assert_eq!(llvm_lines(&[], &(3..=8)), of(0, 0));
}

#[test]
fn segments_are_put_in_order_first() {
    let segments = segments_of(&json!([[12, 1, 1], "x", [10, 5, 0], [10, 1, 1], [11]]));
    assert_eq!(segments.iter().map(|s| (s.line, s.column)).collect::<Vec<_>>(), [(10, 1), (10, 5), (12, 1)]);
    assert_eq!(rust_segments(&segments, &(10..=12)), of(1, 3));
}

#[test]
fn llvm_rule_for_gaps_and_skipped_regions() {
    // A gap does not raise the count of its line: what reaches in decides.
    let gap = segments_of(&json!([[1, 1, 0, true, true, false], [2, 9, 5, true, true, true], [3, 1, 0, false, false]]));
    assert_eq!(llvm_lines(&gap, &(1..=2)), of(0, 2));
    // A line that begins with a skipped region is not mapped, unless another region starts on it.
    let skipped = segments_of(&json!([[1, 1, 4, true, true], [2, 1, 0, false, true], [3, 1, 4, true, false]]));
    assert_eq!(llvm_lines(&skipped, &(1..=2)), of(1, 1));
    let skipped_and_more =
        segments_of(&json!([[1, 1, 4, true, true], [2, 1, 0, false, true], [2, 9, 4, true, true], [3, 1, 0, false]]));
    assert_eq!(llvm_lines(&skipped_and_more, &(1..=2)), of(2, 2));
}

//! The reference's coverage rules for Go, PHP, Ruby and Julia: the examples of xrepotest.md §3 and §9 (tests named
//! after them), and each quirk with what an exact rule would give. Rust is in `reference_rust.rs`.

use scoring::reference::{
    LineRange, ReferenceCoverage, go_profile, gobco_branches, julia_executable, julia_vector, php_clover,
    ruby_coverage_result, ruby_result_set, text_coverage,
};
use serde_json::json;

fn of(covered: u32, total: u32) -> ReferenceCoverage {
    ReferenceCoverage { covered, total }
}

#[test]
fn section_9_go_profile() {
    let profile = "mode: set\n\
        github.com/acme/pkg/file.go:10.1,12.2 1 3\n\
        github.com/acme/pkg/file.go:13.1,15.2 1 0\n\
        github.com/acme/other/file.go:11.1,12.2 1 1\n\
        broken\n\
        github.com/acme/pkg/file.go:x.1,y.2 1 1\n";
    assert_eq!(go_profile(profile, "/repo/pkg/file.go", &(11..=14)), of(2, 4));
}

#[test]
fn section_9_gobco() {
    let text = "\
        file.go:20:5: condition \"a\" was 3 times true and 0 times false\n\
        file.go:21:5: condition \"b\" was never evaluated\n\
        file.go:22:5: condition \"c\" was once true but never false\n\
        file.go:23:5: condition \"d\" was once false but never true\n\
        file.go:30:5: condition \"e\" was 1 times true and 1 times false\n";
    assert_eq!(gobco_branches(text, &(20..=25)), of(3, 8));
    assert_eq!(gobco_branches(text, &(20..=30)), of(5, 10));
}

#[test]
fn section_3_1_gobco_lines_of_another_form() {
    let one = |line: &str| gobco_branches(line, &(1..=9));
    assert_eq!(one("f.go:1:1: condition \"12 times true\" was 2 times true and 3 times false"), of(2, 2));
    assert_eq!(one("C:/f.go:1:1: condition \"a\" was 10 times true, 00 times false"), of(1, 2));
    for other in ["was never evaluated", ":1:1: condition was never evaluated", "f.go:1: condition was never evaluated"]
    {
        assert_eq!(one(other), of(0, 0), "{other}");
    }
    assert_eq!(one("f.go:1:1: condition \"a\" was 2 times true"), of(0, 0));
}

#[test]
fn section_3_1_a_line_in_any_executed_block_is_covered() {
    let profile = "a/b.go:1.1,3.2 1 0\na/b.go:3.3,4.2 1 1\na/b.go:3.5,3.9 1 0\n";
    assert_eq!(go_profile(profile, "a/b.go", &(1..=9)), of(2, 4));
    assert_eq!(go_profile("", "a/b.go", &(1..=9)), of(0, 0));
}

#[test]
fn q_13_closing_braces_and_blank_lines_of_a_block_count() {
    // 10 `if x {`, 11 `return`, 12 blank, 13 `// note`, 14 `}`: two lines can run, five are counted.
    assert_eq!(go_profile("a/b.go:10.2,14.3 2 1\n", "a/b.go", &(10..=14)), of(5, 5));
}

#[test]
fn q_14_another_package_with_that_ending_counts() {
    let profile = "x/mypkg/file.go:1.1,2.2 1 1\nx/pkg/file.go:1.1,4.2 1 0\nx/pkg/file.go.go:5.1,5.2 1 1\n";
    assert_eq!(go_profile(profile, "x/pkg/file.go", &(1..=9)), of(3, 5));
}

const CLOVER: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<coverage generated="1"><project timestamp="1"><package name="Acme">
  <file name="/app/repo_data/acme/src/Foo.php">
    <class name="Acme\Foo"><metrics methods="1"/></class>
    <line num="9" type="stmt" count="1"/>
    <line num="10" type="stmt" count="1"/>
    <line num="11" type="stmt" count="0"/>
    <line num="12" type="stmt" count="2"/>
    <line num="12" type="method" name="run" count="99"/>
    <line num="bad" type="stmt" count="1"/>
  </file>
</package></project></coverage>
"#;

#[test]
fn section_9_php_clover() {
    assert_eq!(php_clover(CLOVER, "acme/src/Foo.php", &(10..=12)), of(2, 3));
}

#[test]
fn section_9_php_broken_xml() {
    assert_eq!(php_clover("<coverage><file", "acme/src/Foo.php", &(10..=12)), of(0, 0));
    let cut = &CLOVER[..CLOVER.len() - 20];
    assert_eq!(php_clover(cut, "acme/src/Foo.php", &(10..=12)), of(0, 0));
}

#[test]
fn section_9_php_text() {
    assert_eq!(text_coverage("Lines:   66.7% (2/3)", &(5..=9)), of(3, 5));
    assert_eq!(text_coverage("no coverage driver", &(5..=9)), of(0, 0));
    // The first percentage wins, of whatever it is one.
    assert_eq!(text_coverage("Classes: 100% Lines: 20%", &(5..=9)), of(5, 5));
}

#[test]
fn section_3_4_either_component_of_the_path_is_enough() {
    let lines = |name: &str| format!("<c><file name=\"{name}\"><line num=\"1\" type=\"stmt\" count=\"1\"/></file></c>");
    for (name, want) in [
        ("/w/src/Foo.php", of(1, 1)),
        ("/w/src/Bar.php", of(1, 1)),
        ("/w/lib/NotFoo.php", of(1, 1)),
        ("\\w\\src\\Bar.php", of(1, 1)),
        ("/w/lib/Bar.php", of(0, 0)),
    ] {
        assert_eq!(php_clover(&lines(name), "acme/src/Foo.php", &(1..=9)), want, "{name}");
    }
    // Another file of the folder makes a line covered that the focal file leaves uncovered.
    let both = r#"<c><file name="src/Foo.php"><line num="1" type="stmt" count="0"/></file>
        <file name="src/Bar.php"><line num="1" type="stmt" count="1"/><line num="2" type="stmt" count="0"/></file></c>"#;
    assert_eq!(php_clover(both, "acme/src/Foo.php", &(1..=9)), of(1, 2));
}

#[test]
fn section_9_ruby_result_set() {
    let set = json!({"RSpec": {"coverage": {"/app/acme/lib/foo.rb": [null, 1, 0, 2, null]}, "timestamp": 1}});
    assert_eq!(ruby_result_set(&set, "acme/lib/foo.rb", &(2..=4)), of(2, 3));
    // Two suites of one run are put together.
    let two = json!({
        "a": {"coverage": {"lib/foo.rb": [null, 1, 0]}},
        "b": {"coverage": {"lib/foo.rb": [null, 0, 1]}},
        "c": {"timestamp": 1},
    });
    assert_eq!(ruby_result_set(&two, "acme/lib/foo.rb", &(1..=4)), of(2, 2));
}

#[test]
fn section_9_ruby_malformed_result_sets() {
    for set in [
        json!({"RSpec": null}),
        json!({"RSpec": {"coverage": {"lib/foo.rb": ["x", "y", "z"]}}}),
        json!({"RSpec": {"coverage": {"lib/foo.rb": 5}}}),
        json!({"RSpec": {"coverage": ["lib/foo.rb"]}}),
        // What SimpleCov writes today.
        json!({"RSpec": {"coverage": {"lib/foo.rb": {"lines": [1, 1, 1]}}}}),
        json!([]),
    ] {
        assert_eq!(ruby_result_set(&set, "acme/lib/foo.rb", &(1..=3)), of(0, 0), "{set}");
    }
    // The object has one key, which stands for line 1: outside the range nothing goes wrong, and nothing is found.
    let newer = json!({"RSpec": {"coverage": {"lib/foo.rb": {"lines": [1, 1, 1]}, "lib/bar.rb": [null, 1, 0]}}});
    assert_eq!(ruby_result_set(&newer, "acme/lib/foo.rb", &(2..=3)), of(1, 2));
    assert_eq!(ruby_result_set(&newer, "acme/lib/foo.rb", &(1..=3)), of(0, 0));
}

#[test]
fn section_9_ruby_text() {
    assert_eq!(text_coverage("80.0% covered", &(10..=14)), of(4, 5));
}

#[test]
fn section_3_5_ruby_coverage_result() {
    let focal = "/app/repo_data/acme/lib/foo.rb";
    let measured = |json: &str, range: LineRange| ruby_coverage_result(json, focal, &range);
    let lines = r#"{"/app/repo_data/acme/lib/foo.rb": {"lines": [1, null, 0, 3, null]}}"#;
    assert_eq!(measured(lines, 1..=9), Some(of(2, 3)));
    assert_eq!(measured(lines, 3..=4), Some(of(1, 2)));
    assert_eq!(measured(r#"{"/app/repo_data/acme/lib/foo.rb": [1, null, 0]}"#, 1..=3), Some(of(1, 2)));
    // Not loaded at all counts as measured: 0 of 0.
    assert_eq!(measured("{}", 1..=3), Some(of(0, 0)));
    assert_eq!(measured(r#"{"/x/other.rb": {"lines": [1]}}"#, 1..=3), Some(of(0, 0)));
    for broken in ["", "[]", "{", r#"{"foo.rb": 5}"#, r#"{"foo.rb": ["x"]}"#, r#"{"foo.rb": {"methods": {}}}"#] {
        assert_eq!(measured(broken, 1..=3), None, "{broken}");
    }
    assert_eq!(measured(r#"{"foo.rb": null}"#, 1..=3), Some(of(0, 0)));
}

#[test]
fn q_38_the_first_file_with_that_base_name_wins() {
    let loaded_first = r#"{"/w/lib/data.rb": {"lines": [0, 0]}, "/w/lib/a.rb": {"lines": [1, 1]}}"#;
    assert_eq!(ruby_coverage_result(loaded_first, "/w/lib/a.rb", &(1..=2)), Some(of(0, 2)));
    let loaded_last = r#"{"/w/lib/a.rb": {"lines": [1, 1]}, "/w/lib/data.rb": {"lines": [0, 0]}}"#;
    assert_eq!(ruby_coverage_result(loaded_last, "/w/lib/a.rb", &(1..=2)), Some(of(2, 2)));
}

#[test]
fn q_40_loading_a_file_covers_its_def_line() {
    let only_loaded = r#"{"/w/lib/a.rb": {"lines": [null, 1, 0, 0, null]}}"#;
    assert_eq!(ruby_coverage_result(only_loaded, "/w/lib/a.rb", &(2..=5)), Some(of(1, 3)));
}

#[test]
fn q_30_julia_counts_lines_that_cannot_run() {
    // function head, a comment, a body line, a missed line, `end`.
    let vector = [Some(2), None, Some(2), Some(0), None];
    assert_eq!(julia_vector(&vector, &(1..=5)), of(2, 5));
    assert_eq!(julia_executable(&vector, &(1..=5)), of(2, 3));
    // The vector may be shorter than the function.
    assert_eq!(julia_vector(&vector, &(4..=9)), of(0, 2));
    assert_eq!(julia_vector(&[], &(1..=5)), of(0, 0));
}

#[test]
fn percentages_are_of_the_total() {
    assert!((of(1, 3).percentage() - 33.333_333_333_333_33).abs() < 1e-12);
    assert!(of(0, 0).percentage().abs() < 1e-12);
}

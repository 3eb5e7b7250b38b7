//! Tests of Rust suites and what else of them decides on their placement.

use domain::Language;
use syntax::{rust_item_names, rust_suite, test_cases};

const SUITE: &str = r##"#![allow(unused)]
use super::*;

#[cfg(test)]
mod parser_checks {
    use super::*;

    #[test]
    fn adds() { assert_eq!(1 + 1, 2); }

    #[test]
    #[ignore = "slow"]
    fn slow() {}

    #[should_panic(expected = "boom")]
    #[test]
    fn panics() { panic!("boom") }

    #[cfg(unix)]
    #[test]
    fn on_unix() {}

    mod deep {
        #[test]
        fn gives() -> Result<(), String> { Ok(()) }
        #[tokio::test]
        async fn waits() { std::future::ready(1).await; }
    }

    fn helper() {
        #[test]
        fn never_collected() {}
    }
}

#[test]
fn bare() { let text = "#[test] fn no() {}"; }

fn main() {}
"##;

#[test]
fn tests_have_the_names_that_the_framework_gives_them() {
    let found = test_cases(Language::Rust, SUITE);
    let found: Vec<_> = found.iter().map(|t| (t.name.as_str(), t.line, t.skipped, t.exact)).collect();
    let expected = [
        ("parser_checks::adds", 9, false, true),
        ("parser_checks::slow", 13, true, true),
        ("parser_checks::panics", 17, false, true),
        ("parser_checks::on_unix", 21, false, false),
        ("parser_checks::deep::gives", 25, false, true),
        ("parser_checks::deep::waits", 27, false, true),
        ("bare", 37, false, true),
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_suite_is_taken_apart() {
    let suite = rust_suite(SUITE).unwrap();
    let items: Vec<_> =
        suite.items.iter().map(|i| (i.kind.as_str(), i.name.as_str(), i.for_tests, i.is_test)).collect();
    let expected = [
        ("use_declaration", "", false, false),
        ("mod_item", "parser_checks", true, false),
        ("function_item", "bare", false, true),
        ("function_item", "main", false, false),
    ];
    assert_eq!(items, expected);
    assert_eq!(suite.inner_attributes.iter().map(|r| &SUITE[r.clone()]).collect::<Vec<_>>(), ["#![allow(unused)]"]);
    let panics = suite.tests.iter().find(|t| t.shown.name.ends_with("panics")).unwrap();
    assert!(panics.should_panic && !panics.is_async);
    assert_eq!(&SUITE[panics.body.clone()], "{ panic!(\"boom\") }");
    let waits = suite.tests.iter().find(|t| t.shown.name.ends_with("waits")).unwrap();
    assert!(waits.is_async && !waits.should_panic);
    assert_eq!(suite.tests[4].returns, "Result<(), String>");
}

#[test]
fn nesting_without_end_takes_no_time_without_end() {
    let deep = ["mod a { #[test] fn t() {} ".repeat(4_000), "}".repeat(4_000)].concat();
    assert_eq!(test_cases(Language::Rust, &deep).len(), 100, "deeper modules are not looked into");
    assert!(rust_suite(&deep).is_some());
}

#[test]
fn names_of_items_are_those_at_the_top() {
    let names = rust_item_names("use a::b;\nmod m { fn inner() {} }\npub fn f() {}\nimpl S { fn g() {} }\nstruct S;\n");
    assert_eq!(names.into_iter().collect::<Vec<_>>(), ["S", "f", "m"]);
}

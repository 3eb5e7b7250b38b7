//! Suites that mean what they say, in every form in which models write them.

use domain::{Control, Outcome, ReferenceChecks, TestCaseStatus};

use super::support::{describe, float_parts, image, run, run_one, with_suites};

const USE: &str = "use super::*;\n    use crate::error::Error;";
const GOOD: &str = "let parsed = recognize_float_parts::<_, Error<&str>>(\"12.34e5;\");
        assert_eq!(parsed, Ok((\";\", (true, \"12\", \"34\", 5))));";

fn module(name: &str, tests: &str) -> String {
    format!("#[cfg(test)]\nmod {name} {{\n    {USE}\n\n{tests}\n}}\n")
}

fn test(name: &str, body: &str) -> String {
    format!("    #[test]\n    fn {name}() {{\n        {body}\n    }}\n")
}

#[tokio::test]
async fn q17_every_form_of_a_suite_is_a_valid_pass() {
    let good = test("parses", GOOD);
    let bare = format!("use super::*;\nuse crate::error::Error;\n\n#[test]\nfn parses() {{\n        {GOOD}\n}}\n");
    let own_crate =
        module("tests", &good).replace("use super::*;", "use nom::number::complete::recognize_float_parts;");
    let forms = [
        ("named tests", module("tests", &good)),
        ("another name", module("float_checks", &good)),
        ("several modules", format!("{}\n{}", module("one", &good), module("two", &good))),
        ("bare functions", bare.clone()),
        ("bare functions without an import", bare.replacen("use super::*;\n", "", 1)),
        ("an import beside the module", format!("use crate::error::Error;\n{}", module("tests", &good))),
        ("the crate by its own name", own_crate),
        ("inner attributes", format!("#![allow(unused_imports)]\n{}", module("tests", &good))),
        ("a main function", format!("{}\nfn main() {{ println!(\"hello\"); }}\n", module("tests", &good))),
        ("byte order mark and CRLF", format!("\u{feff}{}", module("tests", &good)).replace('\n', "\r\n")),
        ("the name of something in the file", module("recognize_float", &good)),
    ];
    let suites: Vec<&str> = forms.iter().map(|(_, suite)| suite.as_str()).collect();
    for (result, (form, _)) in run(&with_suites(float_parts().await, &suites)).await.iter().zip(&forms) {
        assert_eq!(result.outcome, Outcome::Passed, "{form}: {}", describe(result));
        assert_eq!(result.evidence.control, Control::Noticed, "{form}: {}", describe(result));
        assert!(result.evidence.invokes, "{form}");
        let coverage = result.evidence.coverage.as_ref().unwrap();
        assert!(coverage.covered.len() > 10 && coverage.executable > 20, "{form}: {coverage:?}");
        let reference = Some(ReferenceChecks { csr: true, tpr: true, ir: true, coverage: None });
        assert_eq!(result.evidence.reference, reference, "{form}");
    }
}

#[tokio::test]
async fn every_kind_of_test_is_judged_as_the_framework_judges_it() {
    let good = test("parses", GOOD);
    let result = "    #[test]\n    fn gives() -> Result<(), String> {\n        recognize_float_parts::<_, Error<&str>>(\"1\").map(|_| ()).map_err(|e| e.to_string())\n    }\n";
    let error = result.replace("\"1\"", "\"x\"");
    let panics = "    #[test]\n    #[should_panic(expected = \"unwrap\")]\n    fn panics() {\n        recognize_float_parts::<_, Error<&str>>(\"x\").map(|_| ()).expect(\"unwrap\");\n    }\n";
    let other_panic = panics.replace("expected = \"unwrap\"", "expected = \"other\"");
    let no_panic = panics.replace("\"x\"", "\"1\"");
    let ignored = "    #[test]\n    #[ignore]\n    fn later() { panic!() }\n";
    let made = "    macro_rules! make { ($($name:ident)*) => { $(#[test] fn $name() { assert!(recognize_float_parts::<_, Error<&str>>(\"1\").is_ok()); })* } }\n    make! { one two }\n";
    let cases = [
        (module("tests", &format!("{good}{result}{panics}{ignored}")), Outcome::Passed, "3 tests passed, 1 skipped"),
        (module("tests", &error), Outcome::TestFailed, "1 of 1 test failed"),
        (module("tests", &format!("{good}{other_panic}")), Outcome::TestFailed, "first `tests::panics`"),
        (module("tests", &format!("{good}{no_panic}")), Outcome::TestFailed, "first `tests::panics`"),
        (module("tests", ignored), Outcome::NoTests, "The only test was skipped"),
        (module("tests", made), Outcome::Passed, "2 tests passed"),
        (module("tests", ""), Outcome::NoTests, "holds no test"),
        (module("tests", &test("fails", "assert_eq!(1 + 1, 3, \"sums\");")), Outcome::TestFailed, "1 of 1 test failed"),
    ];
    let suites: Vec<&str> = cases.iter().map(|(suite, _, _)| suite.as_str()).collect();
    let results = run(&with_suites(float_parts().await, &suites)).await;
    for (result, (suite, outcome, reason)) in results.iter().zip(&cases) {
        assert_eq!(result.outcome, *outcome, "{suite}\n{}", describe(result));
        assert!(result.reason.contains(reason), "{suite}\n{}", result.reason);
    }
    let failed = &results[7].evidence.tests[0];
    assert!(failed.status == TestCaseStatus::Failed && failed.message.contains("sums"), "{failed:?}");
}

#[tokio::test]
async fn suites_that_do_not_compile_say_where() {
    let unknown = module("tests", &test("parses", "let x = recognise_float(1);"));
    let broken = module("tests", &test("parses", "let x = ;"));
    let wrong = module("tests", &test("parses", "let x: u8 = recognize_float_parts::<_, Error<&str>>(\"1\");"));
    let suites = [unknown.as_str(), broken.as_str(), wrong.as_str()];
    for (result, (line, code)) in
        run(&with_suites(float_parts().await, &suites)).await.iter().zip([(8, "E0425"), (8, ""), (8, "E0308")])
    {
        assert_eq!(result.outcome, Outcome::CompileError, "{}", describe(result));
        assert!(
            result.reason.contains(&format!("suite:{line}: ")) && result.reason.contains(code),
            "{}",
            result.reason
        );
        assert_eq!(result.evidence.reference.as_ref().map(|r| r.csr), Some(false));
    }
}

#[tokio::test]
async fn a_suite_that_tests_something_else_is_no_valid_pass() {
    let elsewhere = module("tests", &test("adds", "assert_eq!(1 + 1, 2); let _: Option<Error<u8>> = None;"));
    let result = run_one(float_parts().await, &elsewhere).await;
    assert_eq!(
        (result.outcome, result.evidence.control),
        (Outcome::Passed, Control::Unnoticed),
        "{}",
        describe(&result)
    );
    assert!(!result.evidence.invokes && result.evidence.coverage.unwrap().covered.is_empty());
}

#[tokio::test]
async fn q20_what_needs_features_is_built_with_them() {
    let work = image().await.task("hyper", "src/headers.rs", "content_length_parse_all_values").await;
    let suite = "#[cfg(test)]\nmod tests {\n    use super::*;\n    fn parse(values: &[&str]) -> Option<u64> {\n        let mut all = HeaderMap::new();\n        for value in values {\n            all.append(\"content-length\", value.parse().unwrap());\n        }\n        content_length_parse_all_values(all.get_all(\"content-length\").into_iter())\n    }\n    #[test]\n    fn lengths() {\n        assert_eq!(parse(&[\"5\", \"5\"]), Some(5));\n        assert_eq!(parse(&[\"5\", \"6\"]), None);\n    }\n}\n";
    let result = run_one(work, suite).await;
    assert_eq!((result.outcome, result.evidence.control), (Outcome::Passed, Control::Noticed), "{}", describe(&result));
}

#[tokio::test]
async fn a_suite_that_needs_its_order_is_flaky() {
    let good = test("parses", GOOD);
    let ordered = "    static DONE: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(false);\n    #[test]\n    fn a_first() { DONE.store(true, std::sync::atomic::Ordering::SeqCst); }\n    #[test]\n    fn b_second() { assert!(DONE.load(std::sync::atomic::Ordering::SeqCst)); }\n";
    let mut work = float_parts().await;
    work.limits.repeats = 4;
    let steady = module("tests", &good);
    let flaky = module("tests", &format!("{good}{ordered}"));
    let results = run(&with_suites(work, &[&steady, &flaky])).await;
    assert_eq!(results[0].evidence.repeats, [Outcome::Passed; 4], "{}", describe(&results[0]));
    assert!(results[1].outcome == Outcome::Passed && results[1].is_flaky(), "{:?}", results[1].evidence.repeats);
}

//! Suites that are built together end exactly as they do alone.

use domain::{Control, EvaluationId, Limits, Outcome, TaskWork};
use evaluator::pipeline::{run_group, run_task};
use evaluator::rust::RustAdapter;
use evaluator::session::Sessions;

use super::support::{comparable, describe, float_parts, image, runtime, was_together, with_suites};

const PARTS: &[(&str, Outcome, &str)] = &[
    (
        "an ordinary module",
        Outcome::Passed,
        "#[cfg(test)]\nmod tests {\n    use super::*;\n    use crate::error::Error;\n    #[test]\n    fn parses() { assert_eq!(recognize_float_parts::<_, Error<&str>>(\"12.5;\"), Ok((\";\", (true, \"12\", \"5\", 0)))); }\n}\n",
    ),
    (
        "the same module and test once more, with less in it",
        Outcome::Passed,
        "#[cfg(test)]\nmod tests {\n    use super::*;\n    use crate::error::Error;\n    #[test]\n    fn parses() { assert!(recognize_float_parts::<_, Error<&str>>(\"x\").is_err()); }\n}\n",
    ),
    (
        "a failing test beside a passing one",
        Outcome::TestFailed,
        "#[cfg(test)]\nmod tests {\n    use super::*;\n    use crate::error::Error;\n    #[test]\n    fn parses() { assert!(recognize_float_parts::<_, Error<&str>>(\"1\").is_ok()); }\n    #[test]\n    fn wrong() { assert!(recognize_float_parts::<_, Error<&str>>(\"1\").is_err(), \"one is a number\"); }\n}\n",
    ),
    (
        "an unknown function",
        Outcome::CompileError,
        "#[cfg(test)]\nmod tests {\n    use super::*;\n    #[test]\n    fn parses() { recognise_parts(1); }\n}\n",
    ),
    (
        "bare functions",
        Outcome::Passed,
        "use crate::error::Error;\nfn help() -> bool { recognize_float_parts::<_, Error<&str>>(\"-1e9\").is_ok() }\n#[test]\nfn parses() { assert!(help()); }\n#[test]\n#[ignore]\nfn later() {}\n",
    ),
    (
        "other bare functions of the same names",
        Outcome::TestFailed,
        "fn help() -> bool { false }\n#[test]\nfn parses() { assert!(help()); }\n",
    ),
    (
        "a panic that is wanted",
        Outcome::Passed,
        "#[cfg(test)]\nmod tests {\n    use super::*;\n    use crate::error::Error;\n    #[test]\n    #[should_panic(expected = \"unwrap\")]\n    fn panics() { recognize_float_parts::<_, Error<&str>>(\"x\").map(|_| ()).expect(\"unwrap\"); }\n}\n",
    ),
    (
        "a panic that is another",
        Outcome::TestFailed,
        "#[cfg(test)]\nmod tests {\n    use super::*;\n    use crate::error::Error;\n    #[test]\n    #[should_panic(expected = \"other\")]\n    fn panics() { recognize_float_parts::<_, Error<&str>>(\"x\").map(|_| ()).expect(\"unwrap\"); }\n}\n",
    ),
    (
        "a result, and several modules",
        Outcome::Passed,
        "#[cfg(test)]\nmod tests {\n    use super::*;\n    use crate::error::Error;\n    #[test]\n    fn gives() -> Result<(), String> { recognize_float_parts::<_, Error<&str>>(\"1\").map(|_| ()).map_err(|e| e.to_string()) }\n}\n#[cfg(test)]\nmod more {\n    mod tests {\n        #[test]\n        fn gives() { let tests = 1; assert_eq!(tests, 1); }\n    }\n}\n",
    ),
    (
        "leaves with success",
        Outcome::Crashed,
        "#[cfg(test)]\nmod tests {\n    use super::*;\n    use crate::error::Error;\n    #[test]\n    fn parses() { let _ = recognize_float_parts::<_, Error<&str>>(\"1\"); std::process::exit(0); }\n}\n",
    ),
    (
        "tests that a macro makes",
        Outcome::Passed,
        "#[cfg(test)]\nmod tests {\n    use super::*;\n    use crate::error::Error;\n    macro_rules! make { ($($name:ident)*) => { $(#[test] fn $name() { assert!(recognize_float_parts::<_, Error<&str>>(\"1\").is_ok()); })* } }\n    make! { one two }\n}\n",
    ),
    (
        "an impl for a type of the crate",
        Outcome::Passed,
        "#[cfg(test)]\nmod tests {\n    use super::*;\n    use crate::error::{Error, ErrorKind};\n    impl From<ErrorKind> for u8 { fn from(_: ErrorKind) -> u8 { 7 } }\n    #[test]\n    fn parses() { assert!(recognize_float_parts::<_, Error<&str>>(\"1\").is_ok()); assert_eq!(u8::from(ErrorKind::Tag), 7); }\n}\n",
    ),
];

const HEX: &[(&str, Outcome, &str)] = &[
    (
        "another function of the same file",
        Outcome::Passed,
        "#[cfg(test)]\nmod tests {\n    use super::*;\n    use crate::error::Error;\n    #[test]\n    fn parses() { assert_eq!(hex_u32::<Error<&[u8]>>(b\"01AE;\"), Ok((&b\";\"[..], 0x1AE))); }\n}\n",
    ),
    (
        "the first function, as a suite for the second",
        Outcome::Passed,
        "#[cfg(test)]\nmod tests {\n    use super::*;\n    use crate::error::Error;\n    #[test]\n    fn parses() { assert_eq!(recognize_float_parts::<_, Error<&str>>(\"12.5;\"), Ok((\";\", (true, \"12\", \"5\", 0)))); }\n}\n",
    ),
];

const LINES: &[(&str, Outcome, &str)] = &[
    (
        "a function of another file",
        Outcome::Passed,
        "#[cfg(test)]\nmod tests {\n    use super::*;\n    use crate::error::Error;\n    #[test]\n    fn parses() { assert_eq!(not_line_ending::<_, Error<&str>>(\"ab\\ncd\"), Ok((\"\\ncd\", \"ab\"))); }\n}\n",
    ),
    (
        "wrong types",
        Outcome::CompileError,
        "#[cfg(test)]\nmod tests {\n    use super::*;\n    use crate::error::Error;\n    #[test]\n    fn parses() { let wrong: u8 = not_line_ending::<_, Error<&str>>(\"ab\"); }\n}\n",
    ),
];

#[tokio::test]
async fn a_suite_ends_the_same_alone_and_with_others() {
    let evaluation = EvaluationId::new();
    let mut works: Vec<TaskWork> = Vec::new();
    let hex = image().await.task("nom", "src/number/complete.rs", "hex_u32").await;
    let lines = image().await.task("nom", "src/character/complete.rs", "not_line_ending").await;
    for (work, suites) in [(float_parts().await, PARTS), (hex, HEX), (lines, LINES)] {
        let texts: Vec<&str> = suites.iter().map(|(_, _, text)| *text).collect();
        let limits = Limits { mutants: 8, ..work.limits.clone() };
        works.push(TaskWork { evaluation, limits, ..with_suites(work, &texts) });
    }
    let mut sessions = Sessions::new(runtime(), "rust-docker-tests");
    let together = run_group(&works, &RustAdapter, &mut sessions).await;
    let mut shared = 0;
    for ((work, together), suites) in works.iter().zip(together).zip([PARTS, HEX, LINES]) {
        for (place, (result, (what, outcome, _))) in together.unwrap().into_iter().zip(suites).enumerate() {
            let one = TaskWork { slots: vec![work.slots[place].clone()], ..work.clone() };
            let alone = run_task(&one, &RustAdapter, &mut sessions).await.unwrap().remove(0);
            println!("{what}: {} ({} ms, together {})", result.outcome, result.millis, was_together(&result));
            assert_eq!(alone.outcome, *outcome, "{what}: {}", describe(&alone));
            let settled = matches!(outcome, Outcome::Passed | Outcome::TestFailed) && !what.starts_with("an impl");
            assert_eq!(was_together(&result), settled, "{what}: {}", describe(&result));
            shared += usize::from(was_together(&result));
            assert_eq!(comparable(result), comparable(alone), "{what}");
        }
    }
    sessions.close().await;
    assert!(shared >= 12, "{shared}");
}

/// What suites may do in a process of their own reaches no suite that was built with them.
#[tokio::test]
async fn hostile_suites_reach_no_suite_that_they_are_built_with() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/attacks/rust");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let expected: toml::Table = toml::from_str(&read("expected.toml")).unwrap();
    let names = [
        "honest",
        "leaves_state",
        "sees_state",
        "forged_report",
        "neutered_assertions",
        "swallowed_failures",
        "redefined_focal",
        "abort_in_test",
        "closes_its_module",
        "honest",
    ];
    let suites = names.map(|name| read(&format!("{name}.rs")));
    let work = with_suites(float_parts().await, &suites.each_ref().map(String::as_str));
    let mut sessions = Sessions::new(runtime(), "rust-docker-tests");
    let results = run_group(&[work], &RustAdapter, &mut sessions).await.remove(0).unwrap();
    sessions.close().await;
    let mut shared = 0;
    for (name, result) in names.iter().zip(&results) {
        let expected = &expected[*name];
        assert_eq!(expected["outcome"].as_str(), Some(result.outcome.as_str()), "{name}: {}", describe(result));
        let valid = result.outcome == Outcome::Passed && result.evidence.control == Control::Noticed;
        assert_eq!(expected["valid"].as_bool(), Some(valid), "{name}: {}", describe(result));
        shared += usize::from(was_together(result));
    }
    assert!(was_together(&results[0]) && was_together(&results[9]) && shared >= 6, "{shared}");
}

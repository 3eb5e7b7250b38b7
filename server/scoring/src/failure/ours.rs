//! Our decision tree.

use domain::{Control, Failure, FailureMode, Language, Outcome};

use super::compiled::{go_errors, rust_errors};
use super::messages::message;
use super::pattern::line_with;
use super::{Failed, Found, loaded};

pub(super) fn classify(failed: &Failed<'_>) -> Option<Failure> {
    let by_outcome = |mode, rule| Some(Found::new(mode, rule).at(failed.reason));
    match failed.outcome {
        Outcome::InfraError => None,
        Outcome::Timeout => by_outcome(FailureMode::TimeoutResource, "outcome.timeout"),
        Outcome::OutOfMemory => by_outcome(FailureMode::TimeoutResource, "outcome.out_of_memory"),
        Outcome::OutputLimit => by_outcome(FailureMode::TimeoutResource, "outcome.output_limit"),
        // Nothing that could be taken for a suite.
        Outcome::InvalidSuite => by_outcome(FailureMode::SyntaxCompilation, "outcome.invalid_suite"),
        Outcome::NoTests => by_outcome(FailureMode::DesignMocking, "outcome.no_tests"),
        Outcome::CompileError => Some(compile_error(failed)),
        Outcome::TestFailed => Some(test_failed(failed)),
        Outcome::Crashed => Some(crashed(failed)),
        Outcome::Passed => invalid_pass(failed),
    }
}

/// Every error counts: a text that cannot be parsed says nothing of the rest; else what weighs most decides.
fn compile_error(failed: &Failed<'_>) -> Failure {
    let errors = match failed.language {
        Language::Go => go_errors(failed),
        Language::Rust => rust_errors(failed),
        Language::Ruby | Language::Php | Language::Julia => return loaded::load_error(failed),
    };
    let unparsable = errors.iter().find(|(found, _)| found.rule.ends_with(".syntax"));
    // Of several of one weight the first.
    let heaviest = errors.iter().rev().max_by_key(|(found, _)| found.weight());
    match unparsable.or(heaviest) {
        Some((found, line)) => found.at(line),
        None => Found::new(FailureMode::SyntaxCompilation, "outcome.compile_error").at(failed.reason),
    }
}

/// What most of the failed tests fail at; of several equally frequent things the one that weighs most.
fn test_failed(failed: &Failed<'_>) -> Failure {
    let mut counts: Vec<(Found, &str, usize)> = Vec::new();
    for text in &failed.messages {
        let (found, line) = message(failed, text);
        let same = |other: &Found| (other.mode, other.hallucination) == (found.mode, found.hallucination);
        match counts.iter_mut().find(|(other, ..)| same(other)) {
            Some((.., n)) => *n += 1,
            None => counts.push((found, line, 1)),
        }
    }
    match counts.iter().rev().max_by_key(|(found, _, n)| (*n, found.weight())) {
        Some((found, line, _)) => found.at(if line.trim().is_empty() { failed.reason } else { line }),
        None => Found::new(FailureMode::LogicAssertion, "test.failed").at(failed.reason),
    }
}

/// Ends of the process by the run-time system, in lower case.
const MEMORY: &[&str] = &[
    "sigsegv",
    "segmentation",
    "sigabrt",
    "stack overflow",
    "goroutine stack exceeds",
    "stack level too deep",
    "stackoverflowerror",
    "maximum function nesting",
    "double free",
    "panic: runtime error",
    "panic: assignment to entry in nil map",
    "fatal error: all goroutines are asleep",
];

/// The process ended before its tests: by the run-time system, or by what the suite does.
fn crashed(failed: &Failed<'_>) -> Failure {
    match line_with(failed.log, MEMORY).or_else(|| line_with(failed.reason, &["signal 11", "signal 6"])) {
        Some(line) => Found::new(FailureMode::TypeMemory, "crash.memory").at(line),
        None => Found::new(FailureMode::DesignMocking, "crash.ended_early").at(failed.reason),
    }
}

/// Why a pass is no valid one.
fn invalid_pass(failed: &Failed<'_>) -> Option<Failure> {
    let design = |rule, line| Some(Found::new(FailureMode::DesignMocking, rule).at(line));
    if failed.flaky {
        design("pass.flaky", "The same suite, run again, ended otherwise.")
    } else if !failed.invokes {
        design("pass.never_calls", "The suite passes and never calls the focal function.")
    } else if failed.covered.unwrap_or(0) == 0 {
        design("pass.covers_nothing", "The suite passes and runs no line of the focal function.")
    } else if failed.control != Control::Noticed {
        design("pass.notices_nothing", "The suite still passes when the focal function is broken on purpose.")
    } else {
        None
    }
}

//! Checking a file against the task list of a benchmark.

use std::fs::File;
use std::io::BufReader;

use domain::{Language, TaskKey, UploadReport};
use intake::{CheckedSuite, IntakeLimits, TaskIndex, check_upload};
use store::NewSuite;

/// A checked file, in the terms of the store.
#[derive(Debug)]
pub struct Checked {
    pub report: UploadReport,
    /// Empty when the report holds an error.
    pub suites: Vec<NewSuite>,
}

/// Reads a file line by line; blocks while it does. Fails only when the disk does.
pub fn check_file(file: File, tasks: Vec<(TaskKey, Language)>, max_bytes: u64) -> std::io::Result<Checked> {
    let limits = IntakeLimits { file_bytes: max_bytes, ..IntakeLimits::default() };
    let tasks: TaskIndex = tasks.into_iter().collect();
    let checked = check_upload(BufReader::with_capacity(256 << 10, file), &tasks, &limits, &looks_like_code)?;
    Ok(Checked { report: checked.report, suites: checked.suites.into_iter().map(suite).collect() })
}

/// Whether an answer without a fence is test code. Code with a mistake in it is code, and shall fail as such; prose is
/// not, and much of it happens to be Ruby, so there a test case has to be in it.
fn looks_like_code(language: Language, text: &str) -> bool {
    let whole = language != Language::Ruby && syntax::parses(language, text).is_ok();
    whole || !syntax::test_cases(language, text).is_empty()
}

fn suite(suite: CheckedSuite) -> NewSuite {
    NewSuite {
        key: suite.key,
        attempt: suite.attempt,
        code: suite.code,
        sha256: suite.sha256,
        extraction: suite.extraction,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_with_a_mistake_is_code_and_prose_is_not() {
        assert!(looks_like_code(Language::Go, "package p\n\nfunc TestA(t *testing.T) {}\n"));
        assert!(looks_like_code(Language::Go, "package p\n\nfunc TestA(t *testing.T) {\n\tx :=\n}\n"));
        assert!(!looks_like_code(Language::Go, "I cannot write tests for this function."));
        assert!(looks_like_code(Language::Ruby, "RSpec.describe Foo do\n  it('works') { expect(1).to eq 1 }\nend\n"));
        assert!(!looks_like_code(Language::Ruby, "I cannot do this"));
    }
}

//! What the runners of Julia, Ruby and PHP write to descriptor 3: lines of JSON with the nonce and a number that counts
//! up. What a line says is each language's own; how lines are read and shown is the same.

use domain::{TestCaseRecord, TestCaseStatus};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// One line of descriptor 3.
#[derive(Debug, Deserialize)]
struct Line<R> {
    nonce: String,
    /// Counts up from 0 in one run.
    number: u64,
    #[serde(flatten)]
    record: R,
}

/// How a test ended, in the runners' words.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Status {
    Passed,
    Failed,
    Skipped,
}

impl From<Status> for TestCaseStatus {
    fn from(status: Status) -> Self {
        match status {
            Status::Passed => Self::Passed,
            Status::Failed => Self::Failed,
            Status::Skipped => Self::Skipped,
        }
    }
}

/// The genuine records in order, and whether there was anything else. Without `numbered` any number will do: several
/// processes of a preparation count for themselves.
pub(crate) fn records<R: DeserializeOwned>(report: &str, nonce: &str, numbered: bool) -> (Vec<R>, bool) {
    let mut records = Vec::new();
    let mut forged = false;
    for line in report.split_inclusive('\n') {
        // A run that was stopped can end in the middle of a line.
        let Some(line) = line.strip_suffix('\n') else { continue };
        match serde_json::from_str::<Line<R>>(line) {
            Ok(line) if line.nonce == nonce && (!numbered || line.number == records.len() as u64) => {
                records.push(line.record);
            }
            _ => forged = true,
        }
    }
    (records, forged)
}

/// A test case within the bounds of what is stored.
pub(crate) fn test_case(name: &str, status: TestCaseStatus, message: &str, millis: u64) -> TestCaseRecord {
    TestCaseRecord {
        name: name.chars().take(300).collect(),
        status,
        message: message.chars().take(2000).collect(),
        millis,
    }
}

/// A message as one line of at most 300 characters.
pub(crate) fn one_line(message: &str) -> String {
    let line: String = message.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(300).collect();
    if line.is_empty() { "no message".to_owned() } else { line }
}

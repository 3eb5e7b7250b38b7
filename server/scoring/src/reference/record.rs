//! Records of `detailed_results.jsonl` (xrepotest.md §1.4), as far as numbers are made of them.

use serde_json::{Map, Value};

use super::coverage::ReferenceCoverage;

/// One task of a run of the reference. Lists are as long as they are in the file.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ReferenceSample {
    /// The id as it stands in the file; `null` without one.
    pub task_id: Value,
    pub test: Vec<String>,
    pub logs: Vec<Option<String>>,
    pub checks: Vec<ReferenceCheck>,
    pub coverage_stats: Vec<Option<ReferenceCoverage>>,
    pub mutation_scores: Vec<Option<ReferenceMutants>>,
}

/// Answers of the reference about one slot.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "the form of the file")]
pub struct ReferenceCheck {
    pub compilation: bool,
    pub tests: bool,
    pub invocation: bool,
    /// Whether there is a measurement; for Julia, whether a line was covered.
    pub coverage: bool,
    /// Whether mutants ran; `None` where that phase was not reached.
    pub mutation: Option<bool>,
}

/// What a mutation tool gave for one slot.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct ReferenceMutants {
    /// The tool's own score, 0 to 1.
    pub score: f64,
    pub killed: u64,
    /// With mutants that could not be built (Rust) or were not covered (PHP), unlike `score`.
    pub total: u64,
}

/// A line that is not a record.
#[derive(Debug, thiserror::Error)]
#[error("line {line} is not a record of detailed_results.jsonl: {reason}")]
pub struct ReadError {
    pub line: usize,
    pub reason: String,
}

/// Reads `detailed_results.jsonl`; blank lines are skipped, anything else that is no object is an error (§1.4).
pub fn read_detailed_results(text: &str) -> Result<Vec<ReferenceSample>, ReadError> {
    let mut samples = Vec::new();
    for (line, record) in (1..).zip(text.lines()).filter(|(_, record)| !record.trim().is_empty()) {
        let refuse = |reason| ReadError { line, reason };
        let value: Value = serde_json::from_str(record).map_err(|error| refuse(error.to_string()))?;
        let fields = value.as_object().ok_or_else(|| refuse("not an object".to_owned()))?;
        samples.push(ReferenceSample::read(fields));
    }
    Ok(samples)
}

impl ReferenceSample {
    /// Reads one record. What is absent or of another type counts as the reference counts it: no, 0, or not there.
    ///
    /// The legacy spellings are read, too: one value where a list is meant, `test` for `tests` (§1.4).
    pub fn read(record: &Map<String, Value>) -> Self {
        Self {
            task_id: record.get("task_id").cloned().unwrap_or_default(),
            test: items(record, "test").map(|item| item.as_str().unwrap_or_default().to_owned()).collect(),
            logs: items(record, "logs").map(|item| item.as_str().map(str::to_owned)).collect(),
            checks: items(record, "checks").map(ReferenceCheck::read).collect(),
            coverage_stats: items(record, "coverage_stats").map(stats).collect(),
            mutation_scores: items(record, "mutation_scores").map(mutants).collect(),
        }
    }
}

impl ReferenceCheck {
    fn read(check: &Value) -> Self {
        let is_true = |name: &str| check.get(name).is_some_and(is_truthy);
        Self {
            compilation: is_true("compilation"),
            tests: if check.get("tests").is_some() { is_true("tests") } else { is_true("test") },
            invocation: is_true("invocation"),
            coverage: is_true("coverage"),
            mutation: check.get("mutation").map(is_truthy),
        }
    }
}

/// The items of a list; one value that is no list is a list of one, `null` is an empty one.
fn items<'a>(record: &'a Map<String, Value>, name: &str) -> impl Iterator<Item = &'a Value> {
    match record.get(name) {
        None | Some(Value::Null) => &[],
        Some(Value::Array(items)) => items.as_slice(),
        Some(other) => std::slice::from_ref(other),
    }
    .iter()
}

/// Coverage of a slot; an error message in its place is none.
fn stats(value: &Value) -> Option<ReferenceCoverage> {
    let fields = value.as_object()?;
    let lines = |name| u32::try_from(number(fields, name)).unwrap_or(u32::MAX);
    Some(ReferenceCoverage { covered: lines("covered_lines"), total: lines("total_lines") })
}

fn mutants(value: &Value) -> Option<ReferenceMutants> {
    let fields = value.as_object()?;
    Some(ReferenceMutants {
        score: fields.get("mutation_score").and_then(Value::as_f64).unwrap_or(0.0),
        killed: number(fields, "killed_count"),
        total: number(fields, "total_count"),
    })
}

fn number(fields: &Map<String, Value>, name: &str) -> u64 {
    fields.get(name).and_then(Value::as_u64).unwrap_or(0)
}

/// Truth in Python's sense.
fn is_truthy(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(answer) => *answer,
        Value::Number(number) => number.as_f64() != Some(0.0),
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(fields) => !fields.is_empty(),
    }
}

//! Julia: the coverage vector and what the reference makes of a row of its own script (xrepotest.md §3.3).

use std::collections::HashMap;

use super::coverage::{LineRange, ReferenceCoverage};
use super::result::ReferenceSlot;

/// Line coverage of the focal range from the vector of Coverage.jl, one item per line of the file (§3.3).
///
/// Every line of the range that the vector has is in the total, whether it can run or not.
pub fn julia_vector(vector: &[Option<u64>], focal: &LineRange) -> ReferenceCoverage {
    ReferenceCoverage::of(in_range(vector, focal).map(|(line, count)| (line, count.is_some_and(|n| n != 0))))
}

/// The same over lines that can run, as the paper says it, beside which the rule above can be put.
pub fn julia_executable(vector: &[Option<u64>], focal: &LineRange) -> ReferenceCoverage {
    ReferenceCoverage::of(in_range(vector, focal).filter_map(|(line, count)| count.map(|n| (line, n != 0))))
}

fn in_range(vector: &[Option<u64>], focal: &LineRange) -> impl Iterator<Item = (u32, Option<u64>)> {
    (1..).zip(vector.iter().copied()).filter(|(line, _)| focal.contains(line))
}

/// What the reference's Julia script reports of one slot (§3.3).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct JuliaRow {
    pub function_name: String,
    /// Place of the suite among those of its task.
    pub test_idx: usize,
    pub pass: u32,
    pub fail: u32,
    pub error: u32,
    /// Passes in percent of all four counts; `@test_broken` counts against it.
    pub pass_rate: f64,
    pub coverage: ReferenceCoverage,
    pub log: String,
    /// Time limit, no start, or no result line.
    pub harness_error: bool,
}

/// The slots of the tasks of one repository from the rows of its script (§3.3).
///
/// A task is its function's name, its suites and whether each invokes the function. Rows are found by name and
/// place alone, so all functions of one name get the result of the last row. Coverage counts even if the
/// harness failed.
pub fn julia_slots(tasks: &[(&str, &[(&str, bool)])], rows: &[JuliaRow]) -> Vec<Vec<ReferenceSlot>> {
    let by_name: HashMap<(&str, usize), &JuliaRow> =
        rows.iter().map(|row| ((row.function_name.as_str(), row.test_idx), row)).collect();
    let slot = |name: &str, index: usize, (test, invocation): (&str, bool)| match by_name.get(&(name, index)) {
        Some(row) => ReferenceSlot {
            test: test.to_owned(),
            log: Some(row.log.clone()),
            compilation: !row.harness_error && row.pass + row.fail + row.error > 0,
            // The script prints 100 exactly if nothing but passes was recorded.
            tests: row.pass_rate >= 100.0 && !row.harness_error,
            invocation,
            coverage: Some((row.coverage.covered, row.coverage.total)),
            mutation: None,
        },
        None => ReferenceSlot {
            test: test.to_owned(),
            log: Some("No coverage result found".to_owned()),
            compilation: false,
            tests: false,
            invocation,
            coverage: None,
            mutation: None,
        },
    };
    tasks
        .iter()
        .map(|&(name, suites)| suites.iter().enumerate().map(|(index, &suite)| slot(name, index, suite)).collect())
        .collect()
}

//! Writes records of `detailed_results.jsonl` (xrepotest.md §1.4), so that the reference's own tools can read ours.

use domain::Language;
use serde_json::{Value, json};

use super::coverage::ReferenceCoverage;
use super::numbers::rounded;

/// What the reference would have recorded of one slot.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReferenceSlot {
    pub test: String,
    /// Log of the last phase that ran.
    pub log: Option<String>,
    pub compilation: bool,
    pub tests: bool,
    pub invocation: bool,
    /// Covered and total lines, `None` without a measurement.
    pub coverage: Option<(u32, u32)>,
    /// Killed and all mutants, `None` if none ran. Mutants that ran out of time count as killed.
    pub mutation: Option<(u32, u32)>,
}

/// The record of one task: the benchmark record with the arrays of results (§1.4).
///
/// `mutation` says whether mutation is on for the whole run; off, nothing of it is written. The reference has it off
/// for Julia and PHP; what we measured there is written in the same form. `task_id` stays what it is, also for
/// Julia. A base record that is no object counts as an empty one.
pub fn reference_result(base_record: Value, language: Language, mutation: bool, slots: &[ReferenceSlot]) -> Value {
    let mut record = if base_record.is_object() { base_record } else { json!({}) };
    record["test"] = slots.iter().map(|slot| slot.test.as_str()).collect();
    record["logs"] = slots.iter().map(|slot| json!(slot.log)).collect();
    record["checks"] = slots.iter().map(|slot| check(slot, language, mutation)).collect();
    record["coverage_stats"] = slots.iter().map(|slot| coverage_stats(slot, language)).collect();
    if mutation {
        record["mutation_scores"] = slots.iter().map(|slot| mutation_score(slot, language)).collect();
    }
    record
}

fn check(slot: &ReferenceSlot, language: Language, mutation: bool) -> Value {
    let coverage = match (language, slot.coverage) {
        (Language::Julia, coverage) => json!(coverage.is_some_and(|(covered, _)| covered > 0)),
        (_, Some(_)) => json!(true),
        (_, None) => Value::Null,
    };
    let mut check = json!({
        "compilation": slot.compilation,
        "tests": slot.tests,
        "coverage": coverage,
        "invocation": slot.invocation,
    });
    // Mutants are tried for passing suites only; without any mutant the tools report a failure.
    if mutation && slot.tests {
        check["mutation"] = json!(has_mutants(slot));
    }
    check
}

fn has_mutants(slot: &ReferenceSlot) -> bool {
    slot.mutation.is_some_and(|(_, total)| total > 0)
}

fn coverage_stats(slot: &ReferenceSlot, language: Language) -> Value {
    let Some((covered, total)) = slot.coverage else { return Value::Null };
    let coverage = ReferenceCoverage { covered, total };
    let mut stats = json!({"covered_lines": covered, "total_lines": total});
    match language {
        Language::Rust => stats["line_coverage"] = json!(rounded(coverage.percentage(), 2)),
        Language::Ruby => stats["coverage_percentage"] = json!(coverage.percentage()),
        Language::Go | Language::Julia | Language::Php => {}
    }
    stats
}

/// The object of the language's mutation tool (§3.1, §3.2, §3.4, §3.5), `null` for a suite that did not pass.
fn mutation_score(slot: &ReferenceSlot, language: Language) -> Value {
    if !slot.tests {
        return Value::Null;
    }
    let (killed, total) = slot.mutation.unwrap_or_default();
    let score = if total == 0 { 0.0 } else { f64::from(killed) / f64::from(total) };
    let message = if has_mutants(slot) { "" } else { "No mutants were run" };
    let mut object = json!({
        "killed_count": killed,
        "escaped_count": total.saturating_sub(killed),
        "total_count": total,
        "error_message": message,
    });
    object["mutation_score"] = json!(match language {
        Language::Rust => rounded(score, 4),
        Language::Php => rounded(score, 2),
        Language::Go | Language::Julia | Language::Ruby => score,
    });
    let zeros: &[&str] = match language {
        Language::Go | Language::Rust => &["duplicated_count", "skipped_count"],
        Language::Php => &["error_count", "timeout_count", "not_covered_count"],
        Language::Ruby => &["timeout_count"],
        Language::Julia => &[],
    };
    for key in zeros {
        object[*key] = json!(0);
    }
    if language == Language::Ruby {
        object["coverage_percent"] = json!(rounded(score * 100.0, 2));
    }
    object
}

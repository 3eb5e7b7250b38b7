//! Text that came from a suite or a visitor, made fit for both databases.

use std::borrow::Cow;

use domain::{CheckRecord, Evidence, SlotResult, TestCaseRecord};

/// Shown in place of a NUL, which PostgreSQL cannot store.
const REPLACEMENT: &str = "\u{fffd}";

/// The text without NUL characters, each replaced by `U+FFFD`.
pub(crate) fn clean(text: &str) -> Cow<'_, str> {
    if text.contains('\0') { Cow::Owned(text.replace('\0', REPLACEMENT)) } else { Cow::Borrowed(text) }
}

/// The evidence with every text cleaned.
pub(crate) fn clean_evidence(evidence: &Evidence) -> Evidence {
    let text = |text: &String| clean(text).into_owned();
    Evidence {
        checks: evidence
            .checks
            .iter()
            .map(|record| CheckRecord { detail: text(&record.detail), ..record.clone() })
            .collect(),
        tests: evidence
            .tests
            .iter()
            .map(|record| TestCaseRecord { name: text(&record.name), message: text(&record.message), ..record.clone() })
            .collect(),
        placement_notes: evidence.placement_notes.iter().map(text).collect(),
        log: text(&evidence.log),
        signals: evidence.signals.iter().map(text).collect(),
        ..evidence.clone()
    }
}

/// The result with every text cleaned.
pub(crate) fn clean_result(result: &SlotResult) -> SlotResult {
    SlotResult { reason: clean(&result.reason).into_owned(), evidence: clean_evidence(&result.evidence), ..*result }
}

/// A pattern for `LIKE … ESCAPE '!'` that finds `part` anywhere in text in lower case.
pub(crate) fn like_pattern(part: &str) -> String {
    let mut pattern = String::from("%");
    for c in clean(part.trim()).to_lowercase().chars() {
        if matches!(c, '%' | '_' | '!') {
            pattern.push('!');
        }
        pattern.push(c);
    }
    pattern.push('%');
    pattern
}

#[cfg(test)]
mod tests {
    use super::{clean, like_pattern};

    #[test]
    fn nul_is_replaced() {
        assert_eq!(clean("a\0b"), "a\u{fffd}b");
        assert_eq!(clean("ab"), "ab");
    }

    #[test]
    fn patterns_match_literally() {
        assert_eq!(like_pattern(" 50%_Off! "), "%50!%!_off!!%");
        assert_eq!(like_pattern(""), "%%");
    }
}

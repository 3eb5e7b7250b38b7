//! The ordered records of a slot's checks.

use domain::{Check, CheckRecord, CheckStatus, Extraction};

/// Collects answers; what was never answered becomes `not_run`.
#[derive(Debug, Default)]
pub(super) struct Checks(Vec<CheckRecord>);

impl Checks {
    pub(super) fn passed(&mut self, check: Check, detail: impl Into<String>, millis: u64) {
        self.0.push(CheckRecord { check, status: CheckStatus::Passed, detail: detail.into(), millis });
    }

    pub(super) fn failed(&mut self, check: Check, detail: &str, millis: u64) {
        self.0.push(CheckRecord { check, status: CheckStatus::Failed, detail: detail.to_owned(), millis });
    }

    /// A question without an answer, and why there is none.
    pub(super) fn not_run(&mut self, check: Check, detail: &str) {
        self.0.push(CheckRecord { check, status: CheckStatus::NotRun, detail: detail.to_owned(), millis: 0 });
    }

    pub(super) fn finish(self) -> Vec<CheckRecord> {
        Check::ALL
            .iter()
            .map(|&check| {
                self.0.iter().find(|record| record.check == check).cloned().unwrap_or(CheckRecord {
                    check,
                    status: CheckStatus::NotRun,
                    detail: String::new(),
                    millis: 0,
                })
            })
            .collect()
    }
}

/// How the suite was found, for readers.
pub(super) const fn extraction(extraction: Extraction) -> &'static str {
    match extraction {
        Extraction::Fenced => "One fenced block.",
        Extraction::SeveralBlocks => "Several fenced blocks, joined.",
        Extraction::Unclosed => "A fence that is never closed; the answer was probably cut off.",
        Extraction::Verbatim => "No fence; the whole answer is the suite.",
        Extraction::Nothing => "",
    }
}

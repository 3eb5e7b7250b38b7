//! What a suite that is no valid pass fails at (xrepotest.md §5).
//!
//! Two sets of rules over the same material. [`Rules::Ours`] begins with our own outcome, so that a limit is never
//! guessed from text, looks at every error of a compiler and every failed test, and knows the names that the
//! repository defines. [`Rules::Reference`] repeats the reference's patterns and their order, for comparison.

mod compiled;
mod loaded;
mod messages;
mod ours;
mod pattern;
mod patterns;
mod reference;
mod symbols;

use domain::{
    Control, Failure, FailureMode, Hallucination, Language, Outcome, ReferenceChecks, SlotResult, TestCaseStatus,
};

pub use symbols::Symbols;

/// Version of the rules in this module, stored with what they found.
pub const FAILURE_VERSION: &str = "1";

/// Characters of the deciding line that are kept.
const LINE: usize = 300;

/// Which rules are asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rules {
    Ours,
    /// The reference's, faults included; for comparison only.
    Reference,
}

/// What is known of a slot that is to be explained.
#[derive(Debug, Clone)]
pub struct Failed<'a> {
    pub language: Language,
    pub outcome: Outcome,
    /// The rule that decided the outcome, in one sentence; for a suite that does not load, what the tool said first.
    pub reason: &'a str,
    pub compiles: bool,
    pub invokes: bool,
    /// Covered lines; `None` when coverage was not measured.
    pub covered: Option<u32>,
    pub control: Control,
    pub flaky: bool,
    pub suite: &'a str,
    pub log: &'a str,
    /// What the failed tests said, as reported over the private channel.
    pub messages: Vec<&'a str>,
    pub symbols: &'a Symbols,
    /// What the reference's own checks say of the run, where it ran; only its rules look at them.
    pub reference: Option<&'a ReferenceChecks>,
}

impl<'a> Failed<'a> {
    /// Of a result; `symbols` are those of the task's repository.
    pub fn of(language: Language, suite: &'a str, result: &'a SlotResult, symbols: &'a Symbols) -> Self {
        let evidence = &result.evidence;
        let failed = evidence.tests.iter().filter(|test| test.status == TestCaseStatus::Failed);
        Self {
            language,
            outcome: result.outcome,
            reason: &result.reason,
            compiles: evidence.compiles,
            invokes: evidence.invokes,
            covered: evidence.coverage.as_ref().map(|coverage| coverage.covered.len() as u32),
            control: evidence.control,
            flaky: result.is_flaky(),
            suite,
            log: &evidence.log,
            messages: failed.map(|test| test.message.as_str()).collect(),
            symbols,
            reference: evidence.reference.as_ref(),
        }
    }

    fn reference_compiles(&self) -> bool {
        self.reference.map_or(self.compiles, |checks| checks.csr)
    }

    fn reference_passes(&self) -> bool {
        self.reference.map_or(self.outcome == Outcome::Passed, |checks| checks.tpr)
    }

    fn reference_covered(&self) -> Option<u32> {
        self.reference.map_or(self.covered, |checks| checks.coverage.map(|(covered, _)| covered))
    }
}

/// A class with the rule that found it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Found {
    mode: FailureMode,
    hallucination: Option<Hallucination>,
    rule: &'static str,
}

impl Found {
    const fn new(mode: FailureMode, rule: &'static str) -> Self {
        Self { mode, hallucination: None, rule }
    }

    const fn invented(kind: Hallucination, rule: &'static str) -> Self {
        Self { mode: FailureMode::ApiHallucination, hallucination: Some(kind), rule }
    }

    /// Of several things that are wrong with one suite the one that weighs most: a missing library, a missing name, a
    /// wrong signature, types, and what only breaks a form.
    const fn weight(self) -> u8 {
        match (self.mode, self.hallucination) {
            (_, Some(Hallucination::PhantomLibrary)) => 6,
            (_, Some(Hallucination::NonExistentApi)) => 5,
            (_, Some(Hallucination::SignatureMismatch)) => 4,
            (FailureMode::ApiHallucination, _) => 3,
            (FailureMode::TypeMemory, _) => 2,
            (FailureMode::SyntaxCompilation, _) => 1,
            _ => 0,
        }
    }

    fn at(self, line: &str) -> Failure {
        let line = line.trim().chars().filter(|c| !c.is_control()).take(LINE).collect();
        Failure { mode: self.mode, hallucination: self.hallucination, rule: self.rule.to_owned(), line }
    }
}

/// What a slot fails at; `None` for a valid pass and for a fault of ours, which is nobody's failure.
pub fn classify(failed: &Failed<'_>, rules: Rules) -> Option<Failure> {
    if failed.outcome == Outcome::InfraError {
        return None;
    }
    match rules {
        Rules::Ours => ours::classify(failed),
        Rules::Reference => reference::classify(failed),
    }
}

#[cfg(test)]
mod tests;

//! Broken variants of a focal function, and which of them a suite notices.

use serde::{Deserialize, Serialize};

text_enum! {
    /// The kind of change that makes a mutant.
    MutationOperator, "mutation operator" {
        /// `+` becomes `-`, `*` becomes `/`, and so on.
        Arithmetic = "arithmetic",
        /// `==` becomes `!=`, `<` becomes `>=`, and so on.
        Relational = "relational",
        /// `<` becomes `<=`, and so on: only the boundary moves.
        Boundary = "boundary",
        /// `&&` becomes `||` and the reverse.
        Logical = "logical",
        /// A condition is negated.
        Negation = "negation",
        /// A literal gets another value.
        Constant = "constant",
        /// Another value is returned.
        ReturnValue = "return_value",
        /// A statement is left out.
        StatementDeletion = "statement_deletion",
    }
}

impl MutationOperator {
    /// The name shown to readers.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Arithmetic => "Arithmetic operator",
            Self::Relational => "Comparison",
            Self::Boundary => "Boundary",
            Self::Logical => "Logical operator",
            Self::Negation => "Negated condition",
            Self::Constant => "Constant",
            Self::ReturnValue => "Return value",
            Self::StatementDeletion => "Statement left out",
        }
    }
}

/// One broken variant of a focal function: a piece of its file's text and what stands there instead.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mutant {
    /// Its number within the task, from 0, in the order of preference.
    pub number: u16,
    pub operator: MutationOperator,
    /// The line on which the replaced piece begins (1-based, in the file).
    pub line: u32,
    /// First byte of the replaced piece, in the file's text.
    pub start: u32,
    /// The byte after the replaced piece.
    pub end: u32,
    /// What stands there instead; may be empty.
    pub replacement: String,
}

impl Mutant {
    /// The file's text with this mutant in it; `None` when the text is not the one that it was made for.
    pub fn apply(&self, file_text: &str) -> Option<String> {
        let (before, after) = (file_text.get(..self.start as usize)?, file_text.get(self.end as usize..)?);
        (self.start <= self.end).then(|| [before, &self.replacement, after].concat())
    }

    /// What the mutant replaces.
    pub fn original<'text>(&self, file_text: &'text str) -> Option<&'text str> {
        file_text.get(self.start as usize..self.end as usize)
    }
}

/// A mutant that does not build or load, so that no suite can be asked about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InvalidMutant {
    pub mutant: Mutant,
    /// What the compiler or loader said, on one line.
    pub reason: String,
}

/// The mutants of a task, decided once without any suite, so that no suite can change the denominator.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskMutants {
    /// Those that every passing suite is asked about, by number.
    pub valid: Vec<Mutant>,
    pub invalid: Vec<InvalidMutant>,
}

text_enum! {
    /// What a passing suite made of one mutant.
    MutantStatus, "mutant status" {
        /// A test failed, or the run ended early: noticed.
        Killed = "killed",
        /// Every test passed all the same.
        Survived = "survived",
        /// No test reaches its line, so it was not run; it counts like one that survived.
        NotCovered = "not_covered",
        /// It did not end within its limit, twice, the second time alone: noticed, but told apart.
        TimedOut = "timed_out",
    }
}

impl MutantStatus {
    /// Whether it counts as noticed.
    pub const fn is_detected(self) -> bool {
        matches!(self, Self::Killed | Self::TimedOut)
    }
}

/// What became of one valid mutant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MutantResult {
    pub number: u16,
    pub status: MutantStatus,
    /// Wall-clock milliseconds of its run; 0 when it was not run.
    pub millis: u64,
}

/// What a passing suite made of its task's mutants.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MutationRun {
    /// One for each valid mutant of the task, by number.
    pub results: Vec<MutantResult>,
    /// `false` when too many timed out for the rest to mean anything; there is no score then.
    pub measured: bool,
    /// The suite fails when a comment or a blank line is added to the source: it reads the source instead of
    /// calling it, so what it says about mutants is worthless.
    pub reads_source: bool,
}

impl MutationRun {
    /// Detected mutants and valid mutants; `None` when there is no score.
    pub fn score(&self) -> Option<(u32, u32)> {
        let detected = self.results.iter().filter(|result| result.status.is_detected()).count();
        (self.measured && !self.reads_source && !self.results.is_empty())
            .then_some((detected as u32, self.results.len() as u32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mutant(start: u32, end: u32, replacement: &str) -> Mutant {
        let replacement = replacement.to_owned();
        Mutant { number: 0, operator: MutationOperator::Relational, line: 1, start, end, replacement }
    }

    #[test]
    fn a_mutant_replaces_its_piece_and_fits_no_other_text() {
        assert_eq!(mutant(3, 4, ">=").apply("a<b"), None, "behind the end");
        assert_eq!(mutant(1, 2, ">=").apply("a<b").as_deref(), Some("a>=b"));
        assert_eq!(mutant(1, 2, ">=").original("a<b"), Some("<"));
        assert_eq!(mutant(2, 1, "").apply("a<b"), None);
        assert_eq!(mutant(1, 2, "").apply("é"), None, "in the middle of a character");
    }

    #[test]
    fn the_score_counts_every_valid_mutant() {
        let result = |number, status| MutantResult { number, status, millis: 1 };
        let results = MutantStatus::ALL.iter().zip(0..).map(|(&status, number)| result(number, status)).collect();
        let mut run = MutationRun { results, measured: true, reads_source: false };
        assert_eq!(run.score(), Some((2, 4)));
        run.reads_source = true;
        assert_eq!(run.score(), None);
        assert_eq!(MutationRun { results: vec![], measured: true, reads_source: false }.score(), None);
    }
}

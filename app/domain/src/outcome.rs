//! What a slot ended as, and the questions asked on the way.

text_enum! {
    /// One question about a slot, in the order in which they are asked.
    Check, "check" {
        /// Was test code found in what the model answered?
        Extraction = "extraction",
        /// Could the suite be put where the language expects it?
        Placement = "placement",
        /// Does the suite call the focal function (static, by its syntax tree)?
        Invocation = "invocation",
        /// Does the suite build, or in a dynamic language load, with the repository?
        Compilation = "compilation",
        /// Do all of its tests pass against the correct source?
        Tests = "tests",
        /// Which lines of the focal function ran while the tests ran?
        Coverage = "coverage",
        /// Which broken variants of the focal function does it notice?
        Mutation = "mutation",
    }
}

impl Check {
    /// The name shown to readers.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Extraction => "Extraction",
            Self::Placement => "Placement",
            Self::Invocation => "Invocation",
            Self::Compilation => "Compilation",
            Self::Tests => "Tests",
            Self::Coverage => "Coverage",
            Self::Mutation => "Mutation",
        }
    }
}

text_enum! {
    /// What a slot ended as: the closed list. `infra_error` is ours and never becomes a score (invariant 1).
    Outcome, "outcome" {
        Passed = "passed",
        TestFailed = "test_failed",
        CompileError = "compile_error",
        NoTests = "no_tests",
        Timeout = "timeout",
        OutOfMemory = "out_of_memory",
        OutputLimit = "output_limit",
        Crashed = "crashed",
        InvalidSuite = "invalid_suite",
        InfraError = "infra_error",
    }
}

text_enum! {
    /// Outcomes by how they are drawn: five shapes, so that nothing is told by colour alone.
    OutcomeFamily, "outcome family" {
        Passed = "passed",
        Failed = "failed",
        NotBuilt = "not_built",
        Limit = "limit",
        Ours = "ours",
    }
}

impl Outcome {
    /// The name shown to readers.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Passed => "Passed",
            Self::TestFailed => "Test failed",
            Self::CompileError => "Compile error",
            Self::NoTests => "No tests",
            Self::Timeout => "Timeout",
            Self::OutOfMemory => "Out of memory",
            Self::OutputLimit => "Output limit",
            Self::Crashed => "Crashed",
            Self::InvalidSuite => "Invalid suite",
            Self::InfraError => "Infra error",
        }
    }

    /// What it means, in one sentence for readers.
    pub const fn explanation(self) -> &'static str {
        match self {
            Self::Passed => "Every test of the suite passed against the correct source.",
            Self::TestFailed => "At least one test failed against the correct source.",
            Self::CompileError => "The suite does not build, or does not load, with the repository.",
            Self::NoTests => "The suite ran, but no test was executed: none found, or all skipped.",
            Self::Timeout => "The suite did not finish within the time limit.",
            Self::OutOfMemory => "The suite used more memory than the limit.",
            Self::OutputLimit => "The suite printed more than the limit.",
            Self::Crashed => "The suite ended early, or its report does not agree with its exit code.",
            Self::InvalidSuite => "No test code was found in the answer, or it cannot be placed.",
            Self::InfraError => "A fault of ours, not of the suite; it is retried and never scored.",
        }
    }

    /// How it is drawn.
    pub const fn family(self) -> OutcomeFamily {
        match self {
            Self::Passed => OutcomeFamily::Passed,
            Self::TestFailed | Self::Crashed => OutcomeFamily::Failed,
            Self::CompileError | Self::NoTests | Self::InvalidSuite => OutcomeFamily::NotBuilt,
            Self::Timeout | Self::OutOfMemory | Self::OutputLimit => OutcomeFamily::Limit,
            Self::InfraError => OutcomeFamily::Ours,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Outcome;

    #[test]
    fn text_forms_round_trip() {
        for outcome in Outcome::ALL {
            assert_eq!(outcome.as_str().parse::<Outcome>().unwrap(), *outcome);
            let json = serde_json::to_string(outcome).unwrap();
            assert_eq!(serde_json::from_str::<Outcome>(&json).unwrap(), *outcome);
        }
        let error = "pass".parse::<Outcome>().unwrap_err().to_string();
        assert!(error.starts_with("unknown outcome `pass`; expected one of: passed, "), "{error}");
    }
}

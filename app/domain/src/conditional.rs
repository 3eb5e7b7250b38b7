//! Figures over a part of the slots, named by their condition.

text_enum! {
    /// A mean over the slots that meet a condition. It is no score: an entry that leaves out what is hard does well.
    Conditional, "conditional figure" {
        PassGivenCompile = "pass_given_compile",
        CoverageGivenCompile = "coverage_given_compile",
        CoverageGivenPass = "coverage_given_pass",
        InvocationGivenPass = "invocation_given_pass",
        ValidGivenPass = "valid_given_pass",
    }
}

impl Conditional {
    /// The name shown to readers; it says the condition.
    pub const fn name(self) -> &'static str {
        match self {
            Self::PassGivenCompile => "Pass given compile",
            Self::CoverageGivenCompile => "Coverage given compile",
            Self::CoverageGivenPass => "Coverage given pass",
            Self::InvocationGivenPass => "Invocation given pass",
            Self::ValidGivenPass => "Valid given pass",
        }
    }

    /// What it is, in one sentence for readers.
    pub const fn definition(self) -> &'static str {
        match self {
            Self::PassGivenCompile => "Suites whose every test passes, of those that build or load.",
            Self::CoverageGivenCompile => {
                "Share of the executable lines of the focal function that run, averaged over suites that build or load."
            }
            Self::CoverageGivenPass => {
                "Share of the executable lines of the focal function that run, averaged over suites that pass."
            }
            Self::InvocationGivenPass => "Suites that call the focal function, of those that pass.",
            Self::ValidGivenPass => "Valid passes, of suites that pass.",
        }
    }
}

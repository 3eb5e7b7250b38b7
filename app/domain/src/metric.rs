//! The numbers on a board and where they come from.

use serde::{Deserialize, Serialize};

use crate::Language;

text_enum! {
    /// A figure per entry and scope, in percent (paper, appendix D; xrepotest.md §4).
    Metric, "metric" {
        /// Suites that build, of all tasks.
        Csr = "csr",
        /// Suites whose every test passes, of all tasks.
        Tpr = "tpr",
        /// Suites that call the focal function (static), of all tasks.
        Ir = "ir",
        /// Mean share of executable focal lines covered, over all tasks.
        Cov = "cov",
        /// Mean mutation score over all tasks, 0 where there is none.
        Ms = "ms",
        /// Mean mutation score over passing suites with mutants.
        MsAtPass = "ms_at_pass",
        /// Suites that pass every time, call the focal function, cover at least one focal line and fail on the control
        /// mutant.
        ValidPass = "valid_pass",
    }
}

impl Metric {
    /// The heading of its column.
    pub const fn short_name(self) -> &'static str {
        match self {
            Self::Csr => "CSR",
            Self::Tpr => "TPR",
            Self::Ir => "IR",
            Self::Cov => "Cov",
            Self::Ms => "MS",
            Self::MsAtPass => "MS@Pass",
            Self::ValidPass => "Valid",
        }
    }

    /// The full name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Csr => "Compile success rate",
            Self::Tpr => "Test pass rate",
            Self::Ir => "Invocation rate",
            Self::Cov => "Line coverage",
            Self::Ms => "Mutation score",
            Self::MsAtPass => "Mutation score of passing suites",
            Self::ValidPass => "Valid pass rate",
        }
    }

    /// The definition behind the heading: one text for all places.
    pub const fn definition(self) -> &'static str {
        match self {
            Self::Csr => {
                "Suites that build with the repository, of all tasks. In a dynamic language: that load and list their tests without an error."
            }
            Self::Tpr => {
                "Suites whose every test passes against the correct source, of all tasks. A missing suite is a failure."
            }
            Self::Ir => "Suites that call the focal function, found in their syntax tree, of all tasks.",
            Self::Cov => {
                "Share of the executable lines of the focal function that the suite runs, averaged over all tasks; a missing suite covers nothing."
            }
            Self::Ms => {
                "Share of the valid mutants of the focal function that the suite notices, averaged over all tasks; 0 where the suite does not pass."
            }
            Self::MsAtPass => "The same, averaged only over passing suites that have mutants: a conditional figure.",
            Self::ValidPass => {
                "Suites that pass every time they are run, call the focal function, cover at least one of its lines and fail when it is broken on purpose, of all tasks."
            }
        }
    }

    /// How it is computed.
    pub const fn formula(self) -> &'static str {
        match self {
            Self::Csr => "built ÷ all tasks",
            Self::Tpr => "passed ÷ all tasks",
            Self::Ir => "calling ÷ all tasks",
            Self::Cov => "mean of covered lines ÷ executable lines",
            Self::Ms => "mean of killed ÷ valid mutants",
            Self::MsAtPass => "mean of killed ÷ valid mutants, passing suites",
            Self::ValidPass => "valid passes ÷ all tasks",
        }
    }
}

text_enum! {
    /// Where the figures of an entry come from.
    EntrySource, "source" {
        /// Taken from a paper; not run here.
        Published = "published",
        /// Every suite was run here, and the evidence is public.
        Verified = "verified",
        /// Given by the vendor; not run here.
        SelfReported = "self_reported",
    }
}

/// What a metric value covers: one language, or all languages of the benchmark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// One language.
    Language(Language),
    /// Unweighted mean over the languages.
    Macro,
    /// All tasks pooled.
    Micro,
}

impl Scope {
    /// The stable text form: a language, `macro` or `micro`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Language(language) => language.as_str(),
            Self::Macro => "macro",
            Self::Micro => "micro",
        }
    }
}

impl std::str::FromStr for Scope {
    type Err = crate::UnknownText;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "macro" => Ok(Self::Macro),
            "micro" => Ok(Self::Micro),
            other => other.parse().map(Self::Language),
        }
    }
}

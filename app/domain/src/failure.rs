//! Why a suite is no valid pass.

use serde::{Deserialize, Serialize};

text_enum! {
    /// What a suite fails at: the paper's five classes (xrepotest.md §5), and limits apart from them.
    FailureMode, "failure mode" {
        /// It cannot be parsed, or breaks a rule of the language that is not about types.
        SyntaxCompilation = "syntax_compilation",
        /// Types, ownership, null, bounds: when compiled or when run.
        TypeMemory = "type_memory",
        /// It uses what does not exist.
        ApiHallucination = "api_hallucination",
        /// It expects what the function does not do.
        LogicAssertion = "logic_assertion",
        /// It holds no test of the focal function, or none that could fail.
        DesignMocking = "design_mocking",
        /// A limit stopped it.
        TimeoutResource = "timeout_resource",
    }
}

impl FailureMode {
    /// The name shown to readers.
    pub const fn name(self) -> &'static str {
        match self {
            Self::SyntaxCompilation => "Syntax and compilation",
            Self::TypeMemory => "Type system and memory",
            Self::ApiHallucination => "API hallucination",
            Self::LogicAssertion => "Logic and assertion",
            Self::DesignMocking => "Test design and mocking",
            Self::TimeoutResource => "Timeout or resource limit",
        }
    }

    /// What it means, in one sentence for readers.
    pub const fn explanation(self) -> &'static str {
        match self {
            Self::SyntaxCompilation => {
                "The text cannot be parsed, or the compiler refuses it for another reason than types, such as a forgotten import."
            }
            Self::TypeMemory => "Types or ownership do not fit, or the run meets null, a bound or a wrong type.",
            Self::ApiHallucination => "It uses a library, a name or a signature that does not exist.",
            Self::LogicAssertion => "It runs, and expects what the function does not do.",
            Self::DesignMocking => "It holds no test that runs the function and could fail.",
            Self::TimeoutResource => "A limit on time, memory or output stopped it.",
        }
    }
}

text_enum! {
    /// What an API hallucination invents.
    Hallucination, "hallucination" {
        /// A package, module or file that is not there.
        PhantomLibrary = "phantom_library",
        /// A function, method, field, type or constant that its owner lacks.
        NonExistentApi = "non_existent_api",
        /// What is called exists, but takes other arguments.
        SignatureMismatch = "signature_mismatch",
        /// Something invented, but the log does not say of which kind.
        Other = "other",
    }
}

impl Hallucination {
    /// The name shown to readers.
    pub const fn name(self) -> &'static str {
        match self {
            Self::PhantomLibrary => "Phantom library",
            Self::NonExistentApi => "Non-existent API",
            Self::SignatureMismatch => "Signature mismatch",
            Self::Other => "Other",
        }
    }
}

/// Why a suite is no valid pass, and what that was read from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    pub mode: FailureMode,
    /// Only for API hallucination.
    pub hallucination: Option<Hallucination>,
    /// The rule that decided, such as `go.undefined`.
    pub rule: String,
    /// The line of the log, the message or the reason that decided, in at most 300 characters.
    pub line: String,
}

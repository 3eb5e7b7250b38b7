#![doc = include_str!("../README.md")]

#[macro_use]
mod text_enum;

mod account;
mod benchmark;
mod conditional;
mod evaluation;
mod failure;
mod ids;
mod language;
mod limits;
mod metric;
mod mutation;
mod names;
mod outcome;
mod source;
mod submission;
mod timestamp;

pub use account::{Role, Viewer};
pub use benchmark::{ExecutableLines, FocalFunction, Repository, RepositorySpec, Task};
pub use conditional::Conditional;
pub use evaluation::{
    Attempt, CheckRecord, CheckStatus, Control, Evidence, HostFault, LineCoverage, Provenance, ReferenceChecks,
    SlotResult, SlotRow, SlotWork, TaskWork, TestCaseRecord, TestCaseStatus, Usage,
};
pub use failure::{Failure, FailureMode, Hallucination};
pub use ids::{
    AuditEventId, BenchmarkId, BenchmarkVersionId, EntryId, EvaluationId, JobId, ModelId, OutcomeId, ParseIdError,
    RepositoryId, SubmissionId, SuiteId, TaskId, UserId,
};
pub use language::{Language, RepositoryDomain};
pub use limits::{Limits, RepositoryLimits};
pub use metric::{EntrySource, Metric, Scope};
pub use mutation::{InvalidMutant, Mutant, MutantResult, MutantStatus, MutationOperator, MutationRun, TaskMutants};
pub use names::{Email, ImageDigest, InvalidName, ModelName, Sha256, Slug, TaskKey};
pub use outcome::{Check, Outcome, OutcomeFamily};
pub use source::{SourceLine, SourceSpan, TokenClass};
pub use submission::{
    ContextMode, Extraction, LineProblem, ProblemKind, Severity, SubmissionState, UploadFormat, UploadReport,
};
pub use text_enum::UnknownText;
pub use timestamp::Timestamp;

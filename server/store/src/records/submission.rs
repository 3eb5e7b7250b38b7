//! Submissions with their suites, and their evaluations.

use domain::{
    Attempt, BenchmarkVersionId, ContextMode, EvaluationId, Extraction, Limits, ModelName, Provenance, Role, Sha256,
    Slug, SubmissionId, SubmissionState, TaskKey, Timestamp, UploadReport, UserId, Viewer,
};

/// A checked upload to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSubmission {
    pub id: SubmissionId,
    pub version: BenchmarkVersionId,
    pub model: ModelName,
    pub mode: ContextMode,
    pub user: UserId,
    pub file_name: String,
    /// Of the bytes as they arrived.
    pub sha256: Sha256,
    pub report: UploadReport,
    pub suites: Vec<NewSuite>,
}

/// One suite of a checked upload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSuite {
    /// A task of the submission's version.
    pub key: TaskKey,
    pub attempt: Attempt,
    /// The test code as extracted; no NUL bytes.
    pub code: String,
    pub sha256: Sha256,
    pub extraction: Extraction,
}

/// A submission with its newest evaluation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubmissionRecord {
    pub id: SubmissionId,
    pub version: BenchmarkVersionId,
    /// Name of that version, which need not be the newest of its benchmark.
    pub version_label: String,
    pub benchmark: Slug,
    pub model: ModelName,
    pub mode: ContextMode,
    pub state: SubmissionState,
    pub user: UserId,
    pub user_name: String,
    pub created: Timestamp,
    pub file_name: String,
    pub sha256: Sha256,
    pub report: UploadReport,
    /// `None` until it is queued.
    pub evaluation: Option<EvaluationRecord>,
}

impl SubmissionRecord {
    /// Whether this viewer may see it: everybody once it is evaluated, before that its owner and maintainers.
    pub fn is_visible_to(&self, viewer: Option<&Viewer>) -> bool {
        self.state == SubmissionState::Evaluated || self.is_managed_by(viewer)
    }

    /// Whether this viewer may queue it: its owner and maintainers.
    pub fn is_managed_by(&self, viewer: Option<&Viewer>) -> bool {
        viewer.is_some_and(|viewer| viewer.id == self.user || viewer.role == Role::Maintainer)
    }
}

/// One execution of a submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EvaluationRecord {
    pub id: EvaluationId,
    pub queued: Timestamp,
    /// When its first job was claimed.
    pub started: Option<Timestamp>,
    /// When it was scored or blocked.
    pub finished: Option<Timestamp>,
    /// Of the version; repositories may have wider ones.
    pub limits: Limits,
    /// Of the server that queued it; each result names the one that made it.
    pub evaluator_version: String,
    /// Of the newest result; `None` until the first.
    pub provenance: Option<Provenance>,
}

/// A line of a list of submissions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubmissionListRow {
    pub id: SubmissionId,
    pub benchmark: Slug,
    pub model: ModelName,
    pub mode: ContextMode,
    pub state: SubmissionState,
    pub user: UserId,
    pub user_name: String,
    pub created: Timestamp,
    /// Slots settled by the newest evaluation.
    pub settled: u64,
    /// Suites of the submission.
    pub slots: u64,
    pub passed: u64,
}

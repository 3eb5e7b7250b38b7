//! What a vendor uploads, and what we say about it before anything is queued.

use serde::{Deserialize, Serialize};

use crate::{Language, Sha256, TaskKey};

text_enum! {
    /// What the model was shown.
    ContextMode, "context mode" {
        Standard = "standard",
        File = "file",
        Lsp = "lsp",
        RagBm25 = "rag_bm25",
        RagDense = "rag_dense",
    }
}

impl ContextMode {
    /// The name shown to readers.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Standard => "Standard",
            Self::File => "File",
            Self::Lsp => "LSP",
            Self::RagBm25 => "RAG BM25",
            Self::RagDense => "RAG dense",
        }
    }
}

text_enum! {
    /// How far a submission has come.
    SubmissionState, "submission state" {
        /// Checked and stored; the vendor has not queued it yet.
        Checked = "checked",
        /// Its jobs wait for a worker.
        Queued = "queued",
        /// At least one job has started.
        Running = "running",
        /// Every slot is settled and the entry is on the board.
        Evaluated = "evaluated",
        /// Settled, but some slots ended in a fault of ours; not scored.
        Blocked = "blocked",
    }
}

text_enum! {
    /// Which file format a line was read as (xrepotest.md §1.4).
    UploadFormat, "upload format" {
        /// `prompts_responses.jsonl`: raw answers as text.
        Responses = "responses",
        /// `processed.jsonl`: lists of extracted suites.
        Processed = "processed",
    }
}

text_enum! {
    /// How test code was found in an answer.
    Extraction, "extraction" {
        /// One fenced block.
        Fenced = "fenced",
        /// Several fenced blocks, joined.
        SeveralBlocks = "several_blocks",
        /// A fence that is never closed: the answer was probably cut off.
        Unclosed = "unclosed",
        /// No fence; the whole answer is the suite.
        Verbatim = "verbatim",
        /// Nothing that could be a suite: the slot ends as `invalid_suite`.
        Nothing = "nothing",
    }
}

text_enum! {
    /// Whether a problem stops the upload.
    Severity, "severity" {
        Error = "error",
        Warning = "warning",
    }
}

text_enum! {
    /// What is wrong with a line of an upload, or with the upload as a whole.
    ProblemKind, "problem" {
        NotJson = "not_json",
        NotUtf8 = "not_utf8",
        NulByte = "nul_byte",
        LineTooLong = "line_too_long",
        TooManyLines = "too_many_lines",
        TooLarge = "too_large",
        NotAnObject = "not_an_object",
        MissingField = "missing_field",
        WrongType = "wrong_type",
        UnknownTask = "unknown_task",
        DuplicateTask = "duplicate_task",
        EmptyResponse = "empty_response",
        SuiteTooLarge = "suite_too_large",
        TooManySuites = "too_many_suites",
        NoSuites = "no_suites",
        ModelError = "model_error",
        NothingExtracted = "nothing_extracted",
        Truncated = "truncated",
    }
}

/// One thing to say about an upload; `line` is 1-based, `None` for the upload as a whole.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineProblem {
    pub line: Option<u64>,
    pub severity: Severity,
    pub kind: ProblemKind,
    /// The task id as it was written, where one was read (cut to 200 characters).
    pub task: Option<String>,
    /// What is wrong and what to do.
    pub message: String,
}

/// What an upload contains, before anything is queued.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UploadReport {
    /// Of the bytes as they arrived.
    pub sha256: Sha256,
    pub bytes: u64,
    /// Lines read, blank ones included.
    pub lines: u64,
    /// Tasks with at least one suite, and all tasks, per language of the benchmark.
    pub languages: Vec<(Language, u64, u64)>,
    /// Suites that would run.
    pub suites: u64,
    /// Largest number of suites for one task.
    pub attempts: u32,
    /// How suites were found, with counts.
    pub extraction: Vec<(Extraction, u64)>,
    /// Tasks without a line, in key order (at most 1,000; `missing_total` counts all).
    pub missing: Vec<TaskKey>,
    pub missing_total: u64,
    /// Errors first, then by line (at most 1,000 each; the totals count all).
    pub problems: Vec<LineProblem>,
    pub errors_total: u64,
    pub warnings_total: u64,
}

impl UploadReport {
    /// Whether the upload may be queued.
    pub const fn is_acceptable(&self) -> bool {
        self.errors_total == 0 && self.suites > 0
    }
}

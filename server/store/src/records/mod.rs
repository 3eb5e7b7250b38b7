//! What goes in and what comes out: plain values, one file per aggregate.

mod benchmark;
mod entry;
mod job;
mod result;
mod submission;
mod table;
mod user;

pub use benchmark::{
    Band, BenchmarkRecord, NewBenchmark, NewRepository, NewTask, NewVersion, TaskFilter, TaskOrder, TaskOutcomeRow,
    TaskRecord, VersionRecord,
};
pub use entry::{EntryRecord, FigureRow, PublishedEntry, SolvedRow};
pub use job::{ClaimedJob, WorkerRecord};
pub use result::{
    Finish, LanguageProgressRecord, ObservationRow, ProgressRecord, RepositoryCountRow, SlotFilter, SlotRecord,
    TaskCountRow, UnclassifiedRow,
};
pub use submission::{EvaluationRecord, NewSubmission, NewSuite, SubmissionListRow, SubmissionRecord};
pub use table::PublishedTable;
pub use user::AuditEvent;

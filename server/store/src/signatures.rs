#![allow(unused_variables, clippy::all, clippy::pedantic)]
use crate::*;
use domain::*;

impl Store {
    pub async fn ensure_benchmark(&self, new: NewBenchmark) -> Result<BenchmarkId, StoreError> { todo!() }
    pub async fn create_version(&self, new: NewVersion) -> Result<BenchmarkVersionId, StoreError> { todo!() }
    pub async fn benchmarks(&self) -> Result<Vec<BenchmarkRecord>, StoreError> { todo!() }
    pub async fn benchmark(&self, slug: &Slug) -> Result<Option<BenchmarkRecord>, StoreError> { todo!() }
    pub async fn repositories(&self, version: BenchmarkVersionId) -> Result<Vec<(Repository, u64)>, StoreError> { todo!() }
    pub async fn list_tasks(&self, version: BenchmarkVersionId, filter: TaskFilter) -> Result<(Vec<TaskRecord>, u64), StoreError> { todo!() }
    pub async fn task_by_key(&self, key: &TaskKey) -> Result<Option<TaskRecord>, StoreError> { todo!() }
    pub async fn task_keys(&self, version: BenchmarkVersionId) -> Result<Vec<(TaskKey, Language)>, StoreError> { todo!() }
    pub async fn task_outcomes(&self, task: TaskId, viewer: Option<UserId>, all: bool) -> Result<Vec<TaskOutcomeRow>, StoreError> { todo!() }

    pub async fn create_submission(&self, new: NewSubmission) -> Result<(), StoreError> { todo!() }
    pub async fn submission(&self, id: SubmissionId) -> Result<Option<SubmissionRecord>, StoreError> { todo!() }
    pub async fn submissions(&self, user: Option<UserId>) -> Result<Vec<SubmissionListRow>, StoreError> { todo!() }
    pub async fn queue_submission(&self, id: SubmissionId, by: UserId, evaluator_version: &str) -> Result<EvaluationId, StoreError> { todo!() }

    pub async fn claim_job(&self, worker: &str, lease_seconds: u32, max_attempts: u32) -> Result<Option<ClaimedJob>, StoreError> { todo!() }
    pub async fn heartbeat_job(&self, job: JobId, token: &str, worker: &str, lease_seconds: u32) -> Result<bool, StoreError> { todo!() }
    pub async fn complete_job(&self, job: JobId, token: &str, results: &[SlotResult], provenance: &Provenance) -> Result<bool, StoreError> { todo!() }
    /// false when the lease had been lost
    pub async fn fail_job(&self, job: JobId, token: &str, fault: &HostFault, max_attempts: u32) -> Result<bool, StoreError> { todo!() }
    pub async fn retry_dead_jobs(&self, evaluation: Option<EvaluationId>) -> Result<u64, StoreError> { todo!() }
    pub async fn release_worker(&self, worker: &str) -> Result<u64, StoreError> { todo!() }
    pub async fn worker_seen(&self, worker: &str, current: &str) -> Result<(), StoreError> { todo!() }
    pub async fn workers(&self) -> Result<Vec<WorkerRecord>, StoreError> { todo!() }
    /// (queued, running, dead)
    pub async fn job_counts(&self) -> Result<(u64, u64, u64), StoreError> { todo!() }

    pub async fn progress(&self, submission: SubmissionId) -> Result<ProgressRecord, StoreError> { todo!() }
    pub async fn slots(&self, submission: SubmissionId, filter: SlotFilter) -> Result<(Vec<SlotRow>, u64), StoreError> { todo!() }
    pub async fn slot(&self, submission: SubmissionId, key: &TaskKey, attempt: Attempt) -> Result<Option<SlotRecord>, StoreError> { todo!() }
    pub async fn finishable(&self) -> Result<Vec<EvaluationId>, StoreError> { todo!() }
    pub async fn observations(&self, evaluation: EvaluationId) -> Result<Vec<ObservationRow>, StoreError> { todo!() }
    pub async fn version_task_count(&self, evaluation: EvaluationId) -> Result<Vec<(Language, u64)>, StoreError> { todo!() }
    pub async fn finish_evaluation(&self, evaluation: EvaluationId, finish: Finish) -> Result<(), StoreError> { todo!() }
    pub async fn figures(&self, evaluation: EvaluationId) -> Result<Vec<FigureRow>, StoreError> { todo!() }

    pub async fn ensure_published(&self, benchmark: BenchmarkId, entries: Vec<PublishedEntry>) -> Result<u64, StoreError> { todo!() }
    pub async fn board_entries(&self, benchmark: &Slug, mode: ContextMode) -> Result<Vec<EntryRecord>, StoreError> { todo!() }
    pub async fn entry_mode_counts(&self, benchmark: &Slug) -> Result<Vec<(ContextMode, u64)>, StoreError> { todo!() }

    pub async fn create_user(&self, email: &Email, name: &str, password_hash: &str, role: Role) -> Result<UserId, CreateUserError> { todo!() }
    pub async fn credentials(&self, email: &Email) -> Result<Option<(Viewer, String)>, StoreError> { todo!() }
    pub async fn viewer(&self, user: UserId) -> Result<Option<Viewer>, StoreError> { todo!() }
    pub async fn has_maintainer(&self) -> Result<bool, StoreError> { todo!() }
    pub async fn put_setup_token(&self, hash: &str) -> Result<(), StoreError> { todo!() }
    /// None: no such token (or used). EmailTaken leaves the token usable.
    pub async fn redeem_setup_token(&self, hash: &str, email: &Email, name: &str, password_hash: &str) -> Result<Option<UserId>, CreateUserError> { todo!() }

    /// false when the id exists already
    pub async fn create_session(&self, id_hash: &str, data: &str, expires: Timestamp) -> Result<bool, StoreError> { todo!() }
    pub async fn save_session(&self, id_hash: &str, data: &str, expires: Timestamp) -> Result<(), StoreError> { todo!() }
    pub async fn load_session(&self, id_hash: &str, now: Timestamp) -> Result<Option<(String, Timestamp)>, StoreError> { todo!() }
    pub async fn delete_session(&self, id_hash: &str) -> Result<(), StoreError> { todo!() }
    pub async fn delete_expired_sessions(&self, now: Timestamp) -> Result<u64, StoreError> { todo!() }
    pub async fn audit_events(&self, limit: u64) -> Result<Vec<AuditEvent>, StoreError> { todo!() }
}

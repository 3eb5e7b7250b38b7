//! Submissions and their slots, for those who may see them.

use app::error::AppError;
use app::ports::{
    BenchmarkSummary, EvaluationDetail, SlotDetail, SlotList, SlotRequest, SubmissionDetail, SubmissionRow,
};
use domain::{Attempt, Role, SubmissionId, SubmissionState, TaskKey, TaskMutants, Viewer};
use store::{EvaluationRecord, SlotFilter, SubmissionListRow, SubmissionRecord};

use super::Backend;
use super::benchmarks::{image_text, summary};
use super::board::figures;
use super::faults::internal;
use super::tasks::PAGE;

impl Backend {
    /// The submission if this viewer may see it; otherwise it is as if it did not exist.
    pub async fn visible(&self, viewer: Option<&Viewer>, id: SubmissionId) -> Result<SubmissionRecord, AppError> {
        self.store
            .submission(id)
            .await
            .map_err(internal)?
            .filter(|record| record.is_visible_to(viewer))
            .ok_or_else(|| AppError::NotFound("This submission".to_owned()))
    }

    pub(super) async fn submission_rows(&self, viewer: &Viewer) -> Result<Vec<SubmissionRow>, AppError> {
        let owner = (viewer.role != Role::Maintainer).then_some(viewer.id);
        let mut rows = self.store.submissions(owner).await.map_err(internal)?;
        rows.sort_by_key(|row| std::cmp::Reverse((row.created, row.id)));
        Ok(rows.into_iter().map(submission_row).collect())
    }

    pub(super) async fn submission_detail(
        &self,
        viewer: Option<&Viewer>,
        id: SubmissionId,
    ) -> Result<SubmissionDetail, AppError> {
        let record = self.visible(viewer, id).await?;
        let benchmark = self.benchmark_record(&record.benchmark).await?;
        let may_queue = record.state == SubmissionState::Checked && record.is_managed_by(viewer);
        let evaluation = match record.evaluation.clone() {
            Some(evaluation) => Some(self.evaluation_detail(&record, evaluation).await?),
            None => None,
        };
        Ok(SubmissionDetail {
            id,
            // Of the benchmark as it is now only its texts are shown: the results belong to the version that was run.
            benchmark: BenchmarkSummary { version: record.version_label, ..summary(benchmark) },
            model: record.model,
            mode: record.mode,
            state: record.state,
            uploaded_by: record.user_name,
            uploaded: record.created,
            file_name: record.file_name,
            sha256: record.sha256,
            report: record.report,
            may_queue,
            evaluation,
        })
    }

    async fn evaluation_detail(
        &self,
        submission: &SubmissionRecord,
        evaluation: EvaluationRecord,
    ) -> Result<EvaluationDetail, AppError> {
        let installed = self.store.repositories(submission.version).await.map_err(internal)?;
        let mut images: Vec<_> = installed
            .into_iter()
            .map(|(repository, _)| (repository.spec.language, image_text(repository.image.as_ref())))
            .collect();
        images.sort();
        images.dedup();
        let figures = figures(self.store.figures(evaluation.id).await.map_err(internal)?);
        let (repositories, domains) =
            if figures.is_empty() { (Vec::new(), Vec::new()) } else { self.breakdown(evaluation.id).await? };
        Ok(EvaluationDetail {
            id: evaluation.id,
            progress: self.progress_of(submission.id).await?,
            limits: evaluation.limits,
            images,
            provenance: evaluation.provenance,
            queued: evaluation.queued,
            started: evaluation.started,
            finished: evaluation.finished,
            figures,
            repositories,
            domains,
        })
    }

    pub(super) async fn slot_list(&self, id: SubmissionId, request: SlotRequest) -> Result<SlotList, AppError> {
        let filter = SlotFilter {
            outcome: request.outcome,
            failure: request.failure,
            language: request.language,
            search: request.search,
            limit: PAGE,
            offset: u64::from(request.page) * PAGE,
        };
        let (slots, total) = self.store.slots(id, filter).await.map_err(internal)?;
        Ok(SlotList { slots, total })
    }

    pub(super) async fn slot_detail(
        &self,
        submission: SubmissionRecord,
        key: &TaskKey,
        attempt: Attempt,
    ) -> Result<SlotDetail, AppError> {
        let record = self.store.slot(submission.id, key, attempt).await.map_err(internal)?;
        let record = record.ok_or_else(|| AppError::NotFound(format!("A suite for `{key}` in this submission")))?;
        let task = record.task.task;
        let run = record.result.as_ref().and_then(|result| result.evidence.mutation.as_ref());
        let mutants = match run {
            Some(run) => {
                let file_text = self.store.file_text(task.repository, &task.focal.path).await.map_err(internal)?;
                super::mutants::changes(&file_text, &asked(&task.mutants), Some(run))
            }
            None => Vec::new(),
        };
        Ok(SlotDetail {
            mutants,
            submission: submission.id,
            model: submission.model,
            attempt,
            suite_sha256: record.sha256,
            suite: syntax::highlight(task.language, &record.code, 1),
            focal: syntax::highlight(task.language, &task.focal.source, task.focal.start_line),
            result: record.result,
            failure: record.failure,
            image: image_text(record.task.repository.image.as_ref()),
            provenance: record.provenance,
            task,
        })
    }
}

/// Only what a suite can be asked about.
fn asked(mutants: &TaskMutants) -> TaskMutants {
    TaskMutants { valid: mutants.valid.clone(), invalid: Vec::new() }
}

fn submission_row(row: SubmissionListRow) -> SubmissionRow {
    SubmissionRow {
        id: row.id,
        model: row.model,
        mode: row.mode,
        state: row.state,
        uploaded: row.created,
        settled: row.settled,
        slots: row.slots,
        passed: row.passed,
    }
}

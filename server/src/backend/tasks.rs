//! Tasks: lists and single ones.

use app::error::AppError;
use app::ports::{TaskDetail, TaskList, TaskOutcome, TaskRequest, TaskRow};
use domain::{Role, Slug, TaskKey, Viewer};
use store::{TaskFilter, TaskOutcomeRow, TaskRecord};

use super::Backend;
use super::benchmarks::summary;
use super::faults::internal;

/// Rows of a page of a list.
pub(super) const PAGE: u64 = 50;

impl Backend {
    pub(super) async fn task_list(&self, slug: &Slug, request: TaskRequest) -> Result<TaskList, AppError> {
        let benchmark = self.benchmark(slug).await?;
        let Some(version) = benchmark.version.as_ref().map(|version| version.id).filter(|_| benchmark.has_tasks) else {
            return Ok(TaskList {
                benchmark: summary(benchmark),
                repositories: Vec::new(),
                tasks: Vec::new(),
                total: 0,
            });
        };
        let mut repositories: Vec<_> = self
            .store
            .repositories(version)
            .await
            .map_err(internal)?
            .into_iter()
            .map(|(repository, tasks)| (repository.spec, tasks))
            .collect();
        repositories.sort_by(|(a, _), (b, _)| (a.language, &a.name).cmp(&(b.language, &b.name)));
        let filter = TaskFilter {
            language: request.language,
            repository: request.repository,
            search: request.search,
            limit: PAGE,
            offset: u64::from(request.page) * PAGE,
        };
        let (records, total) = self.store.list_tasks(version, filter).await.map_err(internal)?;
        Ok(TaskList {
            benchmark: summary(benchmark),
            repositories,
            tasks: records.into_iter().map(task_row).collect(),
            total,
        })
    }

    pub(super) async fn task_detail(&self, viewer: Option<&Viewer>, key: &TaskKey) -> Result<TaskDetail, AppError> {
        let record = self.store.task_by_key(key).await.map_err(internal)?;
        let record = record.ok_or_else(|| AppError::NotFound(format!("The task `{key}`")))?;
        let benchmark = self.benchmark(&record.benchmark).await?;
        let all = viewer.is_some_and(|viewer| viewer.role == Role::Maintainer);
        let outcomes =
            self.store.task_outcomes(record.task.id, viewer.map(|viewer| viewer.id), all).await.map_err(internal)?;
        let focal = &record.task.focal;
        let file_text = self.store.file_text(record.task.repository, &focal.path).await.map_err(internal)?;
        Ok(TaskDetail {
            mutants: super::mutants::changes(&file_text, &record.task.mutants, None),
            benchmark: summary(benchmark),
            source: syntax::highlight(record.task.language, &focal.source, focal.start_line),
            image: record.repository.image.to_string(),
            repository: record.repository.spec,
            limits: record.limits,
            outcomes: outcomes.into_iter().map(task_outcome).collect(),
            task: record.task,
        })
    }
}

fn task_row(record: TaskRecord) -> TaskRow {
    let focal = record.task.focal;
    TaskRow {
        key: record.task.key,
        language: record.task.language,
        repository: record.repository.spec.name.to_string(),
        qualified_name: focal.qualified_name,
        path: focal.path,
        start_line: focal.start_line,
        end_line: focal.end_line,
        executable: record.task.executable_lines.0.len() as u32,
    }
}

fn task_outcome(row: TaskOutcomeRow) -> TaskOutcome {
    TaskOutcome {
        submission: row.submission,
        model: row.model,
        mode: row.mode,
        attempt: row.attempt,
        outcome: row.outcome,
        invokes: row.invokes,
        covered: row.covered,
        millis: row.millis,
    }
}

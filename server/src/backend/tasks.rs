//! Tasks: lists and single ones.

use std::collections::BTreeMap;
use std::sync::Arc;

use app::error::AppError;
use app::ports::{
    DifficultyBand, PromptText, TaskDetail, TaskList, TaskOutcome, TaskPrompt, TaskRequest, TaskRow, TaskSort,
};
use catalog::ContextError;
use domain::{ContextMode, Role, Slug, TaskKey, Viewer};
use store::{Band, TaskFilter, TaskOrder, TaskOutcomeRow, TaskRecord};

use super::Backend;
use super::benchmarks::{image_text, summary};
use super::faults::internal;

/// Rows of a page of a list.
pub(super) const PAGE: u64 = 50;

impl Backend {
    pub(super) async fn task_list(&self, slug: &Slug, request: TaskRequest) -> Result<TaskList, AppError> {
        let benchmark = self.benchmark_record(slug).await?;
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
            domain: request.domain,
            min_lines: request.lines.map(|(least, _)| least),
            max_lines: request.lines.map(|(_, most)| most),
            band: request.difficulty.map(band),
            order: order(request.sort),
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
        let benchmark = self.benchmark_record(&record.benchmark).await?;
        let all = viewer.is_some_and(|viewer| viewer.role == Role::Maintainer);
        let outcomes =
            self.store.task_outcomes(record.task.id, viewer.map(|viewer| viewer.id), all).await.map_err(internal)?;
        let focal = &record.task.focal;
        let file_text = self.store.file_text(record.task.repository, &focal.path).await.map_err(internal)?;
        Ok(TaskDetail {
            mutants: super::mutants::changes(&file_text, &record.task.mutants, None),
            benchmark: summary(benchmark),
            source: syntax::highlight(record.task.language, &focal.source, focal.start_line),
            image: image_text(record.repository.image.as_ref()),
            repository: record.repository.spec,
            limits: record.limits,
            outcomes: outcomes.into_iter().map(task_outcome).collect(),
            task: record.task,
        })
    }
}

impl Backend {
    pub(super) async fn task_prompt(&self, key: &TaskKey, mode: ContextMode) -> Result<TaskPrompt, AppError> {
        let record = self.store.task_by_key(key).await.map_err(internal)?;
        let record = record.ok_or_else(|| AppError::NotFound(format!("The task `{key}`")))?;
        let repository = record.task.repository;
        let record = Arc::new(record);
        let make = async |files: Option<BTreeMap<String, String>>| {
            let (cache, record) = (Arc::clone(&self.prompts), Arc::clone(&record));
            tokio::task::spawn_blocking(move || cache.prompt(files, &record, mode)).await.map_err(internal)
        };
        let made = match make(None).await? {
            Ok(None) => {
                let files = self.store.repository_files(repository).await.map_err(internal)?;
                make(Some(files)).await?
            }
            made => made,
        };
        let text = match made {
            Ok(Some(shown)) => Ok(PromptText {
                characters: shown.prompt.characters(),
                tokens: shown.prompt.tokens(),
                system: shown.prompt.system_prompt,
                user: shown.prompt.prompt,
                produced_by: shown.produced_by,
                parts: shown.parts as u64,
            }),
            Err(error @ ContextError::NoEmbedder) => Err(error.to_string()),
            Ok(None) => return Err(internal(anyhow::anyhow!("the files of a repository were given and not used"))),
            Err(error) => return Err(internal(error)),
        };
        Ok(TaskPrompt { mode, version: catalog::PROMPT_VERSION.to_owned(), text })
    }
}

const fn band(band: DifficultyBand) -> Band {
    match band {
        DifficultyBand::Nobody => Band::Nobody,
        DifficultyBand::Hard => Band::Hard,
        DifficultyBand::Medium => Band::Medium,
        DifficultyBand::Easy => Band::Easy,
        DifficultyBand::Everybody => Band::Everybody,
    }
}

const fn order(sort: TaskSort) -> TaskOrder {
    match sort {
        TaskSort::Repository => TaskOrder::Position,
        TaskSort::Shortest => TaskOrder::Shortest,
        TaskSort::Longest => TaskOrder::Longest,
        TaskSort::Hardest => TaskOrder::Hardest,
        TaskSort::Easiest => TaskOrder::Easiest,
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
        entries: record.entries,
        solved: record.solved,
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

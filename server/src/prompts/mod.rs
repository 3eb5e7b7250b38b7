//! Prompts of a benchmark version: for a file, for a download, for one task on its page.

mod embedder;
mod files;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use catalog::{Context, ContextError, ContextSettings, Embedder, Prompt, RepositoryIndex};
use domain::{BenchmarkVersionId, ContextMode, Language, RepositoryId, RepositorySpec};
use store::{Store, StoreError, TaskFilter, TaskRecord};

pub use embedder::CommandEmbedder;
pub use files::{PromptFiles, write};

/// What prompts are made of.
#[derive(Debug, Clone, Copy)]
pub struct PromptChoice {
    pub mode: ContextMode,
    /// One language, or all.
    pub language: Option<Language>,
    pub settings: ContextSettings,
}

/// A repository with the tasks that prompts are made for, by path and line.
pub(crate) struct PromptSource {
    pub(crate) spec: RepositorySpec,
    pub(crate) files: BTreeMap<String, String>,
    pub(crate) tasks: Vec<TaskRecord>,
}

/// Reads a repository of a version.
pub(crate) async fn source(
    store: &Store,
    version: BenchmarkVersionId,
    id: RepositoryId,
    spec: RepositorySpec,
) -> Result<PromptSource, StoreError> {
    let filter = TaskFilter {
        language: Some(spec.language),
        repository: Some(spec.name.to_string()),
        limit: i64::MAX as u64,
        ..TaskFilter::default()
    };
    let (tasks, _) = store.list_tasks(version, filter).await?;
    Ok(PromptSource { files: store.repository_files(id).await?, spec, tasks })
}

/// The prompts for all tasks of a repository, one JSON line each.
pub(crate) fn lines(
    source: PromptSource,
    choice: &PromptChoice,
    embedder: Option<&dyn Embedder>,
) -> Result<String, ContextError> {
    let index = RepositoryIndex::new(source.spec.language, source.files, choice.settings);
    let mut lines = String::new();
    for record in &source.tasks {
        let context = index.context(choice.mode, &record.task.focal, embedder)?;
        let prompt = catalog::prompt(&record.task.key, &source.spec, &record.task.focal, choice.mode, &context);
        let line = serde_json::to_string(&prompt).unwrap_or_else(|error| unreachable!("texts only: {error}"));
        lines.push_str(&line);
        lines.push('\n');
    }
    Ok(lines)
}

/// A prompt with what chose its context.
pub(crate) struct ShownPrompt {
    pub(crate) prompt: Prompt,
    pub(crate) produced_by: String,
    /// Pieces of context.
    pub(crate) parts: usize,
}

/// Indexes of the repositories that were looked at last: making one takes far longer than using it.
#[derive(Default)]
pub(crate) struct PromptCache(Mutex<Vec<(RepositoryId, Arc<RepositoryIndex>)>>);

impl PromptCache {
    /// Repositories that are kept.
    const MOST: usize = 4;

    /// The prompt of one task; blocks while it is made. `None` when the repository's files are needed for it and were
    /// not given.
    pub(crate) fn prompt(
        &self,
        files: Option<BTreeMap<String, String>>,
        record: &TaskRecord,
        mode: ContextMode,
    ) -> Result<Option<ShownPrompt>, ContextError> {
        let context = match mode {
            ContextMode::Standard => Context { produced_by: String::new(), parts: Vec::new() },
            ContextMode::RagDense => return Err(ContextError::NoEmbedder),
            _ => match self.index(record, files) {
                Some(index) => index.context(mode, &record.task.focal, None)?,
                None => return Ok(None),
            },
        };
        let prompt = catalog::prompt(&record.task.key, &record.repository.spec, &record.task.focal, mode, &context);
        Ok(Some(ShownPrompt { prompt, produced_by: context.produced_by, parts: context.parts.len() }))
    }

    fn index(&self, record: &TaskRecord, files: Option<BTreeMap<String, String>>) -> Option<Arc<RepositoryIndex>> {
        let id = record.task.repository;
        let mut kept = self.kept();
        let found = if let Some(at) = kept.iter().position(|(known, _)| *known == id) {
            kept.remove(at)
        } else {
            (id, Arc::new(RepositoryIndex::new(record.task.language, files?, ContextSettings::default())))
        };
        let index = Arc::clone(&found.1);
        if kept.len() == Self::MOST {
            kept.remove(0);
        }
        kept.push(found);
        Some(index)
    }

    fn kept(&self) -> std::sync::MutexGuard<'_, Vec<(RepositoryId, Arc<RepositoryIndex>)>> {
        // A panic while the list was held leaves it whole: entries are added and removed in one step each.
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

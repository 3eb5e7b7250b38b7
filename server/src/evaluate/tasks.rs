//! From checked suites to work for the evaluator.

use std::collections::BTreeMap;

use anyhow::Context as _;
use domain::{BenchmarkVersionId, EvaluationId, Language, SlotWork, TaskKey, TaskWork};
use scoring::TaskCount;
use store::{NewSuite, Store, TaskFilter};

/// What of a file is wanted, and which limits differ from the benchmark's own.
#[derive(Debug, Clone, Copy)]
pub(super) struct Choice {
    pub(super) language: Option<Language>,
    pub(super) mutants: Option<u16>,
    pub(super) repeats: Option<u16>,
}

/// One job for each task with suites, in the order of the benchmark: repositories stay together, so that containers
/// are kept. With them all tasks of the chosen languages, counted.
pub(super) async fn load(
    store: &Store,
    version: BenchmarkVersionId,
    suites: Vec<NewSuite>,
    choice: Choice,
) -> anyhow::Result<(Vec<TaskWork>, Vec<TaskCount>)> {
    let mut by_task: BTreeMap<TaskKey, Vec<SlotWork>> = BTreeMap::new();
    for suite in suites {
        let NewSuite { key, attempt, code, sha256, extraction } = suite;
        by_task.entry(key).or_default().push(SlotWork { attempt, suite: code, sha256, extraction });
    }
    let filter = TaskFilter { language: choice.language, limit: i64::MAX as u64, ..TaskFilter::default() };
    let (records, _) = store.list_tasks(version, filter).await?;
    let evaluation = EvaluationId::new();
    let mut work = Vec::new();
    let mut counts: BTreeMap<Language, TaskCount> = BTreeMap::new();
    for record in records {
        let mutants = choice.mutants.unwrap_or(record.limits.mutants);
        let language = record.task.language;
        let count = counts.entry(language).or_insert(TaskCount { language, tasks: 0, with_mutants: 0 });
        count.tasks += 1;
        count.with_mutants += u64::from(mutants > 0 && !record.task.mutants.valid.is_empty());
        let Some(mut slots) = by_task.remove(&record.task.key) else { continue };
        slots.sort_by_key(|slot| slot.attempt);
        let mut limits = record.limits;
        limits.mutants = mutants;
        limits.repeats = choice.repeats.unwrap_or(limits.repeats);
        let file_text = store.file_text(record.task.repository, &record.task.focal.path).await?;
        work.push(TaskWork {
            evaluation,
            task: record.task.id,
            task_key: record.task.key,
            language: record.task.language,
            image: record
                .repository
                .image
                .context("this version of the benchmark has no images, so nothing can be run")?,
            repository: record.repository.spec,
            focal: record.task.focal,
            file_text,
            executable_lines: record.task.executable_lines,
            mutants: record.task.mutants,
            limits,
            slots,
        });
    }
    Ok((work, counts.into_values().collect()))
}

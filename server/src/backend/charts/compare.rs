//! A few entries beside each other.

use app::error::AppError;
use app::ports::ChartRequest;
use charts::{Estimate, Funnel, Group, GroupedBars, Overlap, Step};
use domain::{Language, Metric, Outcome, Scope};
use store::EntryRecord;

use super::Numbers;
use super::entries::{estimate, is_share, source_of, value};
use crate::backend::Backend;
use crate::backend::compare::labels;
use crate::backend::faults::internal;

impl Backend {
    pub(super) async fn compared(&self, request: &ChartRequest) -> Result<Option<Numbers>, AppError> {
        let metric = request.metric.unwrap_or(Metric::Tpr);
        let entries = self.entries_to_compare(&request.entries).await?;
        let scopes = Language::ALL.iter().copied().map(Scope::Language).chain([Scope::Macro]);
        let groups: Vec<Group> = scopes
            .filter(|scope| entries.iter().any(|entry| value(entry, *scope, metric).is_some()))
            .map(|scope| Group {
                name: match scope {
                    Scope::Language(language) => language.name().to_owned(),
                    Scope::Macro | Scope::Micro => "Mean".to_owned(),
                },
                values: entries.iter().map(|entry| estimate(entry, scope, metric)).collect(),
            })
            .collect();
        if groups.is_empty() {
            return Ok(None);
        }
        let reading =
            if is_share(metric) && entries.len() == 2 { apart(&groups, &labels(&entries)) } else { String::new() };
        let chart = GroupedBars {
            title: metric.name().to_owned(),
            unit: "%".to_owned(),
            max: None,
            series: labels(&entries),
            groups,
        };
        let basis =
            if is_share(metric) { "95 % intervals resample tasks" } else { "a mean, whose spread is not known" };
        Ok(Some(Numbers::new(chart, &source_of(&entries), basis.to_owned()).reading(reading)))
    }

    pub(super) async fn overlap(&self, request: &ChartRequest) -> Result<Option<Numbers>, AppError> {
        let entries = self.entries_to_compare(&request.entries).await?;
        let Ok(solved) = self.solved(&entries).await? else { return Ok(None) };
        let mut counts = vec![0; 1 << solved.len()];
        let tasks = solved.first().map_or(0, Vec::len);
        for task in 0..tasks {
            let set =
                solved.iter().enumerate().filter(|(_, rows)| rows[task].passed).map(|(i, _)| 1 << i).sum::<usize>();
            counts[set] += 1;
        }
        let chart = Overlap {
            title: "Tasks solved in common".to_owned(),
            things: "tasks".to_owned(),
            sets: labels(&entries),
            counts,
            venn: false,
        };
        let basis = format!("{} tasks, first attempt", app::view::words::thousands(tasks as u64));
        Ok(Some(Numbers::new(chart, &source_of(&entries), basis)))
    }

    /// How many suites of a verified entry are left after each question.
    pub(super) async fn funnel(&self, request: &ChartRequest) -> Result<Option<Numbers>, AppError> {
        let Some(id) = request.entries.first() else { return Ok(None) };
        let entry: Option<EntryRecord> = self.store.entry(*id).await.map_err(internal)?;
        let Some((entry, evaluation)) = entry.and_then(|entry| Some((entry.clone(), entry.evaluation?))) else {
            return Ok(None);
        };
        let wanted = |language: Language| request.language.is_none_or(|only| only == language);
        let tasks: u64 = self
            .store
            .version_task_count(evaluation)
            .await
            .map_err(internal)?
            .into_iter()
            .filter(|row| wanted(row.language))
            .map(|row| row.tasks)
            .sum();
        let slots = self.store.observations(evaluation).await.map_err(internal)?;
        let slots: Vec<_> = slots.into_iter().filter(|slot| slot.attempt.0 == 0 && wanted(slot.language)).collect();
        // Each step asks only those that the steps before left over.
        let mut left: Vec<_> = slots.iter().collect();
        let mut step = |name: &str, keep: &dyn Fn(&store::ObservationRow) -> bool| {
            left.retain(|slot| keep(slot));
            Step { name: name.to_owned(), count: Some(left.len() as u64) }
        };
        let steps = vec![
            Step { name: "tasks".to_owned(), count: Some(tasks) },
            step("has a suite", &|_| true),
            step("builds", &|slot| slot.compiles),
            step("passes", &|slot| slot.outcome == Outcome::Passed),
            step("calls the function", &|slot| slot.invokes),
            step("covers a line", &|slot| slot.covered > 0),
            step("notices a mutant", &|slot| slot.mutation.is_some_and(|(noticed, _)| noticed > 0)),
        ];
        let chart = Funnel {
            title: format!("How far the suites of {} come, {} context", entry.model, entry.mode.name()),
            things: "tasks".to_owned(),
            steps,
        };
        let basis = format!("{} tasks, first attempt", app::view::words::thousands(tasks));
        Ok(Some(Numbers::new(chart, &source_of([&entry]), basis)))
    }
}

/// Where the intervals of two entries do not overlap, in one sentence.
fn apart(groups: &[Group], labels: &[String]) -> String {
    let ahead = |first: usize| {
        let second = 1 - first;
        let clear = |low: &Estimate, high: &Estimate| match (low.interval, high.interval) {
            (Some((_, low_end)), Some((high_start, _))) => low_end < high_start,
            _ => false,
        };
        let names: Vec<&str> = groups
            .iter()
            .filter(|group| group.name != "Mean" && clear(&group.values[second], &group.values[first]))
            .map(|group| group.name.as_str())
            .collect();
        (!names.is_empty()).then(|| format!("{} is ahead in {}", labels[first], names.join(", ")))
    };
    let sentences: Vec<String> = [ahead(0), ahead(1)].into_iter().flatten().collect();
    if sentences.is_empty() {
        return "The intervals overlap in every language.".to_owned();
    }
    format!("{}; elsewhere the intervals overlap.", sentences.join(", "))
}

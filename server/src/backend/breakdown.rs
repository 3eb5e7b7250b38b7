//! Scores of parts of an evaluation, computed from what is stored of its slots.

use std::collections::HashMap;

use app::error::AppError;
use app::ports::GroupScores;
use domain::{EvaluationId, RepositoryDomain, RepositoryId};
use scoring::{GroupFigures, SlotObservation, TaskGroup};

use super::Backend;
use super::faults::internal;
use crate::finisher::observation;

impl Backend {
    /// Scores per repository and per domain; none where there is only one, which the figures of the whole show.
    pub(super) async fn breakdown(
        &self,
        evaluation: EvaluationId,
    ) -> Result<(Vec<GroupScores>, Vec<GroupScores>), AppError> {
        let counts = self.store.repository_task_count(evaluation).await.map_err(internal)?;
        let rows = self.store.observations(evaluation).await.map_err(internal)?;
        let attempts = rows.iter().map(|row| row.attempt.0 + 1).max().unwrap_or(1);
        let place: HashMap<RepositoryId, (usize, RepositoryDomain)> =
            counts.iter().enumerate().map(|(place, count)| (count.repository, (place, count.spec.domain))).collect();
        let slots: Vec<((usize, RepositoryDomain), SlotObservation)> =
            rows.iter().filter_map(|row| Some((*place.get(&row.repository)?, observation(row)))).collect();

        let groups: Vec<TaskGroup<usize>> = (0..).zip(&counts).map(|(key, count)| group(key, count)).collect();
        let of_repository: Vec<_> = slots.iter().map(|((place, _), slot)| (*place, slot.clone())).collect();
        let repositories = scoring::breakdown(&groups, attempts, &of_repository).map_err(internal)?;
        let groups: Vec<TaskGroup<RepositoryDomain>> = counts.iter().map(|c| group(c.spec.domain, c)).collect();
        let of_domain: Vec<_> = slots.into_iter().map(|((_, domain), slot)| (domain, slot)).collect();
        let domains = scoring::breakdown(&groups, attempts, &of_domain).map_err(internal)?;

        let several = |groups: Vec<GroupScores>| if groups.len() > 1 { groups } else { Vec::new() };
        let name = |place: usize| {
            let spec = &counts[place].spec;
            format!("{} ({})", spec.name, spec.language.name())
        };
        Ok((
            several(repositories.into_iter().map(|group| scores(name(group.key), group)).collect()),
            several(domains.into_iter().map(|group| scores(group.key.name().to_owned(), group)).collect()),
        ))
    }
}

const fn group<K>(key: K, count: &store::RepositoryCountRow) -> TaskGroup<K> {
    TaskGroup { key, tasks: count.tasks, with_mutants: count.with_mutants }
}

fn scores<K>(name: String, group: GroupFigures<K>) -> GroupScores {
    GroupScores {
        name,
        tasks: group.tasks,
        figures: group.figures,
        conditional: group.conditional.into_iter().map(|c| (c.conditional, c.percent, c.n)).collect(),
        cases: group.cases,
    }
}

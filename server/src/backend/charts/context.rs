//! What a model is shown changes what it writes: context modes beside each other.

use app::error::AppError;
use app::ports::ChartRequest;
use charts::{Axis, Estimate, Forest, ForestGroup, ForestRow, Group, GroupedBars, Point, Scatter};
use domain::{ContextMode, Language, Metric, Scope};
use store::EntryRecord;

use super::Numbers;
use super::difference::{Rate, difference};
use super::entries::{estimate, is_share, place, source_of, value};
use crate::backend::Backend;
use crate::backend::faults::internal;

/// Entries of one model in the modes that it has, the newest of each.
pub(super) struct InModes {
    model: String,
    entries: Vec<EntryRecord>,
}

impl InModes {
    fn of(&self, mode: ContextMode) -> Option<&EntryRecord> {
        self.entries.iter().find(|entry| entry.mode == mode)
    }

    /// The other modes, where there is a standard one to compare with.
    fn beside_standard(&self) -> impl Iterator<Item = (&EntryRecord, &EntryRecord)> {
        let standard = self.of(ContextMode::Standard);
        let others = ContextMode::ALL.iter().filter(|mode| **mode != ContextMode::Standard);
        others.filter_map(move |mode| Some((self.of(*mode)?, standard?)))
    }
}

impl Backend {
    /// Models with at least two context modes, in the order of their names.
    async fn in_modes(&self, request: &ChartRequest) -> Result<Vec<InModes>, AppError> {
        let mut models: Vec<InModes> = Vec::new();
        for mode in ContextMode::ALL {
            // Oldest first: a later entry of the same model takes the place of an earlier one.
            for entry in self.store.board_entries(&request.benchmark, *mode).await.map_err(internal)? {
                let name = entry.model.to_string();
                let at = models.iter().position(|known| known.model == name).unwrap_or_else(|| {
                    models.push(InModes { model: name, entries: Vec::new() });
                    models.len() - 1
                });
                models[at].entries.retain(|known| known.mode != entry.mode);
                models[at].entries.push(entry);
            }
        }
        models.retain(|model| model.entries.len() > 1);
        models.sort_by(|a, b| a.model.cmp(&b.model));
        Ok(models)
    }

    pub(super) async fn context_modes(&self, request: &ChartRequest) -> Result<Option<Numbers>, AppError> {
        let (metric, scope) = (request.metric.unwrap_or(Metric::Tpr), scope(request.language));
        let models = self.in_modes(request).await?;
        let groups: Vec<Group> = models
            .iter()
            .map(|model| Group {
                name: model.model.clone(),
                values: ContextMode::ALL
                    .iter()
                    .map(|mode| model.of(*mode).map_or_else(Estimate::unknown, |entry| estimate(entry, scope, metric)))
                    .collect(),
            })
            .collect();
        if groups.iter().all(|group| group.values.iter().all(|estimate| !estimate.value.is_finite())) {
            return Ok(None);
        }
        let chart = GroupedBars {
            title: format!("{} by context mode, {}", metric.short_name(), place(scope)),
            unit: "%".to_owned(),
            max: None,
            series: ContextMode::ALL.iter().map(|mode| mode.name().to_owned()).collect(),
            groups,
        };
        let source = source_of(models.iter().flat_map(|model| &model.entries));
        Ok(Some(Numbers::new(chart, &source, basis(&models, scope, metric))))
    }

    pub(super) async fn context_difference(&self, request: &ChartRequest) -> Result<Option<Numbers>, AppError> {
        let (metric, scope) = (request.metric.unwrap_or(Metric::Tpr), scope(request.language));
        let models = self.in_modes(request).await?;
        let mut clear = [0_usize; 2];
        let groups: Vec<ForestGroup> = models
            .iter()
            .map(|model| {
                let rows = model
                    .beside_standard()
                    .filter_map(|(entry, standard)| {
                        let estimate = change(entry, standard, scope, metric)?;
                        if let Some((low, high)) = estimate.interval {
                            clear[0] += usize::from(low > 0.0);
                            clear[1] += usize::from(high < 0.0);
                        }
                        Some(ForestRow { name: entry.mode.name().to_owned(), estimate, series: 0 })
                    })
                    .collect();
                ForestGroup { name: model.model.clone(), rows }
            })
            .filter(|group: &ForestGroup| !group.rows.is_empty())
            .collect();
        let all: usize = groups.iter().map(|group| group.rows.len()).sum();
        if all == 0 {
            return Ok(None);
        }
        let short = metric.short_name();
        let reading = if is_share(metric) {
            format!(
                "Of {all} differences to the standard context, {} are clearly above zero and {} clearly below, at 95 %.",
                clear[0], clear[1]
            )
        } else {
            format!("{short} is a mean whose spread over tasks is not published, so its differences have no intervals.")
        };
        let chart = Forest {
            title: format!("{short}, difference to the standard context, {}", place(scope)),
            unit: "points".to_owned(),
            reference: Some(0.0),
            groups,
        };
        let source = source_of(models.iter().flat_map(|model| &model.entries));
        let mut basis = basis(&models, scope, metric);
        if is_share(metric) {
            basis.push_str("; intervals take the runs as independent");
        }
        Ok(Some(Numbers::new(chart, &source, basis).reading(reading)))
    }

    pub(super) async fn context_tradeoff(&self, request: &ChartRequest) -> Result<Option<Numbers>, AppError> {
        let models = self.in_modes(request).await?;
        let others: Vec<ContextMode> =
            ContextMode::ALL.iter().copied().filter(|mode| *mode != ContextMode::Standard).collect();
        let mut points = Vec::new();
        for model in &models {
            for (entry, standard) in model.beside_standard() {
                let moved = |metric| Some(change(entry, standard, scope(request.language), metric)?.value);
                if let Some((x, y)) = moved(Metric::Tpr).zip(moved(Metric::Ir)) {
                    let series = others.iter().position(|mode| *mode == entry.mode).unwrap_or(0);
                    points.push(Point { name: model.model.clone(), x, y, series });
                }
            }
        }
        if points.is_empty() {
            return Ok(None);
        }
        let traded = points.iter().filter(|point| point.x > 0.0 && point.y < 0.0).count();
        let reading = format!(
            "In {traded} of {} cases more suites pass than with the standard context while fewer call the focal function.",
            points.len()
        );
        let axis = |name: &str| Axis { name: name.to_owned(), unit: "points".to_owned(), range: Some((0.0, 0.0)) };
        let chart = Scatter {
            title: format!(
                "Passing against invoking, difference to the standard context, {}",
                place(scope(request.language))
            ),
            x: axis("TPR, difference"),
            y: axis("IR, difference"),
            series: others.iter().map(|mode| mode.name().to_owned()).collect(),
            points,
        };
        let source = source_of(models.iter().flat_map(|model| &model.entries));
        let basis = basis(&models, scope(request.language), Metric::Tpr);
        Ok(Some(Numbers::new(chart, &source, basis).reading(reading)))
    }
}

fn scope(language: Option<Language>) -> Scope {
    language.map_or(Scope::Macro, Scope::Language)
}

/// `3 models, 931 tasks`; the largest number of tasks where some entries have fewer.
fn basis(models: &[InModes], scope: Scope, metric: Metric) -> String {
    let counts =
        models.iter().flat_map(|model| &model.entries).filter_map(|entry| Some(value(entry, scope, metric)?.1));
    let (least, most) = counts.fold((u64::MAX, 0), |(least, most), n| (least.min(n), most.max(n)));
    let tasks = app::view::words::thousands;
    let tasks = if least < most {
        format!("{} to {} tasks", tasks(least), tasks(most))
    } else {
        format!("{} tasks", tasks(most))
    };
    format!("{}, {tasks}", app::view::format::counted(models.len() as u64, "model", "models"))
}

/// The difference of two entries in points, with its interval for shares of tasks.
fn change(entry: &EntryRecord, standard: &EntryRecord, scope: Scope, metric: Metric) -> Option<Estimate> {
    let difference_of_means = value(entry, scope, metric)?.0 - value(standard, scope, metric)?.0;
    if !is_share(metric) {
        return Some(Estimate::of(difference_of_means));
    }
    let scopes: Vec<Scope> = match scope {
        Scope::Language(_) => vec![scope],
        Scope::Macro | Scope::Micro => Language::ALL.iter().copied().map(Scope::Language).collect(),
    };
    let strata: Option<Vec<(Rate, Rate)>> = scopes
        .into_iter()
        .filter(|scope| value(entry, *scope, metric).is_some() || value(standard, *scope, metric).is_some())
        .map(|scope| {
            let rate = |entry| value(entry, scope, metric).and_then(|(percent, n)| Rate::of(percent, n));
            rate(entry).zip(rate(standard))
        })
        .collect();
    let (_, low, high) = difference(&strata?)?;
    Some(Estimate::within(difference_of_means, low, high))
}

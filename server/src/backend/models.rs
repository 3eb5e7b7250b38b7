//! What is known of a model, over all boards.

use app::error::AppError;
use app::ports::{ChartName, ChartRequest, ModelBoard, ModelDetail};
use domain::{ContextMode, EntrySource, ModelName};
use store::EntryRecord;

use super::Backend;
use super::benchmarks::summary;
use super::board::row;
use super::faults::internal;

impl Backend {
    pub(super) async fn model_detail(&self, name: &ModelName) -> Result<ModelDetail, AppError> {
        let entries = self.store.model_entries(name).await.map_err(internal)?;
        let Some(first) = entries.first().cloned() else {
            return Err(AppError::NotFound(format!("A public entry of the model “{name}”")));
        };
        let mut boards = Vec::new();
        for benchmark in self.store.benchmarks().await.map_err(internal)? {
            let mut own: Vec<EntryRecord> =
                entries.iter().filter(|entry| entry.benchmark == benchmark.slug).cloned().collect();
            if own.is_empty() {
                continue;
            }
            // Newest first; what came at one time, in the order of modes.
            own.sort_by_key(|entry| (std::cmp::Reverse(entry.added), entry.mode, entry.id));
            let requests = model_charts(name, &own);
            let charts = self.chart_set(&benchmark.slug, requests).await?.charts.into_iter().flatten().collect();
            boards.push(ModelBoard {
                benchmark: summary(benchmark),
                entries: own.into_iter().map(|entry| (entry.mode, row(entry, None))).collect(),
                charts,
            });
        }
        Ok(ModelDetail {
            name: first.model,
            provider: first.provider,
            link: first.link,
            open_weights: first.open_weights,
            boards,
        })
    }
}

/// Metrics by language in the first mode that there is, the funnel of the newest verified entry, failure modes as printed.
fn model_charts(name: &ModelName, newest_first: &[EntryRecord]) -> Vec<ChartRequest> {
    let slug = &newest_first[0].benchmark;
    let of = |name_of_chart| ChartRequest { model: Some(name.clone()), ..ChartRequest::new(name_of_chart, slug) };
    let mode = ContextMode::ALL.iter().find(|mode| newest_first.iter().any(|entry| entry.mode == **mode));
    let mut requests = vec![ChartRequest { mode: mode.copied(), ..of(ChartName::ModelMetrics) }];
    let verified = newest_first.iter().find(|entry| entry.source == EntrySource::Verified);
    requests.extend(
        verified.map(|entry| ChartRequest { entries: vec![entry.id], ..ChartRequest::new(ChartName::Funnel, slug) }),
    );
    if newest_first.iter().any(|entry| entry.source == EntrySource::Published) {
        requests.push(of(ChartName::FailureModesByModel));
    }
    requests
}

impl Backend {
    /// The newest entries of all boards, newest first.
    pub async fn newest_entries(&self, most: usize) -> Result<Vec<EntryRecord>, AppError> {
        let mut entries = Vec::new();
        for benchmark in self.store.benchmarks().await.map_err(internal)? {
            for mode in ContextMode::ALL {
                entries.extend(self.store.board_entries(&benchmark.slug, *mode).await.map_err(internal)?);
            }
        }
        entries.sort_by_key(|entry| std::cmp::Reverse((entry.added, entry.id)));
        entries.truncate(most);
        Ok(entries)
    }

    /// Every benchmark with its name.
    pub async fn benchmark_names(&self) -> Result<Vec<(domain::Slug, String)>, AppError> {
        let benchmarks = self.store.benchmarks().await.map_err(internal)?;
        Ok(benchmarks.into_iter().map(|benchmark| (benchmark.slug, benchmark.name)).collect())
    }
}

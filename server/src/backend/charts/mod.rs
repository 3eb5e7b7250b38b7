//! Charts from the data of a benchmark: numbers from the store, drawings from `charts`, kept while the data stay.

mod compare;
mod context;
mod difference;
mod entries;
mod failure_modes;
mod metrics;
mod sheet;
mod table;
mod workflows;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use app::error::AppError;
use app::ports::{ChartName, ChartRequest, ChartSet, ChartView};
use charts::{Chart, Look};
use domain::Slug;

use self::table::Table;
use super::Backend;
use super::benchmarks::summary;
use super::faults::internal;

/// Drawings that are kept; what is asked for comes from addresses, so there is no end of it.
const KEPT: usize = 512;

/// Numbers with what they are and where they come from, before they are drawn.
pub(super) struct Numbers {
    chart: Box<dyn Chart + Send + Sync>,
    source: String,
    basis: String,
    reading: String,
}

impl Numbers {
    fn new(chart: impl Chart + Send + Sync + 'static, source: &str, basis: String) -> Self {
        Self { chart: Box::new(chart), source: source.to_owned(), basis, reading: String::new() }
    }

    fn reading(self, reading: String) -> Self {
        Self { reading, ..self }
    }
}

/// What was drawn for a state of the data; `None` when there was nothing to draw.
#[derive(Debug, Clone)]
struct Drawn {
    version: String,
    chart: Option<Arc<ChartView>>,
}

/// Drawings by what they were asked for.
#[derive(Debug, Default)]
pub(super) struct Drawings(Mutex<HashMap<ChartRequest, Drawn>>);

impl Drawings {
    fn of(&self, request: &ChartRequest, version: &str) -> Option<Drawn> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.get(request).filter(|drawn| drawn.version == version).cloned()
    }

    fn keep(&self, request: &ChartRequest, drawn: Drawn) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= KEPT {
            kept.clear();
        }
        kept.insert(request.clone(), drawn);
    }
}

impl Backend {
    pub(super) async fn chart_set(&self, benchmark: &Slug, requests: Vec<ChartRequest>) -> Result<ChartSet, AppError> {
        let record = self.benchmark_record(benchmark).await?;
        let mut charts = Vec::with_capacity(requests.len());
        for request in requests {
            charts.push(self.drawing(&request).await?.map(|drawn| (*drawn).clone()));
        }
        Ok(ChartSet { benchmark: summary(record), charts })
    }

    async fn drawing(&self, request: &ChartRequest) -> Result<Option<Arc<ChartView>>, AppError> {
        let version = self.store.data_version(&request.benchmark).await.map_err(internal)?;
        if let Some(drawn) = self.drawings.of(request, &version) {
            return Ok(drawn.chart);
        }
        let drawn = self.numbers(request).await?.map(|numbers| Arc::new(draw(request, &numbers)));
        self.drawings.keep(request, Drawn { version, chart: drawn.clone() });
        Ok(drawn)
    }

    /// The drawing as a file; `None` when there are no data for it.
    pub async fn chart_file(&self, request: &ChartRequest, look: &Look) -> Result<Option<String>, AppError> {
        Ok(self.numbers(request).await?.map(|numbers| numbers.chart.svg(look)))
    }

    async fn numbers(&self, request: &ChartRequest) -> Result<Option<Numbers>, AppError> {
        match request.name {
            ChartName::Board => self.board_metrics(request).await,
            ChartName::FailureModes => self.failure_modes(request).await,
            ChartName::FailureModesByModel => self.failure_modes_by_model(request).await,
            ChartName::Hallucination => self.hallucination(request).await,
            ChartName::ContextModes => self.context_modes(request).await,
            ChartName::ContextDifference => self.context_difference(request).await,
            ChartName::ContextTradeoff => self.context_tradeoff(request).await,
            ChartName::Correlation => self.correlation(request).await,
            ChartName::InvokeAgainstPass => self.invoke_against_pass(request).await,
            ChartName::Disagreement => self.disagreement(request).await,
            ChartName::Mutation => self.mutation(request).await,
            ChartName::ModelMetrics => self.model_metrics(request).await,
            ChartName::Agentic => self.agentic(request).await,
            ChartName::Repair => self.repair(request).await,
            ChartName::Retrieval => self.retrieval(request).await,
            ChartName::Perplexity => self.perplexity(request).await,
            ChartName::Compare => self.compared(request).await,
            ChartName::Overlap => self.overlap(request).await,
            ChartName::Headline => self.headline(request).await,
            ChartName::Cost => self.cost(request).await,
            ChartName::Funnel => self.funnel(request).await,
        }
    }

    /// A published table, if the benchmark has it and it holds anything.
    async fn table(&self, benchmark: &Slug, name: &str) -> Result<Option<Table>, AppError> {
        let table = self.store.published_table(benchmark, name).await.map_err(internal)?;
        Ok(table.map(Table::from).filter(|table| !table.is_empty()))
    }
}

fn draw(request: &ChartRequest, numbers: &Numbers) -> ChartView {
    let (chart, id) = (&numbers.chart, request.id());
    ChartView {
        request: request.clone(),
        title: chart.title().to_owned(),
        summary: chart.summary(),
        reading: numbers.reading.clone(),
        wide: chart.svg(&Look::wide(&id)),
        narrow: chart.svg(&Look::narrow(&id)),
        table: chart.table(),
        source: numbers.source.clone(),
        basis: numbers.basis.clone(),
    }
}

//! Comparisons, models and charts of the fake back end.

use app::ports::{
    BenchmarkSummary, BoardRequest, ChartRequest, ChartSet, ChartView, Compared, Comparison, ModelBoard, ModelDetail,
    OnlySolved, Paired, PairedTest, PrintedTest, Sheet, SheetMetric, SheetRow,
};
use domain::{ContextMode, EntryId, Language, Metric, ModelName, Scope};

use super::data::{published_board, xrepotest};

/// A drawing for every request; the figures are of no interest, where they end up is.
pub(super) fn charts(benchmark: BenchmarkSummary, requests: Vec<ChartRequest>) -> ChartSet {
    ChartSet { benchmark, charts: requests.into_iter().map(|request| Some(chart(request))).collect() }
}

fn chart(request: ChartRequest) -> ChartView {
    let id = request.id();
    let text = |words: &str| vec![words.to_owned(), "12.34".to_owned()];
    ChartView {
        title: format!("Chart {id}"),
        summary: "A sentence about it.".to_owned(),
        reading: String::new(),
        wide: format!("<svg class=\"chart wide\" id=\"{id}-w\"></svg>"),
        narrow: format!("<svg class=\"chart narrow\" id=\"{id}-n\"></svg>"),
        table: vec![text("Name"), text("<b>row</b>")],
        source: "XRepoTest, table 4".to_owned(),
        basis: "3,642 tasks".to_owned(),
        request,
    }
}

fn board(mode: ContextMode) -> app::ports::Board {
    let benchmark = xrepotest().slug;
    published_board(&BoardRequest { benchmark, mode, metric: Metric::Tpr, scope: Scope::Macro })
}

/// Entries of the published board by id. Two have outcomes per task here; more have not.
pub(super) fn comparison(ids: &[EntryId]) -> Option<Comparison> {
    let rows = board(ContextMode::Standard).rows;
    let entries: Vec<Compared> = ids
        .iter()
        .map(|id| {
            let row = rows.iter().find(|row| row.entry == *id)?.clone();
            Some(Compared { label: row.model.to_string(), mode: ContextMode::Standard, row })
        })
        .collect::<Option<_>>()?;
    let test = PairedTest {
        a: 0,
        b: 1,
        language: None,
        both: 5,
        only_a: 9,
        only_b: 1,
        neither: 85,
        p: 0.0215,
        p_holm: 0.0215,
    };
    let only = |entry, total: u64| OnlySolved {
        entry,
        other: 1 - entry,
        tasks: vec!["go-cobra-0001".parse().unwrap()],
        total,
    };
    let paired = match ids.len() {
        2 => Ok(Paired { tests: vec![test], only: vec![only(0, 9), only(1, 1)] }),
        _ => Err("Published entries give rates, not outcomes.".to_owned()),
    };
    let printed = PrintedTest {
        language: Language::Rust,
        mode: ContextMode::Standard,
        a: "A".to_owned(),
        b: "B".to_owned(),
        chi2: "0.22".to_owned(),
        p: "0.6396".to_owned(),
    };
    Some(Comparison {
        benchmark: xrepotest(),
        entries,
        metrics: vec![Metric::Tpr, Metric::Ms],
        charts: Vec::new(),
        paired,
        printed: vec![printed],
        printed_source: "XRepoTest, table A.9".to_owned(),
    })
}

pub(super) fn model(name: &ModelName) -> Option<ModelDetail> {
    let entries: Vec<_> = [ContextMode::Standard, ContextMode::File]
        .into_iter()
        .filter_map(|mode| Some((mode, board(mode).rows.into_iter().find(|row| row.model == *name)?)))
        .collect();
    let (_, first) = entries.first()?.clone();
    Some(ModelDetail {
        name: first.model,
        provider: first.provider,
        link: first.link,
        open_weights: first.open_weights,
        boards: vec![ModelBoard { benchmark: xrepotest(), entries, charts: Vec::new() }],
    })
}

/// A board whose metrics are data: what Multi-SWT-Bench gives.
pub(super) fn sheet() -> Sheet {
    let metric = |key: &str, unit: &str, lower_is_better| SheetMetric {
        key: key.to_owned(),
        short: key.to_owned(),
        unit: unit.to_owned(),
        lower_is_better,
        definition: format!("What {key} is."),
    };
    let row = |name: &str, success, cost| SheetRow {
        labels: vec![name.to_owned()],
        values: vec![Some(success), cost],
        intervals: vec![Some((50.0, 60.0)), None],
    };
    Sheet {
        benchmark: BenchmarkSummary { languages: vec![], entries: 0, repositories: 0, ..xrepotest() },
        source: "a summary".to_owned(),
        labels: vec!["Method".to_owned()],
        metrics: vec![metric("success", "%", false), metric("cost", "US$", true)],
        rows: vec![row("<b>Luna", 40.0, None), row("Sonnet", 57.94, Some(0.6222))],
        charts: Vec::new(),
    }
}

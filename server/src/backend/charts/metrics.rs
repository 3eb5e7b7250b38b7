//! How metrics hang together over the entries of a board, and where they disagree.

use app::error::AppError;
use app::ports::ChartRequest;
use app::view::format::counted;
use charts::{Axis, Estimate, Group, GroupedBars, HeatMap, Point, Scatter};
use domain::{ContextMode, Language, Metric, Scope};
use scoring::statistics::pearson;
use store::EntryRecord;

use super::Numbers;
use super::entries::{estimate, place, source_of, value};
use crate::backend::Backend;
use crate::backend::faults::internal;

/// The metrics that the paper correlates.
const CORRELATED: [Metric; 4] = [Metric::Csr, Metric::Tpr, Metric::Cov, Metric::Ir];

/// What a bar chart of a board or a model shows, from the first question asked to the last.
const SHOWN: [Metric; 4] = [Metric::Csr, Metric::Ir, Metric::Tpr, Metric::Cov];

impl Backend {
    async fn standard_entries(&self, request: &ChartRequest) -> Result<Vec<EntryRecord>, AppError> {
        let mode = request.mode.unwrap_or(ContextMode::Standard);
        self.store.board_entries(&request.benchmark, mode).await.map_err(internal)
    }

    pub(super) async fn correlation(&self, request: &ChartRequest) -> Result<Option<Numbers>, AppError> {
        let entries = self.standard_entries(request).await?;
        let scope = request.language.map_or(Scope::Macro, Scope::Language);
        // Only entries that have all of them, so that every cell is over the same entries.
        let rows: Vec<Vec<f64>> = entries
            .iter()
            .filter_map(|entry| CORRELATED.iter().map(|metric| Some(value(entry, scope, *metric)?.0)).collect())
            .collect();
        if rows.len() < 3 {
            return Ok(None);
        }
        let column = |i: usize| rows.iter().map(|row| row[i]).collect::<Vec<_>>();
        let values = (0..CORRELATED.len())
            .map(|a| (0..CORRELATED.len()).map(|b| pearson(&column(a), &column(b)).unwrap_or(f64::NAN)).collect())
            .collect();
        let names: Vec<String> = CORRELATED.iter().map(|metric| metric.short_name().to_owned()).collect();
        let chart = HeatMap {
            title: format!("Correlation of metrics, {}", place(scope)),
            unit: String::new(),
            rows: names.clone(),
            columns: names,
            values,
            range: Some((0.0, 1.0)),
            fine: true,
        };
        let basis = format!("Pearson over {} entries, standard context", rows.len());
        Ok(Some(Numbers::new(chart, &source_of(&entries), basis)))
    }

    pub(super) async fn invoke_against_pass(&self, request: &ChartRequest) -> Result<Option<Numbers>, AppError> {
        let entries = self.standard_entries(request).await?;
        let scope = request.language.map_or(Scope::Macro, Scope::Language);
        let points: Vec<Point> = entries
            .iter()
            .filter_map(|entry| {
                let (x, y) = value(entry, scope, Metric::Ir).zip(value(entry, scope, Metric::Tpr))?;
                Some(Point { name: entry.model.to_string(), x: x.0, y: y.0, series: usize::from(entry.open_weights) })
            })
            .collect();
        if points.len() < 3 {
            return Ok(None);
        }
        let basis = format!("{} entries, standard context", points.len());
        let axis = |name: &str| Axis { name: name.to_owned(), unit: "%".to_owned(), range: None };
        let chart = Scatter {
            title: format!("Passing against invoking, {}", place(scope)),
            x: axis("IR"),
            y: axis("TPR"),
            series: ["Closed weights", "Open weights"].map(str::to_owned).to_vec(),
            points,
        };
        Ok(Some(Numbers::new(chart, &source_of(&entries), basis)))
    }

    pub(super) async fn disagreement(&self, request: &ChartRequest) -> Result<Option<Numbers>, AppError> {
        let Some(table) = self.table(&request.benchmark, "ir_tpr_disagreement").await? else { return Ok(None) };
        let all = table
            .rows()
            .find(|row| row.text("scope") == "all")
            .map(|row| row.number("percent_of_passing_suites_failing_ir"));
        let groups = Language::ALL
            .iter()
            .filter_map(|language| {
                let row = table.rows().find(|row| row.is("scope", language))?;
                let share = row.number("percent_of_passing_suites_failing_ir");
                Some(Group { name: language.name().to_owned(), values: vec![Estimate::of(share)] })
            })
            .collect();
        let chart = GroupedBars {
            title: "Passing suites that never call the focal function".to_owned(),
            unit: "% of passing suites".to_owned(),
            max: None,
            series: vec!["Passing, not invoking".to_owned()],
            groups,
        };
        let reading = all.map_or(String::new(), |share| {
            format!("Over all languages {share:.1} % of the suites that pass do not call the function that they were asked to test. A pass alone is no test of it.")
        });
        let basis = "all models, standard context; the text gives 0.6 to 0.7 for Go and PHP together".to_owned();
        Ok(Some(Numbers::new(chart, &table.source, basis).reading(reading)))
    }

    pub(super) async fn mutation(&self, request: &ChartRequest) -> Result<Option<Numbers>, AppError> {
        let metric = request.metric.unwrap_or(Metric::Ms);
        let entries = self.standard_entries(request).await?;
        let known = |language: &Language| {
            entries.iter().any(|entry| value(entry, Scope::Language(*language), metric).is_some())
        };
        let languages: Vec<Language> = Language::ALL.iter().copied().filter(known).collect();
        if languages.is_empty() {
            return Ok(None);
        }
        let groups: Vec<Group> = entries
            .iter()
            .filter(|entry| languages.iter().any(|l| value(entry, Scope::Language(*l), metric).is_some()))
            .map(|entry| Group {
                name: entry.model.to_string(),
                values: languages
                    .iter()
                    .map(|l| {
                        value(entry, Scope::Language(*l), metric).map_or_else(Estimate::unknown, |v| Estimate::of(v.0))
                    })
                    .collect(),
            })
            .collect();
        let basis = match metric {
            Metric::MsAtPass => format!("{} entries, only suites that pass: a conditional figure", groups.len()),
            _ => format!("{} entries, over all tasks of a language", groups.len()),
        };
        let chart = GroupedBars {
            title: metric.name().to_owned(),
            unit: "%".to_owned(),
            max: None,
            series: languages.iter().map(|language| language.name().to_owned()).collect(),
            groups,
        };
        Ok(Some(Numbers::new(chart, &source_of(&entries), basis)))
    }

    /// The same of every entry of a board, best TPR first.
    pub(super) async fn board_metrics(&self, request: &ChartRequest) -> Result<Option<Numbers>, AppError> {
        let mut entries = self.standard_entries(request).await?;
        let scope = request.language.map_or(Scope::Macro, Scope::Language);
        entries.retain(|entry| SHOWN.iter().any(|metric| value(entry, scope, *metric).is_some()));
        if entries.is_empty() {
            return Ok(None);
        }
        let pass =
            |entry: &EntryRecord| value(entry, scope, Metric::Tpr).map_or(f64::NEG_INFINITY, |(percent, _)| percent);
        entries.sort_by(|a, b| pass(b).total_cmp(&pass(a)).then_with(|| a.model.cmp(&b.model)));
        let groups: Vec<Group> = entries
            .iter()
            .map(|entry| Group {
                name: entry.model.to_string(),
                values: SHOWN.iter().map(|metric| estimate(entry, scope, *metric)).collect(),
            })
            .collect();
        let chart = GroupedBars {
            title: format!("Building, invoking, passing, covering: {}", place(scope)),
            unit: "%".to_owned(),
            max: Some(100.0),
            series: SHOWN.iter().map(|metric| metric.short_name().to_owned()).collect(),
            groups,
        };
        let basis = format!(
            "{}, best TPR first; 95 % intervals resample tasks",
            counted(entries.len() as u64, "entry", "entries")
        );
        Ok(Some(Numbers::new(chart, &source_of(&entries), basis)))
    }

    /// CSR, IR, TPR and Cov of one model by language.
    pub(super) async fn model_metrics(&self, request: &ChartRequest) -> Result<Option<Numbers>, AppError> {
        let Some(model) = &request.model else { return Ok(None) };
        let entries = self.standard_entries(request).await?;
        // The newest of the model: entries come oldest first.
        let Some(entry) = entries.iter().rev().find(|entry| entry.model == *model) else { return Ok(None) };
        let metrics = SHOWN;
        let groups: Vec<Group> = Language::ALL
            .iter()
            .filter(|l| metrics.iter().any(|metric| value(entry, Scope::Language(**l), *metric).is_some()))
            .map(|l| Group {
                name: l.name().to_owned(),
                values: metrics.iter().map(|metric| estimate(entry, Scope::Language(*l), *metric)).collect(),
            })
            .collect();
        if groups.is_empty() {
            return Ok(None);
        }
        let chart = GroupedBars {
            title: format!("Metrics by language, {} context", entry.mode.name()),
            unit: "%".to_owned(),
            max: None,
            series: metrics.iter().map(|metric| metric.short_name().to_owned()).collect(),
            groups,
        };
        let basis = "95 % intervals resample tasks; Cov is a mean without one".to_owned();
        Ok(Some(Numbers::new(chart, &source_of([entry]), basis)))
    }
}

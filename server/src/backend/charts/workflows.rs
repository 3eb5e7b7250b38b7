//! Beyond one answer per task: agents, repair, retrieval, and how well the models knew the code before.

use app::error::AppError;
use app::ports::ChartRequest;
use charts::{Estimate, Group, GroupedBars, HeatMap};
use domain::{Language, Metric};

use super::Numbers;
use super::table::{Row, Table};
use crate::backend::Backend;

/// Corpora of the perplexity table: column, name.
const CORPORA: [(&str, &str); 8] = [
    ("rust", "Rust"),
    ("julia", "Julia"),
    ("go", "Go"),
    ("ruby", "Ruby"),
    ("php", "PHP"),
    ("mceval", "McEval"),
    ("humaneval", "HumanEval"),
    ("testgeneval", "TestGenEval"),
];

impl Backend {
    pub(super) async fn agentic(&self, request: &ChartRequest) -> Result<Option<Numbers>, AppError> {
        let Some(table) = self.table(&request.benchmark, "agentic").await? else { return Ok(None) };
        let metric = request.metric.unwrap_or(Metric::Tpr);
        let of = |language: Language, workflow: &str| {
            number(table.rows().filter(|row| row.text("workflow") == workflow), language, metric, "percent")
        };
        let series = [("Single turn", "passive"), ("Agent", "agentic")];
        let groups = groups(|language| series.map(|(_, workflow)| of(language, workflow)).to_vec());
        let names = series.map(|(name, _)| name);
        Ok(bars(format!("{}: single turn and agent", metric.short_name()), &names, groups, &table))
    }

    pub(super) async fn repair(&self, request: &ChartRequest) -> Result<Option<Numbers>, AppError> {
        let Some(table) = self.table(&request.benchmark, "iterative_repair").await? else { return Ok(None) };
        let metric = request.metric.unwrap_or(Metric::Tpr);
        let of = |language: Language, column: &str| number(table.rows(), language, metric, column);
        let groups = groups(|language| vec![of(language, "before"), of(language, "after")]);
        let title = format!("{}: before and after one round of repair", metric.short_name());
        Ok(bars(title, &["Before", "After"], groups, &table))
    }

    pub(super) async fn retrieval(&self, request: &ChartRequest) -> Result<Option<Numbers>, AppError> {
        let Some(table) = self.table(&request.benchmark, "retrieval_ablation").await? else { return Ok(None) };
        let models = [("codestral_line_coverage", "Codestral (22B)"), ("yi_coder_line_coverage", "Yi-Coder (9B)")];
        let (windows, tops) = (table.distinct("window_lines"), table.distinct("top_k"));
        let mut rows = Vec::new();
        let mut values = Vec::new();
        for (column, model) in models {
            for (retriever, name) in [("bm25", "BM25"), ("dense", "dense")] {
                for window in &windows {
                    let cell = |top: &String| {
                        let same = |row: &Row<'_>| {
                            row.text("retriever") == retriever
                                && row.text("window_lines") == window
                                && row.text("top_k") == top
                        };
                        table.rows().find(same).map_or(f64::NAN, |row| row.number(column))
                    };
                    rows.push(format!("{model}, {name}, {window} lines"));
                    values.push(tops.iter().map(cell).collect::<Vec<_>>());
                }
            }
        }
        let chart = HeatMap {
            title: "Line coverage by what is retrieved".to_owned(),
            unit: "%".to_owned(),
            rows,
            columns: tops.iter().map(|top| format!("{top} passages")).collect(),
            values,
            range: None,
            fine: true,
        };
        Ok(Some(Numbers::new(chart, &table.source, "2 models, 2 retrievers, windows of 30 to 70 lines".to_owned())))
    }

    pub(super) async fn perplexity(&self, request: &ChartRequest) -> Result<Option<Numbers>, AppError> {
        let Some(table) = self.table(&request.benchmark, "perplexity").await? else { return Ok(None) };
        let groups = CORPORA
            .iter()
            .map(|(column, name)| Group {
                name: (*name).to_owned(),
                values: table.rows().map(|row| Estimate::of(row.number(column))).collect(),
            })
            .collect();
        let chart = GroupedBars {
            title: "Perplexity of the code, by corpus".to_owned(),
            unit: String::new(),
            max: None,
            series: table.distinct("model"),
            groups,
        };
        let reading = "Low perplexity hints that a model has seen the text: the five languages of the benchmark stand beside three older benchmarks.";
        let basis = "models whose token probabilities can be read".to_owned();
        Ok(Some(Numbers::new(chart, &table.source, basis).reading(reading.to_owned())))
    }
}

fn groups(values: impl Fn(Language) -> Vec<f64>) -> Vec<Group> {
    Language::ALL
        .iter()
        .map(|language| Group {
            name: language.name().to_owned(),
            values: values(*language).into_iter().map(Estimate::of).collect(),
        })
        .filter(|group| group.values.iter().any(|estimate| estimate.value.is_finite()))
        .collect()
}

fn number<'a>(mut rows: impl Iterator<Item = Row<'a>>, language: Language, metric: Metric, column: &str) -> f64 {
    let row = rows.find(|row| row.is("language", &language) && row.is("metric", &metric));
    row.map_or(f64::NAN, |row| row.number(column))
}

/// Two bars per language of one model, and in how many languages the second is higher.
fn bars(title: String, series: &[&str; 2], groups: Vec<Group>, table: &Table) -> Option<Numbers> {
    if groups.is_empty() {
        return None;
    }
    let higher = groups.iter().filter(|group| group.values[1].value > group.values[0].value).count();
    let reading = format!("{} is higher in {higher} of {} languages.", series[1], groups.len());
    let basis = format!("{}; the paper gives no number of tasks", table.distinct("model").join(", "));
    let chart = GroupedBars {
        title,
        unit: "%".to_owned(),
        max: None,
        series: series.iter().map(|name| (*name).to_owned()).collect(),
        groups,
    };
    Some(Numbers::new(chart, &table.source, basis).reading(reading))
}

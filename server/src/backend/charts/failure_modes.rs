//! What stops a suite: shares of failure modes, and of the kinds of API hallucination (xrepotest.md §5).

use app::error::AppError;
use app::ports::ChartRequest;
use charts::{Part, StackRow, StackedBars, Tone};
use domain::{ContextMode, Language};

use super::Numbers;
use super::table::{Row, Table};
use crate::backend::Backend;

/// The paper's classes in the order of the bars: as printed, as shown, and how they look.
const CLASSES: [(&str, &str, Tone); 6] = [
    ("No Error / Pass", "Pass", Tone::Pass),
    ("Logic & Assertion", "Logic and assertion", Tone::Logic),
    ("Test Design & Mocking", "Test design and mocking", Tone::Design),
    (HALLUCINATION, "API hallucination", Tone::Api),
    ("Type System & Memory", "Type system and memory", Tone::Type),
    ("Syntactic & Compilation", "Syntax and compilation", Tone::Syntax),
];
const HALLUCINATION: &str = "API Hallucination";
/// Likewise the kinds of API hallucination.
const KINDS: [(&str, &str, Tone); 4] = [
    ("Phantom Library", "Phantom library", Tone::Hallucination(0)),
    ("Non-existent API", "API that does not exist", Tone::Hallucination(1)),
    ("Signature Mismatch", "Wrong signature", Tone::Hallucination(2)),
    ("Other", "Other", Tone::Hallucination(3)),
];
const CONTEXTS: [ContextMode; 2] = [ContextMode::Standard, ContextMode::File];

impl Backend {
    pub(super) async fn failure_modes(&self, request: &ChartRequest) -> Result<Option<Numbers>, AppError> {
        let Some(table) = self.table(&request.benchmark, "failure_modes_aggregate").await? else { return Ok(None) };
        let models = match self.table(&request.benchmark, "failure_modes_by_model").await? {
            Some(by_model) => format!("{} models together, ", by_model.distinct("model").len()),
            None => String::new(),
        };
        let rows = by_context(&table, "failure_mode", &CLASSES, request.language);
        let reading = hallucination_reading(&table, request.language);
        let chart = stacked(title("Failure modes", request.language), &CLASSES, "suites", rows);
        let basis = format!("{models}{}", self.tasks_of(request).await?);
        Ok(drawable(chart, &table, basis).map(|numbers| numbers.reading(reading)))
    }

    pub(super) async fn failure_modes_by_model(&self, request: &ChartRequest) -> Result<Option<Numbers>, AppError> {
        let Some(table) = self.table(&request.benchmark, "failure_modes_by_model").await? else { return Ok(None) };
        let mut rows = Vec::new();
        for language in languages(request.language) {
            for model in table.distinct("model") {
                if request.model.as_ref().is_some_and(|wanted| wanted.as_str() != model) {
                    continue;
                }
                for mode in CONTEXTS {
                    let own = table.rows().filter(|row| row.text("model") == model);
                    let values = shares(own, "failure_mode", &CLASSES, language, mode);
                    let name = match request.model {
                        Some(_) => mode.name().to_lowercase(),
                        None => format!("{model}, {}", mode.name().to_lowercase()),
                    };
                    rows.extend(values.map(|values| StackRow { group: language.name().to_owned(), name, values }));
                }
            }
        }
        let subject = match &request.model {
            Some(model) => format!("Failure modes of {model}"),
            None => "Failure modes by model".to_owned(),
        };
        let chart = stacked(title(&subject, request.language), &CLASSES, "suites", rows);
        let basis = self.tasks_of(request).await?;
        Ok(drawable(chart, &table, basis))
    }

    pub(super) async fn hallucination(&self, request: &ChartRequest) -> Result<Option<Numbers>, AppError> {
        let Some(table) = self.table(&request.benchmark, "api_hallucination").await? else { return Ok(None) };
        let rows = by_context(&table, "sub_category", &KINDS, request.language);
        let chart = stacked(title("Kinds of API hallucination", request.language), &KINDS, "API hallucinations", rows);
        Ok(drawable(chart, &table, "share of the suites with an API hallucination".to_owned()))
    }

    /// `931 tasks`, over the languages that are asked for.
    async fn tasks_of(&self, request: &ChartRequest) -> Result<String, AppError> {
        let record = self.benchmark_record(&request.benchmark).await?;
        let languages = record.version.map(|version| version.languages).unwrap_or_default();
        let tasks: u64 = languages
            .iter()
            .filter(|(language, _)| request.language.is_none_or(|wanted| wanted == *language))
            .map(|(_, n)| n)
            .sum();
        Ok(format!("{} tasks", app::view::words::thousands(tasks)))
    }
}

fn drawable(chart: StackedBars, table: &Table, basis: String) -> Option<Numbers> {
    (!chart.rows.is_empty()).then(|| Numbers::new(chart, &table.source, basis))
}

fn title(subject: &str, language: Option<Language>) -> String {
    match language {
        Some(language) => format!("{subject}, {}", language.name()),
        None => subject.to_owned(),
    }
}

fn languages(only: Option<Language>) -> Vec<Language> {
    Language::ALL.iter().copied().filter(|language| only.is_none_or(|wanted| wanted == *language)).collect()
}

fn stacked(title: String, parts: &[(&str, &str, Tone)], unit: &str, rows: Vec<StackRow>) -> StackedBars {
    let parts = parts.iter().map(|(_, name, tone)| Part { name: (*name).to_owned(), tone: *tone }).collect();
    StackedBars { title, unit: unit.to_owned(), shares: true, parts, rows }
}

/// A bar per language and context.
fn by_context(table: &Table, column: &str, parts: &[(&str, &str, Tone)], only: Option<Language>) -> Vec<StackRow> {
    let bar = |language: Language, mode: ContextMode| {
        let values = shares(table.rows(), column, parts, language, mode)?;
        Some(StackRow { group: language.name().to_owned(), name: mode.name().to_lowercase(), values })
    };
    languages(only).into_iter().flat_map(|language| CONTEXTS.map(|mode| bar(language, mode))).flatten().collect()
}

/// The shares of one bar, in the order of `parts`; `None` when nothing is known of it.
fn shares<'a>(
    rows: impl Iterator<Item = Row<'a>> + Clone,
    column: &str,
    parts: &[(&str, &str, Tone)],
    language: Language,
    mode: ContextMode,
) -> Option<Vec<f64>> {
    let own = rows.filter(|row| row.is("language", &language) && row.is("mode", &mode));
    let share = |printed: &str| {
        own.clone().find(|row| row.text(column) == printed).map_or(f64::NAN, |row| row.number("percent"))
    };
    let values: Vec<f64> = parts.iter().map(|(printed, ..)| share(printed)).collect();
    values.iter().any(|value| value.is_finite()).then_some(values)
}

/// What the whole file changes, in one sentence.
fn hallucination_reading(table: &Table, only: Option<Language>) -> String {
    let api = CLASSES.iter().position(|(printed, ..)| *printed == HALLUCINATION).unwrap_or(0);
    let change = |language: Language| {
        let of = |mode| shares(table.rows(), "failure_mode", &CLASSES, language, mode).map(|values| values[api]);
        of(ContextMode::File).zip(of(ContextMode::Standard)).map(|(file, standard)| (language, file - standard))
    };
    let changes: Vec<(Language, f64)> =
        languages(only).into_iter().filter_map(change).filter(|(_, points)| points.is_finite()).collect();
    let points = |value: f64| format!("{:.1} points", value.abs());
    match changes.as_slice() {
        [] => String::new(),
        [(language, change)] => {
            let verb = if *change < 0.0 { "lowers" } else { "raises" };
            format!("In {}, showing the whole file {verb} API hallucination by {}.", language.name(), points(*change))
        }
        all => {
            let lower = all.iter().filter(|(_, change)| *change < 0.0).count();
            let most = all.iter().min_by(|a, b| a.1.total_cmp(&b.1)).filter(|(_, change)| *change < 0.0);
            let most = most.map_or(String::new(), |(language, change)| {
                format!(", most in {} (by {})", language.name(), points(*change))
            });
            format!("Showing the whole file lowers API hallucination in {lower} of {} languages{most}.", all.len())
        }
    }
}

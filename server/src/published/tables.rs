//! Reading the tables.

use std::collections::BTreeMap;

use anyhow::{Context as _, bail};
use domain::{ContextMode, Language, Metric, Scope};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use store::{FigureRow, PublishedEntry};

use super::facts;

const MODELS: &str = include_str!("data/models.csv");
const STANDARD: &str = include_str!("data/standard_results.csv");
const MUTATION: &str = include_str!("data/mutation.csv");
const MODES: &str = include_str!("data/context_modes.csv");

#[derive(Deserialize)]
struct ModelRow {
    model: String,
    provider: String,
    availability: String,
    link: String,
}

/// A row of any table of figures; columns that a table does not have are `None`.
#[derive(Deserialize)]
struct FiguresRow {
    model: String,
    language: Language,
    mode: ContextMode,
    csr: Option<f64>,
    tpr: Option<f64>,
    cov: Option<f64>,
    ir: Option<f64>,
    ms: Option<f64>,
    ms_at_pass: Option<f64>,
}

impl FiguresRow {
    fn values(&self) -> impl Iterator<Item = (Metric, f64)> {
        [
            (Metric::Csr, self.csr),
            (Metric::Tpr, self.tpr),
            (Metric::Cov, self.cov),
            (Metric::Ir, self.ir),
            (Metric::Ms, self.ms),
            (Metric::MsAtPass, self.ms_at_pass),
        ]
        .into_iter()
        .filter_map(|(metric, value)| Some((metric, value?)))
    }
}

fn read<T: DeserializeOwned>(name: &str, table: &str) -> anyhow::Result<Vec<T>> {
    csv::Reader::from_reader(table.as_bytes())
        .deserialize()
        .collect::<Result<_, _>>()
        .with_context(|| format!("{name} cannot be read"))
}

/// Every published entry: fourteen models in the standard context, three of them in the other four as well.
pub fn entries() -> anyhow::Result<Vec<PublishedEntry>> {
    let models: Vec<ModelRow> = read("models.csv", MODELS)?;
    let mut cells: BTreeMap<(ContextMode, String), BTreeMap<(Language, Metric), f64>> = BTreeMap::new();
    for (name, table) in [("standard_results.csv", STANDARD), ("mutation.csv", MUTATION), ("context_modes.csv", MODES)]
    {
        for row in read::<FiguresRow>(name, table)? {
            let entry = cells.entry((row.mode, row.model.clone())).or_default();
            for (metric, value) in row.values() {
                // The standard rows of the two tables repeat each other; they must agree.
                if let Some(known) = entry.insert((row.language, metric), value)
                    && known.to_bits() != value.to_bits()
                {
                    bail!("{name}: {} {} {} is {value}, elsewhere {known}", row.model, row.language, metric);
                }
            }
        }
    }
    cells.into_iter().map(|((mode, model), values)| entry(&models, mode, &model, &values)).collect()
}

fn entry(
    models: &[ModelRow],
    mode: ContextMode,
    model: &str,
    values: &BTreeMap<(Language, Metric), f64>,
) -> anyhow::Result<PublishedEntry> {
    let about =
        models.iter().find(|row| row.model == model).with_context(|| format!("models.csv does not name `{model}`"))?;
    let mut figures: Vec<FigureRow> = values
        .iter()
        .map(|((language, metric), percent)| {
            (Scope::Language(*language), *metric, *percent, facts::tasks(model, *language, mode))
        })
        .collect();
    let means: Vec<FigureRow> = Metric::ALL.iter().filter_map(|metric| macro_mean(&figures, *metric)).collect();
    figures.extend(means);
    Ok(PublishedEntry {
        model: model.parse().with_context(|| format!("models.csv: `{model}`"))?,
        provider: about.provider.clone(),
        link: about.link.clone(),
        open_weights: about.availability == "open-weight",
        mode,
        added: facts::ADDED,
        figures,
    })
}

/// The unweighted mean of the five languages; there is none while one of them is missing (mutation scores).
fn macro_mean(figures: &[FigureRow], metric: Metric) -> Option<FigureRow> {
    let rows: Vec<&FigureRow> = figures.iter().filter(|(_, m, _, _)| *m == metric).collect();
    if rows.len() != Language::ALL.len() {
        return None;
    }
    let mean = rows.iter().map(|(_, _, percent, _)| percent).sum::<f64>() / rows.len() as f64;
    Some((Scope::Macro, metric, mean, rows.iter().map(|(_, _, _, n)| n).sum()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(entry: &PublishedEntry, scope: Scope, metric: Metric) -> Option<(f64, u64)> {
        entry.figures.iter().find(|(s, m, _, _)| *s == scope && *m == metric).map(|(_, _, percent, n)| (*percent, *n))
    }

    fn find<'a>(entries: &'a [PublishedEntry], model: &str, mode: ContextMode) -> &'a PublishedEntry {
        entries.iter().find(|entry| entry.model.as_str() == model && entry.mode == mode).unwrap()
    }

    #[test]
    fn fourteen_models_and_three_in_the_other_modes() {
        let entries = entries().unwrap();
        let count = |mode| entries.iter().filter(|entry| entry.mode == mode).count();
        assert_eq!(ContextMode::ALL.iter().map(|mode| count(*mode)).collect::<Vec<_>>(), [14, 3, 3, 3, 3]);
    }

    #[test]
    fn figures_are_those_of_the_paper() {
        let entries = entries().unwrap();
        // Table A.4 and A.5, read from the paper.
        let gpt = find(&entries, "GPT-5.2", ContextMode::Standard);
        assert_eq!(value(gpt, Scope::Language(Language::Go), Metric::Tpr), Some((25.78, 706)));
        assert_eq!(value(gpt, Scope::Language(Language::Ruby), Metric::MsAtPass), Some((78.68, 675)));
        assert_eq!(value(gpt, Scope::Language(Language::Php), Metric::Ms), None);
        // (12.24 + 16.52 + 25.78 + 25.78 + 10.06) / 5, by hand
        let (mean, n) = value(gpt, Scope::Macro, Metric::Tpr).unwrap();
        assert!((mean - 18.076).abs() < 1e-9, "{mean}");
        assert_eq!(n, 3642);
        assert_eq!(value(gpt, Scope::Macro, Metric::Ms), None);
        assert!(!gpt.open_weights);
        assert_eq!(gpt.provider, "OpenAI");
    }

    #[test]
    fn the_partial_run_keeps_its_own_number_of_tasks() {
        let entries = entries().unwrap();
        let file = find(&entries, "GPT-OSS (120B)", ContextMode::File);
        assert_eq!(value(file, Scope::Language(Language::Ruby), Metric::Tpr), Some((13.71, 350)));
        assert_eq!(value(file, Scope::Language(Language::Ruby), Metric::Csr), None);
        let lsp = find(&entries, "GPT-OSS (120B)", ContextMode::Lsp);
        assert_eq!(value(lsp, Scope::Language(Language::Ruby), Metric::Tpr), Some((7.56, 675)));
    }
}

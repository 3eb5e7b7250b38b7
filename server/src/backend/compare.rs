//! Entries beside each other.

mod paired;
mod printed;

use app::error::AppError;
use app::ports::{ChartName, ChartRequest, Compared, Comparison, MOST_COMPARED};
use domain::{EntryId, Metric, Scope};
use store::EntryRecord;

use super::Backend;
use super::benchmarks::summary;
use super::board::row;
use super::faults::internal;

impl Backend {
    pub(super) async fn comparison(&self, ids: &[EntryId]) -> Result<Comparison, AppError> {
        let entries = self.entries_to_compare(ids).await?;
        let benchmark = self.benchmark_record(&entries[0].benchmark).await?;
        let metrics: Vec<Metric> = Metric::ALL
            .iter()
            .copied()
            .filter(|metric| entries.iter().any(|entry| entry.figures.iter().any(|(_, m, _, _)| m == metric)))
            .collect();
        let requests = metrics
            .iter()
            .map(|metric| ChartRequest::new(ChartName::Compare, &benchmark.slug).of_metric(*metric))
            .chain([ChartRequest::new(ChartName::Overlap, &benchmark.slug)])
            .map(|request| ChartRequest { entries: ids.to_vec(), ..request })
            .collect();
        let charts = self.chart_set(&benchmark.slug, requests).await?.charts.into_iter().flatten().collect();
        let paired = self.paired(&entries).await?;
        let (printed, printed_source) = self.printed_tests(&entries).await?;
        let labels = labels(&entries);
        let entries = entries
            .into_iter()
            .zip(labels)
            .map(|(entry, label)| Compared { mode: entry.mode, label, row: with_interval(entry) })
            .collect();
        Ok(Comparison { benchmark: summary(benchmark), entries, metrics, charts, paired, printed, printed_source })
    }

    /// The entries, or what is wrong with the choice.
    pub(super) async fn entries_to_compare(&self, ids: &[EntryId]) -> Result<Vec<EntryRecord>, AppError> {
        let invalid = |message: &str| AppError::Invalid { field: "entries".to_owned(), message: message.to_owned() };
        if !(2..=MOST_COMPARED).contains(&ids.len()) {
            return Err(invalid("choose two to four different entries on a leaderboard"));
        }
        let mut entries: Vec<EntryRecord> = Vec::with_capacity(ids.len());
        for id in ids {
            let entry = self.store.entry(*id).await.map_err(internal)?;
            let entry = entry.ok_or_else(|| AppError::NotFound(format!("The entry `{id}`")))?;
            if entries.iter().any(|known| known.id == entry.id) {
                return Err(invalid("an entry cannot be compared with itself"));
            }
            if entries.first().is_some_and(|first| first.benchmark != entry.benchmark) {
                return Err(invalid("entries of different benchmarks have no task in common"));
            }
            entries.push(entry);
        }
        Ok(entries)
    }
}

/// Names that tell the entries apart: the model, with the context mode where it is needed, and a number where even that
/// is not enough.
pub(super) fn labels(entries: &[EntryRecord]) -> Vec<String> {
    let same_mode = entries.iter().all(|entry| entry.mode == entries[0].mode);
    let label = |entry: &EntryRecord| {
        if same_mode { entry.model.to_string() } else { format!("{}, {}", entry.model, entry.mode.name()) }
    };
    let plain: Vec<String> = entries.iter().map(label).collect();
    (0..plain.len())
        .map(|i| match plain.iter().filter(|other| **other == plain[i]).count() {
            1 => plain[i].clone(),
            _ => format!("{} ({})", plain[i], 1 + plain[..i].iter().filter(|other| **other == plain[i]).count()),
        })
        .collect()
}

fn with_interval(entry: EntryRecord) -> app::ports::BoardRow {
    let placing = scoring::rank(&[super::board::contestant(&entry, Scope::Macro, Metric::Tpr)]);
    // A rank among these few would say nothing; the interval stays.
    let interval = placing.into_iter().flatten().find_map(|placing| placing.interval);
    app::ports::BoardRow { interval, ..row(entry, None) }
}

//! Figures of entries as charts take them.

use charts::Estimate;
use domain::{EntrySource, Metric, Scope};
use store::EntryRecord;

use crate::backend::board::contestant;

/// The value of an entry in percent, and the number of tasks behind it.
pub(super) fn value(entry: &EntryRecord, scope: Scope, metric: Metric) -> Option<(f64, u64)> {
    let figure = entry.figures.iter().find(|(s, m, _, _)| *s == scope && *m == metric);
    figure.map(|(_, _, percent, n)| (*percent, *n))
}

/// The value with its 95 % interval, as on the board.
pub(super) fn estimate(entry: &EntryRecord, scope: Scope, metric: Metric) -> Estimate {
    let Some((percent, _)) = value(entry, scope, metric) else { return Estimate::unknown() };
    let interval = scoring::rank(&[contestant(entry, scope, metric)]).into_iter().flatten().find_map(|p| p.interval);
    Estimate { value: percent, interval }
}

/// Whether a metric is a share of tasks, so that a spread over tasks is known.
pub(super) fn is_share(metric: Metric) -> bool {
    matches!(metric, Metric::Csr | Metric::Tpr | Metric::Ir | Metric::ValidPass)
}

/// What a scope is called in a title.
pub(super) fn place(scope: Scope) -> String {
    match scope {
        Scope::Language(language) => language.name().to_owned(),
        Scope::Macro => "mean of languages".to_owned(),
        Scope::Micro => "all tasks".to_owned(),
    }
}

/// Where the figures of entries come from, in words.
pub(super) fn source_of<'a>(entries: impl IntoIterator<Item = &'a EntryRecord>) -> String {
    let mut sources: Vec<EntrySource> = entries.into_iter().map(|entry| entry.source).collect();
    sources.sort_unstable();
    sources.dedup();
    let words: Vec<&str> = sources
        .into_iter()
        .map(|source| match source {
            EntrySource::Published => "figures published with the benchmark",
            EntrySource::Verified => "evaluations run here",
            EntrySource::SelfReported => "figures reported by vendors",
        })
        .collect();
    if words.is_empty() { "no entries".to_owned() } else { words.join(" and ") }
}

//! The form in which every coverage rule of the reference answers.

use std::ops::RangeInclusive;

use super::numbers::first_percentage;

/// The lines of a focal function, 1-based, both ends included.
pub type LineRange = RangeInclusive<u32>;

/// Lines (or branches) of the focal range, and how many of them ran (xrepotest.md §1.4, `coverage_stats`).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ReferenceCoverage {
    pub covered: u32,
    pub total: u32,
}

impl ReferenceCoverage {
    /// Covered lines in percent, 0 without lines: Ruby's `coverage_percentage` (§1.4).
    pub fn percentage(self) -> f64 {
        if self.total == 0 { 0.0 } else { f64::from(self.covered) / f64::from(self.total) * 100.0 }
    }

    /// Counts the lines that a rule saw; several sightings of one line are one line, covered if any of them was.
    pub(super) fn of(lines: impl Iterator<Item = (u32, bool)>) -> Self {
        let mut seen = std::collections::BTreeMap::new();
        for (line, covered) in lines {
            *seen.entry(line).or_insert(false) |= covered;
        }
        let covered = seen.values().filter(|&&covered| covered).count();
        Self { covered: covered as u32, total: seen.len() as u32 }
    }
}

/// The guess from a percentage in printed text, for PHP and Ruby alike (§3.4, §3.5, §9).
///
/// The first percentage anywhere in the text, of whatever file, is taken as the share of the function's lines,
/// blank ones and comments included. Without a percentage there is nothing: 0 of 0.
pub fn text_coverage(text: &str, focal: &LineRange) -> ReferenceCoverage {
    let Some(percent) = first_percentage(text) else { return ReferenceCoverage::default() };
    let total = focal.clone().count() as u32;
    ReferenceCoverage { covered: (f64::from(total) * percent / 100.0) as u32, total }
}

/// The last two components of a path, which is all that the reference compares of it.
pub(super) fn last_two(path: &str) -> impl Iterator<Item = &str> {
    let count = path.split('/').count();
    path.split('/').skip(count.saturating_sub(2))
}

/// A path with forward slashes.
pub(super) fn forward(path: &str) -> String {
    path.replace('\\', "/")
}

/// The lines of a block that lie in the focal range.
pub(super) fn clipped(first: i64, last: i64, focal: &LineRange) -> LineRange {
    let low = first.max(i64::from(*focal.start()));
    let high = last.min(i64::from(*focal.end()));
    // Both ends lie in the focal range now, unless the block misses it and the range is empty.
    if low <= high { low as u32..=high as u32 } else { LineRange::new(1, 0) }
}

//! LLVM's own rule from segments to lines, beside which the reference's can be put.

use super::coverage::{LineRange, ReferenceCoverage};
use super::rust::Segment;

/// Line coverage of the focal range as LLVM's reports count it (evaluator-lab.md §4.4).
///
/// A line counts if a region with a count starts on it, or if one that started above reaches into it, unless the
/// line begins with a skipped region. Its count is the largest of both; the segment that reaches in is the last one
/// of an earlier line. `segments` are in order of place.
pub fn llvm_lines(segments: &[Segment], focal: &LineRange) -> ReferenceCoverage {
    let (Some(first), Some(last)) = (segments.first(), segments.last()) else { return ReferenceCoverage::default() };
    let mut lines = Vec::new();
    let mut wrapped: Option<&Segment> = None;
    let mut rest = segments;
    // Lines above the first and below the last segment do not exist for LLVM; others outside the range do not matter.
    for line in first.line..=last.line.min(*focal.end()) {
        let (here, after) = rest.split_at(rest.iter().take_while(|segment| segment.line == line).count());
        rest = after;
        if focal.contains(&line)
            && let Some(count) = count_of(here, wrapped)
        {
            lines.push((line, count > 0));
        }
        wrapped = here.last().or(wrapped);
    }
    ReferenceCoverage::of(lines.into_iter())
}

/// How often a line ran; `None` if it is not mapped.
fn count_of(here: &[Segment], wrapped: Option<&Segment>) -> Option<u64> {
    let starts = || here.iter().filter(|s| s.has_count && s.is_region_entry);
    let counted = || starts().filter(|s| !s.is_gap);
    let skipped = here.first().is_some_and(|s| !s.has_count && s.is_region_entry);
    let reaches_in = wrapped.is_some_and(|s| s.has_count);
    // Any region that starts here maps the line, a gap too, even behind a skipped one.
    let is_mapped = (!skipped && reaches_in) || starts().next().is_some();
    let from_above = wrapped.map_or(0, |s| s.count);
    is_mapped.then(|| counted().map(|s| s.count).max().unwrap_or(0).max(from_above))
}

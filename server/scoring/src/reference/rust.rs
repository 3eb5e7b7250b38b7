//! Rust: the JSON of `cargo llvm-cov` (xrepotest.md §3.2).

use serde_json::Value;

use super::coverage::{LineRange, ReferenceCoverage, clipped, forward, last_two};

/// A point of a source file from which on the execution count is another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Segment {
    pub line: u32,
    pub column: u32,
    pub count: u64,
    /// Whether `count` means anything; the end of a region has none.
    pub has_count: bool,
    pub is_region_entry: bool,
    /// A region between statements, which the reference does not tell apart.
    pub is_gap: bool,
}

impl Segment {
    /// Reads `[line, column, count, has count, is region entry, is gap]`; without a fourth element it has a count.
    fn read(value: &Value) -> Option<Self> {
        let number = |at: usize| value.get(at).and_then(Value::as_u64);
        let flag = |at: usize, absent: bool| value.get(at).map_or(absent, |v| v.as_bool().unwrap_or(v != 0));
        Some(Self {
            line: u32::try_from(number(0)?).ok()?,
            column: u32::try_from(number(1)?).ok()?,
            count: number(2)?,
            has_count: flag(3, true),
            is_region_entry: flag(4, false),
            is_gap: flag(5, false),
        })
    }
}

/// The segments of one file of an export, in order of place; what is no segment is left out.
pub fn segments(file: &Value) -> Vec<Segment> {
    let listed = file.get("segments").and_then(Value::as_array);
    let mut segments: Vec<Segment> = listed.into_iter().flatten().filter_map(Segment::read).collect();
    segments.sort_by_key(|segment| (segment.line, segment.column));
    segments
}

/// Line coverage of the focal range from the JSON of `cargo llvm-cov --json`; `None` without the focal file (§3.2).
pub fn rust_export(export: &Value, focal_path: &str, focal: &LineRange) -> Option<ReferenceCoverage> {
    let files = export.get("data")?.get(0)?.get("files")?.as_array()?;
    Some(rust_segments(&segments(focal_file(files, focal_path)?), focal))
}

/// The file that the reference takes for the focal one.
///
/// The first that is equal, or a suffix in either direction, or contains the last two components anywhere; a later
/// exact match loses to an earlier loose one. Else the last with the same base name, so any `mod.rs`.
fn focal_file<'a>(files: &'a [Value], focal_path: &str) -> Option<&'a Value> {
    let wanted = forward(focal_path);
    let components = last_two(&wanted).collect::<Vec<_>>();
    let of_same_name = |name: &str| name.rsplit('/').next() == components.last().copied();
    let mut fallback = None;
    for file in files {
        let name = forward(file.get("filename")?.as_str()?);
        let is_suffix = name.ends_with(&wanted) || wanted.ends_with(&name);
        if is_suffix || (components.len() == 2 && name.contains(&components.join("/"))) {
            return Some(file);
        }
        if of_same_name(&name) {
            fallback = Some(file);
        }
    }
    fallback
}

/// The reference's rule from segments to lines (§3.2, Q-23).
///
/// A segment with a count spans from its line to the line before the next segment's, the last one to the end of the
/// function. So of several segments on a line only the last one counts, and a line that ends with a segment without
/// count (every expression of a recent compiler ends so) is no line at all. [`llvm_lines`](super::llvm_lines) is
/// what LLVM itself makes of the same segments.
pub fn rust_segments(segments: &[Segment], focal: &LineRange) -> ReferenceCoverage {
    let ends = segments.iter().skip(1).map(|next| i64::from(next.line) - 1).chain([i64::from(*focal.end())]);
    ReferenceCoverage::of(
        segments
            .iter()
            .zip(ends)
            .filter(|(segment, _)| segment.has_count)
            .flat_map(|(segment, end)| clipped(i64::from(segment.line), end, focal).map(|l| (l, segment.count > 0))),
    )
}

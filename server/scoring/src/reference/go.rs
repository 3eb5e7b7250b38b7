//! Go: the cover profile and the text of gobco (xrepotest.md §3.1).

use super::coverage::{LineRange, ReferenceCoverage, clipped, last_two};
use super::numbers::{digits_at_end, digits_at_start, whole};

/// Line coverage of the focal range from a profile of `go test -coverprofile` (§3.1).
///
/// Every line that a block touches counts, closing braces, blank lines and comments too; a line that lies in
/// an executed block is covered, whatever other blocks say. A block belongs to the focal file if its path contains
/// the last two components of the focal path as a substring, so `mypkg/file.go` counts for `pkg/file.go`.
/// Lines of another form are skipped.
pub fn go_profile(profile: &str, focal_path: &str, focal: &LineRange) -> ReferenceCoverage {
    let wanted = last_two(focal_path).collect::<Vec<_>>().join("/");
    ReferenceCoverage::of(
        profile
            .split('\n')
            .filter(|line| !line.starts_with("mode:"))
            .filter_map(block)
            .filter(|block| block.path.contains(&wanted))
            .flat_map(|block| clipped(block.first, block.last, focal).map(move |line| (line, block.count > 0))),
    )
}

struct Block<'a> {
    path: &'a str,
    first: i64,
    last: i64,
    count: i64,
}

/// `path:first.column,last.column statements count`
fn block(line: &str) -> Option<Block<'_>> {
    let mut fields = line.split_whitespace();
    let (place, _, count) = (fields.next()?, fields.next()?, fields.next()?);
    let line_in = |text: &str| whole(text.split('.').next()?);
    let mut parts = place.split(':');
    Some(Block {
        path: parts.next()?,
        first: line_in(parts.next()?)?,
        last: line_in(place.split(',').nth(1)?)?,
        count: whole(count)?,
    })
}

/// Branch coverage of the focal range from what gobco prints (§3.1). The reference has this rule but never uses it.
///
/// Each condition has two branches. `N times true … M times false` covers one for each that is not 0, `was never
/// evaluated` none, `was once true but never false` and its opposite one.
pub fn gobco_branches(text: &str, focal: &LineRange) -> ReferenceCoverage {
    let mut branches = ReferenceCoverage::default();
    for line in text.lines() {
        let counted = headers(line).find_map(|(at, tail)| times(tail).map(|counts| (at, counts)));
        let header = headers(line).next().map(|(at, _)| at);
        let (at, covered) = match counted {
            Some((at, (on_true, on_false))) => (Some(at), u32::from(on_true) + u32::from(on_false)),
            None if line.contains("was never evaluated") => (header, 0),
            None if line.contains("was once true but never false") => (header, 1),
            None if line.contains("was once false but never true") => (header, 1),
            None => continue,
        };
        if at.is_some_and(|at| focal.contains(&at)) {
            branches.covered += covered;
            branches.total += 2;
        }
    }
    branches
}

/// Where a line says `path:line:column: condition`: the line number, and the text after it.
fn headers(line: &str) -> impl Iterator<Item = (u32, &str)> {
    line.match_indices(':').filter(|(at, _)| *at > 0).filter_map(|(at, _)| {
        let (number, rest) = digits_at_start(&line[at + 1..]);
        let (column, rest) = digits_at_start(rest.strip_prefix(':')?);
        let tail = rest.strip_prefix(": condition")?;
        (!column.is_empty()).then_some((number.parse().ok()?, tail))
    })
}

/// Whether `N times true … M times false` has an N and an M above 0.
fn times(tail: &str) -> Option<(bool, bool)> {
    let rest = tail.strip_prefix(' ')?;
    rest.match_indices(" times true").find_map(|(at, sign)| {
        let on_true = digits_at_end(&rest[..at]);
        // The number needs a blank of its own, besides the one after `condition`.
        let is_word = rest[..at - on_true.len()].ends_with(' ');
        let after = &rest[at + sign.len()..];
        let on_false =
            after.match_indices(" times false").map(|(at, _)| digits_at_end(&after[..at])).find(|n| !n.is_empty())?;
        (is_word && !on_true.is_empty()).then(|| (is_positive(on_true), is_positive(on_false)))
    })
}

fn is_positive(digits: &str) -> bool {
    digits.bytes().any(|digit| digit != b'0')
}

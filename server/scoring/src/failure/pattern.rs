//! Patterns over one line: parts in their order, `…` between them for anything, `#` for a digit from 1 to 9.

/// Whether a line holds the pattern; both in lower case.
pub(super) fn holds(line: &str, pattern: &str) -> bool {
    let mut rest = line;
    for part in pattern.split('…') {
        let found = match part.split_once('#') {
            // A digit after (and before) fixed text.
            Some((before, after)) => digit_after(rest, before, after),
            None => rest.find(part).map(|at| at + part.len()),
        };
        match found {
            Some(end) => rest = &rest[end..],
            None => return false,
        }
    }
    true
}

fn digit_after(text: &str, before: &str, after: &str) -> Option<usize> {
    text.match_indices(before).find_map(|(at, _)| {
        let end = at + before.len();
        let rest = &text[end..];
        let digit = rest.chars().next().is_some_and(|c| ('1'..='9').contains(&c));
        (digit && rest[1..].starts_with(after)).then_some(end + 1 + after.len())
    })
}

/// Whether a line holds one of the patterns.
pub(super) fn holds_any(line: &str, patterns: &[&str]) -> bool {
    patterns.iter().any(|pattern| holds(line, pattern))
}

/// The first line of a text that holds one of the patterns, as it is written.
pub(super) fn line_with<'t>(text: &'t str, patterns: &[&str]) -> Option<&'t str> {
    text.lines().find(|line| holds_any(&line.to_lowercase(), patterns))
}

/// What stands between the first pair of these marks.
pub(super) fn between<'t>(text: &'t str, open: &str, close: &str) -> Option<&'t str> {
    let start = text.find(open)? + open.len();
    let end = text[start..].find(close)?;
    Some(&text[start..start + end])
}

#[cfg(test)]
mod tests {
    use super::{between, holds, line_with};

    #[test]
    fn parts_come_in_their_order_on_one_line() {
        assert!(holds("cannot use 2 (untyped int) as string value in assignment", "cannot use…as…in"));
        assert!(!holds("in as cannot use", "cannot use…as…in"));
        assert!(holds("fail = 12", "fail…=…#"));
        assert!(!holds("fail = 0", "fail…= #"));
        assert!(holds("3 examples, 0 failures, 1 failure", "#…failure"));
        assert_eq!(line_with("First\nCannot USE it as\n", &["cannot use…as"]), Some("Cannot USE it as"));
        assert_eq!(line_with("cannot use\nas", &["cannot use…as"]), None);
        assert_eq!(between("no `X` in `y`", "`", "`"), Some("X"));
    }
}

//! From which number the lines of a record are counted.

/// How a record counts lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Base {
    /// The first line is 0.
    Zero,
    /// The first line is 1.
    One,
    /// The code stands at both places.
    Either,
}

/// The base under which the code stands where the record says; `None` when it does under neither.
pub(super) fn base_of(code: &str, file: &str, start: u32, end: u32) -> Option<Base> {
    let one = start > 0 && stands(code, file, start - 1, end - 1);
    let zero = stands(code, file, start, end);
    match (zero, one) {
        (true, true) => Some(Base::Either),
        (true, false) => Some(Base::Zero),
        (false, true) => Some(Base::One),
        (false, false) => None,
    }
}

/// Whether the code is what stands from line `first` to line `last` (0-based, inclusive). It may begin after the
/// indentation of its first line and end before the end of its last.
fn stands(code: &str, file: &str, first: u32, last: u32) -> bool {
    let (first, last) = (first as usize, last as usize);
    let code: Vec<&str> = code.lines().collect();
    if last < first || code.len() != last + 1 - first {
        return false;
    }
    let mut lines = file.lines().skip(first);
    for (n, wanted) in code.iter().enumerate() {
        let Some(line) = lines.next() else { return false };
        let fits = match (n == 0, n + 1 == code.len()) {
            (true, true) => line.contains(wanted),
            (true, false) => line.ends_with(wanted),
            (false, true) => line.starts_with(wanted),
            (false, false) => line == *wanted,
        };
        if !fits {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::{Base, base_of};

    #[test]
    fn bases_are_told_apart() {
        let file = "a\n  b {\n  c\n  } // end\nd\n";
        assert_eq!(base_of("b {\n  c\n  }", file, 2, 4), Some(Base::One));
        assert_eq!(base_of("b {\n  c\n  }", file, 1, 3), Some(Base::Zero));
        assert_eq!(base_of("b {\n  c\n  }", file, 3, 5), None);
        assert_eq!(base_of("b {\n  c\n  }", file, 2, 3), None, "the number of lines differs");
        assert_eq!(base_of("x", "x\nx\n", 1, 1), Some(Base::Either));
        assert_eq!(base_of("a", "a\n", 0, 0), Some(Base::Zero));
        assert_eq!(base_of("a", "a\n", 9, 9), None);
    }
}

//! Numbers as the reference reads and rounds them.

/// A whole number as Python's `int` reads it: blanks around, a sign, single underscores between digits.
pub(super) fn whole(text: &str) -> Option<i64> {
    let text = text.trim();
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let well_formed = digits.split('_').all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()));
    if !well_formed {
        return None;
    }
    text.replace('_', "").parse().ok()
}

/// The first number that stands directly before a percent sign: `12`, `66.7`.
pub(super) fn first_percentage(text: &str) -> Option<f64> {
    text.match_indices('%').find_map(|(at, _)| {
        let before = &text[..at];
        let last = digits_at_end(before);
        if last.is_empty() {
            return None;
        }
        let rest = &before[..before.len() - last.len()];
        let whole_part = rest.strip_suffix('.').map_or("", digits_at_end);
        let number = if whole_part.is_empty() { last.to_owned() } else { format!("{whole_part}.{last}") };
        number.parse().ok()
    })
}

/// The run of digits that ends a text.
pub(super) fn digits_at_end(text: &str) -> &str {
    &text[text.trim_end_matches(|c: char| c.is_ascii_digit()).len()..]
}

/// The run of digits that begins a text, and what follows it.
pub(super) fn digits_at_start(text: &str) -> (&str, &str) {
    text.split_at(text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len())
}

/// A number with so many decimals, ties to the even digit as Python's `round` does it.
pub(super) fn rounded(value: f64, decimals: usize) -> f64 {
    format!("{value:.decimals$}").parse().unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers() {
        for (text, want) in [("12", 12), (" 12\n", 12), ("+3", 3), ("-3", -3), ("1_000", 1000), ("007", 7)] {
            assert_eq!(whole(text), Some(want), "{text:?}");
        }
        for text in ["", "x", "1.0", "1 2", "_1", "1_", "1__0", "+-1", "+", "0x1", "99999999999999999999"] {
            assert_eq!(whole(text), None, "{text:?}");
        }
    }

    #[test]
    fn percentages() {
        for (text, want) in [
            ("66.7%", Some(66.7)),
            ("Lines: 12% of 80%", Some(12.0)),
            ("12.34.5%", Some(34.5)),
            (".5%", Some(5.0)),
            ("% 5 % 7%", Some(7.0)),
            ("no number", None),
            ("50 percent", None),
        ] {
            assert_eq!(first_percentage(text), want, "{text:?}");
        }
    }

    #[test]
    fn ties_go_to_the_even_digit() {
        for (value, decimals, want) in
            [(3.125, 2, 3.12), (9.375, 2, 9.38), (66.666_666_6, 2, 66.67), (0.83335, 4, 0.8334), (0.5, 0, 0.0)]
        {
            assert!((rounded(value, decimals) - want).abs() < 1e-12, "{value} is {}", rounded(value, decimals));
        }
    }
}

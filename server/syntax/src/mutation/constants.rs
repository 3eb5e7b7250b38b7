//! Other values for literals.

use super::dialect::Literals;

/// What stands instead of an integer: the next one, and for 1 also 0.
pub(super) fn integer(text: &str, literals: &Literals) -> Vec<String> {
    const SUFFIXES: &[&str] = &["i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize"];
    let suffix = SUFFIXES.iter().filter(|suffix| text.ends_with(**suffix)).max_by_key(|suffix| suffix.len());
    let (digits, suffix) = text.split_at(text.len() - suffix.map_or(0, |suffix| suffix.len()));
    let lower = digits.to_ascii_lowercase();
    let (prefix, radix) = match lower.get(..2) {
        Some("0x") => (2, 16),
        Some("0o") => (2, 8),
        Some("0b") => (2, 2),
        Some(two) if literals.leading_zero_is_octal && two.starts_with('0') => (1, 8),
        _ => (0, 10),
    };
    let plain: String = lower[prefix..].chars().filter(|c| *c != '_').collect();
    let Ok(value) = u128::from_str_radix(&plain, radix) else { return Vec::new() };
    let Some(next) = value.checked_add(1) else { return Vec::new() };
    let values = if value == 1 { vec![0, next] } else { vec![next] };
    values
        .into_iter()
        .map(|value| {
            let digits = match radix {
                16 => format!("{value:0width$x}", width = plain.len()),
                8 => format!("{value:o}"),
                2 => format!("{value:0width$b}", width = plain.len()),
                _ => value.to_string(),
            };
            [&text[..prefix], &digits, suffix].concat()
        })
        .collect()
}

/// What stands instead of a float: one more; 0 where it is not written plainly.
pub(super) fn float(text: &str) -> Option<String> {
    let end = text.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | '_'))).unwrap_or(text.len());
    let (number, suffix) = text.split_at(end);
    if suffix.starts_with(['e', 'E', 'p', 'P', 'x', 'X']) {
        return Some("0.0".to_owned());
    }
    let plain: String = number.chars().filter(|c| *c != '_').collect();
    let (whole, fraction) = plain.split_once('.').unwrap_or((&plain, "0"));
    let whole: u128 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    let fraction = if fraction.is_empty() { "0" } else { fraction };
    Some(format!("{}.{fraction}{suffix}", whole.checked_add(1)?))
}

/// `true` for `false` and the reverse.
pub(super) fn boolean(text: &str) -> Option<&'static str> {
    match text.to_ascii_lowercase().as_str() {
        "true" => Some("false"),
        "false" => Some("true"),
        _ => None,
    }
}

/// The empty text for a text, and a text for the empty one. A byte or C string (Rust) stays one.
pub(super) fn string(text: &str) -> Option<String> {
    let open = text.find(['"', '\'', '`'])?;
    let inner = text[open..].trim_end_matches('#').trim_matches(['"', '\'', '`']);
    let prefix: String = text[..open].chars().filter(|c| matches!(c, 'b' | 'c')).collect();
    Some(format!("{prefix}{}", if inner.is_empty() { "\"mutant\"" } else { "\"\"" }))
}

/// The character after a plain printable one.
pub(super) fn character(text: &str) -> Option<String> {
    let (prefix, quoted) = text.split_at(text.find('\'')?);
    let [b'\'', byte @ b' '..=b'}', b'\''] = quoted.as_bytes() else { return None };
    let mut next = byte + 1;
    while matches!(next, b'\'' | b'\\') {
        next += 1;
    }
    (*byte != b'\\').then(|| format!("{prefix}'{}'", char::from(next)))
}

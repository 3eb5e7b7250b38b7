//! Text in a drawing: escaping, width, shortening, wrapping and the forms of numbers.

/// Widths of the printable ASCII characters in thousandths of the font size, from the metrics of Helvetica, which
/// Arial, Liberation Sans and the system fonts follow closely.
const WIDTHS: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
    722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
    556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
    260, 334, 584,
];
/// System fonts are up to this much wider (DejaVu Sans is the widest); a label must fit in all of them.
const MARGIN: f64 = 1.14;
/// What an unknown number looks like.
pub(crate) const UNKNOWN: &str = "—";

/// The room that `text` needs at a font size, on the safe side.
pub fn text_width(text: &str, size: f64) -> f64 {
    let units: f64 = text.chars().map(char_width).sum();
    units * size * MARGIN / 1000.0
}

fn char_width(c: char) -> f64 {
    match c as u32 {
        code @ 0x20..=0x7e => f64::from(WIDTHS[(code - 0x20) as usize]),
        0x300..=0x36f | 0x200b..=0x200f => 0.0,
        0x2014 | 0x2026 | 0x1100.. => 1050.0,
        _ => 650.0,
    }
}

/// Text for XML: markup characters as entities, what XML forbids and what could turn the direction of text left out.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' | '\r' => out.push(' '),
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fffe}' | '\u{ffff}' => {}
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}

/// The text, or its beginning and an ellipsis, so that it takes at most `room`.
pub(crate) fn fit(text: &str, size: f64, room: f64) -> String {
    if text_width(text, size) <= room {
        return text.to_owned();
    }
    let mut kept = String::new();
    for c in text.chars() {
        kept.push(c);
        if text_width(&kept, size) + text_width("…", size) > room {
            kept.pop();
            break;
        }
    }
    let kept = kept.trim_end();
    if kept.is_empty() { String::new() } else { format!("{kept}…") }
}

/// At most `lines` lines of at most `room` each, broken at spaces and after hyphens; the last is shortened if need be.
pub(crate) fn wrap(text: &str, size: f64, room: f64, lines: usize) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut line = String::new();
    for piece in pieces(text) {
        let longer = format!("{line}{piece}");
        if !line.is_empty() && text_width(longer.trim_end(), size) > room {
            out.push(std::mem::take(&mut line).trim_end().to_owned());
            piece.trim_start().clone_into(&mut line);
        } else {
            line = longer;
        }
    }
    out.push(line.trim_end().to_owned());
    if out.len() > lines {
        let rest = out.split_off(lines.saturating_sub(1)).join(" ");
        out.push(rest);
    }
    out.iter().map(|line| fit(line, size, room)).collect()
}

fn pieces(text: &str) -> Vec<&str> {
    text.split_inclusive([' ', '-', '/']).collect()
}

/// A short form for names inside sentences and tooltips, so that one long name cannot fill the drawing.
pub(crate) fn clip(text: &str) -> String {
    clip_to(text, 60)
}

/// A shorter form for tooltips, of which there are many.
pub(crate) fn brief(text: &str) -> String {
    clip_to(text, 30)
}

fn clip_to(text: &str, most: usize) -> String {
    if text.chars().count() <= most { text.to_owned() } else { text.chars().take(most - 1).collect::<String>() + "…" }
}

/// One decimal, as beside a mark; an em dash for unknown.
pub(crate) fn one(value: f64) -> String {
    if value.abs() >= 1e7 {
        plain(value)
    } else if value.is_finite() {
        minus(&format!("{value:.1}"))
    } else {
        UNKNOWN.to_owned()
    }
}

/// Two decimals, as in a table; an em dash for unknown.
pub(crate) fn two(value: f64) -> String {
    if value.abs() >= 1e7 {
        plain(value)
    } else if value.is_finite() {
        minus(&format!("{value:.2}"))
    } else {
        UNKNOWN.to_owned()
    }
}

/// As many decimals as the number needs, at most four: costs go from cents to thousands.
pub(crate) fn plain(value: f64) -> String {
    if !value.is_finite() {
        return UNKNOWN.to_owned();
    }
    if value.abs() >= 1e7 {
        return minus(&format!("{value:.2e}"));
    }
    let text = format!("{value:.4}");
    minus(text.trim_end_matches('0').trim_end_matches('.'))
}

/// A number with a real minus sign, and no minus before zero.
fn minus(text: &str) -> String {
    match text.strip_prefix('-') {
        Some(rest) if rest.chars().all(|c| c == '0' || c == '.') => rest.to_owned(),
        Some(rest) => format!("−{rest}"),
        None => text.to_owned(),
    }
}

/// A count with commas between thousands.
pub(crate) fn count(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out
}

/// A number and its unit; a per cent sign and words stand apart, nothing follows where there is no unit.
pub(crate) fn with_unit(number: &str, unit: &str) -> String {
    if unit.is_empty() || number == UNKNOWN { number.to_owned() } else { format!("{number} {}", brief(unit)) }
}

/// "a", "a and b", "a, b and c".
pub(crate) fn list(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// "1 model", "2 models".
pub(crate) fn plural(n: usize, noun: &str) -> String {
    if n == 1 { format!("1 {noun}") } else { format!("{} {noun}s", count(n as u64)) }
}

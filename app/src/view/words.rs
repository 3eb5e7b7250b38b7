//! Words and numbers for readers.

use domain::{Extraction, SubmissionState};

/// The name of a state as shown to readers.
pub fn state_name(state: SubmissionState) -> &'static str {
    match state {
        SubmissionState::Checked => "Checked, not queued",
        SubmissionState::Queued => "Queued",
        SubmissionState::Running => "Running",
        SubmissionState::Evaluated => "Evaluated",
        SubmissionState::Blocked => "Blocked by a fault of ours",
    }
}

/// How suites were found in answers, as shown to readers.
pub fn extraction_name(extraction: Extraction) -> &'static str {
    match extraction {
        Extraction::Fenced => "One fenced block",
        Extraction::SeveralBlocks => "Several blocks, joined",
        Extraction::Unclosed => "Fence not closed, answer probably cut off",
        Extraction::Verbatim => "No fence, whole answer taken",
        Extraction::Nothing => "No code found: ends as invalid suite",
    }
}

/// A whole number with commas between thousands: `3,642`.
pub fn thousands(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number of bytes in the unit that reads best: `18.2 MB`.
pub fn bytes(n: u64) -> String {
    const UNITS: [&str; 4] = ["kB", "MB", "GB", "TB"];
    if n < 1000 {
        return format!("{n} B");
    }
    let mut value = n as f64 / 1000.0;
    let mut unit = 0;
    // 999.95 would be shown as 1000.0.
    while value >= 999.95 && unit + 1 < UNITS.len() {
        value /= 1000.0;
        unit += 1;
    }
    format!("{value:.1} {}", UNITS[unit])
}

/// Milliseconds as seconds with one decimal.
pub fn seconds(millis: u64) -> String {
    format!("{:.1}", millis as f64 / 1000.0)
}

/// A rough duration: `about 19 min`.
pub fn about(seconds: u64) -> String {
    match seconds {
        0..=9 => "a few seconds".to_owned(),
        10..=89 => format!("about {} s", seconds.div_ceil(10) * 10),
        90..=5399 => format!("about {} min", (seconds + 30) / 60),
        _ => format!("about {} h", (seconds + 1800) / 3600),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_for_readers() {
        assert_eq!(
            ["0", "999", "1,000", "3,642", "1,234,567"],
            [0, 999, 1000, 3642, 1_234_567].map(thousands).each_ref().map(String::as_str)
        );
        assert_eq!(
            ["0 B", "999 B", "1.0 kB", "18.2 MB", "1.0 GB"],
            [0, 999, 1000, 18_200_000, 999_960_000].map(bytes).each_ref().map(String::as_str)
        );
        assert_eq!(
            ["a few seconds", "about 20 s", "about 2 min", "about 19 min", "about 2 h"],
            [3, 11, 90, 1140, 7000].map(about).each_ref().map(String::as_str)
        );
        assert_eq!(seconds(1250), "1.2");
    }
}

//! Bounded capture: memory stays small however much is printed.

use std::collections::VecDeque;

/// Keeps the first and the last bytes of a stream and counts all of them.
pub(crate) struct HeadAndTail {
    head: Vec<u8>,
    tail: VecDeque<u8>,
    head_limit: usize,
    tail_limit: usize,
    total: u64,
}

impl HeadAndTail {
    /// `keep`: bytes that are kept in all; half from the start, half from the end.
    pub(crate) fn new(keep: u64) -> Self {
        let keep = usize::try_from(keep).unwrap_or(usize::MAX);
        let head_limit = keep.div_ceil(2);
        Self { head: Vec::new(), tail: VecDeque::new(), head_limit, tail_limit: keep - head_limit, total: 0 }
    }

    pub(crate) fn push(&mut self, bytes: &[u8]) {
        self.total += bytes.len() as u64;
        let for_head = bytes.len().min(self.head_limit - self.head.len());
        self.head.extend_from_slice(&bytes[..for_head]);
        let rest = &bytes[for_head..];
        let rest = &rest[rest.len().saturating_sub(self.tail_limit)..];
        let surplus = (self.tail.len() + rest.len()).saturating_sub(self.tail_limit);
        self.tail.drain(..surplus);
        self.tail.extend(rest);
    }

    /// Bytes seen, kept or not.
    pub(crate) fn total(&self) -> u64 {
        self.total
    }

    /// What was kept as text, with a note where something was cut. Invalid UTF-8 and NUL (which no database text
    /// takes) become U+FFFD.
    pub(crate) fn into_text(self) -> String {
        let kept = (self.head.len() + self.tail.len()) as u64;
        let tail: Vec<u8> = self.tail.into();
        let text = if kept == self.total {
            let mut all = self.head;
            all.extend_from_slice(&tail);
            String::from_utf8_lossy(&all).into_owned()
        } else {
            let head = without_cut_end(&self.head);
            let tail = without_cut_start(&tail);
            let cut = self.total - (head.len() + tail.len()) as u64;
            let (head, tail) = (String::from_utf8_lossy(head), String::from_utf8_lossy(tail));
            format!("{head}\n[... {cut} bytes left out ...]\n{tail}")
        };
        text.replace('\0', "\u{fffd}")
    }
}

/// Drops a character that was cut in two at the end.
fn without_cut_end(bytes: &[u8]) -> &[u8] {
    let start = bytes.len().saturating_sub(3);
    for at in (start..bytes.len()).rev() {
        let length = match bytes[at] {
            0xc2..=0xdf => 2,
            0xe0..=0xef => 3,
            0xf0..=0xf4 => 4,
            0x80..=0xbf => continue,
            _ => break,
        };
        return if at + length > bytes.len() { &bytes[..at] } else { bytes };
    }
    bytes
}

/// Drops the rest of a character that was cut in two at the start.
fn without_cut_start(bytes: &[u8]) -> &[u8] {
    let skip = bytes.iter().take(3).take_while(|b| matches!(b, 0x80..=0xbf)).count();
    &bytes[skip..]
}

/// Keeps the first bytes of the report and notices when there are more.
pub(crate) struct Bounded {
    bytes: Vec<u8>,
    limit: usize,
    overflowed: bool,
}

impl Bounded {
    pub(crate) fn new(limit: u64) -> Self {
        Self { bytes: Vec::new(), limit: usize::try_from(limit).unwrap_or(usize::MAX), overflowed: false }
    }

    pub(crate) fn push(&mut self, bytes: &[u8]) {
        let room = self.limit - self.bytes.len();
        self.overflowed |= bytes.len() > room;
        self.bytes.extend_from_slice(&bytes[..bytes.len().min(room)]);
    }

    pub(crate) fn overflowed(&self) -> bool {
        self.overflowed
    }

    pub(crate) fn into_text(self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn captured(keep: u64, pieces: &[&[u8]]) -> (u64, String) {
        let mut capture = HeadAndTail::new(keep);
        for piece in pieces {
            capture.push(piece);
        }
        (capture.total(), capture.into_text())
    }

    #[test]
    fn short_output_is_kept_as_it_is() {
        assert_eq!(captured(10, &[b"hello", b"world"]), (10, "helloworld".into()));
        assert_eq!(captured(4, &[]), (0, String::new()));
    }

    #[test]
    fn long_output_keeps_its_ends_and_counts_everything() {
        assert_eq!(captured(4, &[b"ab", b"cdefg", b"hi"]), (9, "ab\n[... 5 bytes left out ...]\nhi".into()));
        assert_eq!(captured(4, &[b"abcdefghi"]), (9, "ab\n[... 5 bytes left out ...]\nhi".into()));
        assert_eq!(captured(0, &[b"abc"]), (3, "\n[... 3 bytes left out ...]\n".into()));
    }

    #[test]
    fn a_character_across_two_reads_or_the_middle_stays_whole() {
        assert_eq!(captured(4, &[b"\xe2\x82", b"\xac"]).1, "\u{20ac}");
    }

    #[test]
    fn a_character_cut_by_the_limit_is_dropped_and_not_mangled() {
        // a, two euro signs, eight dots, a euro sign, b; three bytes at each end: `a`, half a sign / half a sign, `b`.
        let text = "a\u{20ac}\u{20ac}........\u{20ac}b";
        let (total, shown) = captured(6, &[text.as_bytes()]);
        assert_eq!(total, 19);
        assert_eq!(shown, "a\n[... 17 bytes left out ...]\nb");
    }

    #[test]
    fn broken_bytes_and_nul_are_replaced() {
        assert_eq!(captured(9, &[b"a\xffb\0c"]).1, "a\u{fffd}b\u{fffd}c");
    }

    #[test]
    fn a_report_is_cut_at_its_limit_and_says_so() {
        let mut report = Bounded::new(4);
        report.push(b"abcd");
        assert!(!report.overflowed());
        report.push(b"e");
        assert!(report.overflowed());
        assert_eq!(report.into_text(), "abcd");
    }
}

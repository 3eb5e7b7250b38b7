//! Logs for readers. Nothing here is ever read back for a verdict.

use std::fmt::Write as _;

use sandbox::protocol::{Exit, StepReport};

/// Puts the steps' logs behind each other, a header before each, in at most `limit` bytes (head and tail).
pub fn assemble(steps: &[StepReport], limit: u64) -> String {
    let mut text = String::new();
    for step in steps {
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        let end = match (step.exit, step.stopped) {
            (_, Some(reason)) => format!("stopped: {}", stopped(reason)),
            (Exit::Code(code), None) => format!("exit {code}"),
            (Exit::Signal(signal), None) => format!("signal {signal}"),
        };
        let memory = if step.out_of_memory { ", out of memory" } else { "" };
        // Writing to a String cannot fail.
        let _ = writeln!(text, "$ {} ({end}{memory}, {} ms)", step.name, step.wall_ms);
        text.push_str(&step.log);
    }
    middle_out(&text, usize::try_from(limit).unwrap_or(usize::MAX))
}

pub(super) const fn stopped(reason: sandbox::protocol::Stopped) -> &'static str {
    use sandbox::protocol::Stopped;
    match reason {
        Stopped::WallTime => "time limit",
        Stopped::CpuTime => "processor time limit",
        Stopped::OutputLimit => "output limit",
        Stopped::ReportLimit => "report limit",
    }
}

/// Keeps the head and the tail of a text that is longer than `limit` bytes, with a note of what was cut.
fn middle_out(text: &str, limit: usize) -> String {
    if text.len() <= limit {
        return text.to_owned();
    }
    let note = format!("\n[… {} bytes in all, the middle is left out …]\n", text.len());
    let room = limit.saturating_sub(note.len());
    let head = floor(text, room / 2);
    let tail = ceil(text, text.len() - (room - room / 2));
    let kept = format!("{}{note}{}", &text[..head], &text[tail..]);
    if kept.len() <= limit { kept } else { text[..floor(text, limit)].to_owned() }
}

/// Cuts a text to at most `limit` characters.
pub(super) fn cut(text: &mut String, limit: usize) {
    if let Some((at, _)) = text.char_indices().nth(limit) {
        text.truncate(at);
    }
}

fn floor(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn ceil(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::middle_out;

    #[test]
    fn long_logs_keep_head_and_tail_within_the_limit() {
        let text = format!("first{}last", "ä".repeat(1000));
        for limit in [0, 1, 60, 200, 2008] {
            let kept = middle_out(&text, limit);
            assert!(kept.len() <= limit, "{limit}: {}", kept.len());
        }
        let kept = middle_out(&text, 200);
        assert!(kept.starts_with("first") && kept.ends_with("last") && kept.contains("2009 bytes in all"), "{kept}");
        assert_eq!(middle_out("short", 200), "short");
    }
}

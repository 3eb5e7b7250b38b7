//! Logs come from hostile programs: what is shown must not be able to deceive the reader.

/// A log as text that shows itself: terminal sequences are dropped, a carriage return starts a line like a line feed,
/// and control, bidirectional and invisible characters appear as escapes. Runs in time linear in the length.
pub fn visible(log: &str) -> String {
    let mut text = String::with_capacity(log.len());
    let mut characters = log.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '\u{1b}' => skip_sequence(&mut characters),
            '\r' => {
                if characters.peek() != Some(&'\n') {
                    text.push('\n');
                }
            }
            '\n' | '\t' => text.push(c),
            c if c.is_control() || is_invisible(c) => text.extend(c.escape_unicode()),
            c => text.push(c),
        }
    }
    text
}

fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// Consumes the rest of a terminal sequence after its escape character: CSI up to its final byte, OSC and the other
/// strings up to BEL or ST, any other one character.
fn skip_sequence(characters: &mut std::iter::Peekable<std::str::Chars<'_>>) {
    match characters.next() {
        Some('[') => while characters.next().is_some_and(|c| !('\u{40}'..='\u{7e}').contains(&c)) {},
        Some(']' | 'P' | '^' | '_' | 'X') => {
            while let Some(c) = characters.next() {
                if c == '\u{07}' || (c == '\u{1b}' && characters.next_if_eq(&'\\').is_some()) {
                    break;
                }
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::visible;

    #[test]
    fn terminal_sequences_are_dropped() {
        assert_eq!(visible("\u{1b}[31;1merror\u{1b}[0m: x"), "error: x");
        assert_eq!(visible("\u{1b}]8;;http://evil.example\u{7}link\u{1b}]8;;\u{1b}\\ end"), "link end");
        assert_eq!(visible("a\u{1b}"), "a");
        assert_eq!(visible("a\u{1b}[31"), "a");
    }

    #[test]
    fn nothing_is_hidden() {
        assert_eq!(visible("ok\rFAIL\r\nnext"), "ok\nFAIL\nnext");
        assert_eq!(visible("a\u{202e}b\u{0}c\u{8}"), "a\\u{202e}b\\u{0}c\\u{8}");
        assert_eq!(visible("tab\tüñ"), "tab\tüñ");
    }
}

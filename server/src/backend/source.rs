//! Source text as pages show it.

use domain::{Language, SourceLine, SourceSpan, TokenClass};

/// Lines of source, numbered from `first`.
pub(super) fn coloured(_language: Language, text: &str, first: u32) -> Vec<SourceLine> {
    let plain = |text: &str| SourceSpan { class: TokenClass::Plain, text: text.to_owned() };
    text.lines().zip(first..).map(|(text, number)| SourceLine { number, spans: vec![plain(text)] }).collect()
}

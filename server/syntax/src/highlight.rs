//! Source text as lines of coloured spans.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use domain::{Language, SourceLine, SourceSpan, TokenClass};
use tree_sitter_highlight::{HighlightConfiguration, HighlightEvent, Highlighter};

use crate::grammar::{grammar, parsed};
use crate::tree::{Each, Flow, Place, walk};

/// Larger texts are shown without colours.
const MAX_BYTES: usize = 200_000;
const MAX_LINES: usize = 5_000;
/// The highlighter needs time quadratic in the pieces of one stretch that does not parse, and in the nesting; code that
/// people read has neither thousands of the one nor of the other.
const MAX_BROKEN_PIECES: u32 = 3_000;
const MAX_DEPTH: usize = 1_000;

/// Beginnings of the capture names in the grammars' queries, and what they mean to readers; the first that fits counts.
const CLASSES: &[(&str, TokenClass)] = &[
    ("attribute", TokenClass::Variable),
    ("boolean", TokenClass::Constant),
    ("comment", TokenClass::Comment),
    ("constant", TokenClass::Constant),
    ("constructor", TokenClass::Type),
    ("embedded", TokenClass::Plain),
    ("escape", TokenClass::String),
    ("function", TokenClass::Function),
    ("keyword", TokenClass::Keyword),
    ("label", TokenClass::Variable),
    ("module", TokenClass::Type),
    ("number", TokenClass::Number),
    ("operator", TokenClass::Operator),
    ("property", TokenClass::Variable),
    ("punctuation", TokenClass::Plain),
    ("string", TokenClass::String),
    ("type", TokenClass::Type),
    ("variable", TokenClass::Variable),
];

/// Compiled once: a query takes longer to compile than most files take to colour.
static CONFIGURATIONS: LazyLock<BTreeMap<Language, HighlightConfiguration>> = LazyLock::new(|| {
    Language::ALL.iter().filter_map(|language| Some((*language, configuration(*language)?))).collect()
});

fn configuration(language: Language) -> Option<HighlightConfiguration> {
    let grammar = grammar(language)?;
    let mut made =
        HighlightConfiguration::new(grammar.language(), language.as_str(), &grammar.highlights(), "", grammar.locals())
            .ok()?;
    let names: Vec<&str> = CLASSES.iter().map(|(name, _)| *name).collect();
    made.configure(&names);
    Some(made)
}

/// The lines of `text`, coloured by the grammar's own query, numbered from `first_line`. Joined, the spans of a line
/// are exactly that line. Text of a language without a grammar, larger than 200 kB, longer than 5,000 lines or
/// tangled beyond reading is one plain span per line; other text that does not parse is coloured as far as it can be
/// read.
pub fn highlight(language: Language, text: &str, first_line: u32) -> Vec<SourceLine> {
    let fits = text.len() <= MAX_BYTES && text.bytes().filter(|b| *b == b'\n').count() <= MAX_LINES;
    CONFIGURATIONS
        .get(&language)
        .filter(|_| fits && is_tame(language, text))
        .and_then(|configuration| coloured(configuration, text))
        .unwrap_or_else(|| vec![(TokenClass::Plain, 0..text.len())])
        .into_iter()
        .fold(Lines::new(text, first_line), |mut lines, (class, range)| {
            lines.push(class, &text[range]);
            lines
        })
        .finish()
}

/// Whether colouring takes time in proportion to the text.
fn is_tame(language: Language, text: &str) -> bool {
    let Some((_, parsed)) = parsed(language, text) else { return false };
    let mut tame = true;
    walk(
        parsed.root(),
        &mut Each(|place: &Place<'_, '_>| {
            let is_broken = place.node.is_error() && place.node.child_count() > MAX_BROKEN_PIECES;
            tame &= !is_broken && place.above.len() < MAX_DEPTH;
            if tame { Flow::Into } else { Flow::Stop }
        }),
    );
    tame
}

/// Pieces that make up the whole text, in order; `None` should the highlighter give up or give something else.
fn coloured(configuration: &HighlightConfiguration, text: &str) -> Option<Vec<(TokenClass, std::ops::Range<usize>)>> {
    let mut highlighter = Highlighter::new();
    let events = highlighter.highlight(configuration, text.as_bytes(), None, None, |_| None).ok()?;
    let mut pieces = Vec::new();
    let mut open = Vec::new();
    let mut done = 0;
    for event in events {
        match event.ok()? {
            HighlightEvent::HighlightStart(highlight) => open.push(CLASSES.get(highlight.0)?.1),
            HighlightEvent::HighlightEnd => {
                open.pop();
            }
            HighlightEvent::Source { start, end } => {
                let contiguous = start == done && text.get(start..end).is_some();
                if !contiguous {
                    return None;
                }
                pieces.push((open.last().copied().unwrap_or(TokenClass::Plain), start..end));
                done = end;
            }
        }
    }
    (done == text.len()).then_some(pieces)
}

struct Lines {
    done: Vec<SourceLine>,
    current: SourceLine,
    ends_with_break: bool,
}

impl Lines {
    fn new(text: &str, first_line: u32) -> Self {
        let current = SourceLine { number: first_line, spans: Vec::new() };
        Self { done: Vec::new(), current, ends_with_break: text.is_empty() || text.ends_with('\n') }
    }

    fn push(&mut self, class: TokenClass, piece: &str) {
        for (i, part) in piece.split('\n').enumerate() {
            if i > 0 {
                self.break_line();
            }
            match self.current.spans.last_mut() {
                _ if part.is_empty() => {}
                Some(span) if span.class == class => span.text.push_str(part),
                _ => self.current.spans.push(SourceSpan { class, text: part.to_owned() }),
            }
        }
    }

    fn break_line(&mut self) {
        let next = SourceLine { number: self.current.number.saturating_add(1), spans: Vec::new() };
        let mut line = std::mem::replace(&mut self.current, next);
        // A line end may be CR LF; the CR is no part of the line.
        if let Some(last) = line.spans.last_mut()
            && last.text.ends_with('\r')
        {
            last.text.pop();
            if last.text.is_empty() {
                line.spans.pop();
            }
        }
        self.done.push(line);
    }

    fn finish(mut self) -> Vec<SourceLine> {
        if !self.ends_with_break {
            self.break_line();
        }
        self.done
    }
}

//! Insertions into a text, in the order that nesting demands.

/// Something written before and behind a piece of text, or at one place.
#[derive(Debug, Clone)]
pub(super) struct Wrap {
    pub(super) start: usize,
    pub(super) end: usize,
    /// Pieces written at `start`.
    pub(super) open: Vec<(Kind, String)>,
    /// Written at `end`.
    pub(super) close: String,
    /// Of two around the same text the smaller one is outside.
    pub(super) rank: u8,
}

/// What an insertion belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The call at the entry of the function.
    Entry,
    /// A counter, or the frame around a statement or a mutant.
    Frame,
    /// One mutant, by its number.
    Mutant(u16),
}

/// A piece to be inserted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Insertion {
    /// Byte of the original text before which it stands.
    pub at: usize,
    pub text: String,
    pub kind: Kind,
}

/// The insertions of all wraps, in the order in which they stand.
pub(super) fn weave(wraps: Vec<Wrap>) -> Vec<Insertion> {
    let mut keyed: Vec<((usize, u8, i64, i16), Insertion)> = Vec::new();
    for wrap in wraps {
        let (start, end) = (wrap.start as i64, wrap.end as i64);
        let empty = start == end;
        let rank = i16::from(wrap.rank);
        for (kind, text) in wrap.open {
            // At one place: first what ends there, then counters, then what begins, the longest first.
            let key = if empty { (wrap.start, 1, 0, rank) } else { (wrap.start, 2, -end, rank) };
            keyed.push((key, Insertion { at: wrap.start, text, kind }));
        }
        if !wrap.close.is_empty() {
            // The shortest first, which began last.
            let insertion = Insertion { at: wrap.end, text: wrap.close, kind: Kind::Frame };
            keyed.push(((wrap.end, 0, -start, -rank), insertion));
        }
    }
    keyed.sort_by_key(|(key, _)| *key);
    keyed.into_iter().map(|(_, insertion)| insertion).collect()
}

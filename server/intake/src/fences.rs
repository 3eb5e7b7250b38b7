//! Fenced blocks of Markdown, read line by line: a fence inside a comment of the code is not a fence (Q-9).

/// One fenced block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Block {
    /// First word after the fence, in lower case; empty when there is none.
    pub(crate) tag: String,
    pub(crate) code: String,
    /// Whether the closing fence was found.
    pub(crate) closed: bool,
}

/// A run of three or more backticks or tildes at the start of a line, and what follows it.
fn fence(line: &str) -> Option<(char, usize, &str)> {
    let line = line.trim_start();
    let mark = line.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let length = line.chars().take_while(|&c| c == mark).count();
    (length >= 3).then(|| (mark, length, line[length..].trim()))
}

/// Where a block opens: at the start of a line, or at its end after some prose (`The tests:` and the fence).
fn opening(line: &str) -> Option<(char, usize, &str)> {
    if let Some((mark, length, info)) = fence(line) {
        // An information string with a backtick is inline code, not an opening fence (CommonMark).
        return (mark == '~' || !info.contains('`')).then_some((mark, length, info));
    }
    let at = line.find("```")?;
    let (_, length, info) = fence(&line[at..])?;
    let is_word = info.chars().all(|c| c.is_alphanumeric() || matches!(c, '+' | '#' | '-' | '_'));
    (!line[..at].contains('`') && is_word).then_some(('`', length, info))
}

/// Code before a closing fence at the end of its last line (`}` and the fence), unless the line is a comment.
fn closing_after_code(line: &str, mark: char, length: usize) -> Option<&str> {
    let line = line.trim_end();
    let code = line.trim_end_matches(mark);
    let is_comment = ["//", "#", "*", "/*", "--"].iter().any(|sign| code.trim_start().starts_with(sign));
    let long_enough = line.len() - code.len() >= length;
    (long_enough && !code.trim().is_empty() && !is_comment && !code.contains(mark)).then_some(code)
}

/// The first word of an information string: `go`, `rust,ignore` is `rust`, `{.ruby}` is `ruby`.
fn tag(info: &str) -> String {
    info.trim_start_matches(['{', '.', ' '])
        .chars()
        .take_while(|c| c.is_alphanumeric() || matches!(c, '+' | '#' | '_'))
        .collect::<String>()
        .to_lowercase()
}

/// All blocks in order; the last one may be unclosed. A block of Markdown is looked into.
pub(crate) fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<(char, usize, Block)> = None;
    for line in text.split_inclusive('\n') {
        let bare = line.trim_end_matches(['\n', '\r']);
        match open.take() {
            None => {
                if let Some((mark, length, info)) = opening(bare) {
                    let tag = tag(info);
                    if !matches!(tag.as_str(), "markdown" | "md") {
                        open = Some((mark, length, Block { tag, code: String::new(), closed: false }));
                    }
                }
            }
            Some((mark, length, mut block)) => {
                let closes = fence(bare).is_some_and(|(m, l, info)| m == mark && l >= length && info.is_empty());
                if closes {
                    block.closed = true;
                    blocks.push(block);
                } else if let Some(code) = closing_after_code(bare, mark, length) {
                    block.code.push_str(code);
                    block.code.push('\n');
                    block.closed = true;
                    blocks.push(block);
                } else {
                    block.code.push_str(line);
                    open = Some((mark, length, block));
                }
            }
        }
    }
    if let Some((_, _, block)) = open {
        blocks.push(block);
    }
    blocks
}

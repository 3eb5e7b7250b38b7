//! Takes upstream's tests out of a source text and leaves every line where it was.

/// Blanks modules under `#[cfg(test)]` (also `all(test, …)`) and functions under `#[test]`. Gives the text, and the
/// names of modules whose file has to go too.
pub fn blank_tests(text: &str) -> (String, Vec<String>) {
    let tokens = tokens(text);
    let mut out = text.as_bytes().to_vec();
    let mut files = Vec::new();
    let mut i = 0;
    while i < tokens.len() {
        let start = i;
        let (mut only_tests, mut is_test, mut after) = (false, false, i);
        while let Some(end) = attribute(&tokens, after) {
            only_tests |= says_only_tests(&tokens[after..end]);
            is_test |= says_test(&tokens[after..end]);
            after = end;
        }
        if after == start {
            i += 1;
            continue;
        }
        i = after;
        if !only_tests && !is_test {
            continue;
        }
        let kind = tokens[after..].iter().find(|t| !matches!(t.text, "pub" | "(" | ")" | "crate" | "super" | "async" | "unsafe"));
        // Other items that only tests use stay: what is blanked is the tests, not the helpers of the code itself.
        let goes = |kind: &str| (kind == "mod" && only_tests) || (kind == "fn" && is_test);
        let Some(kind) = kind.map(|t| t.text).filter(|kind| goes(kind)) else { continue };
        let end = item_end(&tokens, after);
        if kind == "mod" && tokens[end - 1].text == ";" {
            files.push(tokens[end - 2].text.to_owned());
        }
        let range = with_comment(text, tokens[start].at)..tokens[end - 1].at + tokens[end - 1].text.len();
        for byte in &mut out[range] {
            if *byte != b'\n' && *byte != b'\r' {
                *byte = b' ';
            }
        }
        i = end;
    }
    (String::from_utf8(out).expect("whole characters were blanked"), files)
}

/// Where the doc comment before an item begins: without the item it would document the next one, or nothing.
fn with_comment(text: &str, at: usize) -> usize {
    let mut start = at;
    for line in text[..at].lines().rev().skip(usize::from(!text[..at].ends_with('\n'))) {
        if !line.trim_start().starts_with("///") {
            break;
        }
        start = line.as_ptr() as usize - text.as_ptr() as usize;
    }
    start
}

struct Token<'t> {
    text: &'t str,
    at: usize,
}

/// The end of an outer attribute that begins at token `i`.
fn attribute(tokens: &[Token<'_>], i: usize) -> Option<usize> {
    (tokens.get(i)?.text == "#" && tokens.get(i + 1)?.text == "[").then(|| closing(tokens, i + 1))
}

/// `#[cfg(test)]`, `#[cfg(all(test, …))]`.
fn says_only_tests(attribute: &[Token<'_>]) -> bool {
    match words(attribute).as_slice() {
        ["cfg", "(", "test", ")"] => true,
        ["cfg", "(", "all", "(", rest @ ..] => rest.contains(&"test") && !rest.contains(&"not"),
        _ => false,
    }
}

/// `#[test]`, `#[tokio::test(…)]`.
fn says_test(attribute: &[Token<'_>]) -> bool {
    matches!(words(attribute).as_slice(), ["test"] | ["tokio", ":", ":", "test", ..])
}

fn words<'t>(attribute: &[Token<'t>]) -> Vec<&'t str> {
    attribute.iter().map(|t| t.text).filter(|t| !matches!(*t, "#" | "[" | "]")).collect()
}

/// The token after the one that closes the bracket at `i`.
fn closing(tokens: &[Token<'_>], i: usize) -> usize {
    let mut depth = 0usize;
    for (n, token) in tokens.iter().enumerate().skip(i) {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return n + 1;
                }
            }
            _ => {}
        }
    }
    tokens.len()
}

/// The token after an item that begins at `i`: behind its block or its semicolon.
fn item_end(tokens: &[Token<'_>], mut i: usize) -> usize {
    while i < tokens.len() {
        match tokens[i].text {
            ";" => return i + 1,
            "{" => return closing(tokens, i),
            "(" | "[" => i = closing(tokens, i),
            _ => i += 1,
        }
    }
    tokens.len()
}

/// Words, numbers and single signs; texts, characters and lifetimes as one token each; no comments.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &text[at..];
        let length = if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
            continue;
        } else if rest.starts_with("/*") {
            at += comment(rest);
            continue;
        } else if let Some(length) = raw(rest) {
            length
        } else if rest.starts_with('"') || rest.starts_with("b\"") || rest.starts_with("c\"") {
            quoted(rest)
        } else if rest.starts_with('\'') || rest.starts_with("b'") {
            character(rest)
        } else {
            let word = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            if word > 0 { word } else { rest.chars().next().map_or(1, char::len_utf8) }
        };
        if !rest.starts_with(char::is_whitespace) {
            found.push(Token { text: &rest[..length], at });
        }
        at += length;
    }
    found
}

fn comment(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        if text.as_bytes()[at..].starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if text.as_bytes()[at..].starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    text.len()
}

/// Length of `r"…"`, `br#"…"#` and so on.
fn raw(text: &str) -> Option<usize> {
    let after = text.strip_prefix("br").or_else(|| text.strip_prefix("cr")).or_else(|| text.strip_prefix('r'))?;
    let marks = after.len() - after.trim_start_matches('#').len();
    after[marks..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(marks));
    let body = text.len() - after.len() + marks + 1;
    text[body..].find(&end).map(|n| body + n + end.len())
}

fn quoted(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut at = text.find('"').unwrap_or(0) + 1;
    while at < bytes.len() && bytes[at] != b'"' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(text.len())
}

/// A character, or the quote of a lifetime alone.
fn character(text: &str) -> usize {
    let start = text.find('\'').unwrap_or(0) + 1;
    let mut chars = text[start..].char_indices();
    match chars.next() {
        Some((_, '\\')) => {
            let from = start + 2;
            text.get(from..).and_then(|rest| rest.find('\'')).map_or(start, |n| from + n + 1)
        }
        Some((_, _)) if chars.clone().next().is_some_and(|(_, c)| c == '\'') => {
            start + chars.next().map_or(0, |(n, _)| n) + 1
        }
        _ => start,
    }
}

//! The reference's way from an answer to suites (xrepotest.md §2), for comparison only; ours is `extract_suite`.

use serde_json::Value;

/// How many suites of one task the reference keeps (§2, step 4).
pub const REFERENCE_MAX_TESTS: usize = 10;

/// The only tags that the reference knows, whatever language the task has (§2, step 2).
const TAGS: &[&str] = &["julia", "ruby", "go", "rust", "php"];

/// The suites that the reference would make of a record's `response` (§2).
///
/// Blank results are dropped, so that later suites move up (Q-6). If nothing at all is found, the raw answers are
/// taken as suites, error messages and prose included (§2, step 5). It is given `response` alone, because the
/// reference never looks at `status` or at the language.
pub fn reference_extraction(response: &Value, max_tests: usize) -> Vec<String> {
    let answers = answers(response);
    let mut suites: Vec<String> = answers.iter().map(|answer| code_of(answer)).filter(|code| !is_blank(code)).collect();
    if suites.is_empty() {
        suites = answers;
    }
    suites.truncate(max_tests);
    suites
}

/// §2, step 1: nothing, one text, or a list whose items become text.
fn answers(response: &Value) -> Vec<String> {
    match response {
        Value::Null => Vec::new(),
        Value::Array(items) => items.iter().map(as_text).collect(),
        other => vec![as_text(other)],
    }
}

/// A value as Python's `str` writes it; a text is itself.
fn as_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => literal(other),
    }
}

/// A value as Python's `repr` writes it: `None`, `True`, `{'a': 1}`.
fn literal(value: &Value) -> String {
    match value {
        Value::Null => "None".to_owned(),
        Value::Bool(true) => "True".to_owned(),
        Value::Bool(false) => "False".to_owned(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => quoted(text),
        Value::Array(items) => format!("[{}]", items.iter().map(literal).collect::<Vec<_>>().join(", ")),
        Value::Object(fields) => {
            let fields = fields.iter().map(|(key, value)| format!("{}: {}", quoted(key), literal(value)));
            format!("{{{}}}", fields.collect::<Vec<_>>().join(", "))
        }
    }
}

/// A text in the quotes that Python chooses: single ones, unless only they would need a backslash.
fn quoted(text: &str) -> String {
    let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    let mut out = String::from(quote);
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\\' => out.push_str("\\\\"),
            c if c == quote => out.extend(['\\', c]),
            c if c.is_control() => out.extend(format!("\\x{:02x}", u32::from(c)).chars()),
            c => out.push(c),
        }
    }
    out.push(quote);
    out
}

/// §2, steps 2 and 3: the bodies of all blocks with a blank line between, and the rule for PHP.
fn code_of(answer: &str) -> String {
    let code = bodies(answer).join("\n\n");
    if code.trim_start_matches(is_space).starts_with("<?php") { without_comments_after_declare(&code) } else { code }
}

/// Every body between three backticks with an exact tag and the next three backticks, wherever in a line they stand.
fn bodies(answer: &str) -> Vec<&str> {
    const FENCE: &str = "```";
    let mut bodies = Vec::new();
    let mut from = 0;
    while let Some(at) = answer[from..].find(FENCE).map(|at| from + at) {
        let Some(start) = body_start(answer, at + FENCE.len()) else {
            // The next fence may begin at the very next backtick: that is how four backticks work.
            from = at + 1;
            continue;
        };
        let Some(length) = answer[start..].find(FENCE) else { break };
        bodies.push(&answer[start..start + length]);
        from = start + length + FENCE.len();
    }
    bodies
}

/// Where the body begins: after an optional tag and at once a line break.
fn body_start(answer: &str, after_fence: usize) -> Option<usize> {
    let rest = &answer[after_fence..];
    let rest = TAGS.iter().find_map(|tag| rest.strip_prefix(tag)).unwrap_or(rest);
    let rest = rest.strip_prefix("\r\n").or_else(|| rest.strip_prefix('\n'))?;
    Some(answer.len() - rest.len())
}

/// §2, step 3: what stands between `declare(strict_types=1);` and the next line of code is dropped.
///
/// Joining the lines again turns every kind of line end into `\n` and loses the last one.
fn without_comments_after_declare(code: &str) -> String {
    let mut kept = Vec::new();
    let mut dropping = false;
    for line in lines(code) {
        let bare = line.trim_matches(is_space);
        dropping = dropping && (bare.is_empty() || ["//", "/*", "*"].iter().any(|sign| bare.starts_with(sign)));
        if !dropping {
            kept.push(line);
            dropping = declares_strict_types(line);
        }
    }
    kept.join("\n")
}

/// Whether a line begins with `declare(strict_types=1);`, blanks anywhere between its parts.
fn declares_strict_types(line: &str) -> bool {
    let mut rest = line;
    ["declare", "(", "strict_types", "=", "1", ")", ";"].iter().all(|part| {
        match rest.trim_start_matches(is_space).strip_prefix(part) {
            Some(after) => {
                rest = after;
                true
            }
            None => false,
        }
    })
}

/// Lines as Python's `splitlines` cuts them: at ten kinds of line ends, none of them kept.
fn lines(text: &str) -> Vec<&str> {
    const ENDS: &[char] =
        &['\n', '\r', '\u{b}', '\u{c}', '\u{1c}', '\u{1d}', '\u{1e}', '\u{85}', '\u{2028}', '\u{2029}'];
    let mut lines = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(ENDS) {
        lines.push(&rest[..at]);
        let after = &rest[at..];
        rest = after.strip_prefix("\r\n").unwrap_or_else(|| after.strip_prefix(ENDS).unwrap_or(after));
    }
    if !rest.is_empty() {
        lines.push(rest);
    }
    lines
}

/// White space in Python's sense: Unicode's, and four separators of ASCII.
fn is_space(c: char) -> bool {
    c.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&c)
}

fn is_blank(text: &str) -> bool {
    text.chars().all(is_space)
}

//! Build constraints: whether a file is part of an ordinary Linux build on every processor.

const SYSTEMS: &[&str] = &[
    "aix",
    "android",
    "darwin",
    "dragonfly",
    "freebsd",
    "illumos",
    "ios",
    "js",
    "linux",
    "netbsd",
    "openbsd",
    "plan9",
    "solaris",
    "wasip1",
    "windows",
    "zos",
];
const PROCESSORS: &[&str] = &[
    "386", "amd64", "arm", "arm64", "loong64", "mips", "mips64", "mips64le", "mipsle", "ppc64", "ppc64le", "riscv64",
    "s390x", "wasm",
];
/// Parentheses and negations deeper than this are taken for a constraint that does not hold.
const MAX_DEPTH: u32 = 64;

/// Whether the file is left out of a Linux build without cgo, or depends on the processor.
pub(super) fn is_platform_bound(text: &str, path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    if !name_allows(name.strip_suffix(".go").unwrap_or(name)) || text.contains("\nimport \"C\"") {
        return true;
    }
    text.lines()
        .take_while(|line| !line.starts_with("package "))
        .filter_map(|line| line.trim().strip_prefix("//go:build "))
        .any(|expression| [false, true].iter().any(|&processor| !holds(expression, processor)))
}

/// `name_GOOS`, `name_GOARCH` and `name_GOOS_GOARCH` bind a file to a platform.
fn name_allows(stem: &str) -> bool {
    let parts: Vec<&str> = stem.split('_').skip(1).collect();
    let [.., last] = parts.as_slice() else { return true };
    !PROCESSORS.contains(last) && (!SYSTEMS.contains(last) || *last == "linux")
}

/// Evaluates a `//go:build` expression with every processor tag set to `processor`. What cannot be read does not hold.
fn holds(expression: &str, processor: bool) -> bool {
    let mut tokens = tokens(expression);
    tokens.reverse();
    let value = or(&mut tokens, processor, 0);
    value == Some(true) && tokens.is_empty()
}

fn tokens(expression: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = expression.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '(' | ')' | '!' => 1,
            '&' | '|' => rest.find(|c| c != first).unwrap_or(rest.len()),
            _ => rest.find(|c: char| c.is_whitespace() || "()!&|".contains(c)).unwrap_or(rest.len()),
        };
        let (token, after) = rest.split_at(length);
        found.push(token);
        rest = after.trim_start();
    }
    found
}

fn or(tokens: &mut Vec<&str>, processor: bool, depth: u32) -> Option<bool> {
    let mut value = and(tokens, processor, depth)?;
    while tokens.pop_if(|t| *t == "||").is_some() {
        value |= and(tokens, processor, depth)?;
    }
    Some(value)
}

fn and(tokens: &mut Vec<&str>, processor: bool, depth: u32) -> Option<bool> {
    let mut value = atom(tokens, processor, depth)?;
    while tokens.pop_if(|t| *t == "&&").is_some() {
        value &= atom(tokens, processor, depth)?;
    }
    Some(value)
}

fn atom(tokens: &mut Vec<&str>, processor: bool, depth: u32) -> Option<bool> {
    if depth > MAX_DEPTH {
        return None;
    }
    match tokens.pop()? {
        "!" => Some(!atom(tokens, processor, depth + 1)?),
        "(" => {
            let value = or(tokens, processor, depth + 1)?;
            (tokens.pop()? == ")").then_some(value)
        }
        ")" | "&&" | "||" => None,
        "linux" | "unix" | "gc" => Some(true),
        tag if PROCESSORS.contains(&tag) => Some(processor),
        // Released versions up to a recent one; a file for newer ones is not built either.
        tag => Some(tag.strip_prefix("go1.").and_then(|n| n.parse::<u32>().ok()).is_some_and(|minor| minor <= 24)),
    }
}

#[cfg(test)]
mod tests {
    use super::is_platform_bound;

    #[test]
    fn constraints() {
        let bound = |line: &str, path: &str| is_platform_bound(&format!("// c\n{line}\n\npackage p\n"), path);
        for (line, path, expected) in [
            ("", "a/command.go", false),
            ("", "a/command_windows.go", true),
            ("", "a/command_linux.go", false),
            ("", "a/sum_linux_amd64.go", true),
            ("", "a/linux.go", false),
            ("//go:build windows", "command_win.go", true),
            ("//go:build !windows", "command_notwin.go", false),
            ("//go:build linux && (amd64 || arm64)", "x.go", true),
            ("//go:build !amd64", "x.go", true),
            ("//go:build go1.18 && !locked", "x.go", false),
            ("//go:build go1.99", "x.go", true),
            ("//go:build ignore", "x.go", true),
            ("//go:build ((", "x.go", true),
            ("//go:build unix || windows", "x.go", false),
        ] {
            assert_eq!(bound(line, path), expected, "{line} {path}");
        }
        assert!(bound(&format!("//go:build {}linux", "!".repeat(100_000)), "x.go"));
    }
}

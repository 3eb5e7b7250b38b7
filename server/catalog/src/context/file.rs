//! The focal file with its function marked, and files without test code.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use domain::{FocalFunction, Language};
use syntax::rust_test_code;

/// What begins a comment to the end of the line.
pub(crate) const fn comment_sign(language: Language) -> &'static str {
    match language {
        Language::Rust | Language::Go | Language::Php => "//",
        Language::Julia | Language::Ruby => "#",
    }
}

/// The file with a comment line before and after the focal function. Rust test code is cut out, except where the
/// function itself is part of it.
pub(super) fn marked(language: Language, text: &str, focal: &FocalFunction) -> String {
    let sign = comment_sign(language);
    let lines = line_starts(text);
    let at = |line: u32| lines.get(line as usize).copied().unwrap_or(text.len());
    let function = at(focal.start_line.saturating_sub(1))..at(focal.end_line);
    let cuts: Vec<Range<usize>> = match language {
        Language::Rust => rust_test_code(text)
            .ranges
            .into_iter()
            .map(|range| whole_lines(text, range))
            .filter(|range| range.end <= function.start || range.start >= function.end)
            .collect(),
        _ => Vec::new(),
    };
    let mut marked = String::with_capacity(text.len() + 100);
    let mut add = |from: usize, to: usize| {
        let mut at = from;
        for cut in cuts.iter().filter(|cut| cut.start >= from && cut.end <= to) {
            marked.push_str(&text[at.min(cut.start)..cut.start]);
            at = cut.end;
        }
        marked.push_str(&text[at..to]);
        if !marked.is_empty() && !marked.ends_with('\n') {
            marked.push('\n');
        }
        marked.len()
    };
    let before = add(0, function.start);
    let after = add(function.start, function.end);
    add(function.end, text.len());
    marked.insert_str(after, &format!("{sign} <<< end of the function to test\n"));
    marked.insert_str(before, &format!("{sign} >>> the function to test\n"));
    marked
}

/// The byte at which each line begins.
fn line_starts(text: &str) -> Vec<usize> {
    std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect()
}

/// The range as whole lines where nothing else stands on them, with one blank line behind it.
fn whole_lines(text: &str, range: Range<usize>) -> Range<usize> {
    let start = text[..range.start].trim_end_matches([' ', '\t']).len();
    if start > 0 && !text[..start].ends_with('\n') {
        return range;
    }
    let mut end = range.end;
    for _ in 0..2 {
        match text[end..].find('\n') {
            Some(line) if text[end..end + line].trim().is_empty() => end += line + 1,
            _ => break,
        }
    }
    start..end
}

/// The files without those that only hold test code, and with blank lines in place of test code inside of others, so
/// that lines keep their numbers. Only Rust has test code in its source files.
pub(super) fn without_test_code(language: Language, files: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    if language != Language::Rust {
        return files.clone();
    }
    let mut clean = BTreeMap::new();
    let mut modules = BTreeSet::new();
    for (path, text) in files {
        let code = rust_test_code(text);
        modules.extend(code.modules.iter().map(|name| module_path(path, name)));
        clean.insert(path.clone(), blanked(text, &code.ranges));
    }
    clean.retain(|path, _| {
        let stem = path.strip_suffix(".rs").unwrap_or(path);
        let own = stem.strip_suffix("/mod").unwrap_or(stem);
        !modules.iter().any(|module| own == module || own.starts_with(&format!("{module}/")))
    });
    clean
}

/// Where the module `name` of the file `path` stands, without `.rs` or `/mod.rs`.
fn module_path(path: &str, name: &str) -> String {
    let (folder, file) = path.rsplit_once('/').map_or(("", path), |(folder, file)| (folder, file));
    let inside = match file {
        "lib.rs" | "main.rs" | "mod.rs" => String::new(),
        _ => format!("{}/", file.strip_suffix(".rs").unwrap_or(file)),
    };
    let folder = if folder.is_empty() { String::new() } else { format!("{folder}/") };
    format!("{folder}{inside}{name}")
}

fn blanked(text: &str, ranges: &[Range<usize>]) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut at = 0;
    for range in ranges.iter().filter(|range| range.start < range.end) {
        if range.start < at {
            continue;
        }
        kept.push_str(&text[at..range.start]);
        kept.extend(text[range.clone()].chars().filter(|c| *c == '\n'));
        at = range.end;
    }
    kept.push_str(&text[at..]);
    kept
}

#[cfg(test)]
mod tests {
    use super::super::tests::focal;
    use super::*;

    #[test]
    fn the_function_is_marked_and_tests_are_cut_to_the_byte() {
        let text = "// größer\npub fn a() -> u8 {\n    1\n}\n\n#[cfg(test)]\nmod tests {\n    // ä\n    #[test]\n    fn t() {}\n}\n\nfn assert_b() { assert!(true) }\n";
        let marked = marked(Language::Rust, text, &focal("a.rs", 2, 4));
        assert_eq!(
            marked,
            "// größer\n// >>> the function to test\npub fn a() -> u8 {\n    1\n}\n// <<< end of the function to test\n\nfn assert_b() { assert!(true) }\n"
        );
    }

    #[test]
    fn a_function_inside_of_test_code_stays() {
        let text = "#[cfg(test)]\nmod helpers {\n    pub fn a() -> u8 { 1 }\n}";
        let marked = marked(Language::Rust, text, &focal("a.rs", 3, 3));
        assert!(marked.contains(">>> the function to test\n    pub fn a() -> u8 { 1 }\n// <<<"), "{marked}");
        assert!(marked.ends_with("}\n"));
    }

    #[test]
    fn other_languages_have_their_own_comments() {
        assert_eq!(
            marked(Language::Ruby, "def a\nend", &focal("a.rb", 1, 2)),
            "# >>> the function to test\ndef a\nend\n# <<< end of the function to test\n"
        );
    }

    #[test]
    fn retrieval_never_sees_test_code_and_lines_keep_their_numbers() {
        let files: BTreeMap<String, String> = [
            ("src/lib.rs", "mod a;\n#[cfg(test)]\nmod proofs;\n"),
            (
                "src/a.rs",
                "fn a() {}\n#[cfg(test)]\nmod tests {\n    fn é() {}\n}\nfn b() {}\n#[cfg(test)]\nmod more;\n",
            ),
            ("src/proofs.rs", "fn p() {}\n"),
            ("src/proofs/deep.rs", "fn q() {}\n"),
            ("src/a/more/mod.rs", "fn r() {}\n"),
            ("src/more.rs", "fn s() {}\n"),
        ]
        .map(|(path, text)| (path.to_owned(), text.to_owned()))
        .into();
        let clean = without_test_code(Language::Rust, &files);
        assert_eq!(clean.keys().collect::<Vec<_>>(), ["src/a.rs", "src/lib.rs", "src/more.rs"]);
        assert_eq!(clean["src/a.rs"], "fn a() {}\n\n\n\n\nfn b() {}\n\n\n");
    }
}

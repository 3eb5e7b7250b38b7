//! Placement: which package a suite belongs to, and the two imports that go with that. Nothing else of its text is
//! touched, and lines keep their numbers. An import that is not used stays: Go itself calls that an error.

/// A suite as it is compiled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Placed {
    pub(super) text: String,
    /// Whether it is in the external package NAME_test.
    pub(super) external: bool,
    pub(super) notes: Vec<String>,
}

/// Puts a suite into package `package` or `package_test`; `import_path` is that of the tested package.
pub(super) fn place(suite: &str, package: &str, import_path: &str) -> Placed {
    let mut placed = clause(suite, package, import_path);
    if !placed.external
        && let Some(text) = syntax::without_self_import_go(&placed.text, import_path, package)
    {
        placed.text = text;
        placed.notes.push(format!("The import of `{import_path}` was dropped: the suite is in that package itself."));
    }
    if let Some(text) = syntax::with_testing_import_go(&placed.text) {
        placed.text = text;
        placed.notes.push("`import \"testing\"` was added.".to_owned());
    }
    placed
}

fn clause(suite: &str, package: &str, import_path: &str) -> Placed {
    let mut notes = Vec::new();
    let text = if let Some(rest) = suite.strip_prefix('\u{feff}') {
        notes.push("A byte order mark was removed.".to_owned());
        rest
    } else {
        suite
    };
    let external_name = format!("{package}_test");
    let (at, clause) = find(text);
    match clause {
        Some((_, name)) if name == package => Placed { text: text.to_owned(), external: false, notes },
        Some((_, name)) if name == external_name => Placed { text: text.to_owned(), external: true, notes },
        Some((start, name)) => {
            // A suite that imports what it tests is written from outside; any other can only mean the package itself.
            let external = text.contains(&format!("\"{import_path}\""));
            let right = if external { external_name.as_str() } else { package };
            notes.push(format!(
                "Package clause `{name}` was replaced by `{right}`: a folder holds one package and its external tests."
            ));
            let text = format!("{}{right}{}", &text[..start], &text[start + name.len()..]);
            Placed { text, external, notes }
        }
        None => {
            let external = text.contains(&format!("\"{import_path}\""));
            let right = if external { external_name.as_str() } else { package };
            notes.push(format!("Package clause `{right}` was added: the suite has none."));
            Placed { text: format!("{}package {right}; {}", &text[..at], &text[at..]), external, notes }
        }
    }
}

/// Byte position of the first token, and the position and text of the name in the package clause if that is one.
fn find(text: &str) -> (usize, Option<(usize, &str)>) {
    let first = skip(text, 0);
    let Some(rest) = text[first..].strip_prefix("package") else { return (first, None) };
    let start = skip(text, text.len() - rest.len());
    if start == text.len() - rest.len() {
        return (first, None); // `packages`, or the end
    }
    let length = text[start..].find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len() - start);
    let name = &text[start..start + length];
    (first, (!name.is_empty()).then_some((start, name)))
}

/// Position of the next token at or after `at`: behind white space and comments.
fn skip(text: &str, mut at: usize) -> usize {
    loop {
        let rest = &text[at..];
        let trimmed = rest.trim_start_matches([' ', '\t', '\r', '\n']);
        at += rest.len() - trimmed.len();
        if trimmed.starts_with("//") {
            at += trimmed.find('\n').unwrap_or(trimmed.len());
        } else if trimmed.starts_with("/*") {
            at += trimmed.find("*/").map_or(trimmed.len(), |end| end + 2);
        } else {
            return at;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::place;

    /// The result of placing a suite for package `chi` of import path `x.io/chi/v5`.
    fn placed(suite: &str) -> (String, bool, usize) {
        let placed = place(suite, "chi", "x.io/chi/v5");
        (placed.text, placed.external, placed.notes.len())
    }

    #[test]
    fn right_clauses_are_left_alone() {
        for (suite, external) in [
            ("package chi\n\nimport \"testing\"\n\nfunc TestA(t *testing.T) {}\n", false),
            ("// comment with package main\n/* package x */ package\tchi_test\r\n", true),
            ("//go:build linux\n\npackage chi // why\n", false),
            ("package /* odd */ chi\n", false),
        ] {
            assert_eq!(placed(suite), (suite.to_owned(), external, 0), "{suite:?}");
        }
    }

    #[test]
    fn missing_clauses_are_added_on_the_line_of_the_first_token() {
        for (suite, expected) in [
            ("import \"testing\"\n", "package chi; import \"testing\"\n"),
            ("// package chi\n\nfunc TestA() {}\n", "// package chi\n\npackage chi; func TestA() {}\n"),
            ("import \"x.io/chi/v5\"\n", "package chi_test; import \"x.io/chi/v5\"\n"),
            ("packages := 1", "package chi; packages := 1"),
            ("/* open", "/* openpackage chi; "),
            ("", "package chi; "),
        ] {
            let (text, external, notes) = placed(suite);
            assert_eq!((text.as_str(), notes), (expected, 1), "{suite:?}");
            assert_eq!(external, expected.contains("chi_test"));
        }
    }

    #[test]
    fn wrong_clauses_are_replaced_by_what_the_suite_can_mean() {
        assert_eq!(placed("package main\n\nvar x = 1\n"), ("package chi\n\nvar x = 1\n".to_owned(), false, 1));
        let outside = "package tests\n\nimport c \"x.io/chi/v5\"\n";
        assert_eq!(placed(outside), (outside.replace("tests", "chi_test"), true, 1));
        // The path of another package of the module is not the path of this one.
        assert!(!placed("package tests\n\nimport \"x.io/chi/v5/middleware\"\n").1);
    }

    #[test]
    fn the_import_of_the_package_itself_goes_and_its_names_stand_alone() {
        let suite =
            "package chi\n\nimport (\n\tc \"x.io/chi/v5\"\n\t\"testing\"\n)\n\nvar r c.Router = c.NewRouter()\n";
        let (text, external, notes) = placed(suite);
        assert_eq!((external, notes), (false, 1));
        assert_eq!(text, "package chi\n\nimport (\n\t\n\t\"testing\"\n)\n\nvar r Router = NewRouter()\n");
        let dotted = "package chi\n\nimport . \"x.io/chi/v5\"\n\nvar r = NewRouter()\n";
        assert_eq!(placed(dotted).0, "package chi\n\n\n\nvar r = NewRouter()\n");
        // A variable of that name: which is which cannot be told here.
        let shadowed = "package chi\n\nimport \"x.io/chi/v5\"\n\nfunc f(chi int) int { return chi }\n";
        assert_eq!(placed(shadowed), (shadowed.to_owned(), false, 0));
        let outside = "package chi_test\n\nimport \"x.io/chi/v5\"\n\nvar r = chi.NewRouter()\n";
        assert_eq!(placed(outside), (outside.to_owned(), true, 0));
    }

    #[test]
    fn only_the_import_of_the_framework_is_added() {
        let suite = "package chi // why\n\nfunc TestA(t *testing.T) { fmt.Println() }\n";
        let expected = suite.replacen("package chi", "package chi; import \"testing\"", 1);
        assert_eq!(placed(suite), (expected, false, 1));
        assert_eq!(
            placed("func TestA(t *testing.T) {}\n").0,
            "package chi; import \"testing\"; func TestA(t *testing.T) {}\n"
        );
        let renamed = "package chi\n\nimport tt \"testing\"\n\nfunc TestA(t *tt.T) {}\n";
        assert_eq!(placed(renamed), (renamed.to_owned(), false, 0));
    }

    #[test]
    fn a_byte_order_mark_goes() {
        assert_eq!(placed("\u{feff}package chi\n"), ("package chi\n".to_owned(), false, 1));
        assert_eq!(placed("\u{feff}import \"testing\"\n"), ("package chi; import \"testing\"\n".to_owned(), false, 2));
    }
}

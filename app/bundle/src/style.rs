//! One style sheet from several: imports are put in place, comments and indentation removed.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};

/// The text of `main` with every `@import` of a file replaced by that file, in order.
///
/// Understood: `@import "name.css";` and `@import url("name.css");`, either with `layer(name)` behind it; paths are
/// relative to the importing file. Anything else behind an import is refused, because it would be lost.
pub(crate) fn join(main: &Path) -> anyhow::Result<String> {
    let mut out = String::new();
    append(main, &mut Vec::new(), &mut out)?;
    Ok(out)
}

fn append(path: &Path, open: &mut Vec<PathBuf>, out: &mut String) -> anyhow::Result<()> {
    ensure!(!open.iter().any(|seen| seen == path), "{} imports itself", path.display());
    open.push(path.to_path_buf());
    let text = std::fs::read_to_string(path).with_context(|| format!("style sheet {}", path.display()))?;
    for line in without_comments(&text).lines().map(str::trim).filter(|line| !line.is_empty()) {
        let Some(import) = line.strip_prefix("@import") else {
            out.push_str(line);
            out.push('\n');
            continue;
        };
        let (file, layer) =
            parse_import(import.trim()).with_context(|| format!("in {}: cannot follow `{line}`", path.display()))?;
        let file = path.parent().unwrap_or(Path::new("")).join(file);
        if let Some(layer) = &layer {
            out.push_str("@layer ");
            out.push_str(layer);
            out.push_str(" {\n");
        }
        append(&file, open, out)?;
        if layer.is_some() {
            out.push_str("}\n");
        }
    }
    open.pop();
    Ok(())
}

/// File name and layer of what stands behind `@import`.
fn parse_import(text: &str) -> anyhow::Result<(String, Option<String>)> {
    let text = text.strip_suffix(';').context("an import must end with `;` on its own line")?.trim();
    let (file, rest) = if let Some(inner) = text.strip_prefix("url(") {
        inner.split_once(')').context("`url(` is not closed")?
    } else if let Some(inner) = text.strip_prefix('"') {
        inner.split_once('"').context("the file name is not closed")?
    } else {
        bail!("the file name must be in double quotes or `url(…)`");
    };
    let file = file.trim().trim_matches('"').to_owned();
    ensure!(!file.contains("://") && !file.starts_with('/'), "only files beside the style sheet can be imported");
    let rest = rest.trim();
    if rest.is_empty() {
        return Ok((file, None));
    }
    let layer = rest.strip_prefix("layer(").and_then(|rest| rest.strip_suffix(')'));
    let layer = layer.context("only `layer(name)` may follow the file name")?;
    Ok((file, Some(layer.trim().to_owned())))
}

/// The sheet without comments; text in quotes is left alone.
fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut quote = None;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        match quote {
            None if rest.starts_with("/*") => {
                rest = rest.find("*/").map_or("", |end| &rest[end + 2..]);
                continue;
            }
            None if c == '"' || c == '\'' => quote = Some(c),
            Some(_) if c == '\\' => {
                let escaped = rest.chars().take(2).map(char::len_utf8).sum();
                out.push_str(&rest[..escaped]);
                rest = &rest[escaped..];
                continue;
            }
            Some(open) if c == open => quote = None,
            _ => {}
        }
        out.push(c);
        rest = &rest[c.len_utf8()..];
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheets(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        folder
    }

    #[test]
    fn imports_are_put_in_place_in_order_and_layered() {
        let folder = sheets(&[
            (
                "main.css",
                "@layer a, b;\n@import \"a.css\" layer(a);\n@import url(\"deep/b.css\");\nbody { margin: 0; }\n",
            ),
            ("a.css", "/* colours */\n:root {\n  --x: 1;\n}\n"),
            ("deep/b.css", "@import \"c.css\";\n"),
            ("deep/c.css", "p { color: red; }\n"),
        ]);
        assert_eq!(
            join(&folder.path().join("main.css")).unwrap(),
            "@layer a, b;\n@layer a {\n:root {\n--x: 1;\n}\n}\np { color: red; }\nbody { margin: 0; }\n"
        );
    }

    #[test]
    fn what_looks_like_a_comment_in_quotes_stays() {
        let text = "a::before { content: \"/* ✓ \\\" */\"; } /* gone */ b { content: '/*'; }";
        assert_eq!(without_comments(text), "a::before { content: \"/* ✓ \\\" */\"; }  b { content: '/*'; }");
    }

    #[test]
    fn an_import_that_cannot_be_followed_is_an_error_that_names_file_and_line() {
        for (line, reason) in [
            ("@import \"gone.css\";", "gone.css"),
            ("@import \"main.css\";", "imports itself"),
            ("@import \"a.css\" print;", "layer(name)"),
            ("@import \"https://example.org/a.css\";", "beside the style sheet"),
        ] {
            let folder = sheets(&[("main.css", line), ("a.css", "")]);
            let error = format!("{:#}", join(&folder.path().join("main.css")).unwrap_err());
            assert!(error.contains(reason), "{line}: {error}");
        }
    }
}

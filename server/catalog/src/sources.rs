//! Which files of a repository a prompt may show.

use std::collections::BTreeMap;

use domain::RepositorySpec;
use syntax::ExtractionRules;

use crate::SourceFile;
use crate::extract::is_left_out;

/// Source files of the repository's language by path, outside of the source roots too. Left out are tests, vendored and
/// built files (by the rules' folders and endings), what the manifest leaves out, and what is not text.
pub fn visible_files(spec: &RepositorySpec, files: &[SourceFile]) -> BTreeMap<String, String> {
    let Some(rules) = ExtractionRules::for_language(spec.language) else { return BTreeMap::new() };
    files
        .iter()
        .filter(|file| rules.is_source(&file.path) && rules.path_reason(&file.path).is_none())
        .filter(|file| !is_left_out(spec, &file.path))
        .filter_map(|file| {
            let text = std::str::from_utf8(&file.bytes).ok().filter(|text| !text.contains('\0'))?;
            Some((file.path.clone(), text.to_owned()))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::tests::spec;

    #[test]
    fn tests_vendored_files_and_other_languages_are_never_shown() {
        let file = |path: &str, bytes: &[u8]| SourceFile { path: path.to_owned(), bytes: bytes.to_vec() };
        let files = [
            file("a.go", b"package a\n"),
            file("a_test.go", b"package a\n"),
            file("testdata/x.go", b"package x\n"),
            file("vendor/v/v.go", b"package v\n"),
            file("third_party/t.go", b"package t\n"),
            file("left/out.go", b"package o\n"),
            file("cmd/main.go", b"package main\n"),
            file("a.rb", b"a\n"),
            file("bad.go", b"\xff"),
        ];
        let mut spec = spec();
        spec.source_roots = vec!["lib".to_owned()];
        spec.exclude = vec!["left".to_owned()];
        assert_eq!(visible_files(&spec, &files).keys().collect::<Vec<_>>(), ["a.go", "cmd/main.go"]);
    }
}

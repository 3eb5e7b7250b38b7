//! From files to focal functions.

use std::collections::{BTreeMap, BTreeSet};

use domain::{FocalFunction, RepositorySpec, TaskKey};
use syntax::{DropReason, ExtractionRules, focal_functions};

use crate::task_key;

/// A file of a repository; `path` is below the repository's root, with forward slashes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceFile {
    pub path: String,
    pub bytes: Vec<u8>,
}

/// A function that may become a task, once its repository has been prepared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    pub key: TaskKey,
    pub focal: FocalFunction,
    /// The head of its class; empty for a free function and in Go.
    pub class_signature: String,
}

/// What a repository offers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Extracted {
    /// By path, then by line.
    pub candidates: Vec<Candidate>,
    /// Text of each file that holds a candidate, by path.
    pub files: BTreeMap<String, String>,
    /// Functions that are no task, counted by reason.
    pub dropped: BTreeMap<DropReason, u64>,
    /// Source files that are not text (not UTF-8, or with NUL), by path.
    pub unreadable: Vec<String>,
}

/// Finds the focal functions of a repository. Files of other languages and outside the source roots are passed over;
/// the order of `files` does not matter. Nothing at all comes of a language without a grammar.
pub fn extract(spec: &RepositorySpec, files: &[SourceFile]) -> Extracted {
    let mut extracted = Extracted::default();
    let Some(rules) = ExtractionRules::for_language(spec.language) else { return extracted };
    let mut ordered: Vec<&SourceFile> =
        files.iter().filter(|file| rules.is_source(&file.path) && is_wanted(spec, &file.path)).collect();
    ordered.sort_by(|a, b| a.path.cmp(&b.path));

    let mut keys = BTreeSet::new();
    for file in ordered {
        let text = match std::str::from_utf8(&file.bytes) {
            Ok(text) if !text.contains('\0') => text,
            _ => {
                extracted.unreadable.push(file.path.clone());
                continue;
            }
        };
        for found in focal_functions(spec.language, text, &file.path) {
            if let Some(reason) = rules.reason(&found) {
                *extracted.dropped.entry(reason).or_default() += 1;
                continue;
            }
            let key = task_key(spec, &found.focal);
            // Path, name and lines differ for any two functions; only a collision of the hash can repeat a key.
            if keys.insert(key.clone()) {
                extracted.files.entry(file.path.clone()).or_insert_with(|| text.to_owned());
                extracted.candidates.push(Candidate {
                    key,
                    focal: found.focal,
                    class_signature: found.class_signature,
                });
            }
        }
    }
    extracted
}

/// Whether a path lies below a source root and below nothing that the manifest leaves out.
fn is_wanted(spec: &RepositorySpec, path: &str) -> bool {
    spec.source_roots.iter().any(|root| is_below(path, root)) && !is_left_out(spec, path)
}

/// Whether the manifest leaves a path out.
pub(crate) fn is_left_out(spec: &RepositorySpec, path: &str) -> bool {
    spec.exclude.iter().any(|folder| is_below(path, folder))
}

fn is_below(path: &str, folder: &str) -> bool {
    let folder = folder.trim_end_matches('/');
    folder == "." || path == folder || path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::tests::spec;

    const LONG: &str = "package demo\n\nfunc Long(n int) int {\n\tsum := 0\n\tfor i := 0; i < n; i++ {\n\t\tif i%2 == 0 {\n\t\t\tsum += i\n\t\t} else {\n\t\t\tsum -= i\n\t\t}\n\t}\n\treturn sum\n}\n\nfunc short() int { return 1 }\n";

    fn file(path: &str, bytes: &[u8]) -> SourceFile {
        SourceFile { path: path.to_owned(), bytes: bytes.to_vec() }
    }

    #[test]
    fn candidates_come_by_path_and_line_with_the_text_of_their_file() {
        let files = [
            file("z.go", LONG.as_bytes()),
            file("a.go", LONG.as_bytes()),
            file("a_test.go", LONG.as_bytes()),
            file("notes.txt", LONG.as_bytes()),
            file("skip/b.go", LONG.as_bytes()),
        ];
        let mut spec = spec();
        spec.exclude = vec!["skip".to_owned()];
        let extracted = extract(&spec, &files);
        let found: Vec<_> = extracted.candidates.iter().map(|c| (c.focal.path.as_str(), c.focal.start_line)).collect();
        assert_eq!(found, [("a.go", 3), ("z.go", 3)]);
        assert_eq!(extracted.files.keys().collect::<Vec<_>>(), ["a.go", "z.go"]);
        assert_eq!(extracted.dropped.get(&DropReason::TooShort), Some(&2));
        assert!(extracted.dropped.contains_key(&DropReason::Test));
        assert_ne!(extracted.candidates[0].key, extracted.candidates[1].key);
    }

    #[test]
    fn files_that_are_not_text_are_named() {
        let extracted = extract(&spec(), &[file("bad.go", b"package \xff"), file("nul.go", b"package a\0")]);
        assert_eq!(extracted.unreadable, ["bad.go", "nul.go"]);
        assert!(extracted.candidates.is_empty());
    }

    #[test]
    fn a_folder_is_not_a_prefix_of_text() {
        let mut spec = spec();
        spec.source_roots = vec!["lib".to_owned()];
        assert!(is_wanted(&spec, "lib/a.go"));
        assert!(!is_wanted(&spec, "library/a.go"));
    }
}

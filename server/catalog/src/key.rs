//! Stable names of tasks and of versions.

use domain::{FocalFunction, ImageDigest, Limits, RepositorySpec, TaskKey};
use sha2::{Digest, Sha256};

/// Changes whenever the rules here or in `syntax` give other tasks for the same files, or other files are kept beside
/// them.
pub const EXTRACTION_VERSION: &str = "2";

/// The public id of a task: language, repository, name, and eight digits of a hash over path, qualified name and
/// lines. Stable for the same source; two functions of one repository never share one.
pub fn task_key(spec: &RepositorySpec, focal: &FocalFunction) -> TaskKey {
    let mut hash = Sha256::new();
    for part in [&focal.path, &focal.qualified_name, &focal.start_line.to_string(), &focal.end_line.to_string()] {
        hash.update(part.as_bytes());
        hash.update([0]);
    }
    let digits = hex::encode(&hash.finalize()[..4]);
    let name: String =
        focal.name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' }).take(80).collect();
    let text = format!("{}-{}-{}-{digits}", spec.language, spec.name, name.trim_matches('-'));
    text.parse().unwrap_or_else(|error| unreachable!("made of allowed characters only: {error}"))
}

/// What a version of a benchmark is made from: images, limits and rules. The same parts give the same text, in
/// whatever order the images come.
pub fn fingerprint(images: &[ImageDigest], limits: &Limits, evaluator_version: &str) -> String {
    let mut images: Vec<&str> = images.iter().map(ImageDigest::as_str).collect();
    images.sort_unstable();
    let limits = serde_json::to_string(limits).unwrap_or_default();
    let mut hash = Sha256::new();
    for part in images.into_iter().chain([limits.as_str(), evaluator_version, EXTRACTION_VERSION]) {
        hash.update(part.as_bytes());
        hash.update([0]);
    }
    hex::encode(hash.finalize())
}

#[cfg(test)]
pub(crate) mod tests {
    use domain::{Language, RepositoryDomain};

    use super::*;

    pub(crate) fn spec() -> RepositorySpec {
        RepositorySpec {
            name: "demo".parse().unwrap(),
            language: Language::Go,
            version: "1.0".into(),
            domain: RepositoryDomain::Utilities,
            root: "/repo/demo".into(),
            source_roots: vec![".".into()],
            exclude: vec![],
            homepage: "https://example.org".into(),
            license: "MIT".into(),
            settings: [].into(),
            limits: domain::RepositoryLimits::default(),
        }
    }

    fn focal(name: &str, start_line: u32) -> FocalFunction {
        FocalFunction {
            name: name.into(),
            qualified_name: format!("T.{name}"),
            path: "a/b.go".into(),
            start_line,
            end_line: 20,
            source: String::new(),
            signature: String::new(),
            class_name: "T".into(),
            package: "b".into(),
        }
    }

    #[test]
    fn keys_are_stable_and_safe() {
        // printf 'a/b.go\0T.Find\00010\00020\0' | sha256sum | cut -c1-8
        assert_eq!(task_key(&spec(), &focal("Find", 10)).as_str(), "go-demo-Find-522acaae");
        assert!(task_key(&spec(), &focal("[]=", 10)).as_str().starts_with("go-demo--"));
    }

    #[test]
    fn overloads_keep_apart() {
        assert_ne!(task_key(&spec(), &focal("Find", 10)), task_key(&spec(), &focal("Find", 11)));
    }

    #[test]
    fn a_version_is_what_it_is_made_from() {
        let image = |digit: &str| format!("sha256:{}", digit.repeat(64)).parse::<ImageDigest>().unwrap();
        let limits = Limits::default();
        let one = fingerprint(&[image("a"), image("b")], &limits, "1");
        assert_eq!(one, fingerprint(&[image("b"), image("a")], &limits, "1"));
        assert_ne!(one, fingerprint(&[image("a")], &limits, "1"));
        assert_ne!(one, fingerprint(&[image("a"), image("b")], &limits, "2"));
        assert_ne!(one, fingerprint(&[image("a"), image("b")], &Limits { run_seconds: 1, ..limits }, "1"));
    }
}

//! What an image says about the repositories inside it.

use std::collections::BTreeSet;

use domain::{Language, Limits, RepositorySpec, Slug};

/// Where an image keeps its manifest: a JSON list of [`RepositorySpec`].
pub const MANIFEST_FILE: &str = "/assay/repositories.json";

/// Why a manifest cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ManifestError {
    /// Not a JSON list of repositories.
    #[error("the image's {MANIFEST_FILE} is not a list of repositories: {0}")]
    Malformed(#[from] serde_json::Error),
    /// A repository is named twice in one language.
    #[error("the image's {MANIFEST_FILE} names {language} repository `{name}` twice")]
    Duplicate { language: Language, name: Slug },
    /// A path would lead out of the repository or the image.
    #[error("the image's {MANIFEST_FILE}, repository `{name}`: `{path}` is not a plain path; write it without `..`")]
    Path { name: Slug, path: String },
    /// A limit is less than the benchmark's.
    #[error(
        "the image's {MANIFEST_FILE}, repository `{name}`: `{limit}` is {own}, less than the benchmark's {benchmark}; \
         a repository may only widen limits, so leave it out"
    )]
    Narrowed { name: Slug, limit: &'static str, own: u64, benchmark: u64 },
}

/// Reads a manifest and checks that names are unique and paths stay inside.
pub fn read_manifest(json: &[u8]) -> Result<Vec<RepositorySpec>, ManifestError> {
    let repositories: Vec<RepositorySpec> = serde_json::from_slice(json)?;
    let mut seen = BTreeSet::new();
    for spec in &repositories {
        if !seen.insert((spec.language, spec.name.clone())) {
            return Err(ManifestError::Duplicate { language: spec.language, name: spec.name.clone() });
        }
        let climbs = |path: &str| path.split('/').any(|part| part == "..") || path.contains('\0');
        let below = spec.source_roots.iter().chain(&spec.exclude);
        let escaping = below.filter(|path| path.starts_with('/') || climbs(path)).map(String::as_str).next();
        let root = (!spec.root.starts_with('/') || climbs(&spec.root)).then_some(spec.root.as_str());
        if let Some(path) = root.or(escaping) {
            return Err(ManifestError::Path { name: spec.name.clone(), path: path.to_owned() });
        }
    }
    Ok(repositories)
}

/// Refuses repositories whose own limits are narrower than those of the benchmark version that they are to be part of.
pub fn check_limits(repositories: &[RepositorySpec], benchmark: &Limits) -> Result<(), ManifestError> {
    for spec in repositories {
        if let Some((limit, own, benchmark)) = spec.limits.narrowed(benchmark) {
            return Err(ManifestError::Narrowed { name: spec.name.clone(), limit, own, benchmark });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifest(root: &str, source_root: &str, times: usize) -> Vec<u8> {
        let one = format!(
            r#"{{"name":"demo","language":"go","version":"1","domain":"utilities","root":"{root}",
                "source_roots":["{source_root}"],"homepage":"https://example.org","license":"MIT"}}"#
        );
        format!("[{}]", vec![one; times].join(",")).into_bytes()
    }

    #[test]
    fn a_manifest_is_read() {
        let repositories = read_manifest(&manifest("/repo/demo", ".", 1)).unwrap();
        assert_eq!(repositories[0].name.as_str(), "demo");
        assert!(repositories[0].exclude.is_empty());
    }

    #[test]
    fn bad_manifests_are_named() {
        assert!(matches!(read_manifest(b"{}"), Err(ManifestError::Malformed(_))));
        assert!(matches!(read_manifest(&manifest("/repo/demo", ".", 2)), Err(ManifestError::Duplicate { .. })));
        for (root, source_root) in
            [("repo", "."), ("/repo/../etc", "."), ("/repo/demo", "../x"), ("/repo/demo", "/etc")]
        {
            let error = read_manifest(&manifest(root, source_root, 1)).unwrap_err();
            assert!(matches!(error, ManifestError::Path { .. }), "{root} {source_root}: {error}");
        }
    }

    fn with_limits(limits: &str) -> Vec<u8> {
        let text = String::from_utf8(manifest("/repo/demo", ".", 1)).unwrap();
        text.replace(r#""license":"MIT""#, &format!(r#""license":"MIT","limits":{limits}"#)).into_bytes()
    }

    #[test]
    fn limits_of_a_repository_are_at_least_the_benchmarks() {
        let benchmark = Limits::default();
        let wide = read_manifest(&with_limits(r#"{"build_seconds":240,"run_seconds":20}"#)).unwrap();
        assert_eq!(wide[0].limits.build_seconds, Some(240));
        check_limits(&wide, &benchmark).unwrap();

        let narrow = read_manifest(&with_limits(r#"{"build_seconds":240,"run_seconds":19}"#)).unwrap();
        let error = check_limits(&narrow, &benchmark).unwrap_err().to_string();
        assert!(error.contains("repository `demo`: `run_seconds` is 19, less than the benchmark's 20"), "{error}");

        let error = read_manifest(&with_limits(r#"{"build_minutes":4}"#)).unwrap_err().to_string();
        assert!(error.contains("unknown field `build_minutes`, expected one of `build_seconds`"), "{error}");
    }
}

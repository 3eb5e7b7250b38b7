//! The 41 repositories of the published benchmark, and what their folders are called in a release.

use std::sync::LazyLock;

use domain::{Language, RepositoryDomain, RepositoryLimits, RepositorySpec, Slug};

/// A repository of the published benchmark (table A.1, xrepotest.md §1.6).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublishedRepository {
    pub language: Language,
    /// As the paper writes it.
    pub name: String,
    /// What its folder is called, in any case; the usual one first.
    pub folders: Vec<String>,
    pub slug: Slug,
    /// Ours, from the purpose that the paper states.
    pub domain: RepositoryDomain,
    /// Tasks in the paper.
    pub tasks: u64,
    pub homepage: String,
}

/// All of them, by language as in the paper's table. Names, purposes and counts are the paper's; the domain of each is
/// our reading of its purpose, since the paper gives domains per language only.
pub static PUBLISHED_REPOSITORIES: LazyLock<Vec<PublishedRepository>> =
    LazyLock::new(|| include_str!("repositories.csv").lines().skip(1).filter_map(read).collect());

fn read(line: &str) -> Option<PublishedRepository> {
    let mut cells = line.split(',');
    Some(PublishedRepository {
        language: cells.next()?.parse().ok()?,
        name: cells.next()?.to_owned(),
        folders: cells.next()?.split('|').map(str::to_owned).collect(),
        slug: cells.next()?.parse().ok()?,
        domain: cells.next()?.parse().ok()?,
        tasks: cells.next()?.parse().ok()?,
        homepage: cells.next()?.to_owned(),
    })
}

/// What is known of the repository in a folder. A folder that the paper does not know keeps its name.
pub(super) fn spec(language: Language, folder: &str) -> RepositorySpec {
    let known = PUBLISHED_REPOSITORIES.iter().find(|repository| {
        repository.language == language && repository.folders.iter().any(|name| name.eq_ignore_ascii_case(folder))
    });
    let name = known.map_or_else(|| slug(folder), |known| known.slug.clone());
    RepositorySpec {
        name,
        language,
        version: String::new(),
        domain: known.map_or(RepositoryDomain::Utilities, |known| known.domain),
        root: format!("/app/repo_data/{folder}"),
        source_roots: vec![".".to_owned()],
        exclude: Vec::new(),
        homepage: known.map_or_else(String::new, |known| known.homepage.clone()),
        license: String::new(),
        settings: [].into(),
        limits: RepositoryLimits::default(),
    }
}

fn slug(folder: &str) -> Slug {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c.to_ascii_lowercase() } else { '-' };
    let text: String = folder.chars().map(plain).take(64).collect();
    text.parse().unwrap_or_else(|error| unreachable!("made of allowed characters only: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_the_papers() {
        assert_eq!(PUBLISHED_REPOSITORIES.len(), 41);
        let of =
            |language| PUBLISHED_REPOSITORIES.iter().filter(|r| r.language == language).map(|r| r.tasks).sum::<u64>();
        // Table A.1.
        assert_eq!(Language::ALL.iter().map(|language| of(*language)).collect::<Vec<_>>(), [931, 684, 706, 675, 646]);
    }

    #[test]
    fn folders_have_aliases() {
        for folder in ["rust-master", "Rust-master", "RUST-MASTER"] {
            assert_eq!(spec(Language::Rust, folder).name.as_str(), "thealgorithms-rust");
        }
        assert_eq!(spec(Language::Julia, "dataframes.jl").name.as_str(), "dataframes");
        assert_eq!(spec(Language::Php, "uuid").homepage, "https://github.com/ramsey/uuid");
        assert_eq!(spec(Language::Rust, "uuid").homepage, "https://github.com/uuid-rs/uuid");
        assert_eq!(spec(Language::Go, "My Repo.x").name.as_str(), "my-repo-x");
    }
}

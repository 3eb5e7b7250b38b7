//! What the paper says about the benchmark as a whole.

use domain::{ContextMode, Language, Timestamp};

pub(super) const SLUG: &str = "xrepotest";
pub(super) const NAME: &str = "XRepoTest";
pub(super) const VERSION: &str = "1.0";
pub(super) const DESCRIPTION: &str = "Unit tests for 3,642 functions of 41 repositories in five languages, written by \
    language models and run against the real code. Figures as published.";

/// The paper has no address of its own in the source material, so readers are led to the search that finds it.
pub(super) const LINKS: [(&str, &str); 2] = [
    ("Paper on arXiv", "https://arxiv.org/search/?query=XRepoTest&searchtype=all"),
    ("Reference implementation", "https://github.com/solis-team/XRepoTest"),
];

pub(super) const CITATION: &str = "XRepoTest. arXiv preprint, version 1, 26 August 2026. Figures: tables 3, A.4 and A.5; \
    models: table A.11.";

/// Names the tables; a new transcription is a new version.
pub(super) const FINGERPRINT: &str = "xrepotest arXiv v1 2026-08-26";

/// 2026-08-26T00:00:00Z, the day of the preprint.
pub(super) const ADDED: Timestamp = Timestamp(1_787_702_400_000);

/// Tasks per language (table A.1).
pub(super) const TASKS: [(Language, u64); 5] =
    [(Language::Rust, 931), (Language::Julia, 684), (Language::Go, 706), (Language::Ruby, 675), (Language::Php, 646)];

pub(super) const REPOSITORIES: u64 = 41;

/// Number of tasks behind a published figure.
///
/// GPT-OSS in Ruby was run on 350 of the 675 tasks in three modes: its figures there are fractions of 350 (17.14 % is
/// 60 of 350). That is kept visible, not corrected.
pub(super) fn tasks(model: &str, language: Language, mode: ContextMode) -> u64 {
    let partial = matches!(mode, ContextMode::RagBm25 | ContextMode::RagDense | ContextMode::File);
    if model == "GPT-OSS (120B)" && language == Language::Ruby && partial {
        return 350;
    }
    TASKS.iter().find(|(known, _)| *known == language).map_or(0, |(_, n)| *n)
}

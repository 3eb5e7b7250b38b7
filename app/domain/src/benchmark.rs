//! What is measured: repositories and the focal functions in them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{
    BenchmarkVersionId, ImageDigest, Language, RepositoryDomain, RepositoryId, RepositoryLimits, Slug, TaskId, TaskKey,
    TaskMutants,
};

/// What an image says about a repository inside it (its manifest entry).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RepositorySpec {
    /// Short name, unique within a language: `cobra`.
    pub name: Slug,
    /// Language of its focal functions.
    pub language: Language,
    /// Upstream version: `1.8.1`.
    pub version: String,
    /// What it is for.
    pub domain: RepositoryDomain,
    /// Absolute path of the checkout inside the image: `/repo/cobra`.
    pub root: String,
    /// Folders below `root` in which focal functions are looked for; `.` is all of it.
    pub source_roots: Vec<String>,
    /// Path prefixes below `root` that are left out.
    #[serde(default)]
    pub exclude: Vec<String>,
    /// Where readers find the project.
    pub homepage: String,
    /// SPDX licence of the project.
    pub license: String,
    /// What the language adapter needs to know (documented with each adapter).
    #[serde(default)]
    pub settings: BTreeMap<String, String>,
    /// What its suites may use beyond the limits of the benchmark version.
    #[serde(default, skip_serializing_if = "RepositoryLimits::is_empty")]
    pub limits: RepositoryLimits,
}

/// A project under test in one benchmark version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Repository {
    pub id: RepositoryId,
    pub benchmark_version: BenchmarkVersionId,
    pub spec: RepositorySpec,
    /// The image that holds it, by content; `None` where its tasks can be read but no suite can be run.
    pub image: Option<ImageDigest>,
}

/// The function that a suite must test.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FocalFunction {
    /// Bare name: `stripFlags`.
    pub name: String,
    /// Name with its receiver, class or module: `Command.Find`, `Hashie::Mash#update`.
    pub qualified_name: String,
    /// Path below the repository's root, with forward slashes.
    pub path: String,
    /// First line in the file (1-based).
    pub start_line: u32,
    /// Last line in the file (1-based, inclusive).
    pub end_line: u32,
    /// The exact text of the function.
    pub source: String,
    /// Its head, on one line.
    pub signature: String,
    /// Receiver type, class or module it belongs to; empty for a free function.
    pub class_name: String,
    /// Package (Go) or enclosing module (Ruby) of the file.
    pub package: String,
}

/// Lines of the focal function that can be covered (1-based, in the file, ascending);
/// computed once without any suite, so that a suite can only add covered lines.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ExecutableLines(pub Vec<u32>);

/// One focal function of one repository, as vendors and readers see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    pub id: TaskId,
    pub benchmark_version: BenchmarkVersionId,
    pub repository: RepositoryId,
    /// The id that vendors write into their files.
    pub key: TaskKey,
    pub language: Language,
    pub focal: FocalFunction,
    pub executable_lines: ExecutableLines,
    #[serde(default)]
    pub mutants: TaskMutants,
}

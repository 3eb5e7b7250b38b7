//! The fixtures of one language, as `expected.toml` and the files beside it say.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use domain::{Language, Limits, Outcome};
use serde::Deserialize;

/// Name under which gVisor is registered with engines.
const GVISOR: &str = "runsc";
/// One suite of each kind of attack: those that are run where there is no time for all of them.
const KINDS: [&str; 16] = [
    "disk_filler",
    "endless_loop",
    "exit_in_test",
    "forged_output",
    "forged_report",
    "fork_bomb",
    "infinite_output",
    "kills_itself",
    "leaves_state",
    "looks_for_the_control_run",
    "memory_hog",
    "redefined_focal",
    "setsid_child",
    "signals_to_others",
    "tautology",
    "writes_sources",
];
/// Name of the suite that must pass after every other.
const HONEST: &str = "honest";

/// `[task]`: the focal function, and what a suite for it may use.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Task {
    pub(crate) repository: String,
    /// Qualified name of the focal function.
    pub(crate) function: String,
    /// Its file, where the name alone is not enough.
    pub(crate) path: Option<String>,
    #[serde(default = "run_seconds")]
    seconds: u32,
    #[serde(default = "build_seconds")]
    build_seconds: u32,
    #[serde(default = "memory_mib")]
    memory_mib: u64,
    #[serde(default = "processes")]
    processes: u32,
    #[serde(default = "file_mib")]
    file_mib: u64,
}

const fn file_mib() -> u64 {
    64
}

const fn run_seconds() -> u32 {
    4
}

const fn build_seconds() -> u32 {
    20
}

const fn memory_mib() -> u64 {
    768
}

const fn processes() -> u32 {
    64
}

/// One table of `expected.toml` that is no `[task]`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Expected {
    /// What the suite does, in one sentence.
    what: String,
    pub(crate) outcome: Outcome,
    /// Whether it is a valid pass: passed, the control run noticed, at least one line covered.
    pub(crate) valid: bool,
    /// A piece of the reason.
    pub(crate) reason: Option<String>,
    /// Whether it must be found to read the source instead of calling it; only then are mutants run.
    pub(crate) reads_source: Option<bool>,
    /// Mebibytes of comments that are put after the suite, because files of that size are not kept.
    pad_mib: Option<usize>,
    /// Wall-clock seconds of a run, instead of the task's.
    seconds: Option<u32>,
    /// Wall-clock seconds of a build, instead of the task's.
    build_seconds: Option<u32>,
    /// What is different under gVisor.
    runsc: Option<Otherwise>,
}

/// An end that is different under one runtime.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Otherwise {
    outcome: Outcome,
    #[serde(default)]
    valid: bool,
    reason: Option<String>,
    /// Why that cannot be otherwise, in one sentence.
    why: String,
}

impl Expected {
    /// What is expected under this runtime.
    fn under(self, runtime: &str) -> Self {
        match &self.runsc {
            Some(other) if runtime == GVISOR => {
                let Otherwise { outcome, valid, reason, .. } = other.clone();
                Self { outcome, valid, reason, ..self }
            }
            _ => self,
        }
    }
}

/// One suite with what it must end as.
#[derive(Debug)]
pub(crate) struct Fixture {
    pub(crate) name: String,
    pub(crate) suite: String,
    pub(crate) expected: Expected,
    pub(crate) limits: Limits,
}

/// All suites of a language.
#[derive(Debug)]
pub(crate) struct Folder {
    pub(crate) task: Task,
    pub(crate) honest: Fixture,
    /// Without the honest one, by name.
    pub(crate) fixtures: Vec<Fixture>,
}

const fn extension(language: Language) -> &'static str {
    match language {
        Language::Rust => "rs",
        Language::Julia => "jl",
        Language::Go => "go",
        Language::Ruby => "rb",
        Language::Php => "php",
    }
}

/// A comment of 64 bytes.
fn comment(language: Language) -> String {
    let mark = if matches!(language, Language::Ruby | Language::Julia) { "#" } else { "//" };
    format!("{mark:x<63}\n")
}

impl Folder {
    /// The fixtures of a language, if it has any.
    pub(crate) fn find(language: Language) -> Option<Self> {
        path_of(language).is_dir().then(|| Self::read(language))
    }

    /// Those of these names only; `kinds`: one of each kind.
    pub(crate) fn choose(&mut self, names: &str) {
        let wanted: Vec<_> = if names == "kinds" { KINDS.to_vec() } else { names.split(',').collect() };
        self.fixtures.retain(|fixture| wanted.contains(&fixture.name.as_str()));
    }

    /// The fixtures of a language; a file without an entry and an entry without a file are mistakes.
    pub(crate) fn read(language: Language) -> Self {
        let folder = path_of(language);
        let read = |name: &str| {
            let path = folder.join(name);
            std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
        };
        let mut entries: BTreeMap<String, toml::Value> =
            toml::from_str(&read("expected.toml")).unwrap_or_else(|error| panic!("{language}/expected.toml: {error}"));
        let task: Task = value(language, "task", entries.remove("task"));
        let files = files(&folder, extension(language));
        let named: BTreeSet<String> = entries.keys().cloned().collect();
        assert_eq!(files, named, "{language}: files (left) and entries of expected.toml (right) differ");
        let mut fixtures: BTreeMap<String, Fixture> = entries
            .into_iter()
            .map(|(name, entry)| {
                let expected: Expected = value(language, &name, Some(entry));
                let whys = expected.runsc.iter().map(|other| &other.why);
                for sentence in whys.chain([&expected.what]) {
                    assert!(sentence.ends_with('.'), "{language}, [{name}]: {sentence:?} is no sentence");
                }
                let expected = expected.under(&runtime());
                let mut suite = read(&format!("{name}.{}", extension(language)));
                if let Some(mib) = expected.pad_mib {
                    suite.push_str(&comment(language).repeat(mib << 14));
                }
                let limits = limits(&task, &expected);
                (name.clone(), Fixture { name, suite, expected, limits })
            })
            .collect();
        let honest = fixtures.remove(HONEST).unwrap_or_else(|| panic!("{language}: there is no suite `{HONEST}`"));
        assert!(honest.expected.valid, "{language}: the honest suite is a valid pass");
        Self { task, honest, fixtures: fixtures.into_values().collect() }
    }
}

/// The runtime that the environment asks for.
pub(crate) fn runtime() -> String {
    std::env::var("ASSAY_RUNTIME").ok().filter(|name| !name.is_empty()).unwrap_or_else(|| "runc".to_owned())
}

fn path_of(language: Language) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/attacks").join(language.as_str())
}

fn value<T: serde::de::DeserializeOwned>(language: Language, name: &str, entry: Option<toml::Value>) -> T {
    let entry = entry.unwrap_or_else(|| panic!("{language}/expected.toml has no [{name}]"));
    entry.try_into().unwrap_or_else(|error| panic!("{language}/expected.toml, [{name}]: {error}"))
}

/// Names of the suites in a folder, without their ending.
fn files(folder: &Path, extension: &str) -> BTreeSet<String> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.file_name().is_none_or(|name| name != "expected.toml"))
        .map(|path| {
            assert!(path.extension().is_some_and(|e| e == extension), "{} is no suite", path.display());
            path.file_stem().unwrap().to_str().unwrap().to_owned()
        })
        .collect()
}

impl Task {
    /// Small limits, so that a suite without measure ends within seconds; no mutants.
    pub(crate) fn limits(&self) -> Limits {
        Limits {
            build_seconds: self.build_seconds,
            run_seconds: self.seconds,
            memory_bytes: self.memory_mib << 20,
            work_bytes: 128 << 20,
            processes: self.processes,
            file_bytes: self.file_mib << 20,
            output_bytes: 1 << 20,
            mutants: 0,
            ..Limits::default()
        }
    }
}

fn limits(task: &Task, expected: &Expected) -> Limits {
    let limits = task.limits();
    Limits {
        build_seconds: expected.build_seconds.unwrap_or(limits.build_seconds),
        run_seconds: expected.seconds.unwrap_or(limits.run_seconds),
        mutants: if expected.reads_source.is_some() { 4 } else { 0 },
        ..limits
    }
}

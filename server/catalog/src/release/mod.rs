//! The reference's release of the benchmark: `{lang}_functions.jsonl`, plain or enriched (xrepotest.md §1.1 to §1.3).

mod folders;
mod lines;
mod record;
mod synthetic;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::BufRead;

use domain::{FocalFunction, Language, RepositorySpec, TaskKey};
use sha2::{Digest as _, Sha256};
use syntax::FoundFunction;

pub use folders::{PUBLISHED_REPOSITORIES, PublishedRepository};
use lines::{Base, base_of};
use record::{Checked, Record, check};
pub use synthetic::synthetic_release;

/// Longest line in bytes: enriched records hold many excerpts.
const LINE_BYTES: usize = 64 << 20;
/// Most text of source files that is kept, in bytes.
const TEXT_BYTES: usize = 1 << 30;
/// Problems that are kept; more are counted.
const MOST_PROBLEMS: usize = 1000;

/// What is wrong with a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReleaseProblem {
    pub file: String,
    /// 1-based; 0 for the file as a whole.
    pub line: u64,
    pub reason: String,
}

impl std::fmt::Display for ReleaseProblem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.reason)
    }
}

/// A task of a release.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReleaseTask {
    /// Language and the release's own id: `go-17`.
    pub key: TaskKey,
    /// Lines are 1-based, whatever the record has.
    pub focal: FocalFunction,
}

/// A repository of a release.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReleaseRepository {
    pub spec: RepositorySpec,
    /// Text of each focal file, by path.
    pub files: BTreeMap<String, String>,
    /// In the order of the release.
    pub tasks: Vec<ReleaseTask>,
}

/// A release that was read without a problem.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Release {
    /// By language and name.
    pub repositories: Vec<ReleaseRepository>,
    /// Names what was read: the same records give the same one, in whatever order the files come.
    pub fingerprint: String,
    /// Per file: its name, its records, and whether its lines were counted from 0.
    pub sources: Vec<(String, u64, bool)>,
}

/// Reads files of a release one after another. Memory grows with the distinct source files, not with the records.
#[derive(Default)]
pub struct ReleaseReader {
    repositories: BTreeMap<(Language, String), ReleaseRepository>,
    /// Task ids, and functions by place, with the line that had them first.
    ids: HashMap<TaskKey, (String, u64)>,
    places: HashMap<(Language, String, u32), (String, u64)>,
    problems: Vec<ReleaseProblem>,
    problems_total: u64,
    sources: Vec<(String, u64, bool)>,
    text_bytes: usize,
    /// Functions of the file that was parsed last: records of one file follow each other.
    parsed: Option<((Language, String), Vec<FoundFunction>)>,
}

impl ReleaseReader {
    /// A reader that has read nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads one file, called `name` in reports.
    pub fn read(&mut self, name: &str, mut file: impl BufRead) {
        let mut records = 0;
        let mut bases: Vec<(u64, Base)> = Vec::new();
        let mut waiting: Vec<(u64, Checked)> = Vec::new();
        let mut bytes = Vec::new();
        for line in 1.. {
            bytes.clear();
            let mut limited = std::io::Read::take(&mut file, LINE_BYTES as u64 + 1);
            match limited.read_until(b'\n', &mut bytes) {
                Ok(0) => break,
                Ok(_) if bytes.len() > LINE_BYTES => {
                    self.problem(name, line, format!("is longer than {} MiB", LINE_BYTES >> 20));
                    break;
                }
                Ok(_) => {}
                Err(error) => {
                    self.problem(name, line, format!("cannot be read: {error}; is the file complete?"));
                    break;
                }
            }
            if bytes.iter().all(u8::is_ascii_whitespace) {
                continue;
            }
            records += 1;
            match Record::parse(&bytes).and_then(check) {
                Ok(checked) => {
                    let base =
                        base_of(&checked.focal_code, &checked.file_content, checked.start_line, checked.end_line);
                    match base {
                        Some(base) => {
                            bases.push((line, base));
                            // Line by line: only a record that fits both ways has to wait for the others.
                            if base == Base::Either {
                                waiting.push((line, checked));
                            } else {
                                self.add(name, line, checked, base);
                            }
                        }
                        None => self.problem(name, line, checked.mismatch()),
                    }
                }
                Err(reason) => self.problem(name, line, reason),
            }
        }
        let of = |base| bases.iter().filter(|(_, found)| *found == base).count();
        let common = if of(Base::Zero) > of(Base::One) { Base::Zero } else { Base::One };
        let (here, others) = if common == Base::Zero { ("1", "0") } else { ("0", "1") };
        for (line, base) in &bases {
            if *base != common && *base != Base::Either {
                let reason = format!("counts lines from {here} while most records of the file count from {others}");
                self.problem(name, *line, reason);
            }
        }
        for (line, checked) in waiting {
            self.add(name, line, checked, common);
        }
        if records == 0 {
            self.problem(name, 0, "holds no records".to_owned());
        }
        self.sources.push((name.to_owned(), records, common == Base::Zero));
    }

    /// What was read, or everything that is wrong with it (the first thousand, and how many there are).
    pub fn finish(self) -> Result<Release, (Vec<ReleaseProblem>, u64)> {
        if self.problems_total > 0 {
            return Err((self.problems, self.problems_total));
        }
        let mut hashes = BTreeSet::new();
        for ((language, _), repository) in &self.repositories {
            let texts: BTreeMap<&String, String> = repository
                .files
                .iter()
                .map(|(path, text)| (path, hex::encode(Sha256::digest(text.as_bytes()))))
                .collect();
            for task in &repository.tasks {
                let focal = &task.focal;
                let lines = format!("{}-{}", focal.start_line, focal.end_line);
                let text = texts.get(&focal.path).map_or("", String::as_str);
                let name = repository.spec.name.as_str();
                hashes.insert([language.as_str(), name, task.key.as_str(), &focal.path, &lines, text].join("\0"));
            }
        }
        let mut hash = Sha256::new();
        hash.update("release\0");
        for task in &hashes {
            hash.update(task.as_bytes());
            hash.update([0xff]);
        }
        Ok(Release {
            repositories: self.repositories.into_values().collect(),
            fingerprint: hex::encode(hash.finalize()),
            sources: self.sources,
        })
    }

    fn problem(&mut self, file: &str, line: u64, reason: String) {
        self.problems_total += 1;
        if self.problems.len() < MOST_PROBLEMS {
            self.problems.push(ReleaseProblem { file: file.to_owned(), line, reason });
        }
    }

    /// Adds a record whose lines are right under `base`.
    fn add(&mut self, name: &str, line: u64, checked: Checked, base: Base) {
        let language = checked.language;
        let shift = u32::from(base == Base::Zero);
        let (start_line, end_line) = (checked.start_line + shift, checked.end_line + shift);
        let here = (name.to_owned(), line);
        let place = (language, format!("{}/{}", checked.folder, checked.path), start_line);
        if let Some((file, first)) = self.places.insert(place, here.clone()) {
            return self.problem(name, line, format!("is the same function as line {first} of {file}"));
        }
        if let Some((file, first)) = self.ids.insert(checked.key.clone(), here) {
            return self.problem(name, line, format!("has the task_id of line {first} of {file}"));
        }
        let spec = folders::spec(language, &checked.folder);
        let file = (language, format!("{}/{}", checked.folder, checked.path));
        if self.parsed.as_ref().is_none_or(|(known, _)| *known != file) {
            let found = syntax::focal_functions(language, &checked.file_content, &checked.path);
            self.parsed = Some((file, found));
        }
        // The record has lost what a function belongs to in some languages (Go's receivers); its file has not.
        let found = self.parsed.as_ref().and_then(|(_, found)| {
            found.iter().find(|found| found.focal.start_line == start_line && found.focal.end_line == end_line)
        });
        let focal = match found {
            Some(found) => FocalFunction { source: checked.focal_code.clone(), ..found.focal.clone() },
            None => checked.focal(start_line, end_line),
        };
        let repository = self
            .repositories
            .entry((language, spec.name.to_string()))
            .or_insert_with(|| ReleaseRepository { spec, files: BTreeMap::new(), tasks: Vec::new() });
        let known = repository.files.get(&focal.path);
        if known.is_some_and(|text| *text != checked.file_content) {
            let reason = format!("has another text of {} than an earlier record", checked.path);
            return self.problem(name, line, reason);
        }
        if known.is_none() {
            self.text_bytes += checked.file_content.len();
            repository.files.insert(focal.path.clone(), checked.file_content);
        }
        repository.tasks.push(ReleaseTask { key: checked.key, focal });
        if self.text_bytes > TEXT_BYTES {
            self.problem(name, line, format!("brings more than {} MiB of source", TEXT_BYTES >> 20));
            self.repositories.clear();
            self.text_bytes = 0;
        }
    }
}

#[cfg(test)]
mod tests;

//! Sample submissions of our own: suites with the outcome that each must have (`server/samples`).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use domain::{BenchmarkVersionId, Control, Language, Outcome, TaskKey};
use serde::Deserialize;
use store::{Store, TaskFilter};

/// One suite and what it must end as.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sample {
    /// Path below the folder of samples. A file in `answers/` is a whole answer, any other the code of a suite.
    pub file: String,
    pub language: Language,
    pub repository: String,
    /// Qualified name of the focal function.
    pub function: String,
    /// Submissions that it is part of.
    pub submissions: Vec<String>,
    pub outcome: Outcome,
    pub invokes: bool,
    pub control: Control,
}

/// All samples, and where their files are.
#[derive(Debug, Clone)]
pub struct Samples {
    dir: PathBuf,
    suites: Vec<Sample>,
}

/// The tasks of a version by language, repository and qualified name; overloads share a name.
pub type TaskNames = BTreeMap<(Language, String, String), Vec<TaskKey>>;

/// Reads the names of all tasks of a version.
pub async fn task_names(store: &Store, version: BenchmarkVersionId) -> anyhow::Result<TaskNames> {
    let filter = TaskFilter { limit: i64::MAX as u64, ..TaskFilter::default() };
    let (tasks, _) = store.list_tasks(version, filter).await?;
    let mut names = TaskNames::new();
    for record in tasks {
        let name = (record.task.language, record.repository.spec.name.to_string(), record.task.focal.qualified_name);
        names.entry(name).or_default().push(record.task.key);
    }
    Ok(names)
}

impl Samples {
    /// Reads the tables of a folder, `samples.toml` in the folder of each language.
    pub fn read(dir: &Path) -> anyhow::Result<Self> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Table {
            suite: Vec<Sample>,
        }
        let mut suites = Vec::new();
        for language in Language::ALL {
            let path = dir.join(language.to_string()).join("samples.toml");
            let text = std::fs::read_to_string(&path)
                .with_context(|| format!("cannot read {}; name the folder with --samples", path.display()))?;
            let table: Table = toml::from_str(&text).with_context(|| format!("in {}", path.display()))?;
            suites.extend(table.suite);
        }
        Ok(Self { dir: dir.to_owned(), suites })
    }

    /// Names of the submissions, in the order in which the table first names them.
    pub fn submissions(&self) -> Vec<String> {
        let mut names = Vec::new();
        for name in self.suites.iter().flat_map(|sample| &sample.submissions) {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
        names
    }

    /// The suites of a submission with their tasks. A function that is not a task of the version is an error.
    pub fn of(&self, submission: &str, tasks: &TaskNames) -> anyhow::Result<Vec<(TaskKey, Sample)>> {
        let chosen = self.suites.iter().filter(|sample| sample.submissions.iter().any(|name| name == submission));
        chosen.map(|sample| Ok((key(sample, tasks)?, sample.clone()))).collect()
    }

    /// A submission as an upload: one JSON line per suite.
    pub fn jsonl(&self, suites: &[(TaskKey, Sample)]) -> anyhow::Result<String> {
        let mut lines = String::new();
        for (key, sample) in suites {
            let path = self.dir.join(&sample.file);
            let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
            let answer =
                if sample.file.starts_with("answers/") { text } else { format!("```{}\n{text}```\n", sample.language) };
            lines.push_str(&serde_json::json!({ "task_id": key, "response": answer }).to_string());
            lines.push('\n');
        }
        Ok(lines)
    }
}

fn key(sample: &Sample, tasks: &TaskNames) -> anyhow::Result<TaskKey> {
    let name = (sample.language, sample.repository.clone(), sample.function.clone());
    match tasks.get(&name).map(Vec::as_slice) {
        Some([key]) => Ok(key.clone()),
        Some(several) => bail!("{}: {} tasks are named `{}`", sample.file, several.len(), sample.function),
        None => bail!(
            "{}: `{}` of {} is not a task of this version; the images may hold other versions of the libraries",
            sample.file,
            sample.function,
            sample.repository
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples() -> Samples {
        Samples::read(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/samples"))).unwrap()
    }

    /// A task for every function that the table names.
    fn tasks(samples: &Samples) -> TaskNames {
        let mut names = TaskNames::new();
        for (number, sample) in samples.suites.iter().enumerate() {
            let name = (sample.language, sample.repository.clone(), sample.function.clone());
            names.entry(name).or_insert_with(|| vec![format!("task-{number}").parse().unwrap()]);
        }
        names
    }

    #[test]
    fn every_language_has_honest_suites_and_every_kind_of_failure() {
        let samples = samples();
        let tasks = tasks(&samples);
        for &language in Language::ALL {
            let functions = tasks.keys().filter(|(l, _, _)| *l == language).count();
            assert!(functions >= 12, "{language}: {functions}");
            let of = |is: &dyn Fn(&Sample) -> bool| {
                samples.suites.iter().filter(|s| s.language == language && is(s)).count()
            };
            let honest = of(&|s| s.submissions.iter().any(|name| name == "honest"));
            let valid = |s: &Sample| s.outcome == Outcome::Passed && s.invokes && s.control == Control::Noticed;
            assert!(
                honest >= 12 && of(&|s| s.submissions[0] == "honest" && valid(s)) == honest,
                "{language}: {honest}"
            );
            for outcome in Outcome::ALL.iter().filter(|o| !matches!(o, Outcome::OutOfMemory | Outcome::InfraError)) {
                assert!(of(&|s| s.outcome == *outcome) >= 1, "{language} {outcome}");
            }
            assert!(of(&|s| !s.invokes && s.outcome == Outcome::Passed) >= 1, "{language}");
            assert!(of(&|s| s.invokes && s.control == Control::Unnoticed) >= 1, "{language}");
        }
    }

    #[test]
    fn every_file_of_the_folder_is_in_the_table() {
        let samples = samples();
        let mut files: Vec<String> = Vec::new();
        for folder in std::fs::read_dir(&samples.dir).unwrap().map(|entry| entry.unwrap().path()).filter(|p| p.is_dir())
        {
            let name = folder.file_name().unwrap().to_str().unwrap().to_owned();
            let inside = std::fs::read_dir(&folder).unwrap();
            files.extend(inside.map(|entry| format!("{name}/{}", entry.unwrap().file_name().to_str().unwrap())));
        }
        files.retain(|file| !file.ends_with("/samples.toml"));
        for file in &files {
            assert!(samples.suites.iter().any(|sample| sample.file == *file), "{file} is in no submission");
        }
        assert!(samples.suites.iter().all(|sample| files.contains(&sample.file)));
    }

    #[test]
    fn every_submission_is_an_acceptable_upload() {
        let samples = samples();
        let tasks = tasks(&samples);
        let index: Vec<(TaskKey, Language)> =
            tasks.iter().map(|((language, _, _), keys)| (keys[0].clone(), *language)).collect();
        for submission in samples.submissions() {
            let suites = samples.of(&submission, &tasks).unwrap();
            let mut file = tempfile::tempfile().unwrap();
            std::io::Write::write_all(&mut file, samples.jsonl(&suites).unwrap().as_bytes()).unwrap();
            std::io::Seek::rewind(&mut file).unwrap();
            let checked = crate::uploads::check_file(file, index.clone(), 1 << 30).unwrap();
            assert!(checked.report.is_acceptable(), "{submission}: {:?}", checked.report.problems);
            assert_eq!(checked.suites.len(), suites.len());
        }
    }

    #[test]
    fn a_function_that_is_no_task_is_an_error() {
        let samples = samples();
        let error = samples.of("honest", &TaskNames::new()).unwrap_err().to_string();
        assert!(error.contains("is not a task of this version"), "{error}");
    }
}

//! The results folder: one line per suite as soon as it has ended, and the same in the reference's form at the end.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use domain::{Attempt, ImageDigest, Language, Limits, MutationRun, Sha256, SlotResult, SlotWork, TaskKey, TaskWork};
use scoring::SlotObservation;
use serde::{Deserialize, Serialize};

/// The file in our own form.
pub const RESULTS_FILE: &str = "results.jsonl";

/// What makes two runs of a suite the same: same text, task, source, limits and rules give the same result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cause {
    pub task: TaskKey,
    pub language: Language,
    pub attempt: Attempt,
    pub suite_sha256: Sha256,
    pub image: ImageDigest,
    pub evaluator: String,
    pub runtime: String,
    pub limits: Limits,
}

impl Cause {
    /// Whether both were evaluated with the same image, rules, runtime and limits.
    pub fn same_conditions(&self, other: &Self) -> bool {
        let of =
            |cause: &Self| (cause.image.clone(), cause.evaluator.clone(), cause.runtime.clone(), cause.limits.clone());
        of(self) == of(other)
    }
}

/// A line of the file.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Line {
    #[serde(flatten)]
    pub cause: Cause,
    pub result: SlotResult,
}

/// All results of the folder, in memory and on disk.
pub(super) struct Results {
    dir: PathBuf,
    file: File,
    runtime: String,
    known: BTreeMap<(TaskKey, Attempt), Line>,
}

impl Results {
    /// Opens or makes the folder. A line that was cut off in the middle is left out, and run again.
    pub(super) fn open(dir: &Path, runtime: &str) -> anyhow::Result<Self> {
        std::fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
        let path = dir.join(RESULTS_FILE);
        let mut known = BTreeMap::new();
        let mut whole = Vec::new();
        if let Ok(file) = File::open(&path) {
            for line in BufReader::new(file).split(b'\n') {
                let line = line.with_context(|| format!("cannot read {}", path.display()))?;
                if let Ok(parsed) = serde_json::from_slice::<Line>(&line) {
                    known.insert((parsed.cause.task.clone(), parsed.cause.attempt), parsed);
                    whole.extend_from_slice(&line);
                    whole.push(b'\n');
                }
            }
        }
        // Written anew without what was cut off, so that the next line does not continue it.
        let partial = dir.join(format!("{RESULTS_FILE}.part"));
        std::fs::write(&partial, &whole).with_context(|| format!("cannot write {}", partial.display()))?;
        std::fs::rename(&partial, &path)?;
        let file = OpenOptions::new().append(true).open(&path)?;
        Ok(Self { dir: dir.to_owned(), file, runtime: runtime.to_owned(), known })
    }

    fn cause(&self, work: &TaskWork, slot: &SlotWork) -> Cause {
        Cause {
            task: work.task_key.clone(),
            language: work.language,
            attempt: slot.attempt,
            suite_sha256: slot.sha256.clone(),
            image: work.image.clone(),
            evaluator: evaluator::EVALUATOR_VERSION.to_owned(),
            runtime: self.runtime.clone(),
            limits: work.limits.clone(),
        }
    }

    /// What a suite ended as, if that is known.
    pub(super) fn result(&self, work: &TaskWork, slot: &SlotWork) -> Option<&SlotResult> {
        let line = self.known.get(&(work.task_key.clone(), slot.attempt))?;
        (line.cause == self.cause(work, slot)).then_some(&line.result)
    }

    /// What has no result yet.
    pub(super) fn pending(&self, work: Vec<TaskWork>) -> Vec<TaskWork> {
        work.into_iter()
            .filter_map(|mut work| {
                let slots = std::mem::take(&mut work.slots);
                work.slots = slots.into_iter().filter(|slot| self.result(&work, slot).is_none()).collect();
                (!work.slots.is_empty()).then_some(work)
            })
            .collect()
    }

    /// Keeps the results of a task, on disk first.
    pub(super) fn add(&mut self, work: &TaskWork, slots: &[SlotResult]) -> anyhow::Result<()> {
        let mut text = String::new();
        let mut lines = Vec::new();
        for (slot, result) in work.slots.iter().zip(slots) {
            let line = Line { cause: self.cause(work, slot), result: result.clone() };
            text.push_str(&serde_json::to_string(&line)?);
            text.push('\n');
            lines.push(line);
        }
        self.file.write_all(text.as_bytes()).with_context(|| format!("cannot write to {}", self.dir.display()))?;
        for line in lines {
            self.known.insert((line.cause.task.clone(), line.cause.attempt), line);
        }
        Ok(())
    }

    /// What scoring needs of every suite that has a result.
    pub(super) fn observations(&self, work: &[TaskWork]) -> Vec<SlotObservation> {
        let slots = work.iter().flat_map(|work| work.slots.iter().map(move |slot| (work, slot)));
        slots
            .filter_map(|(work, slot)| {
                let result = self.result(work, slot)?;
                let evidence = &result.evidence;
                Some(SlotObservation {
                    language: work.language,
                    outcome: result.outcome,
                    invokes: evidence.invokes,
                    compiles: evidence.compiles,
                    executable: work.executable_lines.0.len() as u32,
                    covered: evidence.coverage.as_ref().map_or(0, |coverage| coverage.covered.len() as u32),
                    control: evidence.control,
                    flaky: result.is_flaky(),
                    mutation: evidence.mutation.as_ref().and_then(MutationRun::score),
                    cases: evidence.cases(),
                })
            })
            .collect()
    }

    /// Where everything is.
    pub(super) fn describe(&self) -> String {
        self.dir.join(RESULTS_FILE).display().to_string()
    }
}

//! A queue that makes its jobs up: honest suites that no cache has seen, and every twentieth one an attack.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context as _;
use async_trait::async_trait;
use domain::{
    EvaluationId, HostFault, JobId, Language, Outcome, Provenance, SlotResult, TaskId, TaskMutants, TaskWork,
};
use evaluator::queue::{Claimed, Lease, QueueError, WorkQueue};
use sandbox::ContainerRuntime;
use serde::Deserialize;

use crate::task;

/// Jobs of one evaluation; a new one has containers of its own.
const EVALUATION: u32 = 120;
/// One suite of so many is an attack.
const ATTACK_EVERY: u32 = 20;
/// One suite of so many is asked about its mutants.
const MUTANTS_EVERY: u32 = 10;
/// Attacks that end in one of these take no longer than an honest suite; limits take their time by definition.
const QUICK: [Outcome; 5] =
    [Outcome::TestFailed, Outcome::Crashed, Outcome::NoTests, Outcome::CompileError, Outcome::InvalidSuite];

/// The suites of one language.
pub(crate) struct Template {
    honest: TaskWork,
    attacks: Vec<(String, Outcome)>,
    share: u32,
}

#[derive(Deserialize)]
struct Attack {
    outcome: Outcome,
    // With limits or a size of its own, an attack is about them.
    pad_mib: Option<u32>,
    seconds: Option<u32>,
    build_seconds: Option<u32>,
}

impl Template {
    /// Reads the honest suite and the attacks of a language, and prepares their task.
    pub(crate) async fn load(
        runtime: &Arc<dyn ContainerRuntime>,
        language: Language,
        share: u32,
    ) -> anyhow::Result<Self> {
        let honest = task::load(runtime, language).await?;
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/attacks").join(language.as_str());
        let text = std::fs::read_to_string(folder.join("expected.toml"))?;
        let table: BTreeMap<String, toml::Value> = toml::from_str(&text)?;
        let mut attacks = Vec::new();
        for entry in std::fs::read_dir(&folder)? {
            let path = entry?.path();
            let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let Some(attack) = table.get(stem.trim_end_matches("_test")).or_else(|| table.get(&stem)) else { continue };
            let Ok(attack) = attack.clone().try_into::<Attack>() else { continue };
            let own_limits = attack.pad_mib.is_some() || attack.seconds.is_some() || attack.build_seconds.is_some();
            if QUICK.contains(&attack.outcome) && !own_limits {
                attacks.push((std::fs::read_to_string(&path).context(stem)?, attack.outcome));
            }
        }
        anyhow::ensure!(!attacks.is_empty(), "{language}: no attacks");
        attacks.sort();
        Ok(Self { honest, attacks, share })
    }
}

/// What is asked of a job.
struct Asked {
    language: Language,
    expected: Outcome,
}

/// The queue.
pub(crate) struct Feed {
    templates: Vec<Template>,
    suites: u32,
    handed_out: AtomicU32,
    settled: AtomicU32,
    evaluations: Mutex<Vec<EvaluationId>>,
    asked: Mutex<BTreeMap<JobId, Asked>>,
    ends: Mutex<BTreeMap<(Language, Outcome), u32>>,
    unexpected: Mutex<Vec<String>>,
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Feed {
    pub(crate) fn new(templates: Vec<Template>, suites: u32) -> Self {
        Self {
            templates,
            suites,
            handed_out: AtomicU32::new(0),
            settled: AtomicU32::new(0),
            evaluations: Mutex::default(),
            asked: Mutex::default(),
            ends: Mutex::default(),
            unexpected: Mutex::default(),
        }
    }

    /// Suites that have ended.
    pub(crate) fn settled(&self) -> u32 {
        self.settled.load(SeqCst)
    }

    /// What did not end as it must, or not at all.
    pub(crate) fn unexpected(&self) -> Vec<String> {
        lock(&self.unexpected).clone()
    }

    /// How many suites of each language ended as what.
    pub(crate) fn table(&self) -> String {
        let ends = lock(&self.ends);
        let line = |((language, outcome), count): (&(Language, Outcome), &u32)| {
            format!("  {:<6} {:<14} {count:>6}", language.name(), outcome.to_string())
        };
        ends.iter().map(line).collect::<Vec<_>>().join("\n")
    }

    /// The template of a number: languages take turns by evaluation, as often as their shares say.
    fn template(&self, evaluation: u32) -> &Template {
        let whole: u32 = self.templates.iter().map(|template| template.share).sum();
        // A step that shares no divisor with the whole visits every place of it.
        let mut place = (evaluation * 37) % whole;
        for template in &self.templates {
            if place < template.share {
                return template;
            }
            place -= template.share;
        }
        &self.templates[0]
    }

    fn next(&self) -> Option<Claimed> {
        let number = self.handed_out.fetch_update(SeqCst, SeqCst, |n| (n < self.suites).then_some(n + 1)).ok()?;
        let evaluation = number / EVALUATION;
        let id = {
            let mut evaluations = lock(&self.evaluations);
            while evaluations.len() <= evaluation as usize {
                evaluations.push(EvaluationId::new());
            }
            evaluations[evaluation as usize]
        };
        let Template { honest, attacks, .. } = self.template(evaluation);
        let mut work = TaskWork { evaluation: id, task: TaskId::new(), ..task::varied(honest, number) };
        let mut expected = Outcome::Passed;
        if number % ATTACK_EVERY == ATTACK_EVERY - 1 {
            let (suite, outcome) = &attacks[(number / ATTACK_EVERY) as usize % attacks.len()];
            work.slots[0].suite.clone_from(suite);
            expected = *outcome;
        }
        if !number.is_multiple_of(MUTANTS_EVERY) {
            work.mutants = TaskMutants::default();
        }
        let job = JobId::new();
        lock(&self.asked).insert(job, Asked { language: work.language, expected });
        Some(Claimed { lease: Lease { job, token: String::new(), attempt: 1 }, work })
    }

    fn settle(&self, lease: &Lease, end: Result<&SlotResult, &HostFault>) {
        let Some(Asked { language, expected }) = lock(&self.asked).remove(&lease.job) else { return };
        match end {
            Ok(result) => {
                *lock(&self.ends).entry((language, result.outcome)).or_default() += 1;
                if result.outcome != expected {
                    let text = format!("{language}: {} instead of {expected}: {}", result.outcome, result.reason);
                    lock(&self.unexpected).push(text);
                }
            }
            Err(fault) => lock(&self.unexpected).push(format!("{language}: {fault}")),
        }
        self.settled.fetch_add(1, SeqCst);
    }
}

#[async_trait]
impl WorkQueue for Feed {
    async fn claim(&self, _: &str) -> Result<Option<Claimed>, QueueError> {
        Ok(self.next())
    }

    async fn claim_alike(&self, _: &str, claimed: &Claimed, most: usize) -> Result<Vec<Claimed>, QueueError> {
        let mut group = Vec::new();
        while group.len() < most {
            let number = self.handed_out.load(SeqCst);
            let evaluation = lock(&self.evaluations).get((number / EVALUATION) as usize).copied();
            if evaluation != Some(claimed.work.evaluation) {
                break;
            }
            group.extend(self.next());
            if self.handed_out.load(SeqCst) >= self.suites {
                break;
            }
        }
        Ok(group)
    }

    async fn heartbeat(&self, _: &str, _: &Lease) -> Result<bool, QueueError> {
        Ok(true)
    }

    async fn complete(&self, lease: &Lease, results: &[SlotResult], _: &Provenance) -> Result<bool, QueueError> {
        self.settle(lease, Ok(&results[0]));
        Ok(true)
    }

    async fn fail(&self, lease: &Lease, fault: &HostFault) -> Result<(), QueueError> {
        self.settle(lease, Err(fault));
        Ok(())
    }

    async fn idle(&self, _: &str) -> Result<(), QueueError> {
        Ok(())
    }
}

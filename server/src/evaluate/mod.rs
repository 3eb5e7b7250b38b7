//! `assay evaluate`: a file of suites, evaluated here and now, without a server and without an account.

mod progress;
mod reference;
mod results;
mod tasks;
mod workers;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use domain::{Language, Scope, Slug};
use scoring::{SlotObservation, TaskCount};

use crate::config::{DataConfig, EngineConfig, PinningConfig, WorkerConfig};
use crate::uploads::check_file;
use crate::workers::installation;
use crate::{commands, engine, starter};

pub use results::{Cause, Line, RESULTS_FILE};

use results::Results;

/// Largest file of suites in bytes.
const MAX_BYTES: u64 = 1 << 30;

/// Options of `assay evaluate`.
#[derive(Debug, clap::Args)]
pub struct EvaluateArgs {
    /// Suites as JSON Lines, in any form that the upload page takes.
    pub file: PathBuf,
    /// The benchmark: `starter`, or another that has been imported.
    #[arg(long, value_name = "NAME")]
    pub benchmark: Slug,
    /// Only this language.
    #[arg(long)]
    pub language: Option<Language>,
    /// Suites that run at a time; as many as there are processors when absent.
    #[arg(long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
    /// Folder for the results. What is there of the same suites is kept, so that a run that was cut off goes on.
    #[arg(long, value_name = "DIR", default_value = "target/evaluation")]
    pub out: PathBuf,
    /// Mutants per task; 0 for none. The benchmark's own limit when absent.
    #[arg(long, value_name = "N")]
    pub mutants: Option<u16>,
    /// How often a passing suite is run again.
    #[arg(long, value_name = "N")]
    pub repeats: Option<u16>,
    #[command(flatten)]
    pub pinning: PinningConfig,
    #[command(flatten)]
    pub data: DataConfig,
    #[command(flatten)]
    pub engine: EngineConfig,
}

/// Exit codes: 0 when everything was evaluated, 1 when a fault of ours is left over, 2 when the file was refused,
/// 130 when it was interrupted.
pub async fn run(args: EvaluateArgs) -> anyhow::Result<ExitCode> {
    let store = commands::open(&args.data).await?;
    let _claim = args.data.claim("evaluate")?;
    let runtime = engine::runtime(&args.engine);
    let worker = format!("{}-evaluate", installation(&WorkerConfig::default(), &args.data));
    if args.benchmark.as_str() == starter::SLUG {
        eprintln!("Looking at the images of the starter benchmark …");
        starter::import(&store, runtime.as_ref(), &args.engine, &worker).await?;
    }
    let version =
        store.benchmark(&args.benchmark).await?.and_then(|benchmark| benchmark.version).with_context(|| {
            format!("there is no benchmark `{}` here; `assay benchmark list` shows them", args.benchmark)
        })?;

    let file = std::fs::File::open(&args.file).with_context(|| format!("cannot read {}", args.file.display()))?;
    let keys = store.task_keys(version.id).await?;
    let checked = tokio::task::spawn_blocking(move || check_file(file, keys, MAX_BYTES)).await??;
    for problem in &checked.report.problems {
        let line = problem.line.map_or_else(String::new, |line| format!("line {line}: "));
        eprintln!("{line}{}", problem.message);
    }
    if !checked.report.is_acceptable() {
        eprintln!("{} was refused; nothing was run.", args.file.display());
        return Ok(ExitCode::from(2));
    }

    let attempts = checked.report.attempts;
    let choice = tasks::Choice { language: args.language, mutants: args.mutants, repeats: args.repeats };
    let (work, counts) = tasks::load(&store, version.id, checked.suites, choice).await?;
    if work.is_empty() {
        bail!("{} holds no suite for {}", args.file.display(), args.language.map_or("any task", Language::name));
    }
    let mut results = Results::open(&args.out, &args.engine.runtime)?;
    let pending = results.pending(work.clone());
    let slots = |work: &[domain::TaskWork]| work.iter().map(|work| work.slots.len()).sum::<usize>();
    let (all, left) = (slots(&work), slots(&pending));
    if left < all {
        eprintln!(
            "{} of {all} suites are known from an earlier run with the same images, limits and rules.",
            all - left
        );
    }

    let jobs =
        args.jobs.map_or_else(|| std::thread::available_parallelism().map_or(1, NonZeroUsize::get), NonZeroUsize::get);
    let ended = workers::run(&runtime, &worker, pending, jobs.min(left.max(1)), args.pinning, &mut results).await?;
    if ended.interrupted {
        eprintln!("Stopped; the same command goes on from here.");
        return Ok(ExitCode::from(130));
    }

    let observations: Vec<SlotObservation> = results.observations(&work);
    reference::write(&args.out, &work, &|work, slot| results.result(work, slot).cloned())?;
    summary(&counts, attempts, &observations);
    println!("Results: {}, and in the reference's form beside it, per language.", results.describe());
    for fault in &ended.faults {
        eprintln!("A fault of ours, not of a suite: {fault}");
    }
    Ok(if ended.faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The metrics over the full task list of the chosen languages, and how the suites ended.
fn summary(counts: &[TaskCount], attempts: u32, observations: &[SlotObservation]) {
    let mut outcomes = std::collections::BTreeMap::<_, u64>::new();
    for observation in observations {
        *outcomes.entry(observation.outcome).or_default() += 1;
    }
    let ends: Vec<String> = outcomes.iter().map(|(outcome, n)| format!("{n} {outcome}")).collect();
    println!("{} suites: {}", observations.len(), ends.join(", "));
    match scoring::figures(counts, attempts, observations) {
        Ok(figures) => {
            for &TaskCount { language, tasks, .. } in counts {
                let line: Vec<String> = figures
                    .iter()
                    .filter(|figure| figure.scope == Scope::Language(language))
                    .map(|figure| format!("{} {:.2} %", figure.metric.short_name(), figure.percent))
                    .collect();
                if !line.is_empty() {
                    println!("{:<6} of {tasks} tasks: {}", language.name(), line.join(", "));
                }
            }
        }
        Err(error) => println!("No metrics: {error}."),
    }
}

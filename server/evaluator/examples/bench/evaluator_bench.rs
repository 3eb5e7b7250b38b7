//! Seconds per suite and per mutant: the reference's sequence of commands, one invocation of the bare tool, and us, with
//! each suite alone and with several in one build.

use std::sync::Arc;
use std::time::Instant;

use anyhow::ensure;
use domain::{Language, MutantStatus, Outcome, SlotResult, TaskMutants, TaskWork};
use evaluator::adapter::Adapter;
use evaluator::pipeline::{run_group, run_task};
use evaluator::session::Sessions;
use sandbox::ContainerRuntime;

use crate::task;
use crate::tools::{Way, seconds_per_suite};

/// Attempts at one task that come together.
const ATTEMPTS: u32 = 10;

/// What is measured of us.
struct Ours {
    /// Seconds per suite without mutants, control run included.
    suite: f64,
    /// The same when several attempts come at once; `None` for languages that build none together.
    batched: Option<f64>,
    /// Seconds per mutant.
    mutant: f64,
}

/// Prints one line for each language. The three ways take turns in one run, so that they meet the same machine.
pub(crate) async fn run(
    runtime: &Arc<dyn ContainerRuntime>,
    name: &str,
    suites: u32,
    languages: &[Language],
) -> anyhow::Result<()> {
    println!("seconds per suite, {suites} suites each, the same toolchain and image, runtime {name} for ours:");
    println!(
        "  {:<7} {:>12} {:>10} {:>8} {:>18} {:>13} {:>9} {:>21} {:>10}",
        "",
        "reference",
        "bare tool",
        "ours",
        "reference / ours",
        "bare / ours",
        "batched",
        "reference / batched",
        "per mutant"
    );
    for &language in languages {
        let work = task::load(runtime, language).await?;
        let image = tool_image(language);
        let reference = seconds_per_suite(&image, &work, Way::Reference, suites)?;
        let bare = seconds_per_suite(&image, &work, Way::Bare, suites)?;
        let Ours { suite, batched, mutant } = ours(runtime, &work, suites).await?;
        let optional = |value: Option<f64>, digits: usize| {
            value.map_or_else(|| "-".to_owned(), |value| format!("{value:.digits$}"))
        };
        println!(
            "  {:<7} {reference:>12.3} {bare:>10.3} {suite:>8.3} {:>18.1} {:>13.1} {:>9} {:>21} {mutant:>10.4}",
            language.name(),
            reference / suite,
            bare / suite,
            optional(batched, 3),
            optional(batched.map(|batched| reference / batched), 1),
        );
    }
    Ok(())
}

/// Where the tools are: Go's and Rust's runner images hold no build tool, but the stage before them does; Ruby's and
/// PHP's get what the reference uses and we do not.
fn tool_image(language: Language) -> String {
    match language {
        Language::Go | Language::Rust | Language::Ruby | Language::Php => format!("assay-bench-{language}"),
        Language::Julia => format!("assay-runner-{language}"),
    }
}

async fn ours(runtime: &Arc<dyn ContainerRuntime>, work: &TaskWork, suites: u32) -> anyhow::Result<Ours> {
    let adapter = task::adapter(work.language)?;
    let mut sessions = Sessions::new(Arc::clone(runtime), "bench");
    let plain = TaskWork { mutants: TaskMutants::default(), ..work.clone() };
    once(&plain, adapter.as_ref(), &mut sessions).await?;
    let begin = Instant::now();
    for number in 0..suites {
        once(&task::varied(&plain, number), adapter.as_ref(), &mut sessions).await?;
    }
    let suite = begin.elapsed().as_secs_f64() / f64::from(suites);
    let begin = Instant::now();
    let mut mutants = 0;
    for number in 0..suites {
        mutants += once(&task::varied(work, number), adapter.as_ref(), &mut sessions).await?;
    }
    ensure!(mutants > 0, "{}: no mutant was run", work.language);
    let mutant = (begin.elapsed().as_secs_f64() - suite * f64::from(suites)) / f64::from(mutants);
    let batched = match adapter.batch_size() {
        0 | 1 => None,
        _ => Some(batched(&plain, suites, adapter.as_ref(), &mut sessions).await?),
    };
    sessions.close().await;
    Ok(Ours { suite, batched, mutant: mutant.max(0.0) })
}

/// Seconds per suite when [`ATTEMPTS`] at the task come at once, as often as it takes for so many suites.
async fn batched(work: &TaskWork, suites: u32, adapter: &dyn Adapter, sessions: &mut Sessions) -> anyhow::Result<f64> {
    let rounds = suites.div_ceil(ATTEMPTS);
    let begin = Instant::now();
    for round in 0..rounds {
        let work = task::named_apart(&task::varied(work, round), ATTEMPTS);
        for answer in run_group(std::slice::from_ref(&work), adapter, sessions).await {
            for result in answer? {
                passed(&work, &result)?;
                // Otherwise this would be the time of suites alone.
                ensure!(
                    result.evidence.placement_notes.iter().any(|note| note.contains("built together")),
                    "a suite was run alone"
                );
            }
        }
    }
    Ok(begin.elapsed().as_secs_f64() / f64::from(rounds * ATTEMPTS))
}

/// One run; how many mutants were run in it. A suite that does not pass would make the comparison one of failures.
async fn once(work: &TaskWork, adapter: &dyn Adapter, sessions: &mut Sessions) -> anyhow::Result<u32> {
    let mut mutants = 0;
    for result in run_task(work, adapter, sessions).await? {
        passed(work, &result)?;
        if let Some(run) = result.evidence.mutation {
            mutants += run.results.iter().filter(|mutant| mutant.status != MutantStatus::NotCovered).count() as u32;
        }
    }
    Ok(mutants)
}

fn passed(work: &TaskWork, result: &SlotResult) -> anyhow::Result<()> {
    let passed = result.outcome == Outcome::Passed;
    ensure!(passed, "{}: {} ({})\n{}", work.task_key, result.outcome, result.reason, result.evidence.log);
    Ok(())
}

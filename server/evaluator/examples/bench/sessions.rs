//! How much it saves to keep one container per evaluation and repository instead of starting one per suite.
//!
//! Runs one honest suite per language again and again, both ways in turn, and prints the ratio of suites per second.
//! Absolute times are not printed: they say more about the machine and its load than about Assay.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::ensure;
use domain::{Language, Outcome, TaskMutants, TaskWork};
use evaluator::adapter::Adapter;
use evaluator::pipeline::run_task;
use evaluator::session::Sessions;
use sandbox::ContainerRuntime;

use crate::task;

/// Rounds of each way; they alternate, so that a slower minute of the machine meets both.
const ROUNDS: u32 = 3;

/// Prints one line for each language.
pub(crate) async fn run(
    runtime: &Arc<dyn ContainerRuntime>,
    suites: u32,
    languages: &[Language],
) -> anyhow::Result<()> {
    println!(
        "suites per second, one container per evaluation against one per suite, {suites} suites x {ROUNDS} rounds:"
    );
    for &language in languages {
        let work = TaskWork { mutants: TaskMutants::default(), ..task::load(runtime, language).await? };
        let adapter = task::adapter(language)?;
        // The first container of an image also pays for reading it from disk.
        separate(runtime, &work, adapter.as_ref(), 1).await?;
        let (mut shared_time, mut separate_time) = (Duration::ZERO, Duration::ZERO);
        for _ in 0..ROUNDS {
            shared_time += shared(runtime, &work, adapter.as_ref(), suites).await?;
            separate_time += separate(runtime, &work, adapter.as_ref(), suites).await?;
        }
        println!(
            "  {:<6} {:.2} times as many",
            language.name(),
            separate_time.as_secs_f64() / shared_time.as_secs_f64()
        );
    }
    Ok(())
}

/// All suites in one container; its start and removal are part of the time.
async fn shared(
    runtime: &Arc<dyn ContainerRuntime>,
    work: &TaskWork,
    adapter: &dyn Adapter,
    suites: u32,
) -> anyhow::Result<Duration> {
    let start = Instant::now();
    let mut sessions = Sessions::new(Arc::clone(runtime), "bench");
    for _ in 0..suites {
        once(work, adapter, &mut sessions).await?;
    }
    sessions.close().await;
    Ok(start.elapsed())
}

/// A fresh container for each suite.
async fn separate(
    runtime: &Arc<dyn ContainerRuntime>,
    work: &TaskWork,
    adapter: &dyn Adapter,
    suites: u32,
) -> anyhow::Result<Duration> {
    let mut time = Duration::ZERO;
    for _ in 0..suites {
        time += shared(runtime, work, adapter, 1).await?;
    }
    Ok(time)
}

/// One run. A suite that does not pass would make the comparison one of failures.
async fn once(work: &TaskWork, adapter: &dyn Adapter, sessions: &mut Sessions) -> anyhow::Result<()> {
    for result in run_task(work, adapter, sessions).await? {
        ensure!(
            result.outcome == Outcome::Passed,
            "the sample for {} ended as {} ({}):\n{}",
            work.task_key,
            result.outcome,
            result.reason,
            result.evidence.log
        );
    }
    Ok(())
}

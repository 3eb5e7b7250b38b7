//! Thousands of suites in a row through one worker: does its memory stay flat, and what is left behind?
//!
//! Honest suites of all languages, each with a comment of its own, and among them suites that attack.

mod feed;
mod left;

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::ensure;
use domain::Language;
use evaluator::{Worker, WorkerConfig, WorkerState};
use sandbox::ContainerRuntime;
use tokio::sync::{Notify, watch};

use feed::Feed;
use left::Left;

/// Suites of a language among a hundred: fewer where each takes longer.
const SHARES: [(Language, u32); 5] =
    [(Language::Rust, 10), (Language::Julia, 10), (Language::Go, 20), (Language::Ruby, 30), (Language::Php, 30)];
/// How often memory is looked at.
const SAMPLES: u32 = 20;

/// Runs so many suites; an error when something is left behind, or a suite did not end as it must.
pub(crate) async fn run(runtime: &Arc<dyn ContainerRuntime>, suites: u32) -> anyhow::Result<()> {
    ensure!(suites >= SAMPLES, "at least {SAMPLES} suites are needed");
    let mut templates = Vec::new();
    for (language, share) in SHARES {
        templates.push(feed::Template::load(runtime, language, share).await?);
    }
    let name = format!("soak-{}", std::process::id());
    let before = Left::now(&name)?;
    let feed = Arc::new(Feed::new(templates, suites));
    let (stop, stopped) = watch::channel(false);
    let worker = Worker {
        queue: Arc::clone(&feed) as Arc<dyn evaluator::queue::WorkQueue>,
        runtime: Arc::clone(runtime),
        adapters: evaluator::adapters(),
        config: WorkerConfig::named(&name),
        state: WorkerState::default(),
        wake: Arc::new(Notify::new()),
    };
    let begin = Instant::now();
    let running = tokio::spawn(worker.run(stopped));
    let mut memory = Vec::new();
    let mut next = suites / SAMPLES;
    while feed.settled() < suites {
        ensure!(!running.is_finished(), "the worker ended early");
        tokio::time::sleep(Duration::from_millis(100)).await;
        if feed.settled() >= next {
            memory.push(left::resident_kib()?);
            println!("{:>6} suites, {:>7} KiB resident", feed.settled(), memory[memory.len() - 1]);
            next += suites / SAMPLES;
        }
    }
    stop.send(true)?;
    running.await?;
    println!("{}", feed.table());
    // The first samples still fill caches and the allocator's pools.
    let half = memory.len() / 2;
    let most = |part: &[u64]| part.iter().copied().max().unwrap_or_default();
    println!(
        "{suites} suites; memory at most {} KiB in the first half, {} KiB in the second ({:.2} times)",
        most(&memory[..half]),
        most(&memory[half..]),
        most(&memory[half..]) as f64 / most(&memory[..half]) as f64
    );
    println!("suites per minute: {:.0}", f64::from(suites) / begin.elapsed().as_secs_f64() * 60.0);
    let after = Left::now(&name)?;
    println!("left behind: {}", after.beyond(&before));
    let unexpected = feed.unexpected();
    println!("ends that are not the expected ones: {}", unexpected.len());
    ensure!(unexpected.is_empty(), "unexpected ends:\n{}", unexpected.join("\n"));
    ensure!(after.is_clean(&before), "something was left behind");
    Ok(())
}

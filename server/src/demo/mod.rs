//! `assay demo`: the way of a submission without the browser, and a comparison with what was written down before.

mod submissions;
mod table;

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, bail};
use domain::{SubmissionId, SubmissionState};
use store::Store;
use tokio::sync::Notify;

use crate::cli::DemoArgs;
use crate::config::DataConfig;
use crate::queue::DbQueue;
use crate::samples::{Samples, task_names};
use crate::workers::{Workers, installation};
use crate::{commands, engine, finisher, starter};

use submissions::{begin, unfinished};

/// Runs the samples to their end. The exit code is 1 when an outcome differs from the one written down.
pub async fn run(args: DemoArgs) -> anyhow::Result<ExitCode> {
    let data = DataConfig::in_folder(&args.dir);
    let store = commands::open(&data).await?;
    let _claim = data.claim("workers")?;
    let samples = Samples::read(&args.samples)?;
    let runtime = engine::runtime(&args.engine);
    let importer = format!("{}-import", installation(&args.workers, &data));
    println!("Data: {}", args.dir.display());
    println!("Importing the starter benchmark from its images …");
    let imported = starter::import(&store, runtime.as_ref(), &args.engine, &importer).await?;
    let tasks: u64 = imported.languages.iter().map(|(_, n)| n).sum();
    println!("Version {} of the starter benchmark: {tasks} tasks.", imported.label);
    let names = task_names(&store, imported.version).await?;

    let found = if args.fresh { Vec::new() } else { unfinished(&store, &samples, imported.version).await? };
    let submissions = match (found.is_empty(), args.resume) {
        (true, true) => bail!("there is no unfinished evaluation in {}; leave --resume out", args.dir.display()),
        (true, false) => begin(&store, &samples, &names, imported.version).await?,
        (false, _) => {
            println!("Continuing the evaluation that was cut off.");
            found
        }
    };

    let wake = Arc::new(Notify::new());
    // The point is to see every suite run.
    let queue = DbQueue::new(store.clone());
    let workers = Workers::start(&store, &runtime, &args.workers, &data, &wake, queue).await?;
    let finisher = tokio::spawn(finisher::run(store.clone()));
    let ids: Vec<SubmissionId> = submissions.iter().map(|(_, id)| *id).collect();
    let interrupted = tokio::select! {
        settled = watch(&store, &ids) => { settled?; false }
        _ = tokio::signal::ctrl_c() => true,
    };
    workers.stop().await;
    finisher.abort();
    if interrupted {
        println!("Stopped; `assay demo --resume` goes on from here.");
        return Ok(ExitCode::from(130));
    }

    let mut differences = 0;
    for (name, id) in &submissions {
        let suites = samples.of(name, &names)?;
        differences += table::print(&store, name, *id, &suites).await?;
    }
    if differences == 0 {
        println!("Every outcome is as written down.");
        Ok(ExitCode::SUCCESS)
    } else {
        println!("{differences} outcomes differ from what was written down.");
        Ok(ExitCode::FAILURE)
    }
}

/// Waits until all are settled, and says how far they are.
async fn watch(store: &Store, ids: &[SubmissionId]) -> anyhow::Result<()> {
    let mut said = None;
    loop {
        let (mut settled, mut slots, mut faults, mut open) = (0, 0, 0, 0);
        for id in ids {
            let progress = store.progress(*id).await.context("while reading the progress")?;
            slots += progress.languages.iter().map(|language| language.slots).sum::<u64>();
            settled += progress.languages.iter().flat_map(|language| &language.outcomes).map(|(_, n)| n).sum::<u64>();
            faults += progress.faults;
            open += u64::from(!matches!(progress.state, SubmissionState::Evaluated | SubmissionState::Blocked));
        }
        if said != Some((settled, faults)) {
            said = Some((settled, faults));
            let retried = if faults == 0 { String::new() } else { format!(", {faults} faults of ours retried") };
            println!("{settled} of {slots} suites settled{retried}");
        }
        if open == 0 {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

//! `assay compare`: result files of several runs of the same suites, held against each other, and what the failures of the
//! first are made of.

mod classes;
mod differences;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use domain::{Attempt, TaskKey};

use crate::evaluate::{Line, RESULTS_FILE};

pub use classes::failures;
pub use differences::{Report, compare};

/// Options of `assay compare`.
#[derive(Debug, clap::Args)]
pub struct CompareArgs {
    /// Result files of `assay evaluate`, or the folders with them. One alone gives the table of failures only.
    #[arg(required = true, value_name = "RESULTS")]
    pub runs: Vec<PathBuf>,
}

/// The results of one run, by slot.
pub type Run = BTreeMap<(TaskKey, Attempt), Line>;

/// Prints both tables. Exit codes: 0 when nothing differs, 1 when something does, 2 when a file cannot be read.
pub fn run(args: &CompareArgs) -> ExitCode {
    let read = args.runs.iter().map(|path| read(path)).collect::<anyhow::Result<Vec<Run>>>();
    let runs = match read.and_then(|runs| distinct(&args.runs).map(|()| runs)) {
        Ok(runs) => runs,
        Err(error) => {
            eprintln!("assay: {error:#}");
            return ExitCode::from(2);
        }
    };
    print!("{}", failures(&runs[0]));
    if runs.len() == 1 {
        return ExitCode::SUCCESS;
    }
    let report = compare(&runs);
    print!("\n{report}");
    if report.is_same() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// A file that is compared with itself proves nothing.
fn distinct(paths: &[PathBuf]) -> anyhow::Result<()> {
    let mut seen = BTreeMap::new();
    for path in paths {
        let whole = results_file(path).canonicalize().with_context(|| format!("cannot read {}", path.display()))?;
        if let Some(earlier) = seen.insert(whole, path) {
            bail!("{} and {} are the same file", earlier.display(), path.display());
        }
    }
    Ok(())
}

fn results_file(path: &Path) -> PathBuf {
    if path.is_dir() { path.join(RESULTS_FILE) } else { path.to_owned() }
}

/// Reads a result file. Of several lines about one slot the last counts, as for `assay evaluate`.
pub fn read(path: &Path) -> anyhow::Result<Run> {
    let path = results_file(path);
    let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut run = Run::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let line: Line = serde_json::from_str(line).with_context(|| {
            format!("{}, line {}: not a line that `assay evaluate` writes", path.display(), number + 1)
        })?;
        run.insert((line.cause.task.clone(), line.result.attempt), line);
    }
    if run.is_empty() {
        bail!("{} holds no results", path.display());
    }
    Ok(run)
}

//! The command line: one subcommand per role.

use std::path::PathBuf;

use clap::{Parser, Subcommand};
use domain::{Language, Slug};

use crate::benchmark::{ExtractArgs, PromptArgs};
use crate::compare::CompareArgs;
use crate::config::{Config, DataConfig, EngineConfig, HttpConfig, WorkerConfig};
use crate::evaluate::EvaluateArgs;
use crate::telemetry::LogFormat;

/// Assay: a public leaderboard for tests that language models write.
#[derive(Debug, Parser)]
#[command(name = "assay", version, max_term_width = 100)]
pub struct Cli {
    /// Form of the log on standard error; `RUST_LOG` says what is logged.
    #[arg(long, global = true, env = "ASSAY_LOG_FORMAT", value_enum, default_value = "text")]
    pub log_format: LogFormat,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve the site and run the workers.
    Serve(Box<Config>),
    /// Take sample suites through the whole path without a browser, and compare the outcomes with those written down.
    Demo(DemoArgs),
    /// Evaluate a file of suites here, without a server: results as JSON lines, and the metrics.
    Evaluate(Box<EvaluateArgs>),
    /// Hold the results of several runs of the same suites against each other, and group the failures by what decided.
    Compare(CompareArgs),
    /// Look at benchmarks, and make them from images.
    Benchmark {
        #[command(subcommand)]
        command: BenchmarkCommand,
    },
    /// Help a running site along.
    Admin {
        #[command(subcommand)]
        command: AdminCommand,
    },
    /// Bring the database's tables up to date, and nothing else.
    Migrate(DataConfig),
}

/// Options of `assay demo`.
#[derive(Debug, clap::Args)]
pub struct DemoArgs {
    /// Folder for the demo's database. An evaluation that was cut off there is continued.
    #[arg(long = "data", value_name = "DIR", default_value = "target/demo")]
    pub dir: PathBuf,
    /// Continue what was cut off, and fail when there is nothing to continue.
    #[arg(long, conflicts_with = "fresh")]
    pub resume: bool,
    /// Begin a new evaluation even when an unfinished one is there.
    #[arg(long)]
    pub fresh: bool,
    /// Folder with the suites and their tables.
    #[arg(long, value_name = "DIR", default_value = "server/samples")]
    pub samples: PathBuf,
    #[command(flatten)]
    pub engine: EngineConfig,
    #[command(flatten)]
    pub workers: WorkerConfig,
}

#[derive(Debug, Subcommand)]
pub enum BenchmarkCommand {
    /// Import the starter benchmark from the runner images, or files of XRepoTest's release.
    Import {
        /// `{lang}_functions.jsonl` of the release, plain or enriched, also with `.gz`. The starter benchmark when absent.
        files: Vec<PathBuf>,
        /// Benchmark that a release becomes a version of.
        #[arg(long, default_value = "xrepotest", requires = "files")]
        benchmark: Slug,
        /// What the version of a release is called; from its contents when absent.
        #[arg(long, requires = "files")]
        label: Option<String>,
        #[command(flatten)]
        data: DataConfig,
        #[command(flatten)]
        engine: EngineConfig,
    },
    /// Print the focal functions of a folder in the reference's schema, as JSON lines.
    Extract(ExtractArgs),
    /// Write a release of the published size with code of our own, to try the import with.
    #[command(hide = true)]
    SyntheticRelease {
        /// Folder to write `{lang}_functions.jsonl` to; made when it is missing.
        dir: PathBuf,
    },
    /// Write the prompts of a benchmark, one line per task.
    Prompts(Box<PromptArgs>),
    /// Write our sample submissions as JSONL files for the installed version, to be uploaded by hand.
    Samples {
        #[command(flatten)]
        data: DataConfig,
        /// Folder with the suites and their tables.
        #[arg(long, value_name = "DIR", default_value = "server/samples")]
        samples: PathBuf,
        /// Folder to write to; made when it is missing.
        #[arg(long, value_name = "DIR", default_value = "target/samples")]
        out: PathBuf,
    },
    /// Write the repositories' own tests as a file of suites, one per task that they call, to check the evaluator with.
    Upstream {
        #[command(flatten)]
        data: DataConfig,
        #[command(flatten)]
        engine: EngineConfig,
        /// Only this language.
        #[arg(long)]
        language: Option<Language>,
        /// File to write.
        #[arg(long, value_name = "FILE", default_value = "target/upstream.jsonl")]
        out: PathBuf,
    },
    /// List benchmarks with the tasks of their newest versions by language, repository and domain.
    List {
        #[command(flatten)]
        data: DataConfig,
    },
}

#[derive(Debug, Subcommand)]
pub enum AdminCommand {
    /// Print a link that makes a maintainer's account, once; an earlier link stops working.
    SetupLink {
        #[command(flatten)]
        data: DataConfig,
        #[command(flatten)]
        http: Box<HttpConfig>,
    },
    /// Run jobs again that were given up after repeated faults of ours.
    RetryJobs {
        #[command(flatten)]
        data: DataConfig,
    },
}

#![doc = include_str!("../README.md")]

use std::process::ExitCode;

use clap::Parser as _;
use server::cli::{AdminCommand, BenchmarkCommand, Cli, Command};
use server::{auth, benchmark, commands, compare, demo, evaluate, serve, telemetry, upstream};
use store::Store;

#[tokio::main]
async fn main() -> ExitCode {
    let cli = Cli::parse();
    // These talk on standard output; of their log only what goes wrong is of interest.
    let quiet = matches!(cli.command, Command::Demo(_) | Command::Evaluate(_));
    telemetry::start(cli.log_format, quiet);
    match run(cli.command).await {
        Ok(code) => code,
        Err(error) => {
            eprintln!("assay: {error:#}");
            ExitCode::FAILURE
        }
    }
}

async fn run(command: Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Serve(config) => serve::serve(*config).await?,
        Command::Demo(args) => return demo::run(args).await,
        Command::Evaluate(args) => return evaluate::run(*args).await,
        Command::Compare(args) => return Ok(compare::run(&args)),
        Command::Migrate(data) => {
            commands::open(&data).await?;
            println!("The database's tables are up to date.");
        }
        Command::Benchmark { command } => match command {
            BenchmarkCommand::Import { files, data, engine, .. } if files.is_empty() => {
                commands::import(&data, &engine).await?;
            }
            BenchmarkCommand::Import { files, benchmark, label, data, .. } => {
                benchmark::import(&data, benchmark::ReleaseImport { files, benchmark, label }).await?;
            }
            BenchmarkCommand::Extract(args) => benchmark::extract(&args)?,
            BenchmarkCommand::SyntheticRelease { dir } => benchmark::synthetic(&dir)?,
            BenchmarkCommand::Prompts(args) => benchmark::prompts(*args).await?,
            BenchmarkCommand::Samples { data, samples, out } => commands::samples(&data, &samples, &out).await?,
            BenchmarkCommand::Upstream { data, engine, language, out } => {
                upstream::write(&data, &engine, language, &out).await?;
            }
            BenchmarkCommand::List { data } => benchmark::list(&data).await?,
        },
        Command::Admin { command } => match command {
            AdminCommand::SetupLink { data, http } => {
                let store: Store = commands::open(&data).await?;
                println!("{}", auth::setup_link(&store, &http.public_url()).await?);
            }
            AdminCommand::RetryJobs { data } => {
                let retried = commands::open(&data).await?.retry_dead_jobs(None).await?;
                println!("{retried} jobs wait again.");
            }
        },
    }
    Ok(ExitCode::SUCCESS)
}

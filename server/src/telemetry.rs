//! Logs: text on a terminal, JSON when asked for.

use std::io::IsTerminal as _;

use tracing_subscriber::EnvFilter;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

/// What to log when `RUST_LOG` does not say.
const FILTER: &str = "info,sqlx=warn,tower_sessions=warn,tower_sessions_core=warn";

/// Form of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum LogFormat {
    Text,
    Json,
}

/// Starts logging to standard error; `quiet`: warnings and errors only. `RUST_LOG` overrides what is logged.
pub fn start(format: LogFormat, quiet: bool) {
    let default = if quiet { "warn" } else { FILTER };
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(default));
    let registry = tracing_subscriber::registry().with(filter);
    // Colours are for people: a log that goes to a file or a collector is plain.
    let colours = std::io::stderr().is_terminal();
    let layer = tracing_subscriber::fmt::layer().with_ansi(colours).with_writer(std::io::stderr);
    match format {
        LogFormat::Text => registry.with(layer).init(),
        LogFormat::Json => registry.with(layer.json()).init(),
    }
}

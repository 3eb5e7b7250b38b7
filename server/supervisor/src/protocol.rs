//! Frames between the worker and the supervisor: a length (u32, big-endian) and that many bytes of JSON.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Largest frame in bytes, in either direction.
pub const MAX_FRAME: u32 = 64 << 20;

/// Version of these frames; the two sides refuse to work together when it differs.
pub const PROTOCOL: u32 = 2;

/// What the worker asks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Request {
    /// Asks for [`Response::Hello`].
    Hello,
    /// Makes a fresh folder, writes files into it, runs the steps in order and removes the folder.
    /// Unless the run is kept: then the folder stays, as it is after the last step, until the next request.
    Run(RunRequest),
    /// Runs more steps in the folder that the last run has kept.
    Continue(ContinueRequest),
}

/// One run: a fresh folder, files and steps.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunRequest {
    /// Name of the fresh folder below the work area: letters, digits, `-`.
    pub id: String,
    /// Files to write, by path below the fresh folder (no `..`, not absolute).
    pub files: Vec<InputFile>,
    pub steps: Vec<Step>,
    /// Keeps the folder for a [`ContinueRequest`].
    #[serde(default)]
    pub keep: bool,
    /// Processes that steps may be forked from. One is started before the first step that names it and lives as long
    /// as the container, or until a request describes it differently.
    #[serde(default)]
    pub servers: Vec<Server>,
}

/// More steps of a run that was kept.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContinueRequest {
    /// That of the run.
    pub id: String,
    /// Files to write first; they replace what is there.
    pub files: Vec<InputFile>,
    pub steps: Vec<Step>,
    #[serde(default)]
    pub keep: bool,
}

/// A process that has loaded what every suite of a repository needs, and forks itself for each. It runs under another
/// user than the suites; see "Fork servers" in the README for what it has to do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Server {
    pub name: String,
    pub argv: Vec<String>,
    pub env: BTreeMap<String, String>,
    pub cwd: String,
    /// Milliseconds within which it must say that it is ready.
    pub ready_ms: u64,
}

/// A file that is written before the steps run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputFile {
    pub path: String,
    pub text: String,
}

/// One process, run to its end, with everything that it started. `{dir}` in `argv`, `env` values, `cwd` and `stdin`
/// stands for the fresh folder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// For the report: `compile`, `baseline`, `control`.
    pub name: String,
    pub argv: Vec<String>,
    /// The whole environment; nothing is inherited.
    pub env: BTreeMap<String, String>,
    pub cwd: String,
    /// Written to standard input, which is then closed.
    pub stdin: String,
    /// Wall-clock limit in milliseconds.
    pub wall_ms: u64,
    /// Processor-time limit in seconds (`RLIMIT_CPU`), so that a busy machine does not turn slow into dead.
    pub cpu_seconds: u64,
    /// Bytes of output after which the step is stopped.
    pub output_bytes: u64,
    /// Bytes of output that are kept (head and tail).
    pub log_bytes: u64,
    /// Bytes of the private report (descriptor 3) that are kept; more stops the step.
    pub report_bytes: u64,
    /// When this step does not exit with 0, the steps after it are not run.
    pub required: bool,
    /// Puts the fresh folder back to what it was before this step when it has ended, so that a suite cannot leave a
    /// message to a later step (`baseline` telling `control`). `false` for steps that build something. Everything
    /// outside of the folder is emptied after each step in any case.
    #[serde(default)]
    pub reset: bool,
    /// Name of the server to fork this step from, instead of starting `argv`, which is what is run when there is no
    /// such server or it does not work (gVisor). Everything else holds for both.
    #[serde(default)]
    pub server: Option<String>,
}

/// What the supervisor answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Response {
    Hello {
        protocol: u32,
        version: String,
    },
    Ran {
        id: String,
        steps: Vec<StepReport>,
    },
    /// The request could not be carried out; a fault of ours, never of the suite.
    Fault {
        what: String,
        cause: String,
    },
}

/// How a process ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "value", rename_all = "snake_case")]
pub enum Exit {
    Code(i32),
    Signal(i32),
}

/// Why the supervisor ended a step itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stopped {
    WallTime,
    CpuTime,
    OutputLimit,
    ReportLimit,
}

/// What was observed of one step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepReport {
    pub name: String,
    pub exit: Exit,
    pub stopped: Option<Stopped>,
    /// Whether the kernel killed a process of this step for memory.
    pub out_of_memory: bool,
    /// Standard output and error as they came, head and tail, invalid UTF-8 replaced.
    pub log: String,
    /// Bytes printed in all, kept or not.
    pub printed_bytes: u64,
    /// What was written to descriptor 3; shown to nobody before it has been checked.
    pub report: String,
    pub wall_ms: u64,
    pub cpu_ms: u64,
    pub max_rss_bytes: u64,
    /// Why this step was started from `argv` although it names a server; a matter for our own log.
    #[serde(default)]
    pub server_failed: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_forms_are_those_of_the_protocol() {
        let run = r#"{"kind":"run","id":"a","files":[{"path":"p","text":"t"}],"steps":[{"name":"n","argv":["x"],
            "env":{"K":"V"},"cwd":"{dir}","stdin":"","wall_ms":1,"cpu_seconds":2,"output_bytes":3,"log_bytes":4,
            "report_bytes":5,"required":true}]}"#;
        let Request::Run(run) = serde_json::from_str(run).unwrap() else { panic!("not a run") };
        assert!(run.steps[0].required && !run.steps[0].reset);
        let text = |value| serde_json::to_string(&value).unwrap();
        assert_eq!(text(Exit::Code(3)), r#"{"kind":"code","value":3}"#);
        assert_eq!(text(Exit::Signal(9)), r#"{"kind":"signal","value":9}"#);
        let all = [Stopped::WallTime, Stopped::CpuTime, Stopped::OutputLimit, Stopped::ReportLimit];
        let texts = r#"["wall_time","cpu_time","output_limit","report_limit"]"#;
        assert_eq!(serde_json::to_string(&all).unwrap(), texts);
        assert_eq!(serde_json::from_str::<[Stopped; 4]>(texts).unwrap(), all);
    }
}

//! What `/assay/runner.rb` is told: one line of JSON on standard input.

use std::collections::BTreeMap;

use domain::{FocalFunction, Limits, Mutant, RepositorySpec};
use sandbox::protocol::{Server, Step};
use serde::Serialize;

/// Bytes of records that a run may send: about five thousand tests, with messages of usual length.
const REPORT_BYTES: u64 = 2 << 20;

/// What the runner is asked to do.
#[derive(Debug, Serialize)]
#[serde(tag = "mode", rename_all = "lowercase")]
pub(super) enum Request<'a> {
    /// Run the suite; against the correct source when `control` is `None`.
    Run {
        /// Path of the suite, below `{dir}`; stays first, see [`Request::line`].
        suite: &'a str,
        nonce: &'a str,
        /// Of a random order; `None` for the order in which the tests are written. Stays before everything that comes
        /// from a vendor or a repository, see [`shuffled`].
        seed: Option<u32>,
        entry: Vec<&'a str>,
        load_path: Vec<String>,
        framework: &'a str,
        focal: String,
        lines: [u32; 2],
        /// Text that is loaded in place of the focal file.
        control: Option<&'a str>,
        /// What is changed in the focal file; the run ends at the first failure.
        mutant: Option<Edit<'a>>,
    },
    /// Report executable lines, whether the repository still loads with each control mutant, and which mutants are
    /// valid.
    Prepare {
        nonce: &'a str,
        root: &'a str,
        entry: Vec<&'a str>,
        load_path: Vec<String>,
        focals: Vec<FocalRequest<'a>>,
        /// Valid mutants of one function that are wanted; the rest is not looked at.
        mutants: u16,
    },
}

#[derive(Debug, Serialize)]
pub(super) struct FocalRequest<'a> {
    pub file: String,
    pub lines: [u32; 2],
    pub control: &'a str,
    pub mutants: Vec<Edit<'a>>,
}

/// A mutant as the runner makes it: it has the file's text already.
#[derive(Debug, Serialize)]
pub(super) struct Edit<'a> {
    number: u16,
    start: u32,
    end: u32,
    replacement: &'a str,
}

impl<'a> From<&'a Mutant> for Edit<'a> {
    fn from(mutant: &'a Mutant) -> Self {
        let Mutant { number, start, end, replacement, .. } = mutant;
        Self { number: *number, start: *start, end: *end, replacement }
    }
}

impl Request<'_> {
    /// The line that is written to standard input.
    pub(super) fn line(&self) -> Result<String, serde_json::Error> {
        // The supervisor puts the folder's path in place of `{dir}`, which a source text may contain as well.
        let json = serde_json::to_string(self)?.replace("{dir}", "\\u007bdir}");
        // The suite's path is the one that we wrote, and comes first.
        let suite = matches!(self, Self::Run { .. });
        Ok(if suite { json.replacen("\\u007bdir}", "{dir}", 1) } else { json } + "\n")
    }
}

/// The line of a run in written order, for a random order.
pub(super) fn shuffled(line: &str, seed: u32) -> String {
    line.replacen(r#""seed":null"#, &format!(r#""seed":{seed}"#), 1)
}

/// Absolute path of a file of the repository.
pub(super) fn absolute(repository: &RepositorySpec, focal: &FocalFunction) -> String {
    format!("{}/{}", repository.root.trim_end_matches('/'), focal.path)
}

const RUNNER: [&str; 2] = ["/usr/bin/ruby", "/assay/runner.rb"];
/// Milliseconds within which a server must have loaded its framework, on a busy machine.
const READY_MS: u64 = 20_000;

fn environment(home: &str) -> BTreeMap<String, String> {
    [("PATH", "/usr/local/bin:/usr/bin:/bin"), ("HOME", home), ("LC_ALL", "C.UTF-8"), ("TZ", "UTC")]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .into()
}

/// What a fork server loads: a framework, and what the repository needs from elsewhere.
#[derive(Debug, Serialize)]
pub(super) struct Setup<'a> {
    pub framework: &'a str,
    pub root: &'a str,
    pub entry: Vec<&'a str>,
    pub load_path: Vec<String>,
}

/// The fork server of a framework. One for each, because they do not go together: each adds methods to every object.
pub(super) fn server(setup: &Setup<'_>) -> Result<Server, serde_json::Error> {
    let json = serde_json::to_string(setup)?;
    Ok(Server {
        name: server_name(setup.framework),
        argv: RUNNER.into_iter().chain(["--server", &json]).map(str::to_owned).collect(),
        env: environment("/nonexistent"),
        cwd: "/".to_owned(),
        ready_ms: READY_MS,
    })
}

pub(super) fn server_name(framework: &str) -> String {
    format!("ruby-{framework}")
}

/// A step that runs the runner with one request, forked from the framework's server where one is named.
pub(super) fn step(
    name: &str,
    stdin: String,
    wall_ms: u64,
    limits: &Limits,
    required: bool,
    framework: Option<&str>,
) -> Step {
    Step {
        name: name.to_owned(),
        argv: RUNNER.map(str::to_owned).to_vec(),
        env: environment("{dir}"),
        cwd: "{dir}".to_owned(),
        stdin,
        wall_ms,
        cpu_seconds: wall_ms.div_ceil(1000),
        output_bytes: limits.output_bytes,
        log_bytes: limits.log_bytes,
        report_bytes: REPORT_BYTES,
        required,
        reset: true,
        server: framework.map(server_name),
    }
}

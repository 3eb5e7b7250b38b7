//! What `/assay/runner.rb` is told: one line of JSON on standard input.

use std::collections::BTreeMap;

use domain::{FocalFunction, Limits, RepositorySpec};
use sandbox::protocol::Step;
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
        entry: Vec<&'a str>,
        load_path: Vec<String>,
        framework: &'a str,
        focal: String,
        lines: [u32; 2],
        /// Text that is loaded in place of the focal file.
        control: Option<&'a str>,
    },
    /// Report executable lines, and whether the repository still loads with each control mutant.
    Prepare { nonce: &'a str, entry: Vec<&'a str>, load_path: Vec<String>, focals: Vec<FocalRequest<'a>> },
}

#[derive(Debug, Serialize)]
pub(super) struct FocalRequest<'a> {
    pub file: String,
    pub lines: [u32; 2],
    pub control: &'a str,
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

/// Absolute path of a file of the repository.
pub(super) fn absolute(repository: &RepositorySpec, focal: &FocalFunction) -> String {
    format!("{}/{}", repository.root.trim_end_matches('/'), focal.path)
}

/// A step that runs the runner with one request.
pub(super) fn step(name: &str, stdin: String, seconds: u32, limits: &Limits, required: bool) -> Step {
    Step {
        name: name.to_owned(),
        argv: vec!["/usr/bin/ruby".to_owned(), "/assay/runner.rb".to_owned()],
        env: BTreeMap::from(
            [("PATH", "/usr/local/bin:/usr/bin:/bin"), ("HOME", "{dir}"), ("LC_ALL", "C.UTF-8"), ("TZ", "UTC")]
                .map(|(name, value)| (name.to_owned(), value.to_owned())),
        ),
        cwd: "{dir}".to_owned(),
        stdin,
        wall_ms: u64::from(seconds) * 1000,
        cpu_seconds: u64::from(seconds),
        output_bytes: limits.output_bytes,
        log_bytes: limits.log_bytes,
        report_bytes: REPORT_BYTES,
        required,
        reset: true,
        server: None,
    }
}

//! What `/assay/runner.php` is told: one line of JSON on standard input.

use std::collections::BTreeMap;

use domain::{FocalFunction, Limits, RepositorySpec};
use sandbox::protocol::{Server, Step};
use serde::Serialize;

/// Bytes of records that a run may send: about five thousand tests, with messages of usual length.
const REPORT_BYTES: u64 = 2 << 20;
/// The most that PHP itself may take, as in the reference's image. A run that recurses for ever then ends in a part of a
/// second with an error of PHP, and does not end the container.
const MEMORY: u64 = 512 << 20;

/// What the runner is asked to do.
#[derive(Debug, Serialize)]
#[serde(tag = "mode", rename_all = "lowercase")]
pub(super) enum Request<'a> {
    /// Run the suite; against the correct source when `edit` is `None`.
    Run {
        /// Path of the suite, below `{dir}`; stays first, see [`Request::line`].
        suite: &'a str,
        nonce: &'a str,
        /// Of a random order; `None` for the order in which the tests are written. Stays before everything that comes
        /// from a vendor or a repository, see [`shuffled`].
        seed: Option<u32>,
        /// PHP's own limit in bytes.
        memory: u64,
        repository: Repository<'a>,
        focal: String,
        lines: [u32; 2],
        /// What is changed in the focal file.
        edit: Option<Edit<'a>>,
        /// Ends at the first failure, says names only and measures nothing.
        mutant: bool,
    },
    /// Report executable lines, whether the repository still loads with each control mutant, and which mutants are
    /// valid.
    Prepare {
        nonce: &'a str,
        repository: Repository<'a>,
        focals: Vec<FocalRequest<'a>>,
        /// Valid mutants of one function that are wanted; the rest is not looked at.
        mutants: u16,
    },
}

/// How the repository is loaded.
#[derive(Debug, Serialize)]
pub(super) struct Repository<'a> {
    root: &'a str,
    /// Prefix and folder.
    psr4: Vec<(&'a str, &'a str)>,
    files: Vec<&'a str>,
    depends: Vec<&'a str>,
}

impl<'a> Repository<'a> {
    pub(super) fn of(spec: &'a RepositorySpec) -> Self {
        let words = |name: &str| spec.settings.get(name).map_or("", String::as_str).split_whitespace();
        Self {
            root: &spec.root,
            psr4: words("psr4").filter_map(|pair| pair.split_once('=')).collect(),
            files: words("files").collect(),
            depends: words("depends").collect(),
        }
    }
}

/// First byte of the replaced piece, the byte after it, what stands there instead.
#[derive(Debug, Serialize)]
pub(super) struct Edit<'a>(pub usize, pub usize, pub &'a str);

#[derive(Debug, Serialize)]
pub(super) struct FocalRequest<'a> {
    pub file: String,
    pub lines: [u32; 2],
    /// `None` when the function cannot be broken.
    pub control: Option<Edit<'a>>,
    /// With their numbers.
    pub mutants: Vec<(u16, Edit<'a>)>,
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

/// PHP's own memory limit, below that of the container.
pub(super) fn memory(limits: &Limits) -> u64 {
    MEMORY.min(limits.memory_bytes / 4 * 3)
}

const RUNNER: &str = "/assay/runner.php";
/// Milliseconds within which a server must have loaded PHPUnit, on a busy machine.
const READY_MS: u64 = 20_000;

/// The command line. The right to call C is for the runner, which takes it away from itself before it reads anything.
fn argv(repository: &RepositorySpec, arguments: &[&str]) -> Vec<String> {
    let settings = [
        format!("pcov.directory={}", repository.root),
        "pcov.enabled=1".to_owned(),
        "opcache.enable_cli=0".to_owned(),
        "zend.assertions=1".to_owned(),
        "assert.exception=1".to_owned(),
        "date.timezone=UTC".to_owned(),
        "memory_limit=512M".to_owned(),
        "ffi.enable=1".to_owned(),
    ];
    let mut argv = vec!["/usr/bin/php".to_owned()];
    argv.extend(settings.into_iter().flat_map(|setting| ["-d".to_owned(), setting]));
    argv.extend([RUNNER].iter().chain(arguments).map(|&argument| argument.to_owned()));
    argv
}

fn environment(home: &str) -> BTreeMap<String, String> {
    [("PATH", "/usr/local/bin:/usr/bin:/bin"), ("HOME", home), ("LC_ALL", "C.UTF-8"), ("TZ", "UTC")]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .into()
}

/// The fork server of a repository: what it loads is the same for all, but coverage is restricted to one root.
pub(super) fn server(repository: &RepositorySpec) -> Server {
    Server {
        name: server_name(repository),
        argv: argv(repository, &["--server"]),
        env: environment("/nonexistent"),
        cwd: "/".to_owned(),
        ready_ms: READY_MS,
    }
}

fn server_name(repository: &RepositorySpec) -> String {
    format!("php-{}", repository.name)
}

/// A step that runs the runner with one request, forked from the repository's server if wanted.
pub(super) fn step(
    name: &str,
    stdin: String,
    wall_ms: u64,
    limits: &Limits,
    required: bool,
    repository: &RepositorySpec,
    forked: bool,
) -> Step {
    Step {
        name: name.to_owned(),
        argv: argv(repository, &[]),
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
        server: forked.then(|| server_name(repository)),
    }
}

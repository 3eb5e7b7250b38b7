//! The same suites through the tools themselves: in the same image, without the supervisor.

use std::io::Write as _;
use std::process::{Command, Stdio};

use anyhow::{Context as _, ensure};
use domain::{Language, TaskWork};

/// Which way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// The reference's separate commands: check, run, run with coverage.
    Reference,
    /// One ordinary invocation of the test tool.
    Bare,
}

impl Way {
    const fn function(self) -> &'static str {
        match self {
            Self::Reference => "reference",
            Self::Bare => "bare",
        }
    }
}

/// Shell text with `setup`, `reference` and `bare`; the suite is in `$SUITE`, written anew with another comment before
/// each round.
const fn script(language: Language) -> &'static str {
    match language {
        Language::Rust => include_str!("tools/rust.sh"),
        Language::Julia => include_str!("tools/julia.sh"),
        Language::Go => include_str!("tools/go.sh"),
        Language::Ruby => include_str!("tools/ruby.sh"),
        Language::Php => include_str!("tools/php.sh"),
    }
}

/// Seconds per suite, the first round left out: caches are warm, as they are for us.
pub(crate) fn seconds_per_suite(image: &str, work: &TaskWork, way: Way, suites: u32) -> anyhow::Result<f64> {
    let language = work.language;
    let suite = &work.slots[0].suite;
    let root = work.repository.root.trim_end_matches('/');
    let module = work.repository.settings.get("module").map_or("", String::as_str);
    let focal = &work.focal.path;
    ensure!(!suite.contains("ASSAY_SUITE_END"), "the suite holds the mark that ends it");
    let program = format!(
        "set -eu\nROOT={root} FOCAL={root}/{focal} MODULE={module}\nTEXT=$(cat <<'ASSAY_SUITE_END'\n{suite}\nASSAY_SUITE_END\n)\n{}\n\
         write() {{ printf '%s\\n%s %s\\n' \"$TEXT\" \"$COMMENT\" \"$1\" > \"$SUITE\"; }}\n\
         setup >/tmp/bench.log 2>&1 || {{ cat /tmp/bench.log >&2; exit 1; }}\n\
         write first\n{way} >/tmp/bench.log 2>&1 || {{ tail -n 40 /tmp/bench.log >&2; exit 1; }}\n\
         begin=$(date +%s%N)\ni=0\nwhile [ $i -lt {suites} ]; do\n  i=$((i + 1))\n  write $i\n\
         \x20 {way} >/tmp/bench.log 2>&1 || {{ tail -n 40 /tmp/bench.log >&2; exit 1; }}\ndone\n\
         echo $(($(date +%s%N) - begin))\n",
        script(language),
        way = way.function(),
    );
    let mut child = Command::new("docker")
        .args(["run", "--rm", "--interactive", "--network", "none", "--user", "0:0", "--memory", "4g", "--cpus", "2"])
        .args(["--tmpfs", "/tmp:exec", "--tmpfs", "/work:exec", "--entrypoint", "sh", image, "-s"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .context("docker, the client of the engine, cannot be started")?;
    child.stdin.take().context("no standard input")?.write_all(program.as_bytes())?;
    let output = child.wait_with_output()?;
    ensure!(output.status.success(), "{language}, {}: the tools failed; what they said is above", way.function());
    let text = String::from_utf8_lossy(&output.stdout);
    let nanoseconds: f64 = text.trim().parse().with_context(|| format!("no time in {text:?}"))?;
    Ok(nanoseconds / 1e9 / f64::from(suites))
}

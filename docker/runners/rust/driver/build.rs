//! `driver build`: suites to one binary.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::ExitCode;

use crate::json::{self, Value};
use crate::layout::{INCREMENTAL, crate_folder, link_tree, work_folder};
use crate::rustc::{Problem, Template, described, killed_by_limit, report};

/// What is left at the end.
const BINARY: &str = "suite";
/// A report names so many problems; the log has them all.
const MAX_PROBLEMS: usize = 50;
/// How often what is left of several suites is built when some of them did not build.
const EXTRA_ROUNDS: usize = 2;
/// What stands between a focal file and its suites.
const GAP: &[u8] = b"\n\n";

struct Order {
    nonce: String,
    repository: String,
    harness: String,
    sources: Vec<Source>,
    suites: Vec<Suite>,
}

/// A focal file.
struct Source {
    /// Below the repository's root.
    path: String,
    text: Vec<u8>,
}

/// A suite that stands behind a focal file.
struct Suite {
    source: usize,
    text: Vec<u8>,
}

/// How a build failed.
enum Failed {
    Suite(Vec<Problem>),
    Ours(Vec<Problem>),
    /// Several suites did not build together, and nobody knows why.
    Together(Vec<Problem>),
    /// A limit ended the compiler; the supervisor knows which.
    Limit(u8),
}

/// Numbers of suites that are not in the binary.
type LeftOut = BTreeSet<usize>;

pub fn build() -> ExitCode {
    let order = match read_order() {
        Ok(order) => order,
        Err(error) => return finish("", "ours", &error.to_string(), &[], &LeftOut::new()),
    };
    let (verdict, message, problems, left_out) = match run(&order) {
        Ok(Ok(left_out)) => ("ok", String::new(), Vec::new(), left_out),
        Ok(Err(Failed::Suite(problems))) => ("suite", String::new(), problems, LeftOut::new()),
        Ok(Err(Failed::Ours(problems))) => {
            ("ours", "the repository does not build without the suite".to_owned(), problems, LeftOut::new())
        }
        Ok(Err(Failed::Together(problems))) => ("together", String::new(), problems, LeftOut::new()),
        Ok(Err(Failed::Limit(code))) => return ExitCode::from(code),
        Err(error) => ("ours", error.to_string(), Vec::new(), LeftOut::new()),
    };
    finish(&order.nonce, verdict, &message, &problems, &left_out)
}

fn finish(nonce: &str, verdict: &str, message: &str, problems: &[Problem], left_out: &LeftOut) -> ExitCode {
    let text = |text: &str| Value::Text(text.to_owned());
    let problems: Vec<Value> = problems.iter().take(MAX_PROBLEMS).map(described).collect();
    let fields = BTreeMap::from([
        ("nonce", text(nonce)),
        ("verdict", text(verdict)),
        ("message", text(message)),
        ("diagnostics", Value::List(problems)),
        ("left_out", Value::List(left_out.iter().map(|number| Value::Number(*number as f64)).collect())),
    ]);
    match report(fields) {
        Ok(()) if verdict == "ok" => ExitCode::SUCCESS,
        Ok(()) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("driver: report: {error}");
            ExitCode::from(70)
        }
    }
}

/// The order that standard input holds, as JSON.
pub fn read_json() -> io::Result<Value> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    json::parse(&text).ok_or_else(|| io::Error::other("the order is not JSON"))
}

fn read_order() -> io::Result<Order> {
    let value = read_json()?;
    let text = |name: &str| value.get(name).text().to_owned();
    let repository = text("repository");
    let folder = work_folder(&repository);
    let file = |value: &Value| fs::read(folder.join(value.get("file").text()));
    let source = |value: &Value| Ok(Source { path: value.get("path").text().to_owned(), text: file(value)? });
    let suite = |value: &Value| Ok(Suite { source: value.get("source").number(), text: file(value)? });
    let order = Order {
        nonce: text("nonce"),
        harness: text("harness"),
        sources: value.get("sources").list().iter().map(source).collect::<io::Result<_>>()?,
        suites: value.get("suites").list().iter().map(suite).collect::<io::Result<_>>()?,
        repository,
    };
    let placed = order.suites.iter().all(|suite| suite.source < order.sources.len());
    if placed { Ok(order) } else { Err(io::Error::other("a suite stands behind no source")) }
}

impl Order {
    /// Writes the focal files with the suites behind them. For each suite that is there the lines of its file that
    /// belong to it.
    fn write(&self, folder: &Path, left_out: &LeftOut) -> io::Result<BTreeMap<usize, std::ops::Range<usize>>> {
        let mut lines = BTreeMap::new();
        for (number, source) in self.sources.iter().enumerate() {
            let mut text = source.text.clone();
            let mut line = 1 + breaks(&text);
            let here = self.suites.iter().enumerate().filter(|(n, s)| s.source == number && !left_out.contains(n));
            for (suite, Suite { text: own, .. }) in here {
                text.extend_from_slice(GAP);
                text.extend_from_slice(own);
                let first = line + breaks(GAP);
                line = first + breaks(own);
                lines.insert(suite, first..line + 1);
            }
            put(&folder.join(&source.path), &text)?;
        }
        Ok(lines)
    }
}

fn breaks(text: &[u8]) -> usize {
    text.iter().filter(|byte| **byte == b'\n').count()
}

fn run(order: &Order) -> io::Result<Result<LeftOut, Failed>> {
    let folder = work_folder(&order.repository);
    let template = Template::load(&order.repository)?;
    link_tree(&crate_folder(&order.repository).join("warm"), &folder)?;
    let incremental = format!("incremental={INCREMENTAL}");
    // The harness stands in front of `main`.
    let more = ["--emit=link", "-o", BINARY, "-C", &incremental, "-C", "link-arg=-Wl,--wrap=main"];
    let mut left_out = LeftOut::new();
    let mut round = 0;
    loop {
        let lines = order.write(&folder, &left_out)?;
        let mut compiled = template.compile(&folder, &order.harness, &more, &mut io::stderr())?;
        if let Some(code) = killed_by_limit(compiled.status) {
            return Ok(Err(Failed::Limit(code)));
        }
        if compiled.status.success() {
            keep_only_binary(&folder)?;
            return Ok(Ok(left_out));
        }
        if compiled.problems.is_empty() {
            // A full disk, or a stack that was too small for what it had to compile.
            let message = format!("the compiler ended with {} and no message", compiled.status);
            compiled.problems.push(Problem { message, spans: Vec::new() });
        }
        let guilty: Option<LeftOut> = compiled
            .problems
            .iter()
            .map(|problem| {
                let span = problem.spans.first()?;
                let here = |suite: &usize| order.sources[order.suites[*suite].source].path == span.file;
                lines.iter().find(|(suite, lines)| here(suite) && lines.contains(&span.line)).map(|(suite, _)| *suite)
            })
            .collect();
        if order.suites.len() == 1 {
            if guilty.is_some() {
                return Ok(Err(Failed::Suite(compiled.problems)));
            }
            return without_suites(order, &folder, &template, compiled.problems).map(Err);
        }
        left_out.extend(guilty.iter().flatten());
        if guilty.is_none() || round == EXTRA_ROUNDS || left_out.len() == order.suites.len() {
            return Ok(Err(Failed::Together(compiled.problems)));
        }
        round += 1;
    }
}

/// Something other than the suite is named, or nothing: finds out whether all of it builds when there is no suite.
fn without_suites(order: &Order, folder: &Path, template: &Template, problems: Vec<Problem>) -> io::Result<Failed> {
    order.write(folder, &(0..order.suites.len()).collect())?;
    let alone = template.compile(folder, &order.harness, &["--emit=metadata", "-o", "alone"], &mut io::sink())?;
    if let Some(code) = killed_by_limit(alone.status) {
        return Ok(Failed::Limit(code));
    }
    Ok(if alone.status.success() { Failed::Suite(problems) } else { Failed::Ours(alone.problems) })
}

/// Writes a file in the place of the link to the image.
pub fn put(path: &Path, bytes: &[u8]) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    fs::File::create(path)?.write_all(bytes)
}

/// Removes the sources and the compiler's state: every later step is put back to what is left now.
fn keep_only_binary(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name() == BINARY {
            continue;
        }
        if entry.file_type()?.is_dir() { fs::remove_dir_all(entry.path())? } else { fs::remove_file(entry.path())? }
    }
    Ok(())
}

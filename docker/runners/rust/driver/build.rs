//! `driver build`: one suite to one binary.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::ExitCode;

use crate::json::{self, Value};
use crate::layout::{INCREMENTAL, crate_folder, link_tree, work_folder};
use crate::rustc::{Problem, Template, described, killed_by_limit, report};

/// The file with the focal function and the suite behind it, written by the supervisor.
const FOCAL: &str = "focal.rs";
/// What is left at the end.
const BINARY: &str = "suite";
/// A report names so many problems; the log has them all.
const MAX_PROBLEMS: usize = 50;

struct Order {
    nonce: String,
    repository: String,
    harness: String,
    /// Path of the focal file below the repository's root.
    path: String,
    /// Byte of [`FOCAL`] at which the suite begins.
    suite_at: usize,
}

/// Whose fault a failed build is.
enum Failed {
    Suite(Vec<Problem>),
    Ours(Vec<Problem>),
    /// A limit ended the compiler; the supervisor knows which.
    Limit(u8),
}

pub fn build() -> ExitCode {
    let order = match read_order() {
        Ok(order) => order,
        Err(error) => return finish("", "ours", &error.to_string(), &[]),
    };
    match run(&order) {
        Ok(Ok(())) => finish(&order.nonce, "ok", "", &[]),
        Ok(Err(Failed::Suite(problems))) => finish(&order.nonce, "suite", "", &problems),
        Ok(Err(Failed::Ours(problems))) => finish(&order.nonce, "ours", "the repository does not build without the suite", &problems),
        Ok(Err(Failed::Limit(code))) => ExitCode::from(code),
        Err(error) => finish(&order.nonce, "ours", &error.to_string(), &[]),
    }
}

fn finish(nonce: &str, verdict: &str, message: &str, problems: &[Problem]) -> ExitCode {
    let text = |text: &str| Value::Text(text.to_owned());
    let problems: Vec<Value> = problems.iter().take(MAX_PROBLEMS).map(described).collect();
    let fields = BTreeMap::from([
        ("nonce", text(nonce)),
        ("verdict", text(verdict)),
        ("message", text(message)),
        ("diagnostics", Value::List(problems)),
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
    Ok(Order {
        nonce: text("nonce"),
        repository: text("repository"),
        harness: text("harness"),
        path: text("path"),
        suite_at: value.get("suite_at").number(),
    })
}

fn run(order: &Order) -> io::Result<Result<(), Failed>> {
    let folder = work_folder(&order.repository);
    let template = Template::load(&order.repository)?;
    link_tree(&crate_folder(&order.repository).join("warm"), &folder)?;
    let source = folder.join(&order.path);
    let whole = fs::read(folder.join(FOCAL))?;
    put(&source, &whole)?;
    let incremental = format!("incremental={INCREMENTAL}");
    // The harness stands in front of `main`.
    let more = ["--emit=link", "-o", BINARY, "-C", &incremental, "-C", "link-arg=-Wl,--wrap=main"];
    let mut compiled = template.compile(&folder, &order.harness, &more, &mut io::stderr())?;
    if let Some(code) = killed_by_limit(compiled.status) {
        return Ok(Err(Failed::Limit(code)));
    }
    if compiled.status.success() {
        keep_only_binary(&folder)?;
        return Ok(Ok(()));
    }
    if compiled.problems.is_empty() {
        // A full disk, or a stack that was too small for what it had to compile.
        let message = format!("the compiler ended with {} and no message", compiled.status);
        compiled.problems.push(Problem { message, spans: Vec::new() });
    }
    let first_line = whole[..order.suite_at.min(whole.len())].iter().filter(|byte| **byte == b'\n').count() + 1;
    let in_suite = |problem: &Problem| {
        problem.spans.first().is_some_and(|span| span.file == order.path && span.line >= first_line)
    };
    if compiled.problems.iter().all(in_suite) {
        return Ok(Err(Failed::Suite(compiled.problems)));
    }
    // Something else is named, or nothing: find out whether all of it builds when there is no suite.
    put(&source, &whole[..order.suite_at.min(whole.len())])?;
    let alone = template.compile(&folder, &order.harness, &["--emit=metadata", "-o", "alone"], &mut io::sink())?;
    if let Some(code) = killed_by_limit(alone.status) {
        return Ok(Err(Failed::Limit(code)));
    }
    Ok(Err(if alone.status.success() { Failed::Suite(compiled.problems) } else { Failed::Ours(alone.problems) }))
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

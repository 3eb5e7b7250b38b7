//! One call of the compiler and what it had to say.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

use crate::json::{self, Value};
use crate::layout::{HARNESS, crate_folder};

/// Where a problem is, in one file.
#[derive(Debug, Clone)]
pub struct Span {
    pub file: String,
    pub line: usize,
    /// Bytes in the file.
    pub start: usize,
    pub end: usize,
    pub primary: bool,
}

/// An error of the compiler.
#[derive(Debug, Clone)]
pub struct Problem {
    pub message: String,
    /// The primary ones first.
    pub spans: Vec<Span>,
}

pub struct Compiled {
    pub status: ExitStatus,
    pub problems: Vec<Problem>,
}

/// How a crate is compiled: cargo's own arguments, written down when the image was built.
pub struct Template {
    args: Vec<String>,
    env: Vec<(String, String)>,
}

impl Template {
    pub fn load(name: &str) -> io::Result<Self> {
        let folder = crate_folder(name);
        let args = fs::read_to_string(folder.join("args"))?.lines().map(str::to_owned).collect();
        let env = fs::read_to_string(folder.join("env"))?;
        let env = env.lines().filter_map(|line| line.split_once('=')).map(|(k, v)| (k.to_owned(), v.to_owned())).collect();
        Ok(Self { args, env })
    }

    /// Compiles the crate in `folder`; `harness` is the name by which the source calls the harness. What the compiler
    /// says for people goes to `log`.
    pub fn compile(&self, folder: &Path, harness: &str, more: &[&str], log: &mut dyn Write) -> io::Result<Compiled> {
        let mut child = Command::new("rustc")
            .args(&self.args)
            .args(more)
            .arg("--extern")
            .arg(format!("{harness}={HARNESS}"))
            .args(["-C", "link-arg=-fuse-ld=lld", "-C", "strip=symbols"])
            .arg("--error-format=json")
            .envs(self.env.iter().map(|(k, v)| (k, v)))
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()?;
        let mut problems = Vec::new();
        let mut errors = BufReader::new(child.stderr.take().ok_or_else(|| io::Error::other("no standard error"))?);
        let mut line = Vec::new();
        loop {
            line.clear();
            // A diagnostic of a hostile suite can be of any size.
            if errors.by_ref().take(8 << 20).read_until(b'\n', &mut line)? == 0 {
                break;
            }
            let text = String::from_utf8_lossy(&line);
            let Some(value) = json::parse(&text).filter(|value| matches!(value, Value::Map(_))) else {
                log.write_all(&line)?;
                continue;
            };
            if !value.get("level").text().starts_with("error") {
                continue;
            }
            log.write_all(value.get("rendered").text().as_bytes())?;
            // "aborting due to 2 previous errors" says nothing.
            if !value.get("message").text().starts_with("aborting due to") {
                problems.push(problem(&value));
            }
        }
        Ok(Compiled { status: child.wait()?, problems })
    }
}

fn problem(value: &Value) -> Problem {
    let code = value.get("code").get("code").text();
    let code = if code.is_empty() { String::new() } else { format!("[{code}] ") };
    let said = value.get("message").text();
    let said: String = said.lines().next().unwrap_or_default().chars().take(400).collect();
    let mut spans = Vec::new();
    gather(value, &mut spans);
    spans.sort_by_key(|span| !span.primary);
    spans.truncate(20);
    Problem { message: format!("{code}{said}"), spans }
}

/// The spans of a diagnostic and of its notes; where a macro was called counts for what is inside the macro.
fn gather(value: &Value, spans: &mut Vec<Span>) {
    for span in value.get("spans").list() {
        let mut place = span;
        // Down to the text that somebody wrote in this crate.
        for _ in 0..200 {
            let called = place.get("expansion").get("span");
            if matches!(called, Value::Map(_)) { place = called } else { break }
        }
        let primary = span.get("is_primary").truth();
        spans.push(one_span(place, primary));
        if !std::ptr::eq(place, span) {
            spans.push(one_span(span, false));
        }
    }
    for child in value.get("children").list() {
        let from = spans.len();
        gather(child, spans);
        spans[from..].iter_mut().for_each(|span| span.primary = false);
    }
}

fn one_span(value: &Value, primary: bool) -> Span {
    Span {
        file: value.get("file_name").text().to_owned(),
        line: value.get("line_start").number(),
        start: value.get("byte_start").number(),
        end: value.get("byte_end").number(),
        primary,
    }
}

/// What to exit with when a limit has ended the compiler: the supervisor reads it like a shell's.
pub fn killed_by_limit(status: ExitStatus) -> Option<u8> {
    // SIGXCPU and SIGKILL: processor time or memory.
    status.signal().filter(|signal| matches!(signal, 9 | 24)).map(|_| 128 + 9)
}

/// Sends the report over descriptor 3.
pub fn report(fields: BTreeMap<&str, Value>) -> io::Result<()> {
    use std::os::fd::FromRawFd;
    let map = fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    let mut line = String::new();
    Value::Map(map).write(&mut line);
    line.push('\n');
    // SAFETY: the supervisor opens it for every step, and nothing else here uses it.
    let mut out = std::mem::ManuallyDrop::new(unsafe { fs::File::from_raw_fd(3) });
    out.write_all(line.as_bytes())
}

/// A problem as the report has it.
pub fn described(problem: &Problem) -> Value {
    let first = problem.spans.first();
    let text = |text: &str| Value::Text(text.to_owned());
    Value::Map(BTreeMap::from([
        ("file".to_owned(), text(first.map_or("", |span| span.file.as_str()))),
        ("line".to_owned(), Value::Number(first.map_or(0, |span| span.line) as f64)),
        ("message".to_owned(), text(&problem.message)),
    ]))
}

//! What the runner is told on standard input: one field a line, name and value separated by TAB.

use std::collections::BTreeMap;

use domain::{FocalFunction, Limits, Mutant, RepositorySpec};
use sandbox::protocol::{Server, Step};

/// Bytes of records that a run may send: about ten thousand tests, with messages of usual length.
const REPORT_BYTES: u64 = 4 << 20;
/// Milliseconds within which a server must have loaded its package, on a busy machine.
const READY_MS: u64 = 180_000;

/// How code is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Engine {
    /// Interpreted: most tests call most code once, and compiling it takes longer than running it.
    Interpreter,
    /// Compiled: for suites that ask about compiled code.
    Compiler,
}

impl Engine {
    /// Of its fork server.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Interpreter => "julia-interpreter",
            Self::Compiler => "julia-compiler",
        }
    }

    /// Statements of the focal function that a mutant may run, from how many the suite ran without one. What is compiled
    /// gets through a hundred times as many.
    pub(super) const fn most_statements(self, ran: u64) -> u64 {
        let floor = match self {
            Self::Interpreter => 20_000,
            Self::Compiler => 2_000_000,
        };
        ran.saturating_mul(10).saturating_add(floor)
    }

    /// The runner alone.
    fn argv(self) -> Vec<String> {
        Self::command(match self {
            Self::Interpreter => &["--compile=min", "-O0"],
            Self::Compiler => &["-O1"],
        })
    }

    /// The runner as a fork server. The one that interprets compiles what every suite needs first, so it is told by a
    /// word and not by a flag.
    fn server_argv(self, module: &str) -> Vec<String> {
        let (flag, word) = match self {
            Self::Interpreter => ("-O0", "interpreter"),
            Self::Compiler => ("-O1", "compiler"),
        };
        let mut argv = Self::command(&[flag]);
        argv.extend(["--server", module, word].map(ToOwned::to_owned));
        argv
    }

    fn command(flags: &[&str]) -> Vec<String> {
        let always = ["--startup-file=no", "--history-file=no", "--color=no", "--depwarn=no"];
        let words = ["/usr/bin/julia"].iter().chain(&always).chain(flags).chain(&["/assay/runner/runner.jl"]);
        words.map(|word| (*word).to_owned()).collect()
    }
}

fn environment(home: &str) -> BTreeMap<String, String> {
    [
        ("PATH", "/usr/local/bin:/usr/bin:/bin"),
        ("HOME", home),
        ("LC_ALL", "C.UTF-8"),
        ("TZ", "UTC"),
        ("JULIA_LOAD_PATH", "/repo/.environment:@stdlib"),
        ("JULIA_DEPOT_PATH", "/assay/depot"),
        ("JULIA_NUM_THREADS", "1"),
        ("OPENBLAS_NUM_THREADS", "1"),
    ]
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
    .into()
}

/// The fork server of a package.
pub(super) fn server(engine: Engine, module: &str) -> Server {
    Server {
        name: engine.name().to_owned(),
        argv: engine.server_argv(module),
        env: environment("/nonexistent"),
        cwd: "/".to_owned(),
        ready_ms: READY_MS,
    }
}

/// A step that runs the runner with one request, forked from the server of `engine` unless that is `alone`.
pub(super) fn step(name: &str, stdin: String, wall_ms: u64, limits: &Limits, engine: Engine, alone: bool) -> Step {
    Step {
        name: name.to_owned(),
        argv: engine.argv(),
        env: environment("{dir}"),
        cwd: "{dir}".to_owned(),
        stdin,
        wall_ms,
        cpu_seconds: wall_ms.div_ceil(1000),
        output_bytes: limits.output_bytes,
        log_bytes: limits.log_bytes,
        report_bytes: REPORT_BYTES,
        required: false,
        reset: true,
        server: (!alone).then(|| engine.name().to_owned()),
    }
}

/// Fields of a request.
#[derive(Debug, Clone, Default)]
pub(super) struct Request(String);

impl Request {
    /// Adds a field whose value is no text of ours. `{` is escaped as well, because the supervisor puts a path in place
    /// of `{dir}`, which a source text may contain.
    pub(super) fn field(mut self, name: &str, value: &str) -> Self {
        self.push(name, value);
        self
    }

    pub(super) fn push(&mut self, name: &str, value: &str) {
        self.0.push_str(name);
        self.0.push('\t');
        for c in value.chars() {
            match c {
                '\\' => self.0.push_str("\\\\"),
                '\n' => self.0.push_str("\\n"),
                '\r' => self.0.push_str("\\r"),
                '\t' => self.0.push_str("\\t"),
                '{' => self.0.push_str("\\b"),
                c => self.0.push(c),
            }
        }
        self.0.push('\n');
    }

    /// Adds a path below the fresh folder.
    pub(super) fn path_in_folder(mut self, name: &str, path: &str) -> Self {
        for piece in [name, "\t{dir}/", path, "\n"] {
            self.0.push_str(piece);
        }
        self
    }

    pub(super) fn text(self) -> String {
        self.0
    }
}

/// What the repository is loaded as.
pub(super) fn module(repository: &RepositorySpec) -> &str {
    repository.settings.get("module").map_or_else(|| repository.name.as_str(), String::as_str)
}

/// The module of a focal function: the repository's, or one in it.
pub(super) fn focal_module(repository: &RepositorySpec, focal: &FocalFunction) -> String {
    let (module, package) = (module(repository), focal.package.as_str());
    if package.is_empty() {
        module.to_owned()
    } else if package.split('.').next() == Some(module) {
        package.to_owned()
    } else {
        format!("{module}.{package}")
    }
}

/// Absolute path of the focal file.
pub(super) fn absolute(repository: &RepositorySpec, focal: &FocalFunction) -> String {
    format!("{}/{}", repository.root.trim_end_matches('/'), focal.path)
}

/// First byte of the focal function in its file; it need not begin its line (`@inline function …`).
fn start_of(focal: &FocalFunction, file_text: &str) -> Option<usize> {
    let before: usize = file_text.split_inclusive('\n').take(focal.start_line as usize - 1).map(str::len).sum();
    file_text.get(before..)?.find(&focal.source).map(|at| before + at)
}

/// The focal function's text with a mutant in it; `None` when the mutant is not one of this function.
pub(super) fn mutated(focal: &FocalFunction, file_text: &str, mutant: &Mutant) -> Option<String> {
    let start = start_of(focal, file_text)?;
    let (from, to) = ((mutant.start as usize).checked_sub(start)?, (mutant.end as usize).checked_sub(start)?);
    let (before, after) = (focal.source.get(..from)?, focal.source.get(to..)?);
    (from <= to).then(|| [before, &mutant.replacement, after].concat())
}

#[cfg(test)]
mod tests {
    use domain::MutationOperator;

    use super::*;
    use crate::julia::fixtures::{FILE, focal, work};

    #[test]
    fn values_are_one_line_and_hold_no_placeholder() {
        let request = Request::default().path_in_folder("suite", "a.jl").field("source", "a\tb\\{dir}\r\n").text();
        assert_eq!(request, "suite\t{dir}/a.jl\nsource\ta\\tb\\\\\\bdir}\\r\\n\n");
    }

    #[test]
    fn a_mutant_changes_the_function_alone() {
        let at = FILE.find("+ 1").unwrap() as u32;
        let mutant = |start, end| Mutant {
            number: 0,
            operator: MutationOperator::Arithmetic,
            line: 3,
            start,
            end,
            replacement: "-".to_owned(),
        };
        let text = mutated(&focal(), FILE, &mutant(at, at + 1)).unwrap();
        assert!(text.starts_with("function") && text.contains("y = x - 1") && text.ends_with("end"), "{text}");
        assert_eq!(mutated(&focal(), FILE, &mutant(0, 1)), None);
        let other = FILE.find("helper").unwrap() as u32;
        assert_eq!(mutated(&focal(), FILE, &mutant(other, other + 1)), None);
    }

    #[test]
    fn modules_of_focal_functions() {
        let work = work();
        let of =
            |package: &str| focal_module(&work.repository, &FocalFunction { package: package.to_owned(), ..focal() });
        assert_eq!((of(""), of("Dates"), of("Dates.A"), of("Inner")), {
            ("Dates".into(), "Dates".into(), "Dates.A".into(), "Dates.Inner".into())
        });
    }
}

//! What a run may ask for. A request that breaks these rules is a mistake of ours and is answered with a fault.

use std::collections::BTreeMap;
use std::path::{Component, Path};

use crate::protocol::{ContinueRequest, InputFile, RunRequest, Server, Step};

/// Bytes of logs and reports that one run may keep, so that its answer fits into a frame: in JSON a control character
/// takes six bytes.
pub(crate) const MAX_KEPT: u64 = 10 << 20;
const MAX_STEPS: usize = 64;
const MAX_FILES: usize = 10_000;
const MAX_SERVERS: usize = 8;
/// Bytes of environment of a forked step: a command must fit into a pipe that a hanging server does not read.
const MAX_TOLD: usize = 32 << 10;
/// An hour: more than any step should ever get.
const MAX_SECONDS: u64 = 3600;

/// One sentence about the first rule that a run breaks.
pub(crate) fn check_run(request: &RunRequest) -> Result<(), String> {
    if request.servers.len() > MAX_SERVERS {
        return Err(format!("{} servers are more than {MAX_SERVERS}", request.servers.len()));
    }
    request.servers.iter().try_for_each(check_server)?;
    check(&request.id, &request.files, &request.steps)
}

/// One sentence about the first rule that more steps of a run break.
pub(crate) fn check_continue(request: &ContinueRequest) -> Result<(), String> {
    check(&request.id, &request.files, &request.steps)
}

fn check(id: &str, files: &[InputFile], steps: &[Step]) -> Result<(), String> {
    if !is_plain(id) {
        return Err(format!("run id {id:?} is not 1 to 64 letters, digits or `-`"));
    }
    if files.len() > MAX_FILES {
        return Err(format!("{} files are more than {MAX_FILES}", files.len()));
    }
    files.iter().try_for_each(check_file)?;
    if steps.len() > MAX_STEPS {
        return Err(format!("{} steps are more than {MAX_STEPS}", steps.len()));
    }
    steps.iter().try_for_each(check_step)?;
    let kept = steps.iter().fold(0_u64, |sum, s| sum.saturating_add(s.log_bytes).saturating_add(s.report_bytes));
    if kept > MAX_KEPT {
        return Err(format!("logs and reports of {kept} bytes do not fit into an answer; at most {MAX_KEPT}"));
    }
    Ok(())
}

fn is_plain(name: &str) -> bool {
    (1..=64).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
}

fn check_server(server: &Server) -> Result<(), String> {
    let Server { name, argv, env, cwd, ready_ms } = server;
    if !is_plain(name) {
        return Err(format!("server name {name:?} is not 1 to 64 letters, digits or `-`"));
    }
    if !cwd.starts_with('/') {
        return Err(format!("server {name:?} starts in {cwd:?}, which is not an absolute path"));
    }
    if !(1..=MAX_SECONDS * 1000).contains(ready_ms) {
        return Err(format!("server {name:?} needs a time limit between nothing and {MAX_SECONDS} s"));
    }
    check_program(&format!("server {name:?}"), argv, env, cwd)
}

fn check_file(file: &InputFile) -> Result<(), String> {
    let path = &file.path;
    let plain = Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
    // `components` drops `.` and doubled slashes silently; only the one spelling is taken.
    let canonical = path.split('/').all(|part| !part.is_empty() && part != "." && part.len() <= 255);
    if path.is_empty() || path.len() > 1024 || path.contains('\0') || !plain || !canonical {
        return Err(format!("file path {path:?} does not name a file below the run's folder"));
    }
    Ok(())
}

fn check_step(step: &Step) -> Result<(), String> {
    let Step { name, argv, env, cwd, .. } = step;
    if !cwd.starts_with('/') && !cwd.starts_with("{dir}") {
        return Err(format!("step {name:?} starts in {cwd:?}, which is not an absolute path"));
    }
    check_program(&format!("step {name:?}"), argv, env, cwd)?;
    // What a server is told is one line of fields.
    let mut fields = env.keys().chain(env.values()).chain([cwd]);
    if let Some(text) = fields.find(|text| step.server.is_some() && text.contains(['\t', '\n', '\r'])) {
        return Err(format!("step {name:?} is for a server and has a tab or a line break in {text:?}"));
    }
    let told: usize = env.iter().map(|(key, value)| key.len() + value.len() + 2).sum();
    if step.server.is_some() && told > MAX_TOLD {
        return Err(format!("step {name:?} is for a server and has {told} bytes of environment, more than {MAX_TOLD}"));
    }
    if !(1..=MAX_SECONDS * 1000).contains(&step.wall_ms) || !(1..=MAX_SECONDS).contains(&step.cpu_seconds) {
        return Err(format!("step {name:?} needs time limits between nothing and {MAX_SECONDS} s"));
    }
    Ok(())
}

fn check_program(what: &str, argv: &[String], env: &BTreeMap<String, String>, cwd: &str) -> Result<(), String> {
    if argv.first().is_none_or(String::is_empty) {
        return Err(format!("{what} has no program"));
    }
    if let Some(key) = env.keys().find(|key| key.is_empty() || key.contains('=')) {
        return Err(format!("{what} has an environment variable with the name {key:?}"));
    }
    let texts = argv.iter().chain(env.keys()).chain(env.values()).map(String::as_str).chain([cwd]);
    if let Some(text) = texts.into_iter().find(|text| text.contains('\0')) {
        return Err(format!("{what} has a NUL byte in {text:?}"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::step::tests::shell;

    fn with_file(path: &str) -> RunRequest {
        let files = vec![InputFile { path: path.into(), text: String::new() }];
        RunRequest { id: "a-1".into(), files, steps: vec![shell("true")], ..RunRequest::default() }
    }

    fn with_step(change: impl FnOnce(&mut Step)) -> RunRequest {
        let mut step = shell("true");
        change(&mut step);
        RunRequest { id: "a-1".into(), steps: vec![step], ..RunRequest::default() }
    }

    #[test]
    fn paths_that_leave_the_folder_are_refused() {
        for path in ["", "/etc/passwd", "..", "../x", "a/../x", "a/..", ".", "./a", "a//b", "a/", "a\0b"] {
            assert!(check_run(&with_file(path)).is_err(), "{path:?}");
        }
        assert!(check_run(&with_file(&"x".repeat(256))).is_err());
        for path in ["a", "a/b.rb", "..a", "a..b/c", ".hidden", "with space/\u{e9}"] {
            assert_eq!(check_run(&with_file(path)), Ok(()), "{path:?}");
        }
    }

    #[test]
    fn ids_are_plain() {
        for id in ["", "a/b", "..", "a b", &"x".repeat(65)] {
            assert!(check_run(&RunRequest { id: id.into(), ..with_file("a") }).is_err(), "{id:?}");
        }
    }

    #[test]
    fn steps_need_a_program_a_place_and_limits() {
        assert!(check_run(&with_step(|s| s.argv.clear())).is_err());
        assert!(check_run(&with_step(|s| s.cwd = "here".into())).is_err());
        assert!(check_run(&with_step(|s| s.wall_ms = 0)).is_err());
        assert!(check_run(&with_step(|s| s.cpu_seconds = 0)).is_err());
        assert!(check_run(&with_step(|s| s.wall_ms = u64::MAX)).is_err());
        assert!(check_run(&with_step(|s| drop(s.env.insert("A=B".into(), String::new())))).is_err());
        assert!(check_run(&with_step(|s| s.argv.push("a\0".into()))).is_err());
        assert_eq!(check_run(&with_step(|s| s.stdin = "a\0".into())), Ok(()));
    }

    #[test]
    fn servers_need_a_name_a_program_a_place_and_a_limit() {
        let with_server = |change: fn(&mut Server)| {
            let mut server = Server {
                name: "ruby-a".into(),
                argv: vec!["/bin/true".into()],
                env: BTreeMap::new(),
                cwd: "/".into(),
                ready_ms: 1000,
            };
            change(&mut server);
            RunRequest { id: "a-1".into(), servers: vec![server], ..RunRequest::default() }
        };
        assert_eq!(check_run(&with_server(|_| ())), Ok(()));
        assert!(check_run(&with_server(|s| s.name = "../a".into())).is_err());
        assert!(check_run(&with_server(|s| s.argv.clear())).is_err());
        assert!(check_run(&with_server(|s| s.cwd = "{dir}".into())).is_err());
        assert!(check_run(&with_server(|s| s.ready_ms = 0)).is_err());
        // Only a server gets these in one line.
        let tab = |server: Option<&str>| {
            with_step(|s| {
                s.env.insert("A".into(), "b\tc".into());
                s.server = server.map(str::to_owned);
            })
        };
        assert_eq!(check_run(&tab(None)), Ok(()));
        assert!(check_run(&tab(Some("ruby-a"))).is_err());
        let much = |server: Option<&str>| {
            with_step(|s| {
                s.env.insert("A".into(), "b".repeat(MAX_TOLD));
                s.server = server.map(str::to_owned);
            })
        };
        assert_eq!(check_run(&much(None)), Ok(()));
        assert!(check_run(&much(Some("ruby-a"))).is_err());
    }

    #[test]
    fn what_is_kept_must_fit_into_an_answer() {
        assert!(check_run(&with_step(|s| s.log_bytes = u64::MAX)).is_err());
        assert!(check_run(&with_step(|s| (s.log_bytes, s.report_bytes) = (MAX_KEPT, 1))).is_err());
        assert!(check_run(&with_step(|s| (s.log_bytes, s.report_bytes) = (MAX_KEPT - 1, 1))).is_ok());
    }
}

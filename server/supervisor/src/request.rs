//! What a run may ask for. A request that breaks these rules is a mistake of ours and is answered with a fault.

use std::path::{Component, Path};

use crate::protocol::{InputFile, RunRequest, Step};

/// Bytes of logs and reports that one run may keep, so that its answer fits into a frame: in JSON a control character
/// takes six bytes.
pub(crate) const MAX_KEPT: u64 = 10 << 20;
const MAX_STEPS: usize = 64;
const MAX_FILES: usize = 10_000;
/// An hour: more than any step should ever get.
const MAX_SECONDS: u64 = 3600;

/// One sentence about the first rule that a request breaks.
pub(crate) fn check(request: &RunRequest) -> Result<(), String> {
    let id = &request.id;
    if !(1..=64).contains(&id.len()) || !id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-') {
        return Err(format!("run id {id:?} is not 1 to 64 letters, digits or `-`"));
    }
    if request.files.len() > MAX_FILES {
        return Err(format!("{} files are more than {MAX_FILES}", request.files.len()));
    }
    request.files.iter().try_for_each(check_file)?;
    if request.steps.len() > MAX_STEPS {
        return Err(format!("{} steps are more than {MAX_STEPS}", request.steps.len()));
    }
    request.steps.iter().try_for_each(check_step)?;
    let kept =
        request.steps.iter().fold(0_u64, |sum, s| sum.saturating_add(s.log_bytes).saturating_add(s.report_bytes));
    if kept > MAX_KEPT {
        return Err(format!("logs and reports of {kept} bytes do not fit into an answer; at most {MAX_KEPT}"));
    }
    Ok(())
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
    if argv.first().is_none_or(String::is_empty) {
        return Err(format!("step {name:?} has no program"));
    }
    if !cwd.starts_with('/') && !cwd.starts_with("{dir}") {
        return Err(format!("step {name:?} starts in {cwd:?}, which is not an absolute path"));
    }
    if let Some(key) = env.keys().find(|key| key.is_empty() || key.contains('=')) {
        return Err(format!("step {name:?} has an environment variable with the name {key:?}"));
    }
    let texts = argv.iter().chain(env.keys()).chain(env.values()).chain([cwd]);
    if let Some(text) = texts.into_iter().find(|text| text.contains('\0')) {
        return Err(format!("step {name:?} has a NUL byte in {text:?}"));
    }
    if !(1..=MAX_SECONDS * 1000).contains(&step.wall_ms) || !(1..=MAX_SECONDS).contains(&step.cpu_seconds) {
        return Err(format!("step {name:?} needs time limits between nothing and {MAX_SECONDS} s"));
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
            assert!(check(&with_file(path)).is_err(), "{path:?}");
        }
        assert!(check(&with_file(&"x".repeat(256))).is_err());
        for path in ["a", "a/b.rb", "..a", "a..b/c", ".hidden", "with space/\u{e9}"] {
            assert_eq!(check(&with_file(path)), Ok(()), "{path:?}");
        }
    }

    #[test]
    fn ids_are_plain() {
        for id in ["", "a/b", "..", "a b", &"x".repeat(65)] {
            assert!(check(&RunRequest { id: id.into(), ..with_file("a") }).is_err(), "{id:?}");
        }
    }

    #[test]
    fn steps_need_a_program_a_place_and_limits() {
        assert!(check(&with_step(|s| s.argv.clear())).is_err());
        assert!(check(&with_step(|s| s.cwd = "here".into())).is_err());
        assert!(check(&with_step(|s| s.wall_ms = 0)).is_err());
        assert!(check(&with_step(|s| s.cpu_seconds = 0)).is_err());
        assert!(check(&with_step(|s| s.wall_ms = u64::MAX)).is_err());
        assert!(check(&with_step(|s| drop(s.env.insert("A=B".into(), String::new())))).is_err());
        assert!(check(&with_step(|s| s.argv.push("a\0".into()))).is_err());
        assert_eq!(check(&with_step(|s| s.stdin = "a\0".into())), Ok(()));
    }

    #[test]
    fn what_is_kept_must_fit_into_an_answer() {
        assert!(check(&with_step(|s| s.log_bytes = u64::MAX)).is_err());
        assert!(check(&with_step(|s| (s.log_bytes, s.report_bytes) = (MAX_KEPT, 1))).is_err());
        assert!(check(&with_step(|s| (s.log_bytes, s.report_bytes) = (MAX_KEPT - 1, 1))).is_ok());
    }
}

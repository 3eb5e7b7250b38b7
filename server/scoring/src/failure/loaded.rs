//! Errors while a suite of Ruby, PHP or Julia is loaded: the loader stops at the first.

use domain::{Failure, FailureMode, Hallucination, Language};

use super::messages::exception;
use super::{Failed, Found};

const SYNTAX: FailureMode = FailureMode::SyntaxCompilation;

/// What the evaluator says of the load is the loader's own message.
pub(super) fn load_error(failed: &Failed<'_>) -> Failure {
    let text = failed.reason.strip_prefix("PHP Fatal error: ").unwrap_or(failed.reason);
    let text = text.strip_prefix("LoadError: ").filter(|_| failed.language == Language::Julia).unwrap_or(text);
    if failed.language == Language::Julia
        && let Some(name) = undefined_import(failed.suite, text)
    {
        return Found::invented(Hallucination::PhantomLibrary, "julia.import").at(name);
    }
    let rule = match failed.language {
        Language::Ruby => "ruby.load",
        Language::Php => "php.load",
        _ => "julia.load",
    };
    exception(failed, text).unwrap_or(Found::new(SYNTAX, rule)).at(failed.reason)
}

/// The message, when the name that is not defined is one that the suite imports.
fn undefined_import<'t>(suite: &str, message: &'t str) -> Option<&'t str> {
    let name = message.strip_prefix("UndefVarError: ")?.split(' ').next()?.trim_matches('`');
    let imports = suite.lines().map(str::trim).filter(|line| line.starts_with("using ") || line.starts_with("import "));
    let mut words = imports.flat_map(|line| line.split(|c: char| !c.is_alphanumeric() && c != '_'));
    words.any(|word| word == name).then_some(message)
}

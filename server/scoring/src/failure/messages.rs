//! What a failed test says, in every language. Messages come from the runners, not from what is printed.

use domain::{FailureMode, Hallucination, Language};

use super::pattern::{between, holds, holds_any};
use super::patterns::{EXCEPTIONS, PANICS};
use super::{Failed, Found};

const SYNTAX: FailureMode = FailureMode::SyntaxCompilation;
const TYPE: FailureMode = FailureMode::TypeMemory;
const LOGIC: FailureMode = FailureMode::LogicAssertion;
const LIBRARY: Hallucination = Hallucination::PhantomLibrary;
const NAME: Hallucination = Hallucination::NonExistentApi;
const SIGNATURE: Hallucination = Hallucination::SignatureMismatch;

/// The class of one failed test and the line that decided.
pub(super) fn message<'t>(failed: &Failed<'_>, text: &'t str) -> (Found, &'t str) {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    match failed.language {
        Language::Go => {
            let panic = text.lines().map(str::trim).find(|line| line.starts_with("panic: "));
            panicked("go.panic", panic).unwrap_or((Found::new(LOGIC, "go.test"), first))
        }
        Language::Rust => panicked("rust.panic", Some(first).filter(|_| !text.contains("assertion")))
            .or_else(|| panicked("rust.panic", text.lines().nth(1).filter(|_| !text.contains("assertion"))))
            .unwrap_or((Found::new(LOGIC, "rust.test"), first)),
        Language::Ruby => (exception(failed, first).unwrap_or_else(|| expectation(first)), first),
        Language::Php => (exception(failed, first).unwrap_or(Found::new(LOGIC, "php.test")), first),
        Language::Julia => julia(failed, text, first),
    }
}

/// A panic of the run-time system; one that the suite or the function raises is an expectation.
fn panicked<'t>(rule: &'static str, line: Option<&'t str>) -> Option<(Found, &'t str)> {
    let line = line?;
    holds_any(&line.to_lowercase(), PANICS).then_some((Found::new(TYPE, rule), line))
}

/// What the report of Julia's `Test` holds: `Test Failed`, or the exception below `Expression:`.
fn julia<'t>(failed: &Failed<'_>, text: &'t str, first: &'t str) -> (Found, &'t str) {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    if first.starts_with("Test Failed") || first.starts_with("Unexpected Pass") {
        let line = lines.iter().find(|line| line.starts_with("Expression:")).copied().unwrap_or(first);
        return (Found::new(LOGIC, "julia.test"), line);
    }
    if let Some(line) = lines.iter().find(|line| line.starts_with("Expression evaluated to non-Boolean")) {
        return (Found::new(TYPE, "julia.types"), line);
    }
    let raised = lines
        .iter()
        .position(|line| line.starts_with("Expression:") || line.starts_with("Got exception outside"))
        .and_then(|at| lines.get(at + 1))
        .copied()
        .unwrap_or(first);
    let text = raised.strip_prefix("LoadError: ").unwrap_or(raised);
    (exception(failed, text).unwrap_or(Found::new(LOGIC, "julia.error")), raised)
}

/// An RSpec or Minitest expectation that was not met.
fn expectation(first: &str) -> Found {
    let lower = first.to_lowercase();
    // A predicate matcher (`be_valid`) whose predicate is not there.
    if lower.starts_with("expected") && holds(&lower, " to respond to `") && lower.ends_with('`') {
        return Found::invented(NAME, "ruby.no_predicate");
    }
    Found::new(LOGIC, "ruby.test")
}

/// An exception as the first line of a message (`Class: text`); `None` for one that says nothing of types or names.
pub(super) fn exception(failed: &Failed<'_>, line: &str) -> Option<Found> {
    let by_name = match failed.language {
        Language::Ruby => ruby(failed, line),
        Language::Php => php(failed, line),
        Language::Julia => julia_exception(failed, line),
        Language::Go | Language::Rust => None,
    };
    by_name.or_else(|| {
        let lower = line.to_lowercase();
        let rules = EXCEPTIONS.iter().filter(|rules| rules.language == failed.language);
        let mut found = rules.filter(|rules| lower.starts_with(rules.begins) && holds_any(&lower, rules.holds));
        found.next().map(|rules| rules.found)
    })
}

fn ruby(failed: &Failed<'_>, line: &str) -> Option<Found> {
    if let Some(name) = line.strip_prefix("NameError: uninitialized constant ") {
        // `Rash` for `Hashie::Rash` is a name without its module, not an invented one.
        return Some(if failed.symbols.contains(name.trim()) {
            Found::new(SYNTAX, "ruby.namespace_forgotten")
        } else {
            Found::invented(NAME, "ruby.constant")
        });
    }
    let rest = line.strip_prefix("NoMethodError: ")?;
    let method = between(rest, "`", "'").or_else(|| between(rest, "'", "'")).unwrap_or_default();
    let of_nothing = rest.ends_with("for nil") || rest.contains("for nil:NilClass");
    let operator = !method.is_empty() && !method.contains(|c: char| c.is_alphanumeric());
    Some(match (of_nothing, operator) {
        (true, _) => Found::new(TYPE, "ruby.nil"),
        (_, true) => Found::new(TYPE, "ruby.types"),
        _ => Found::invented(NAME, "ruby.no_method"),
    })
}

fn php(failed: &Failed<'_>, line: &str) -> Option<Found> {
    let kinds = ["Class \"", "Interface \"", "Trait \"", "Enum \""];
    let line = line.strip_prefix("Error: ").unwrap_or(line);
    let kind = kinds.iter().find(|kind| line.starts_with(**kind))?;
    let name = between(line, kind, "\" not found")?;
    let root = name.split_once('\\').map(|(root, _)| root);
    Some(if failed.symbols.contains(name) {
        Found::new(SYNTAX, "php.import_forgotten")
    } else if root.is_some_and(|root| failed.symbols.contains(root)) {
        Found::invented(NAME, "php.no_class")
    } else {
        Found::invented(LIBRARY, "php.library")
    })
}

fn julia_exception(failed: &Failed<'_>, line: &str) -> Option<Found> {
    if let Some(rest) = line.strip_prefix("UndefVarError: ") {
        let name = rest.split(' ').next().unwrap_or_default().trim_matches('`').trim_start_matches('@');
        return Some(if failed.symbols.contains(name) {
            Found::new(SYNTAX, "julia.import_forgotten")
        } else {
            Found::invented(NAME, "julia.undefined")
        });
    }
    let call = line.strip_prefix("MethodError: no method matching ")?;
    let name = call.split('(').next().unwrap_or_default();
    Some(if name.contains(|c: char| c.is_alphanumeric()) {
        Found::invented(SIGNATURE, "julia.arguments")
    } else {
        Found::new(TYPE, "julia.types")
    })
}

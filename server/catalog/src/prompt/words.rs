//! The wording, per language.

use domain::{ContextMode, FocalFunction, Language, RepositorySpec};

/// What every task of a language is asked with.
pub(super) fn system(language: Language) -> String {
    let name = language.name();
    let rules = match language {
        Language::Rust => {
            "Use the test framework that comes with Rust: functions with #[test]. Your code is appended to the source \
             file that holds the function, so everything in that file can be reached, private items too. Put all of \
             it into one module: `#[cfg(test)] mod tests { use super::*; … }`. Do not write #![…] attributes or \
             fn main."
        }
        Language::Julia => {
            "Use Julia's Test standard library: @testset and @test. Your code is run as a script of its own, with the \
             package's project active. Begin with `using Test` and `using` the package; names that it does not export \
             need its name before them. Do not include the package's source files."
        }
        Language::Go => {
            "Use Go's standard package testing: functions named TestXxx that take a *testing.T; sub-tests with t.Run \
             are welcome. Your file is put into the folder of the function's file and compiled with that package, so \
             private names can be reached. Begin with the package clause. An import or variable that is not used does \
             not compile."
        }
        Language::Ruby => {
            "Use RSpec: RSpec.describe, it, expect. Your file is run with the library already loaded; do not require \
             spec_helper, coverage tools or files of the repository by relative paths."
        }
        Language::Php => {
            "Use PHPUnit 11: a class that extends PHPUnit\\Framework\\TestCase, whose name ends with Test, with public \
             methods that begin with test. Your file is run with the library's autoloader in place; do not require \
             it. Begin with <?php."
        }
    };
    format!(
        "You write unit tests in {name}. You are given one function of an open-source library; write tests that call \
         it and check what it does: the usual cases, the edges of its input, and its errors. The tests are run against \
         the library as it is, so they must pass on correct code; a good suite also fails when the function is broken. \
         There is no network, and no file outside of the test's own folder may be relied on.\n\n\
         {rules}\n\n\
         Answer with one complete test file in one fenced block that begins with ```{language} and ends with ```. \
         Only what is inside of the block counts."
    )
}

/// What stands before the context.
pub(super) fn context_head(mode: ContextMode) -> &'static str {
    match mode {
        ContextMode::Standard => "",
        ContextMode::File => "The source file that holds the function; comments mark where it begins and ends.",
        ContextMode::Lsp => "Definitions and uses in the repository that the function refers to.",
        ContextMode::RagBm25 | ContextMode::RagDense => {
            "Excerpts of the repository that resemble the function, the most similar first. They may or may not be \
             relevant."
        }
    }
}

/// The request itself.
pub(super) fn request(repository: &RepositorySpec, focal: &FocalFunction) -> String {
    let kind = if focal.class_name.is_empty() { "function" } else { "method" };
    let version = if repository.version.is_empty() { String::new() } else { format!(" {}", repository.version) };
    format!(
        "Write unit tests for the {} {kind} `{}` in `{}`, lines {} to {}, of {}{version}.",
        repository.language.name(),
        focal.qualified_name,
        focal.path,
        focal.start_line,
        focal.end_line,
        repository.name,
    )
}

/// What depends on where the function stands.
pub(super) fn task_rules(language: Language, focal: &FocalFunction) -> Vec<String> {
    let mut rules = Vec::new();
    let package = &focal.package;
    match language {
        Language::Go if !package.is_empty() => rules.push(format!("Begin the file with `package {package}`.")),
        Language::Julia if !package.is_empty() => rules.push(format!("It is defined in the module `{package}`.")),
        Language::Php if !package.is_empty() => rules.push(format!("It is in the namespace `{package}`.")),
        Language::Ruby if !package.is_empty() => rules.push(format!("It is in the module `{package}`.")),
        Language::Rust => rules.push("Put all tests into `#[cfg(test)] mod tests` with `use super::*;`.".to_owned()),
        _ => {}
    }
    if !focal.class_name.is_empty() && matches!(language, Language::Rust | Language::Ruby | Language::Php) {
        rules.push(format!("It belongs to `{}`.", focal.class_name));
    }
    rules
}

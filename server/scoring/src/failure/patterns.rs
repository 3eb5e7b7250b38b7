//! What exceptions and panics are about, in lower case. A message that no rule knows is an expectation that was not met.

use domain::{FailureMode, Hallucination, Language};

use super::Found;

const SYNTAX: FailureMode = FailureMode::SyntaxCompilation;
const TYPE: FailureMode = FailureMode::TypeMemory;
const DESIGN: FailureMode = FailureMode::DesignMocking;

/// Panics of the run-time systems of Go and Rust.
pub(super) const PANICS: &[&str] = &[
    "runtime error:",
    "interface conversion:",
    "assignment to entry in nil map",
    "close of closed channel",
    "close of nil channel",
    "send on closed channel",
    "reflect: ",
    "index out of bounds",
    "out of range",
    "out of bounds",
    "attempt to…with overflow",
    "attempt to divide by zero",
    "attempt to calculate the remainder",
    "already borrowed",
    "already mutably borrowed",
    "borrowmuterror",
    "is not a char boundary",
    "capacity overflow",
];

/// Messages of one language that begin with a text and hold one of several patterns.
pub(super) struct Exceptions {
    pub(super) language: Language,
    pub(super) begins: &'static str,
    pub(super) holds: &'static [&'static str],
    pub(super) found: Found,
}

const fn rule(language: Language, begins: &'static str, holds: &'static [&'static str], found: Found) -> Exceptions {
    Exceptions { language, begins, holds, found }
}

const fn library(rule: &'static str) -> Found {
    Found::invented(Hallucination::PhantomLibrary, rule)
}

const fn name(rule: &'static str) -> Found {
    Found::invented(Hallucination::NonExistentApi, rule)
}

const fn signature(rule: &'static str) -> Found {
    Found::invented(Hallucination::SignatureMismatch, rule)
}

const ANY: &[&str] = &[""];

/// The first that fits decides.
pub(super) const EXCEPTIONS: &[Exceptions] = &[
    rule(Language::Ruby, "loaderror:", ANY, library("ruby.require")),
    rule(Language::Ruby, "gem::", ANY, library("ruby.gem")),
    rule(Language::Ruby, "nameerror:", &["undefined local variable", "undefined method"], name("ruby.undefined")),
    rule(
        Language::Ruby,
        "argumenterror:",
        &["wrong number of arguments", "unknown keyword", "missing keyword", "expected…argument…got", "no keywords"],
        signature("ruby.arguments"),
    ),
    rule(
        Language::Ruby,
        "argumenterror:",
        &["invalid value for", "comparison of", "invalid date", "invalid byte sequence"],
        Found::new(TYPE, "ruby.types"),
    ),
    rule(Language::Ruby, "rspec::mocks", &["does not implement"], name("ruby.no_method")),
    rule(Language::Ruby, "rspec::mocks", &["wrong number of arguments"], signature("ruby.arguments")),
    rule(Language::Ruby, "rspec::mocks", &["received unexpected", "unknown"], Found::new(DESIGN, "ruby.mock")),
    rule(Language::Ruby, "typeerror:", ANY, Found::new(TYPE, "ruby.types")),
    rule(Language::Ruby, "zerodivisionerror:", ANY, Found::new(TYPE, "ruby.types")),
    rule(Language::Ruby, "indexerror:", ANY, Found::new(TYPE, "ruby.types")),
    rule(Language::Ruby, "rangeerror:", ANY, Found::new(TYPE, "ruby.types")),
    rule(Language::Ruby, "frozenerror:", ANY, Found::new(TYPE, "ruby.types")),
    rule(Language::Ruby, "floatdomainerror:", ANY, Found::new(TYPE, "ruby.types")),
    rule(Language::Ruby, "encoding::", ANY, Found::new(TYPE, "ruby.types")),
    rule(Language::Ruby, "systemstackerror:", ANY, Found::new(TYPE, "ruby.memory")),
    rule(Language::Ruby, "nomemoryerror:", ANY, Found::new(TYPE, "ruby.memory")),
    rule(Language::Php, "error: call to", &["to undefined"], name("php.undefined")),
    rule(Language::Php, "error: call to", &["private…method", "protected…method"], name("php.not_public")),
    rule(Language::Php, "error: call to a member function", ANY, Found::new(TYPE, "php.null")),
    rule(Language::Php, "error: undefined constant", ANY, name("php.undefined")),
    rule(Language::Php, "error: access to undeclared static property", ANY, name("php.undefined")),
    rule(Language::Php, "error: cannot access", ANY, name("php.not_public")),
    rule(Language::Php, "error: unknown named parameter", ANY, signature("php.arguments")),
    rule(Language::Php, "error: failed opening", ANY, library("php.require")),
    rule(Language::Php, "failed opening required", ANY, library("php.require")),
    rule(
        Language::Php,
        "error:",
        &["unsupported operand", "must not be accessed before", "cannot modify", "cannot instantiate", "cannot unpack"],
        Found::new(TYPE, "php.types"),
    ),
    rule(Language::Php, "argumentcounterror:", ANY, signature("php.arguments")),
    rule(Language::Php, "typeerror:", ANY, Found::new(TYPE, "php.types")),
    rule(Language::Php, "divisionbyzeroerror:", ANY, Found::new(TYPE, "php.types")),
    rule(Language::Php, "arithmeticerror:", ANY, Found::new(TYPE, "php.types")),
    rule(Language::Php, "unhandledmatcherror:", ANY, Found::new(TYPE, "php.types")),
    rule(Language::Php, "badmethodcallexception:", ANY, name("php.undefined")),
    rule(Language::Php, "reflectionexception:", &["does not exist"], name("php.undefined")),
    rule(
        Language::Php,
        "phpunit\\framework\\mockobject",
        &["does not exist", "cannot be configured"],
        name("php.no_method"),
    ),
    rule(Language::Php, "phpunit\\framework\\mockobject", ANY, Found::new(DESIGN, "php.mock")),
    rule(Language::Php, "parseerror:", ANY, Found::new(SYNTAX, "php.load")),
    rule(Language::Julia, "argumenterror: package", &["not found"], library("julia.import")),
    rule(Language::Julia, "could not open file", ANY, library("julia.include")),
    rule(Language::Julia, "systemerror: opening file", ANY, library("julia.include")),
    rule(Language::Julia, "type ", &["has no field"], name("julia.no_field")),
    rule(Language::Julia, "fielderror:", ANY, name("julia.no_field")),
    rule(Language::Julia, "undefkeyworderror:", ANY, signature("julia.arguments")),
    rule(Language::Julia, "methoderror:", ANY, Found::new(TYPE, "julia.types")),
    rule(Language::Julia, "typeerror:", ANY, Found::new(TYPE, "julia.types")),
    rule(Language::Julia, "boundserror:", ANY, Found::new(TYPE, "julia.types")),
    rule(Language::Julia, "inexacterror:", ANY, Found::new(TYPE, "julia.types")),
    rule(Language::Julia, "divideerror:", ANY, Found::new(TYPE, "julia.types")),
    rule(Language::Julia, "overflowerror:", ANY, Found::new(TYPE, "julia.types")),
    rule(Language::Julia, "undefreferror:", ANY, Found::new(TYPE, "julia.types")),
    rule(Language::Julia, "dimensionmismatch", ANY, Found::new(TYPE, "julia.types")),
    rule(Language::Julia, "stackoverflowerror", ANY, Found::new(TYPE, "julia.memory")),
    rule(Language::Julia, "outofmemoryerror", ANY, Found::new(TYPE, "julia.memory")),
    rule(
        Language::Julia,
        "argumenterror:",
        &["invalid base", "cannot parse", "input string is empty", "invalid number format"],
        Found::new(TYPE, "julia.types"),
    ),
];

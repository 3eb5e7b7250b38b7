//! Its lists per language (§5.3 to §5.7).

use domain::Language;

use super::super::pattern::{between, holds_any};
use super::{ASSERTION, Class, Log};

/// The line by which a class is found; `None` when its list does not hold.
pub(super) fn line(language: Language, log: &Log, class: Class, compiled: bool) -> Option<&str> {
    let first = |words: &[&str]| holds_any(&log.first, words);
    let with_first = |patterns: &[&str], words: &[&str]| log.line(patterns).filter(|_| first(words));
    match (language, class) {
        (Language::Go, Class::Hallucination) => {
            with_first(&["undefined:", "not defined", "undeclared name"], &["undefined", "not defined", "undeclared"])
                .or_else(|| log.line(&["cannot find package", "no required module"]))
                .or_else(|| log.line(&["cannot refer to unexported", "unexported field"]))
        }
        (Language::Go, Class::Type) => log
            .line(&[
                "cannot use…as…in",
                "cannot convert",
                "type…is not an expression",
                "invalid operation",
                "mismatched types",
                "does not implement",
                "missing method",
                "interface conversion",
            ])
            .or_else(|| {
                let speaks = log.line(&["type", "interface"]).is_some();
                log.line(GO_PANICS).filter(|_| compiled && speaks)
            }),
        (Language::Go, Class::Syntax) => {
            log.line(&["syntax error", "expected…found", "unexpected…at end", "missing", "build failed"])
        }
        (Language::Go, Class::Logic) => log
            .line(&["fail:", "test…failed"])
            .or_else(|| with_first(&["panic"], ASSERTION))
            .or_else(|| log.line(ASSERTION)),
        (Language::Rust, class) => rust(log, class),
        (Language::Julia, Class::Hallucination) => log
            .line(&["undefvarerror:", "not defined"])
            .or_else(|| with_first(&["loaderror"], &["not defined", "not found", "cannot find"]))
            .or_else(|| log.line(&["no method matching"])),
        (Language::Julia, Class::Type) => log.line(&[
            "typeerror:",
            "type…has no field",
            "cannot convert",
            "boundserror:",
            "inexacterror:",
            "divideerror:",
            "methoderror:",
            "argumenterror:",
            "dimensionmismatch",
        ]),
        (Language::Julia, Class::Logic) => {
            log.line(&["test failed", "@test", "fail…=…#", "fail = #"]).or_else(|| log.line(ASSERTION))
        }
        (Language::Php, Class::Hallucination) => log.line(PHP_NAMES),
        (Language::Php, Class::Type) => log
            .line(&["typeerror:", "argument…must be…given", "return value…must be"])
            .or_else(|| with_first(&["fatal error"], &["type", "argument", "return value"])),
        (Language::Php, Class::Logic) => log
            .line(&["failures!", "failed asserting", "tests:…failures:…#", "tests:…assertions:"])
            .or_else(|| log.line(ASSERTION))
            .or_else(|| log.line(&["errors!", "there was…error", "there were…error"])),
        (Language::Ruby, Class::Hallucination) => log.line(&[
            "nameerror:",
            "undefined local variable",
            "undefined method",
            "uninitialized constant",
            "nomethoderror:",
            "loaderror:",
            "cannot load such file",
            "gem::…error",
            "could not find gem",
        ]),
        (Language::Ruby, Class::Type) => log
            .line(&[
                "typeerror:",
                "wrong number of arguments",
                "no implicit conversion",
                "indexerror:",
                "zerodivisionerror:",
            ])
            .or_else(|| with_first(&["argumenterror"], &["argumenterror"])),
        (Language::Ruby, Class::Logic) => log
            .line(&["expected…to eq", "expected…got", "failures:", "#…example…#…failure"])
            .or_else(|| log.line(ASSERTION)),
        // A suite that does not parse is of the first class without being read (§5.1).
        (Language::Julia | Language::Php | Language::Ruby, Class::Syntax) => None,
    }
}

const GO_PANICS: &[&str] = &[
    "panic:",
    "runtime error:",
    "nil pointer dereference",
    "index out of range",
    "send on closed channel",
    "receive on closed channel",
    "goroutine…panic",
];

const PHP_NAMES: &[&str] = &[
    "badmethodcallexception",
    "unknownsetterexception",
    "unknowngetterexception",
    "unknownmethodexception",
    "error…call to undefined method",
    "nomethoderror",
    "namespace declaration statement",
    "declare…must be the very first",
    "strict_types declaration",
    "error…undefined property",
    "error…attempt to read property",
    "property…does not exist",
    "must not be accessed before initialization",
    "call to undefined function",
    "call to undefined method",
    "undefined variable",
    "undefined constant",
    "undefined class",
    "class…not found",
    "namespace…not found",
    "trait…not found",
    "failed to open stream",
    "include…failed",
    "require…failed",
];

/// Only the first error code counts (§5.4).
fn rust(log: &Log, class: Class) -> Option<&str> {
    let coded = log.text.lines().find(|line| line.contains("error[E"));
    let code = coded.and_then(|line| between(line, "error[", "]")).unwrap_or_default();
    let with_code = |codes: &[&str]| coded.filter(|_| codes.contains(&code));
    match class {
        Class::Hallucination => with_code(&["E0425", "E0412", "E0433", "E0432", "E0599", "E0609"])
            .filter(|_| holds_any(&log.first, &["cannot find", "unresolved", "no method", "no function"]))
            .or_else(|| log.line(&["unresolved import", "failed to resolve", "no…in scope"])),
        Class::Type => with_code(&[
            "E0382", "E0502", "E0499", "E0503", "E0505", "E0596", "E0106", "E0621", "E0623", "E0308", "E0277", "E0282",
            "E0283", "E0369", "E0061", "E0063", "E0507", "E0594",
        ])
        .or_else(|| {
            log.line(&[
                "borrow of moved value",
                "cannot borrow…as mutable",
                "use of moved value",
                "cannot move out of",
                "lifetime…required",
                "missing lifetime specifier",
                "explicit lifetime",
                "mismatched types",
                "expected…found",
                "trait…not implemented",
                "type annotation…needed",
                "type annotation…required",
            ])
        }),
        Class::Syntax => with_code(&["E0423", "E0424", "E0426", "E0428"]).or_else(|| {
            log.line(&["unexpected token", "parse error", "syntax error", "macro…not found", "cannot find macro"])
        }),
        Class::Logic => log
            .line(&["assertion failed", "assert_eq!", "assert!"])
            .or_else(|| log.line(&["panic"]).filter(|_| log.line(ASSERTION).is_some()))
            .or_else(|| log.line(&["test failed", "test result: failed"])),
    }
}

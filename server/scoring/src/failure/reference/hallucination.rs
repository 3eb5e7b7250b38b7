//! Its sub-classes of API hallucination (§5.8): a library, then a signature, then a name; the first that is found
//! anywhere in the log.

use domain::{Hallucination, Language};

use super::super::Found;
use super::Log;

const LIBRARY: &[&str] = &[
    "cannot find package",
    "no required module",
    "failed to resolve…import",
    "unresolved import",
    "could not find module",
    "could not find package",
    "could not load module",
    "could not import",
    "class…not found",
    "interface…not found",
    "trait…not found",
    "cannot load such file",
];

const SIGNATURE: &[&str] = &[
    "wrong number of arguments",
    "expected…arguments, got",
    "expected…arguments, found",
    "too few arguments",
    "too many arguments",
    "cannot use…as type",
    "no method matching",
    "methoderror…argument",
    "mismatched types",
    "type mismatch",
    "expects parameter",
    "argumenterror",
];

const NAME: &[&str] = &[
    "undefined:",
    "not defined",
    "undeclared name",
    "cannot find value",
    "cannot find function",
    "cannot find method",
    "cannot find type",
    "call to undefined function",
    "call to undefined method",
    "nomethoderror",
    "nameerror",
    "undefvarerror",
    "undefined variable",
    "undefined property",
    "undefined attribute",
    "property…does not exist",
    "attribute…does not exist",
];

/// What each language adds to the three lists.
const fn added(language: Language) -> [&'static [&'static str]; 3] {
    match language {
        Language::Go => [
            &["in any of", "is not in goroot"],
            &["not enough arguments", "cannot convert"],
            &["undefined (", "undefined ", "has no field or method", "not declared"],
        ],
        Language::Rust => [
            &["e0433", "e0432", "can't find crate"],
            &["e0308", "e0061", "this function takes…argument"],
            &["e0425", "e0609", "e0412", "e0422", "e0599"],
        ],
        Language::Julia => [&["package…not found"], &["methoderror…got"], &["undefined reference"]],
        Language::Php => [
            &[
                "failed opening required",
                "class…does not exist",
                "interface…does not exist",
                "unknowntypeexception",
                "unknownclassorinterfaceexception",
                "phpunit not found",
            ],
            &[
                "expects at least…parameter",
                "expects at most…parameter",
                "expects exactly…parameter",
                "missing argument",
            ],
            &[
                "undefined constant",
                "unknown setter",
                "unknown getter",
                "unknownmethodexception",
                "method…does not exist",
                "must not be accessed before initialization",
                "badmethodcall",
                "cannot access protected",
                "cannot access private",
                "reflectionexception…property",
            ],
        ],
        Language::Ruby => [
            &["an error occurred while loading", "uninitialized constant…::"],
            &["given…expected"],
            &["undefined local variable", "undefined method"],
        ],
    }
}

pub(super) fn kind(language: Language, log: &Log) -> Found {
    let [library, signature, name] = added(language);
    let has = |shared: &[&str], own: &[&str]| log.line(shared).is_some() || log.line(own).is_some();
    if has(LIBRARY, library) {
        Found::invented(Hallucination::PhantomLibrary, "reference.3.library")
    } else if has(SIGNATURE, signature) {
        Found::invented(Hallucination::SignatureMismatch, "reference.3.signature")
    } else if has(NAME, name) {
        Found::invented(Hallucination::NonExistentApi, "reference.3.name")
    } else {
        Found::invented(Hallucination::Other, "reference.3.other")
    }
}

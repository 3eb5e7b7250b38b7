//! Errors of the compilers of Go and Rust, every one of a log.

use domain::{FailureMode, Hallucination};

use super::pattern::{between, holds, holds_any};
use super::{Failed, Found};

const SYNTAX: FailureMode = FailureMode::SyntaxCompilation;
const TYPE: FailureMode = FailureMode::TypeMemory;
const LIBRARY: Hallucination = Hallucination::PhantomLibrary;
const NAME: Hallucination = Hallucination::NonExistentApi;
const SIGNATURE: Hallucination = Hallucination::SignatureMismatch;

/// Packages of Go's standard library that tests use under their last name: without an import they are `undefined`.
const GO_PACKAGES: &[&str] = &[
    "atomic", "base64", "binary", "bufio", "bytes", "context", "cmp", "crypto", "csv", "errors", "exec", "filepath",
    "flag", "fmt", "fs", "hash", "heap", "hex", "http", "httptest", "io", "ioutil", "iotest", "json", "list", "log",
    "maps", "math", "md5", "net", "os", "path", "quick", "rand", "reflect", "regexp", "runtime", "sha256", "signal",
    "slices", "sort", "strconv", "strings", "sync", "syscall", "template", "testing", "time", "unicode", "unsafe",
    "url", "utf8", "xml",
];

/// Patterns in lower case; the first that holds decides for a line.
const GO: &[(&[&str], Found)] = &[
    (
        &[
            "syntax error",
            "newline in string",
            "not terminated",
            "invalid character",
            "non-declaration statement",
            "imports must appear before",
        ],
        Found::new(SYNTAX, "go.syntax"),
    ),
    (
        &[
            "could not import",
            "cannot find package",
            "no required module",
            "is not in std",
            "is not in goroot",
            "cannot find module",
        ],
        Found::invented(LIBRARY, "go.import"),
    ),
    (&["undefined (", "has no field or method"], Found::invented(NAME, "go.no_member")),
    (&["unknown field"], Found::invented(NAME, "go.no_field")),
    (&["not exported", "unexported", "cannot refer to"], Found::invented(NAME, "go.not_exported")),
    (
        &["not enough arguments in call", "too many arguments in call", "assignment mismatch"],
        Found::invented(SIGNATURE, "go.arguments"),
    ),
    (
        &[
            "cannot use",
            "cannot convert",
            "cannot infer",
            "cannot assign",
            "cannot call",
            "cannot range",
            "cannot index",
            "cannot slice",
            "cannot indirect",
            "invalid operation",
            "invalid argument",
            "mismatched types",
            "does not implement",
            "does not satisfy",
            "missing method",
            "impossible type",
            "is not a type",
            "is not an expression",
            "overflows",
            "truncated",
            "return values",
            "non-boolean",
            "type argument",
        ],
        Found::new(TYPE, "go.types"),
    ),
];

/// The errors of a Go build with their lines.
pub(super) fn go_errors<'a>(failed: &Failed<'a>) -> Vec<(Found, &'a str)> {
    let errors = failed.log.lines().filter_map(|line| {
        // `file.go:15:6: message`; what is indented belongs to the error above.
        let (place, message) = line.split_once(": ")?;
        (place.contains(".go:") && !line.starts_with(char::is_whitespace)).then_some((line, message))
    });
    errors.map(|(line, message)| (go_error(failed, message), line)).collect()
}

fn go_error(failed: &Failed<'_>, message: &str) -> Found {
    if let Some(name) = message.strip_prefix("undefined: ").or_else(|| message.strip_prefix("undeclared name: ")) {
        let name = name.trim();
        let is_package = GO_PACKAGES.contains(&name);
        return if name.contains('.') {
            Found::invented(NAME, "go.no_member")
        } else if is_package || failed.symbols.contains(name) {
            // it is there, and the suite does not import it.
            Found::new(SYNTAX, "go.import_forgotten")
        } else {
            Found::invented(NAME, "go.undefined")
        };
    }
    let lower = message.to_lowercase();
    let rule = GO.iter().find(|(patterns, _)| holds_any(&lower, patterns)).map(|(_, found)| *found);
    rule.unwrap_or(Found::new(SYNTAX, "go.build"))
}

/// Error codes by what they are about; all others are about types, ownership or lifetimes.
const RUST_SYNTAX: &[&str] = &["E0586", "E0758", "E0762", "E0763", "E0765", "E0766", "E0768"];
const RUST_FORM: &[&str] = &[
    "E0133", "E0252", "E0254", "E0255", "E0259", "E0260", "E0267", "E0268", "E0423", "E0424", "E0426", "E0428",
    "E0434", "E0435", "E0658", "E0728",
];
const RUST_NAME: &[&str] = &[
    "E0026", "E0404", "E0405", "E0407", "E0412", "E0422", "E0425", "E0437", "E0438", "E0531", "E0532", "E0559",
    "E0560", "E0574", "E0576", "E0609", "E0610",
];
const RUST_PRIVATE: &[&str] = &["E0603", "E0616", "E0624", "E0451"];
const RUST_SIGNATURE: &[&str] = &["E0050", "E0057", "E0060", "E0061", "E0107"];

/// The errors of a Rust build with their first lines.
pub(super) fn rust_errors<'a>(failed: &Failed<'a>) -> Vec<(Found, &'a str)> {
    let begins = |line: &str| line.starts_with("error") || line.starts_with("warning") || line.starts_with("$ ");
    let mut errors = Vec::new();
    let mut lines = failed.log.lines().peekable();
    while let Some(line) = lines.next() {
        if !(line.starts_with("error[") || line.starts_with("error: ")) {
            continue;
        }
        let mut block = Vec::new();
        while let Some(more) = lines.next_if(|next| !begins(next)) {
            block.push(more);
        }
        if !holds_any(line, &["aborting due to", "could not compile", "previous error"]) {
            errors.push((rust_error(failed, line, &block.join("\n").to_lowercase()), line));
        }
    }
    errors
}

/// `block` is what stands below the first line, in lower case.
fn rust_error(failed: &Failed<'_>, line: &str, block: &str) -> Found {
    let code = between(line, "error[", "]").unwrap_or_default();
    let name = between(line, "`", "`").unwrap_or_default();
    // The compiler looks for the name in all crates that it knows, the standard library among them.
    let forgotten = holds_any(block, &["consider importing", "items from traits can only be used if"])
        || (!name.is_empty() && failed.symbols.contains(name));
    let import_forgotten = Found::new(SYNTAX, "rust.import_forgotten");
    match code {
        "" => rust_message(failed, &line.to_lowercase(), name),
        "E0432" | "E0433" => rust_path(failed, line, block, forgotten),
        "E0463" => Found::invented(LIBRARY, "rust.crate"),
        "E0599" if holds(block, "trait bounds were not satisfied") => Found::new(TYPE, "rust.types"),
        "E0599" if block.contains("items from traits can only be used if") => import_forgotten,
        "E0599" => Found::invented(NAME, "rust.no_member"),
        code if RUST_SYNTAX.contains(&code) => Found::new(SYNTAX, "rust.syntax"),
        code if RUST_FORM.contains(&code) => Found::new(SYNTAX, "rust.build"),
        "E0609" | "E0610" | "E0560" | "E0559" | "E0026" => Found::invented(NAME, "rust.no_field"),
        code if RUST_NAME.contains(&code) && forgotten => import_forgotten,
        code if RUST_NAME.contains(&code) => Found::invented(NAME, "rust.undefined"),
        code if RUST_PRIVATE.contains(&code) => Found::invented(NAME, "rust.private"),
        code if RUST_SIGNATURE.contains(&code) => Found::invented(SIGNATURE, "rust.arguments"),
        _ => Found::new(TYPE, "rust.types"),
    }
}

/// An unresolved import or path.
fn rust_path(failed: &Failed<'_>, line: &str, block: &str, forgotten: bool) -> Found {
    let lower = line.to_lowercase();
    let whole = format!("{lower}\n{block}");
    if holds_any(&whole, &["in the crate root", "unlinked crate", "maybe a missing crate", "use of undeclared crate"]) {
        // `fmt::Display` without `use std::fmt` is no crate that is missing.
        return if block.contains("consider importing") {
            Found::new(SYNTAX, "rust.import_forgotten")
        } else {
            Found::invented(LIBRARY, "rust.crate")
        };
    }
    // `no `X` in `a::b``: it may stand elsewhere in the repository.
    let wanted = between(block, "no `", "`").map(str::to_owned);
    let elsewhere = wanted.is_some_and(|wanted| failed.symbols.contains_in_any_case(&wanted));
    if forgotten || elsewhere {
        Found::new(SYNTAX, "rust.import_forgotten")
    } else {
        Found::invented(NAME, "rust.undefined")
    }
}

/// An error without a code: mostly of the parser.
fn rust_message(failed: &Failed<'_>, lower: &str, name: &str) -> Found {
    if holds_any(lower, &["cannot find macro", "cannot find attribute", "cannot find derive"]) {
        return if failed.symbols.contains(name) {
            Found::new(SYNTAX, "rust.import_forgotten")
        } else {
            Found::invented(NAME, "rust.undefined")
        };
    }
    if holds_any(lower, &["will overflow", "will panic", "lifetime may not live long enough", "future cannot be sent"])
    {
        return Found::new(TYPE, "rust.types");
    }
    let parser =
        ["expected", "unexpected", "unclosed", "unterminated", "mismatched closing", "missing", "unknown start"];
    if holds_any(lower, &parser) { Found::new(SYNTAX, "rust.syntax") } else { Found::new(SYNTAX, "rust.build") }
}

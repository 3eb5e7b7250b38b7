//! Where a suite goes: behind the text of the focal file, as upstream's own tests stand there.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::ops::Range;

use domain::{FocalFunction, Language};
use syntax::{RustSuite, RustTest};

use crate::adapter::PlacementError;

/// Module that is put around suites that are not modules themselves.
pub(super) const MODULE: &str = "assay_suite";

/// Words by which code reaches into the linking of the program, and what they do. No test needs them.
const LINKING: &[(&str, &str)] = &[
    ("link_section", "puts data where the loader runs it before any test"),
    ("no_mangle", "defines symbols for other code"),
    ("export_name", "defines symbols for other code"),
    ("global_asm", "brings assembly of its own"),
    ("linkage", "changes how symbols are linked"),
];

/// A suite as it will be compiled.
#[derive(Debug)]
pub(super) struct Placed {
    /// What stands behind the focal file; every line of the suite is one line of it.
    pub(super) text: String,
    pub(super) notes: Vec<String>,
    /// Names of the tests that the framework must report, with the suite's own modules.
    pub(super) tests: Vec<String>,
    pub(super) suite: RustSuite,
}

/// Names in a placed suite that are ours.
#[derive(Debug, Clone, Copy)]
pub(super) struct Names<'a> {
    /// By which the guards call the harness.
    pub(super) harness: &'a str,
    /// What stands before the names of the modules beside the focal file's items; empty for a suite that is built alone.
    pub(super) prefix: &'a str,
}

/// The focal file, whose own names are looked up once, and only if they are asked for.
#[derive(Debug)]
pub(super) struct FocalFile<'a> {
    pub(super) text: &'a str,
    items: OnceCell<BTreeSet<String>>,
}

impl<'a> FocalFile<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { text, items: OnceCell::new() }
    }

    fn has(&self, name: &str) -> bool {
        self.items.get_or_init(|| syntax::rust_item_names(self.text)).contains(name)
    }
}

/// Places a suite.
pub(super) fn place(text: &str, file: &FocalFile<'_>, names: Names<'_>) -> Result<Placed, PlacementError> {
    let mut notes = Vec::new();
    let mut note = |said: &str| notes.push(said.to_owned());
    let bare = text.strip_prefix('\u{feff}').unwrap_or(text);
    if bare.len() != text.len() {
        note("The byte order mark at the beginning was dropped.");
    }
    let suite =
        syntax::rust_suite(bare).ok_or_else(|| PlacementError("its text is too involved to be read".to_owned()))?;
    if let Some((word, what)) = LINKING.iter().find(|(word, _)| suite.words.contains_key(*word)) {
        return Err(PlacementError(format!("it uses `{word}`, which {what}; remove it")));
    }
    let mut blanked = bare.as_bytes().to_vec();
    for range in &suite.inner_attributes {
        blank(&mut blanked, range);
    }
    if !suite.inner_attributes.is_empty() {
        note("Attributes of the whole file (`#![…]`) were dropped: they may only stand at its beginning.");
    }
    for main in suite.items.iter().filter(|item| item.kind == "function_item" && item.name == "main") {
        blank(&mut blanked, &main.range);
        note("Its `fn main` was dropped: the test framework brings its own.");
    }
    // Only spaces were written over whole characters.
    let blanked = String::from_utf8(blanked).map_err(|error| PlacementError(error.to_string()))?;
    let prefix = names.prefix;
    let mut pieces = guards(&blanked, &suite.tests, names.harness);
    let text = match why_wrapped(&suite, file) {
        None => {
            let modules = suite.items.iter().filter(|item| item.kind == "mod_item");
            pieces.extend(modules.map(|module| (module.name_at.start, prefix.to_owned())));
            inserted(&blanked, pieces)
        }
        Some(why) => {
            let name = free_name(file.text, bare);
            note(&format!("It was put into a module of its own with `use super::*`, because {why}."));
            format!("#[cfg(test)] mod {prefix}{name} {{ use super::*; {}\n}}\n", inserted(&blanked, pieces))
        }
    };
    let tests = suite.tests.iter().filter(|test| test.shown.exact).map(|test| test.shown.name.clone()).collect();
    Ok(Placed { text, notes, tests, suite })
}

/// Writes spaces over a piece and keeps its lines.
fn blank(text: &mut [u8], range: &Range<usize>) {
    for byte in text.get_mut(range.clone()).unwrap_or_default() {
        if !matches!(byte, b'\n' | b'\r') {
            *byte = b' ';
        }
    }
}

/// Why a suite cannot stand beside the items of the focal file.
fn why_wrapped(suite: &RustSuite, file: &FocalFile<'_>) -> Option<String> {
    let mut items = suite.items.iter().filter(|item| !(item.kind == "function_item" && item.name == "main"));
    if let Some(other) = items.find(|item| item.kind != "mod_item") {
        let what = if other.is_test {
            "it holds tests outside of a module".to_owned()
        } else {
            "it declares more than modules".to_owned()
        };
        return Some(what);
    }
    let clash = suite.items.iter().find(|item| file.has(&item.name))?;
    Some(format!("the focal file has a `{}` already", clash.name))
}

/// A name for our module that neither text uses.
fn free_name(file_text: &str, suite: &str) -> String {
    let taken = |name: &str| file_text.contains(name) || suite.contains(name);
    let numbered = (1..).map(|n| format!("{MODULE}_{n}"));
    std::iter::once(MODULE.to_owned()).chain(numbered).find(|name| !taken(name)).unwrap_or_else(|| MODULE.to_owned())
}

/// Whether a suite can be compiled into one program with others. Its modules get other names there, so nothing may lead
/// to them by name.
pub(super) fn can_share(text: &str, file: &FocalFile<'_>) -> bool {
    let bare = text.strip_prefix('\u{feff}').unwrap_or(text);
    let named = |suite: &RustSuite| {
        let mut modules = suite.items.iter().filter(|item| item.kind == "mod_item");
        why_wrapped(suite, file).is_none() && modules.any(|item| item.in_paths || item.name.starts_with("r#"))
    };
    syntax::rust_suite(bare).is_some_and(|suite| !named(&suite)) && syntax::rust_alone(bare).is_none()
}

/// What makes every test report its begin and its end; no line moves.
fn guards(text: &str, tests: &[RustTest], harness: &str) -> Vec<(usize, String)> {
    let mut pieces: Vec<(usize, String)> = Vec::new();
    for test in tests {
        let (name, panics) = (&test.shown.name, test.should_panic);
        // Names are identifiers, so they need no escapes.
        let call = |what: &str| format!("::{harness}::{what}(\"{name}\", {panics}");
        if becomes_closure(test) {
            let returns = if test.returns.is_empty() { "()" } else { test.returns.as_str() };
            let returns = returns.replace(['\n', '\r'], " ");
            pieces.push((test.body.start, format!("{{ {}, || -> {returns} ", call("test"))));
            pieces.push((test.body.end, ") }".to_owned()));
        } else {
            let at = test.body.start + 1;
            // Inner attributes have to stay first, and may say anything but code.
            let at = if test.inner_attributes { text[at..].find(']').map_or(at, |n| at + n + 1) } else { at };
            pieces.push((at, format!(" let _assay_guard = {});", call("guard"))));
        }
    }
    pieces
}

/// A text with pieces inserted at these bytes.
fn inserted(text: &str, mut pieces: Vec<(usize, String)>) -> String {
    pieces.sort_by_key(|(at, _)| *at);
    let mut whole = String::with_capacity(text.len() + pieces.len() * 60);
    let mut done = 0;
    for (at, piece) in pieces {
        whole.push_str(&text[done..at]);
        whole.push_str(&piece);
        done = at;
    }
    whole.push_str(&text[done..]);
    whole
}

/// Whether what the test returns is something that the harness can judge, and its body can be moved.
fn becomes_closure(test: &RustTest) -> bool {
    let kind = test.returns.split('<').next().unwrap_or_default().trim();
    let judged = kind.is_empty() || kind == "()" || (kind.ends_with("Result") && !test.returns.contains("impl "));
    judged && !test.is_async && !test.inner_attributes
}

/// The module path of a source file below its crate: `number::complete` of `src/number/complete.rs`.
pub(super) fn module_of(path: &str) -> String {
    let below = path.split_once("src/").map_or(path, |(_, below)| below);
    let stem = below.strip_suffix(".rs").unwrap_or(below);
    let stem = stem.strip_suffix("/mod").unwrap_or(stem);
    if matches!(stem, "lib" | "main" | "mod") { String::new() } else { stem.replace('/', "::") }
}

/// Whether the syntax tree of the suite calls the focal function.
pub(super) fn invokes(suite: &str, focal: &FocalFunction) -> bool {
    syntax::invokes(Language::Rust, suite, focal)
}

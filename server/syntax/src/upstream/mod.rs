//! Suites cut out of a repository's own tests, one per focal function: honest suites to check the evaluator with.
//! Vendors and models never see them.

mod go;
mod julia;
mod php;
mod ruby;

use domain::{FocalFunction, Language};

use crate::grammar::parsed;
use crate::tree::{line_of, text_of};

/// A file of a repository's own tests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UpstreamFile {
    /// Below the folder with the tests, with forward slashes; Go's and Rust's lie beside the sources.
    pub path: String,
    pub text: String,
}

/// The repository's own tests of a focal function as one suite; `None` when nothing in them calls it.
///
/// Go: the tests that call it, with everything else that they need from the test files of their package. Rust: the
/// test modules of the focal function's own file. Julia: the tests of one file that call it, with all of the file that is
/// no test. Ruby: see there. PHP: a whole file that calls it with the classes of the test folder that it names, since helpers
/// of such files are not told apart from what they help; the one that is named after the focal function's file, else the one
/// with the fewest lines.
pub fn upstream_suite(language: Language, files: &[UpstreamFile], focal: &FocalFunction) -> Option<String> {
    match language {
        Language::Go => go::suite(files, focal),
        Language::Rust => rust(files, focal),
        Language::Julia => julia::suite(files, focal),
        Language::Ruby => ruby::suite(files, focal),
        Language::Php => {
            let all = files;
            let mut files: Vec<&UpstreamFile> = files.iter().filter(|file| may_call(&file.text, focal)).collect();
            files.sort_by_key(|file| (stem(&file.path) != stem(&focal.path), file.text.lines().count(), &file.path));
            let mut calling = files.into_iter().filter(|file| {
                crate::invokes(language, &file.text, focal) && !crate::test_cases(language, &file.text).is_empty()
            });
            let file = calling.next()?;
            Some(php::whole(file, all))
        }
    }
}

/// Whether a text may call the function at all: a look at the letters, before the text is parsed for hundreds of functions.
/// Constructors, operators and the like are called without their name.
fn may_call(text: &str, focal: &FocalFunction) -> bool {
    let name = focal.name.trim_end_matches(['=', '?', '!']);
    let is_plain = name.chars().all(|c| c.is_alphanumeric() || c == '_');
    let is_called_by_name = is_plain && !name.starts_with("__") && !matches!(name, "initialize" | "call");
    !is_called_by_name || text.contains(name)
}

/// Name of a file without what makes it a test: `rash` of `spec/hashie/rash_spec.rb`, `RashTest.php`, `test/rash.jl`.
fn stem(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path).to_lowercase();
    let name = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem).trim_start_matches("test_");
    ["_spec", "_test", "_tests", "test"].into_iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name).to_owned()
}

/// The `#[cfg(test)]` modules of the focal function's file, where they call it.
fn rust(files: &[UpstreamFile], focal: &FocalFunction) -> Option<String> {
    let file = files.iter().find(|file| file.path == focal.path)?;
    let (_, parsed) = parsed(Language::Rust, &file.text)?;
    let mut suite = String::new();
    let mut attributes = parsed.root().start_byte()..parsed.root().start_byte();
    let mut begun = false;
    for node in crate::tree::named_children(parsed.root()) {
        if node.kind() == "attribute_item" {
            if !begun {
                attributes = node.byte_range();
                begun = true;
            }
            attributes.end = node.end_byte();
            continue;
        }
        let is_test = begun && file.text[attributes.clone()].contains("cfg(test)") && node.kind() == "mod_item";
        let text = match crate::tree::field(node, "body") {
            _ if !is_test => None,
            Some(_) => (line_of(node) > focal.end_line).then(|| text_of(node, &file.text).to_owned()),
            // A file of its own, which comes back to where it belongs.
            None => module_file(files, &file.path, text_of(node, &file.text))
                .map(|(head, text)| format!("{head} {{\n{text}\n}}")),
        };
        if let Some(text) = text {
            suite.push_str(&file.text[attributes.clone()]);
            suite.push('\n');
            suite.push_str(&text);
            suite.push_str("\n\n");
        }
        begun = false;
    }
    let useful = crate::invokes(Language::Rust, &suite, focal) && !crate::test_cases(Language::Rust, &suite).is_empty();
    useful.then_some(suite)
}

/// Of `mod tests;` the words before the semicolon, and the text of the file that it names.
fn module_file<'s>(files: &'s [UpstreamFile], path: &str, item: &'s str) -> Option<(&'s str, &'s str)> {
    let head = item.strip_suffix(';')?.trim_end();
    let name = head.rsplit(' ').next()?;
    let (folder, source) = path.rsplit_once('/').unwrap_or(("", path));
    let stem = source.strip_suffix(".rs")?;
    let folder = if matches!(stem, "mod" | "lib" | "main") { folder.to_owned() } else { format!("{folder}/{stem}") };
    let places = [format!("{folder}/{name}.rs"), format!("{folder}/{name}/mod.rs")];
    files.iter().find(|file| places.contains(&file.path)).map(|file| (head, file.text.as_str()))
}

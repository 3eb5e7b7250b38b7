//! Ruby: a whole spec file that calls the focal function, with what its helper file would have brought.

use domain::{FocalFunction, Language};

use super::{UpstreamFile, may_call, stem};
use crate::grammar::parsed;
use crate::tree::{field, named_children, text_of};

/// Of the files that call it, the one named after the focal function's file (calls of `[]` or `to_hash` are everywhere),
/// else one that names the class, else the one with the fewest lines.
pub(super) fn suite(files: &[UpstreamFile], focal: &FocalFunction) -> Option<String> {
    let class = focal.class_name.rsplit("::").next().filter(|name| !name.is_empty()).unwrap_or(&focal.name);
    let mut calling: Vec<&UpstreamFile> =
        files.iter().filter(|file| is_ruby(file) && may_call(&file.text, focal)).collect();
    calling.sort_by_key(|file| {
        (stem(&file.path) != stem(&focal.path), !names(&file.text, class), file.text.lines().count(), &file.path)
    });
    let file = calling.into_iter().find(|file| {
        crate::invokes(Language::Ruby, &file.text, focal) && !crate::test_cases(Language::Ruby, &file.text).is_empty()
    })?;
    Some(format!("{}{}", helpers(files), file.text))
}

fn is_ruby(file: &UpstreamFile) -> bool {
    file.path.rsplit_once('.').is_some_and(|(_, end)| end == "rb")
}

/// Whether the word stands in a text as a word.
fn names(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        !text[..at].chars().next_back().is_some_and(is_word)
            && !text[at + word.len()..].chars().next().is_some_and(is_word)
    })
}

/// A suite is one file, and helper files are not there when it runs: shared examples and matchers of `spec/support`, and
/// of `spec_helper.rb` its configuration and methods, come first. What it requires is there or is not needed.
fn helpers(files: &[UpstreamFile]) -> String {
    let mut support: Vec<_> = files
        .iter()
        .filter(|file| file.path.contains("spec/support/") || file.path.starts_with("support/"))
        .filter(|file| is_ruby(file))
        .collect();
    support.sort_by_key(|file| &file.path);
    let mut text = String::new();
    for file in support {
        text.push_str(&file.text);
        text.push('\n');
    }
    for file in files.iter().filter(|file| file.path == "spec_helper.rb" || file.path.ends_with("/spec_helper.rb")) {
        let Some((_, parsed)) = parsed(Language::Ruby, &file.text) else { continue };
        for node in named_children(parsed.root()) {
            let is_configuration = node.kind() == "call"
                && field(node, "receiver").is_some_and(|receiver| text_of(receiver, &file.text) == "RSpec")
                && field(node, "method").is_some_and(|method| text_of(method, &file.text) == "configure");
            if is_configuration || node.kind() == "method" {
                text.push_str(text_of(node, &file.text));
                text.push_str("\n\n");
            }
        }
    }
    text
}

//! PHP: a whole file that calls the function, behind the classes of the test folder that it is made of. Base classes,
//! traits and stand-ins of a test suite have files of their own, where no suite finds them.

use std::collections::BTreeSet;

use domain::Language;

use super::UpstreamFile;
use crate::grammar::parsed;
use crate::php::Names;
use crate::tree::{Each, Flow, Place, named_children, text_of, walk};

/// Most files that are brought along; a suite that needs more is taken as it is.
const MOST: usize = 30;

/// The text of a test file with what it needs before it, in one file with a namespace for each.
pub(super) fn whole(file: &UpstreamFile, files: &[UpstreamFile]) -> String {
    let mut order = Vec::new();
    bring(file, files, &mut BTreeSet::from([file.path.as_str()]), &mut order);
    // Code of no namespace cannot stand beside code of one.
    let is_plain = |file: &&UpstreamFile| namespace(&file.text).is_some();
    if order.is_empty() || order.len() > MOST || !is_plain(&file) || !order.iter().all(is_plain) {
        return file.text.clone();
    }
    let strict = if file.text.contains("strict_types=1") { "declare(strict_types=1);\n" } else { "" };
    let parts: Vec<String> = order.into_iter().chain([file]).map(|file| body(&file.text)).collect();
    format!("<?php\n{strict}\n{}\n", parts.join("\n\n"))
}

/// Files that declare what a file names, and what those name, before it.
fn bring<'s>(
    file: &UpstreamFile,
    files: &'s [UpstreamFile],
    seen: &mut BTreeSet<&'s str>,
    order: &mut Vec<&'s UpstreamFile>,
) {
    for name in named_classes(&file.text) {
        let Some(other) = files.iter().find(|other| declares(other, &name)) else { continue };
        if order.len() <= MOST && seen.insert(&other.path) {
            bring(other, files, seen, order);
            order.push(other);
        }
    }
}

/// Full names of everything in a text that may be a class.
fn named_classes(text: &str) -> BTreeSet<String> {
    let Some((_, parsed)) = parsed(Language::Php, text) else { return BTreeSet::new() };
    let names = Names::gather(&parsed);
    let mut found = BTreeSet::new();
    walk(
        parsed.root(),
        &mut Each(|place: &Place<'_, '_>| match place.node.kind() {
            "namespace_definition" | "variable_name" => Flow::Skip,
            "name" | "qualified_name" => {
                found.insert(names.class(text_of(place.node, text)));
                Flow::Skip
            }
            _ => Flow::Into,
        }),
    );
    found
}

/// Whether a file is the one of a class by the usual rule: named after it, in its namespace.
fn declares(file: &UpstreamFile, class: &str) -> bool {
    let (space, name) = class.rsplit_once('\\').unwrap_or(("", class));
    let path = file.path.rsplit('/').next().and_then(|name| name.strip_suffix(".php"));
    path == Some(name)
        && namespace(&file.text) == Some(space)
        && ["class", "trait", "interface", "enum"].iter().any(|kind| file.text.contains(&format!("{kind} {name}")))
}

/// The namespace of a file that has one for all of it.
fn namespace(text: &str) -> Option<&str> {
    text.lines().find_map(|line| line.trim().strip_prefix("namespace ")?.trim_end().strip_suffix(';'))
}

/// The text without its tag and its declarations about itself.
fn body(text: &str) -> String {
    let Some((_, parsed)) = parsed(Language::Php, text) else { return String::new() };
    let mut body = text.to_owned();
    for node in named_children(parsed.root()).into_iter().rev() {
        if matches!(node.kind(), "php_tag" | "declare_statement") {
            body.replace_range(node.byte_range(), "");
        }
    }
    body.trim().trim_end_matches("?>").to_owned()
}

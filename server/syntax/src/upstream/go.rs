//! Go: tests are taken out of the test files of a package one by one, with what they need.

use std::collections::{BTreeMap, BTreeSet};

use domain::{FocalFunction, Language};
use tree_sitter::Node;

use super::UpstreamFile;
use crate::grammar::parsed;
use crate::tree::{Each, Flow, Place, field, named_children, text_of, walk};

/// Lines of tests of one suite, unless its first test alone has more.
const MOST_LINES: usize = 150;

/// Something that a test file declares at its top level.
struct Declaration<'s> {
    text: &'s str,
    /// Names that it declares; a method counts under its receiver's type, so that it comes along with it.
    names: Vec<&'s str>,
    /// Every identifier in it.
    uses: BTreeSet<&'s str>,
    /// Identifiers before a dot, of which a package's name is one.
    qualifies: BTreeSet<&'s str>,
    is_test: bool,
    is_init: bool,
}

struct TestFile<'s> {
    package: &'s str,
    /// Whole import specs by the name that they bring; `_` and `.` under their text.
    imports: BTreeMap<String, &'s str>,
    declarations: Vec<Declaration<'s>>,
}

/// The tests of the focal function's package that call it. Of the package itself and its external tests the one with
/// more such tests is taken: a suite belongs to one of them.
pub(super) fn suite(files: &[UpstreamFile], focal: &FocalFunction) -> Option<String> {
    let folder = |path: &str| path.rsplit_once('/').map_or(String::new(), |(folder, _)| folder.to_owned());
    let home = folder(&focal.path);
    let mut sources: Vec<&UpstreamFile> = files
        .iter()
        .filter(|file| folder(&file.path) == home && file.path.ends_with("_test.go") && is_built_everywhere(&file.text))
        .collect();
    sources.sort_by(|a, b| a.path.cmp(&b.path));
    let parsed: Vec<TestFile<'_>> = sources.iter().filter_map(|file| read(&file.text)).collect();
    let packages: BTreeSet<&str> = parsed.iter().map(|file| file.package).collect();
    packages
        .into_iter()
        .filter_map(|package| {
            let files: Vec<&TestFile<'_>> = parsed.iter().filter(|file| file.package == package).collect();
            compose(package, &files, focal)
        })
        .max_by_key(|(tests, text)| (*tests, std::cmp::Reverse(text.len())))
        .map(|(_, text)| text)
}

/// Files with a build constraint may not belong to the build that suites are compiled in.
fn is_built_everywhere(text: &str) -> bool {
    !text.lines().take_while(|line| !line.starts_with("package ")).any(|line| line.starts_with("//go:build"))
}

fn read(text: &str) -> Option<TestFile<'_>> {
    let (_, parsed) = parsed(Language::Go, text)?;
    let root = parsed.root();
    let mut file = TestFile { package: "", imports: BTreeMap::new(), declarations: Vec::new() };
    for node in named_children(root) {
        match node.kind() {
            "package_clause" => file.package = node.named_child(0).map_or("", |name| text_of(name, text)),
            "import_declaration" => imports(node, text, &mut file.imports),
            "comment" => {}
            _ => file.declarations.push(declaration(node, text)),
        }
    }
    Some(file)
}

fn imports<'s>(declaration: Node<'_>, text: &'s str, into: &mut BTreeMap<String, &'s str>) {
    walk(
        declaration,
        &mut Each(|place: &Place<'_, '_>| {
            if place.node.kind() != "import_spec" {
                return Flow::Into;
            }
            let path = field(place.node, "path").map_or("", |path| text_of(path, text)).trim_matches(['"', '`']);
            let name = match field(place.node, "name").map(|name| text_of(name, text)) {
                Some(name @ ("_" | ".")) => format!("{name} {path}"),
                Some(name) => name.to_owned(),
                None => default_name(path).to_owned(),
            };
            into.insert(name, text_of(place.node, text));
            Flow::Skip
        }),
    );
}

/// The usual name of a package: its last part that is not a version.
fn default_name(path: &str) -> &str {
    let is_version =
        |part: &str| part.len() > 1 && part.starts_with('v') && part[1..].bytes().all(|b| b.is_ascii_digit());
    let name = path.rsplit('/').find(|part| !is_version(part)).unwrap_or(path);
    name.split_once(".v").map_or(name, |(name, _)| name).trim_start_matches("go-")
}

fn declaration<'s>(node: Node<'_>, text: &'s str) -> Declaration<'s> {
    let (mut uses, mut qualifies, mut variables) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    walk(
        node,
        &mut Each(|place: &Place<'_, '_>| {
            let before_dot = match place.node.kind() {
                "selector_expression" => field(place.node, "operand"),
                "qualified_type" => field(place.node, "package"),
                _ => None,
            };
            qualifies.extend(before_dot.map(|name| text_of(name, text)));
            let made = match place.node.kind() {
                "short_var_declaration" | "range_clause" => field(place.node, "left"),
                _ => None,
            };
            variables.extend(made.into_iter().flat_map(named_children).map(|name| text_of(name, text)));
            if matches!(place.node.kind(), "identifier" | "type_identifier" | "package_identifier") {
                uses.insert(text_of(place.node, text));
            }
            Flow::Into
        }),
    );
    // `json := newEncoder()` hides the package of that name.
    qualifies.retain(|name| !variables.contains(name));
    let mut names = Vec::new();
    match node.kind() {
        "function_declaration" => names.extend(field(node, "name").map(|name| text_of(name, text))),
        "method_declaration" => {
            let receiver = field(node, "receiver").map(|receiver| text_of(receiver, text)).unwrap_or_default();
            names.extend(receiver.split(['(', ')', ' ', '*', '[', ']']).rfind(|word| !word.is_empty()));
        }
        _ => walk(
            node,
            &mut Each(|place: &Place<'_, '_>| match place.node.kind() {
                "const_spec" | "var_spec" => {
                    let mut cursor = place.node.walk();
                    names
                        .extend(place.node.children_by_field_name("name", &mut cursor).map(|name| text_of(name, text)));
                    Flow::Skip
                }
                "type_spec" | "type_alias" => {
                    names.extend(field(place.node, "name").map(|name| text_of(name, text)));
                    Flow::Skip
                }
                _ => Flow::Into,
            }),
        ),
    }
    let is_function = node.kind() == "function_declaration";
    let is_test = is_function && names.first().is_some_and(|name| name.starts_with("Test") && *name != "TestMain");
    let is_init = is_function && names.first() == Some(&"init");
    Declaration { text: text_of(node, text), names, uses, qualifies, is_test, is_init }
}

/// The suite, and how many tests it holds.
fn compose(package: &str, files: &[&TestFile<'_>], focal: &FocalFunction) -> Option<(usize, String)> {
    let all: Vec<(usize, &Declaration<'_>)> = files
        .iter()
        .enumerate()
        .flat_map(|(at, file)| file.declarations.iter().map(move |declaration| (at, declaration)))
        .collect();
    let mut chosen: BTreeSet<usize> = (0..all.len())
        .filter(|&at| {
            let (file, declaration) = all[at];
            declaration.is_test && {
                let imports: Vec<&str> = files[file].imports.values().copied().collect();
                let alone =
                    format!("package {package}\n\nimport (\n{}\n)\n\n{}\n", imports.join("\n"), declaration.text);
                crate::invokes(Language::Go, &alone, focal)
            }
        })
        .collect();
    // Dozens of tests call what every request goes through; the first ones are a suite.
    let mut lines = 0;
    chosen.retain(|&at| {
        lines += all[at].1.text.lines().count();
        lines <= MOST_LINES || lines == all[at].1.text.lines().count()
    });
    let tests = chosen.len();
    if tests == 0 {
        return None;
    }
    // Whatever a chosen declaration names comes along, and what gives it its value before any test; what no test names does
    // not.
    loop {
        let wanted: BTreeSet<&str> = chosen.iter().flat_map(|&at| all[at].1.uses.iter().copied()).collect();
        let declared: BTreeSet<&str> = chosen.iter().flat_map(|&at| all[at].1.names.iter().copied()).collect();
        let more: Vec<usize> = (0..all.len())
            .filter(|at| !chosen.contains(at) && !all[*at].1.is_test)
            .filter(|&at| match all[at].1 {
                init if init.is_init => init.uses.iter().any(|name| declared.contains(name)),
                other => other.names.iter().any(|name| wanted.contains(name)),
            })
            .collect();
        if more.is_empty() {
            break;
        }
        chosen.extend(more);
    }
    let mut imports = BTreeSet::new();
    for &at in &chosen {
        let (file, declaration) = all[at];
        for (name, spec) in &files[file].imports {
            let needed = name.starts_with(['_', '.']) || declaration.qualifies.contains(name.as_str());
            if needed {
                imports.insert(*spec);
            }
        }
    }
    let imports: Vec<&str> = imports.into_iter().collect();
    let body: Vec<&str> = chosen.iter().map(|&at| all[at].1.text).collect();
    Some((tests, format!("package {package}\n\nimport (\n\t{}\n)\n\n{}\n", imports.join("\n\t"), body.join("\n\n"))))
}

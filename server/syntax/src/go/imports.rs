//! Imports of a suite: the one that every suite needs, and the one that a suite inside of its package cannot have.

use std::ops::Range;

use domain::Language;
use tree_sitter::Node;

use crate::grammar::parsed;
use crate::tree::{Each, Flow, Place, field, text_of, walk};

/// The suite with `import "testing"` behind its package clause, on the same line; `None` when it names `testing`
/// nowhere or imports it already.
pub fn with_testing_import_go(suite: &str) -> Option<String> {
    let (_, parsed) = parsed(Language::Go, suite)?;
    let (mut clause, mut imported, mut used) = (None, false, false);
    walk(
        parsed.root(),
        &mut Each(|place: &Place<'_, '_>| {
            let node = place.node;
            let says = |name| field(node, name).is_some_and(|inner| text_of(inner, suite) == "testing");
            match node.kind() {
                "package_clause" => clause = Some(node.end_byte()),
                "import_spec" => {
                    imported |=
                        says("name") || field(node, "path").is_some_and(|path| path_of(path, suite) == "testing");
                }
                "qualified_type" => used |= says("package"),
                "selector_expression" => used |= says("operand"),
                _ => {}
            }
            Flow::Into
        }),
    );
    let at = clause.filter(|_| used && !imported)?;
    Some(format!("{}; import \"testing\"{}", suite.get(..at)?, suite.get(at..)?))
}

/// A suite in the package `import_path` itself without its import of that package, and with `package.Name` as `Name`;
/// `None` when it has no such import or uses the name for something else too.
pub fn without_self_import_go(suite: &str, import_path: &str, package: &str) -> Option<String> {
    let (_, parsed) = parsed(Language::Go, suite)?;
    let mut search = SelfImport { suite, import_path, package, alias: None, cut: Vec::new() };
    walk(
        parsed.root(),
        &mut Each(|place: &Place<'_, '_>| {
            search.import(place);
            Flow::Into
        }),
    );
    let alias = search.alias?;
    let mut cut = search.cut;
    let mut other_use = false;
    walk(
        parsed.root(),
        &mut Each(|place: &Place<'_, '_>| {
            let node = place.node;
            let qualifier = match node.kind() {
                "selector_expression" => field(node, "operand").zip(field(node, "field")),
                "qualified_type" => field(node, "package").zip(field(node, "name")),
                _ => None,
            };
            if let Some((before, name)) = qualifier.filter(|(before, _)| is_name(*before, alias, suite)) {
                cut.push(before.start_byte()..name.start_byte());
            }
            let in_selector = place
                .parent()
                .is_some_and(|parent| parent.kind() == "selector_expression" && field(parent, "operand") == Some(node));
            other_use |= node.kind() == "identifier" && is_name(node, alias, suite) && !in_selector;
            Flow::Into
        }),
    );
    if other_use {
        return None;
    }
    cut.sort_by_key(|range| range.start);
    let mut text = String::new();
    let mut done = 0;
    for range in cut {
        text.push_str(suite.get(done..range.start)?);
        done = range.end;
    }
    Some(text + suite.get(done..)?)
}

struct SelfImport<'s> {
    suite: &'s str,
    import_path: &'s str,
    package: &'s str,
    /// The name under which the suite uses its own package.
    alias: Option<&'s str>,
    cut: Vec<Range<usize>>,
}

impl SelfImport<'_> {
    fn import(&mut self, place: &Place<'_, '_>) {
        let node = place.node;
        if node.kind() != "import_spec"
            || field(node, "path").is_none_or(|path| path_of(path, self.suite) != self.import_path)
        {
            return;
        }
        let name = field(node, "name").map(|name| text_of(name, self.suite));
        match name {
            // Nothing is qualified with these.
            Some("." | "_") => self.alias = self.alias.or(Some("")),
            name => self.alias = Some(name.unwrap_or(self.package)),
        }
        let declaration = place.parent().filter(|parent| parent.kind() == "import_declaration");
        self.cut.push(declaration.unwrap_or(node).byte_range());
    }
}

fn is_name(node: Node<'_>, name: &str, text: &str) -> bool {
    matches!(node.kind(), "identifier" | "package_identifier") && text_of(node, text) == name
}

pub(super) fn path_of<'s>(path: Node<'_>, text: &'s str) -> &'s str {
    text_of(path, text).trim_matches(['"', '`'])
}

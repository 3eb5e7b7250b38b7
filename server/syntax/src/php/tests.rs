//! Test cases of PHPUnit suites.

use std::collections::HashMap;

use tree_sitter::Node;

use super::{child_of_kind, last_part, name_of, namespace_name};
use crate::StaticTest;
use crate::grammar::Parsed;
use crate::tree::{Each, Flow, Place, field, line_of, named_children, text_of, walk};

/// Attributes and annotations by which a test runs more than once, under other names.
const PROVIDERS: [&str; 4] = ["DataProvider", "DataProviderExternal", "TestWith", "TestWithJson"];
const PROVIDER_ANNOTATIONS: [&str; 2] = ["@dataProvider", "@testWith"];

pub(super) fn test_cases<'t>(suite: &'t Parsed<'_>) -> Vec<StaticTest> {
    let text = suite.text;
    let mut classes: Vec<(Node<'t>, String, bool)> = Vec::new();
    let mut namespace = String::new();
    walk(
        suite.root(),
        &mut Each(|place: &Place<'t, '_>| {
            match place.node.kind() {
                "namespace_definition" => namespace_name(place.node, text).clone_into(&mut namespace),
                "class_declaration" => {
                    let name = name_of(place.node, text);
                    let name = if namespace.is_empty() { name.to_owned() } else { format!("{namespace}\\{name}") };
                    let plain = place
                        .above
                        .iter()
                        .all(|above| matches!(above.kind(), "program" | "namespace_definition" | "compound_statement"));
                    classes.push((place.node, name, plain));
                }
                _ => {}
            }
            Flow::Into
        }),
    );
    let parents: HashMap<&str, &str> =
        classes.iter().map(|(class, name, _)| (last_part(name), last_part(parent(*class, text)))).collect();
    let mut found = Vec::new();
    for (class, name, plain) in &classes {
        if child_of_kind(*class, "abstract_modifier").is_none() && is_test_case(last_part(name), &parents) {
            methods(*class, name, *plain, text, &mut found);
        }
    }
    found
}

fn parent<'s>(class: Node<'_>, text: &'s str) -> &'s str {
    child_of_kind(class, "base_clause").and_then(|base| base.named_child(0)).map_or("", |name| text_of(name, text))
}

/// Whether a class extends something called `*TestCase`, perhaps through other classes of the suite.
fn is_test_case(name: &str, parents: &HashMap<&str, &str>) -> bool {
    let mut current = name;
    for _ in 0..=parents.len() {
        match parents.get(current) {
            Some(parent) if parent.ends_with("TestCase") => return true,
            Some(parent) if !parent.is_empty() => current = parent,
            _ => return false,
        }
    }
    false
}

fn methods(class: Node<'_>, class_name: &str, plain: bool, text: &str, found: &mut Vec<StaticTest>) {
    let Some(body) = field(class, "body") else { return };
    let mut documentation = "";
    for member in named_children(body) {
        if member.kind() == "comment" {
            documentation = text_of(member, text);
            continue;
        }
        let before = std::mem::take(&mut documentation);
        if member.kind() != "method_declaration" {
            continue;
        }
        let name = name_of(member, text);
        let attributes = attributes(member, text);
        let is_test = name.to_ascii_lowercase().starts_with("test")
            || attributes.contains(&"Test")
            || before.starts_with("/**") && annotations(before).any(|annotation| annotation == "@test");
        let hidden = child_of_kind(member, "visibility_modifier")
            .is_some_and(|modifier| !text_of(modifier, text).starts_with("public"));
        let without_body = field(member, "body").is_none();
        if !is_test || hidden || without_body {
            continue;
        }
        let provided = attributes.iter().any(|attribute| PROVIDERS.contains(attribute))
            || annotations(before).any(|annotation| PROVIDER_ANNOTATIONS.contains(&annotation));
        found.push(StaticTest {
            name: format!("{class_name}::{name}"),
            line: line_of(member),
            skipped: begins_with_skip(member, text),
            exact: plain && !provided,
        });
    }
}

/// Last parts of the names of a declaration's attributes.
fn attributes<'s>(node: Node<'_>, text: &'s str) -> Vec<&'s str> {
    let groups = field(node, "attributes").map(named_children).unwrap_or_default();
    groups
        .into_iter()
        .flat_map(named_children)
        .filter_map(|attribute| attribute.named_child(0))
        .map(|name| last_part(text_of(name, text)))
        .collect()
}

fn annotations(documentation: &str) -> impl Iterator<Item = &str> {
    documentation.split(|c: char| c.is_whitespace() || c == '*' || c == '/').filter(|word| word.starts_with('@'))
}

/// Whether a statement of the body itself, under no condition, skips the test.
fn begins_with_skip(method: Node<'_>, text: &str) -> bool {
    field(method, "body").map(named_children).unwrap_or_default().into_iter().any(|statement| {
        statement
            .named_child(0)
            .filter(|call| matches!(call.kind(), "member_call_expression" | "scoped_call_expression"))
            .is_some_and(|call| matches!(name_of(call, text), "markTestSkipped" | "markTestIncomplete"))
    })
}

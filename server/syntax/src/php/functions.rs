//! Functions and methods of a PHP file.

use domain::FocalFunction;
use tree_sitter::Node;

use super::{child_of_kind, is_class_like, is_function_like, name_of, namespace_name};
use crate::functions::{code_lines, comments, head};
use crate::grammar::Parsed;
use crate::tree::{Each, Flow, Place, field, last_line_of, line_of, named_children, text_of, walk};
use crate::{DropReason, FoundFunction, Returns};

pub(super) fn functions(parsed: &Parsed<'_>, path: &str) -> Vec<FoundFunction> {
    let mut file = File { text: parsed.text, path, namespace: String::new(), found: Vec::new() };
    walk(
        parsed.root(),
        &mut Each(|place: &Place<'_, '_>| {
            match place.node.kind() {
                // Without a block it holds until the next one; with a block, to the end of that.
                "namespace_definition" => namespace_name(place.node, file.text).clone_into(&mut file.namespace),
                "function_definition" | "method_declaration" => file.function(place),
                _ => {}
            }
            Flow::Into
        }),
    );
    file.found
}

struct File<'s> {
    text: &'s str,
    path: &'s str,
    namespace: String,
    found: Vec<FoundFunction>,
}

impl File<'_> {
    fn function(&mut self, place: &Place<'_, '_>) {
        let node = place.node;
        let name = name_of(node, self.text).to_owned();
        if name.is_empty() {
            return;
        }
        let class = place.above.iter().rev().find(|above| is_class_like(above.kind()));
        let in_namespace = |name: &str| match self.namespace.as_str() {
            "" => name.to_owned(),
            namespace => format!("{namespace}\\{name}"),
        };
        let class_name = match class {
            Some(class) if node.kind() == "method_declaration" => in_namespace(name_of(*class, self.text)),
            _ => String::new(),
        };
        let qualified_name = if class_name.is_empty() { in_namespace(&name) } else { format!("{class_name}::{name}") };
        let comments = comments(node);
        let first = child_after_attributes(node);
        let head_end = ["return_type", "parameters", "name"].iter().find_map(|f| field(node, f)).unwrap_or(node);
        let found = FoundFunction {
            class_signature: class.map(|class| self.class_head(*class)).unwrap_or_default(),
            code_lines: code_lines(node, self.text, &comments),
            returns: returns(node),
            obstacle: self.obstacle(place, class.copied()),
            focal: FocalFunction {
                qualified_name,
                path: self.path.to_owned(),
                start_line: line_of(node),
                end_line: last_line_of(node),
                source: text_of(node, self.text).to_owned(),
                signature: head(self.text, first.start_byte()..head_end.end_byte(), &comments),
                class_name,
                package: self.namespace.clone(),
                name,
            },
        };
        self.found.push(found);
    }

    fn class_head(&self, class: Node<'_>) -> String {
        let Some(body) = field(class, "body") else { return String::new() };
        let first = child_after_attributes(class);
        head(self.text, first.start_byte()..body.start_byte(), &comments(class))
    }

    fn obstacle(&self, place: &Place<'_, '_>, class: Option<Node<'_>>) -> Option<DropReason> {
        let node = place.node;
        if node.has_error() {
            return Some(DropReason::SyntaxError);
        }
        let nested =
            place.above.iter().any(|above| is_function_like(above.kind()) || above.kind() == "anonymous_class");
        if nested {
            return Some(DropReason::Nested);
        }
        // Of an interface or abstract.
        if field(node, "body").is_none() {
            return Some(DropReason::NotCallable);
        }
        let visibility = child_of_kind(node, "visibility_modifier").map(|modifier| text_of(modifier, self.text));
        if visibility.is_some_and(|word| word.starts_with("private") || word.starts_with("protected")) {
            return Some(DropReason::NotPublic);
        }
        let extends_test_case = class
            .and_then(|class| child_of_kind(class, "base_clause"))
            .is_some_and(|base| text_of(base, self.text).trim_end().ends_with("TestCase"));
        (extends_test_case && name_of(node, self.text).starts_with("test")).then_some(DropReason::Test)
    }
}

/// Attributes belong to a declaration, but not to its head.
fn child_after_attributes(node: Node<'_>) -> Node<'_> {
    let mut cursor = node.walk();
    node.children(&mut cursor).find(|child| !matches!(child.kind(), "attribute_list" | "comment")).unwrap_or(node)
}

/// Whether a function gives something back itself: `return` with a value, or `yield`.
fn returns(function: Node<'_>) -> Returns {
    let mut found = false;
    let Some(body) = field(function, "body") else { return Returns::Nothing };
    walk(
        body,
        &mut Each(|place: &Place<'_, '_>| match place.node.kind() {
            kind if is_function_like(kind) || is_class_like(kind) => Flow::Skip,
            "return_statement" if named_children(place.node).iter().any(|child| child.kind() != "comment") => {
                found = true;
                Flow::Stop
            }
            "yield_expression" => {
                found = true;
                Flow::Stop
            }
            _ => Flow::Into,
        }),
    );
    if found { Returns::Explicit } else { Returns::Nothing }
}

//! Functions and methods of a Rust file.

use domain::FocalFunction;
use tree_sitter::Node;

use super::attributes::Attributes;
use crate::functions::{code_lines, comments, head};
use crate::grammar::Parsed;
use crate::tree::{Each, Flow, Place, field, last_line_of, line_of, text_of, walk};
use crate::{DropReason, FoundFunction, Returns};

pub(super) fn functions(parsed: &Parsed<'_>, path: &str) -> Vec<FoundFunction> {
    let (root, text) = (parsed.root(), parsed.text);
    let of_file = obstacle_of(&Attributes::inner(root, text));
    let mut found = Vec::new();
    walk(
        root,
        &mut Each(|place: &Place<'_, '_>| {
            if place.node.kind() == "function_item" {
                found.extend(function(place, text, path, of_file));
            }
            Flow::Into
        }),
    );
    found
}

fn obstacle_of(attributes: &Attributes) -> Option<DropReason> {
    if attributes.for_tests() || attributes.makes_test() {
        Some(DropReason::Test)
    } else if attributes.platform_bound() {
        Some(DropReason::Platform)
    } else {
        None
    }
}

/// What a function belongs to.
#[derive(Default)]
struct Owner {
    /// Modules of the file, outermost first.
    modules: Vec<String>,
    /// Bare name of the type or trait; empty for free functions.
    class_name: String,
    /// What stands before `::name`.
    receiver: String,
    class_signature: String,
    obstacle: Option<DropReason>,
}

fn function(place: &Place<'_, '_>, text: &str, path: &str, of_file: Option<DropReason>) -> Option<FoundFunction> {
    let node = place.node;
    let body = field(node, "body")?;
    let name = text_of(field(node, "name")?, text).to_owned();
    let owner = owner(place.above, text);
    let mut qualified: Vec<&str> = owner.modules.iter().map(String::as_str).collect();
    qualified.extend((!owner.receiver.is_empty()).then_some(owner.receiver.as_str()));
    qualified.push(&name);
    let qualified_name = qualified.join("::");
    let comments = comments(node);
    let own = obstacle_of(&Attributes::before(node, text));
    let obstacle = if node.has_error() {
        Some(DropReason::SyntaxError)
    } else if own == Some(DropReason::Test) || owner.obstacle == Some(DropReason::Test) {
        Some(DropReason::Test)
    } else if let Some(reason) = own.or(owner.obstacle).or(of_file) {
        Some(reason)
    } else if is_const(node, text) {
        Some(DropReason::CompileTime)
    } else if qualified_name == "main" {
        Some(DropReason::NotCallable)
    } else {
        None
    };
    Some(FoundFunction {
        class_signature: owner.class_signature,
        code_lines: code_lines(node, text, &comments),
        returns: returns(node, body, text),
        obstacle,
        focal: FocalFunction {
            qualified_name,
            path: path.to_owned(),
            start_line: line_of(node),
            end_line: last_line_of(node),
            source: text_of(node, text).to_owned(),
            signature: head(text, node.start_byte()..body.start_byte(), &comments),
            class_name: owner.class_name,
            package: String::new(),
            name,
        },
    })
}

fn owner(above: &[Node<'_>], text: &str) -> Owner {
    let mut owner = Owner::default();
    for node in above {
        let of_node = obstacle_of(&Attributes::before(*node, text));
        owner.obstacle = owner.obstacle.or(of_node);
        match node.kind() {
            "mod_item" => {
                owner.modules.extend(field(*node, "name").map(|name| text_of(name, text).to_owned()));
            }
            "impl_item" => {
                let kind = field(*node, "type");
                owner.class_name = kind.map_or_else(String::new, |kind| bare_type(kind, text).to_owned());
                owner.receiver = match (field(*node, "trait"), kind) {
                    (Some(of), Some(kind)) => format!("<{} as {}>", dense(kind, text), dense(of, text)),
                    _ => owner.class_name.clone(),
                };
                owner.class_signature = signature_of(*node, text);
            }
            "trait_item" => {
                owner.class_name = field(*node, "name").map_or_else(String::new, |name| text_of(name, text).to_owned());
                owner.receiver.clone_from(&owner.class_name);
                owner.class_signature = signature_of(*node, text);
            }
            // A function of a function, or of an `impl` or a module inside one.
            "function_item" | "block" | "macro_definition" => {
                owner.obstacle = owner.obstacle.or(Some(DropReason::Nested));
            }
            _ => {}
        }
    }
    owner
}

/// `impl<T> Trait for Type` of an `impl`, without its where clause.
fn signature_of(node: Node<'_>, text: &str) -> String {
    let body = field(node, "body").map_or(node.end_byte(), |body| body.start_byte());
    let mut cursor = node.walk();
    let clause = node.children(&mut cursor).find(|child| child.kind() == "where_clause");
    let end = clause.map_or(body, |clause| clause.start_byte());
    head(text, node.start_byte()..end, &comments(node))
}

/// The last name of a type without its arguments: `Parser` of `&'a mut parse::Parser<I>`.
pub(super) fn bare_type<'s>(mut node: Node<'_>, text: &'s str) -> &'s str {
    loop {
        let inner = match node.kind() {
            "generic_type" | "reference_type" | "pointer_type" => field(node, "type"),
            "scoped_type_identifier" => field(node, "name"),
            "array_type" => field(node, "element"),
            "dynamic_type" => field(node, "trait"),
            _ => None,
        };
        match inner {
            Some(inner) => node = inner,
            None => return text_of(node, text),
        }
    }
}

/// The text of a type on one line.
fn dense(node: Node<'_>, text: &str) -> String {
    text_of(node, text).split_whitespace().collect::<Vec<_>>().join(" ")
}

pub(super) fn is_const(function: Node<'_>, text: &str) -> bool {
    crate::tree::named_children(function)
        .into_iter()
        .filter(|child| child.kind() == "function_modifiers")
        .any(|modifiers| text_of(modifiers, text).split_whitespace().any(|word| word == "const"))
}

fn returns(function: Node<'_>, body: Node<'_>, text: &str) -> Returns {
    let mut explicit = false;
    walk(
        body,
        &mut Each(|place: &Place<'_, '_>| match place.node.kind() {
            "closure_expression" | "function_item" | "async_block" => Flow::Skip,
            "return_expression" => {
                explicit = true;
                Flow::Stop
            }
            _ => Flow::Into,
        }),
    );
    let gives_value = field(function, "return_type").is_some_and(|kind| !matches!(text_of(kind, text), "()" | "!"));
    match (explicit, gives_value) {
        (true, _) => Returns::Explicit,
        (false, true) => Returns::LastExpression,
        (false, false) => Returns::Nothing,
    }
}

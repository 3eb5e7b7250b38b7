//! Functions of a Julia file with the modules around them.

use domain::FocalFunction;
use tree_sitter::Node;

use super::signature::{Defined, call_of, defined};
use super::{macro_arguments, macro_name, returns};
use crate::functions::{code_lines, comments, head};
use crate::grammar::Parsed;
use crate::tree::{Each, Flow, Place, field, last_line_of, line_of, named_children, text_of, walk};
use crate::{DropReason, FoundFunction};

/// Something around a definition that decides whether it can be a task.
#[derive(Debug, Clone)]
struct Around {
    /// Modules of this file, joined by `.`.
    package: String,
    obstacle: Option<DropReason>,
}

pub(super) fn functions(parsed: &Parsed<'_>, path: &str) -> Vec<FoundFunction> {
    let mut file = File { text: parsed.text, path, found: Vec::new() };
    let mut open = vec![(parsed.root(), Around { package: String::new(), obstacle: None })];
    while let Some((node, around)) = open.pop() {
        file.look_at(node, around, &mut open);
    }
    file.found.sort_by_key(|(at, _)| *at);
    file.found.into_iter().map(|(_, found)| found).collect()
}

struct File<'s> {
    text: &'s str,
    path: &'s str,
    /// With the byte at which each starts.
    found: Vec<(usize, FoundFunction)>,
}

impl File<'_> {
    fn look_at<'t>(&mut self, node: Node<'t>, around: Around, open: &mut Vec<(Node<'t>, Around)>) {
        let within = |reason: Option<DropReason>| Around { obstacle: around.obstacle.or(reason), ..around.clone() };
        let inner = match node.kind() {
            "function_definition" | "macro_definition" => {
                self.definition(node, named_children(node).first().copied(), &around);
                within(Some(DropReason::Nested))
            }
            "assignment" => {
                let head = node.named_child(0).filter(|left| call_of(*left).is_some());
                self.definition(node, head, &around);
                within(Some(DropReason::Nested))
            }
            "module_definition" => {
                let name = field(node, "name").map_or("", |name| text_of(name, self.text));
                let package =
                    if around.package.is_empty() { name.into() } else { format!("{}.{name}", around.package) };
                Around { package, ..around }
            }
            // A macro may define whatever it likes; those that only annotate are looked through.
            "macrocall_expression" => {
                let inner = within(match macro_name(node, self.text) {
                    Some("inline" | "noinline" | "propagate_inbounds" | "pure" | "doc" | "constprop" | "deprecate") => {
                        None
                    }
                    Some("generated") => Some(DropReason::CompileTime),
                    _ => Some(DropReason::Nested),
                });
                open.extend(macro_arguments(node).into_iter().map(|argument| (argument, inner.clone())));
                return;
            }
            // These make no scope at the top of a file.
            "source_file" | "compound_statement" | "if_statement" | "elseif_clause" | "else_clause"
            | "const_statement" | "global_statement" | "ERROR" => around,
            // What is defined in these is a local name, a constructor inside of a type, or code that is only quoted.
            _ => within(Some(DropReason::Nested)),
        };
        open.extend(named_children(node).into_iter().map(|child| (child, inner.clone())));
    }

    fn definition(&mut self, node: Node<'_>, head_node: Option<Node<'_>>, around: &Around) {
        let Some(head_node) = head_node else { return };
        // `function f end` declares a name, `function (x) … end` has none.
        let Some(call) = call_of(head_node) else { return };
        let (name, written, class_name, nameless) = match defined(call, self.text) {
            Defined::Function { name, written } => (name, written, "", false),
            Defined::Constructor { name } => (name, name.to_owned(), name, false),
            Defined::Callable { of } => (of, format!("(::{of})"), of, false),
            Defined::Unnamed => {
                (text_of(call, self.text).split('(').next().unwrap_or_default(), String::new(), "", true)
            }
        };
        let is_macro = node.kind() == "macro_definition";
        let qualified_name = match (written.contains('.'), around.package.as_str()) {
            (true, _) | (_, "") => written,
            (false, package) => format!("{package}.{written}"),
        };
        let comments = comments(node);
        let is_broken = node.has_error() || has_error_above(node);
        let obstacle = if is_broken {
            Some(DropReason::SyntaxError)
        } else if nameless || is_macro {
            around.obstacle.or(Some(DropReason::NotCallable))
        } else {
            around.obstacle
        };
        let found = FoundFunction {
            class_signature: String::new(),
            code_lines: code_lines(node, self.text, &comments),
            returns: returns::returns(node, self.text),
            obstacle,
            focal: FocalFunction {
                name: name.to_owned(),
                qualified_name,
                path: self.path.to_owned(),
                start_line: line_of(node),
                end_line: last_line_of(node),
                source: text_of(node, self.text).to_owned(),
                signature: head(self.text, node.start_byte()..head_node.end_byte(), &comments),
                class_name: class_name.to_owned(),
                package: around.package.clone(),
            },
        };
        self.found.push((node.start_byte(), found));
    }
}

/// Whether a node lies in a piece of text that does not parse.
fn has_error_above(node: Node<'_>) -> bool {
    std::iter::successors(node.parent(), Node::parent).any(|above| above.is_error())
}

/// Whether a walk below `body` finds `wanted` without entering functions of its own.
pub(super) fn contains_own(body: Node<'_>, wanted: impl Fn(Node<'_>) -> bool) -> bool {
    let mut found = false;
    walk(
        body,
        &mut Each(|place: &Place<'_, '_>| {
            let node = place.node;
            let is_function = matches!(
                node.kind(),
                "function_definition"
                    | "macro_definition"
                    | "arrow_function_expression"
                    | "do_clause"
                    | "quote_statement"
            ) || node.kind() == "assignment"
                && node.named_child(0).is_some_and(|left| call_of(left).is_some());
            if is_function && node != body {
                return Flow::Skip;
            }
            found |= wanted(node);
            if found { Flow::Stop } else { Flow::Into }
        }),
    );
    found
}

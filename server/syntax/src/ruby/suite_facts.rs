//! What a Ruby suite defines itself, gathered before its calls are judged.

use std::collections::{HashMap, HashSet};

use tree_sitter::Node;

use super::literal_name;
use crate::grammar::Parsed;
use crate::tree::{Each, Flow, Place, field, named_children, text_of, walk};

/// Names that a suite gives to things of its own.
#[derive(Debug, Default)]
pub(super) struct SuiteFacts<'s> {
    /// Methods of the suite: `def`, `let`, `subject`, `attr_reader`, `define_method`.
    pub(super) helpers: HashSet<&'s str>,
    /// Classes and modules of the suite by their last name; `true` when they inherit or mix something in.
    pub(super) classes: HashMap<&'s str, bool>,
    /// Constants that it assigns.
    pub(super) constants: HashSet<&'s str>,
}

impl<'s> SuiteFacts<'s> {
    pub(super) fn gather(suite: &Parsed<'s>) -> Self {
        let text = suite.text;
        let mut facts = SuiteFacts::default();
        walk(
            suite.root(),
            &mut Each(|place: &Place<'_, '_>| {
                let node = place.node;
                match node.kind() {
                    "method" | "singleton_method" => {
                        facts.helpers.extend(field(node, "name").map(|name| text_of(name, text)));
                    }
                    "class" | "module" => facts.class(node, text),
                    "assignment" => {
                        let left = field(node, "left").filter(|left| left.kind() == "constant");
                        facts.constants.extend(left.map(|left| text_of(left, text)));
                    }
                    "call" => facts.call(node, text),
                    _ => {}
                }
                Flow::Into
            }),
        );
        facts
    }

    fn class(&mut self, node: Node<'_>, text: &'s str) {
        let Some(name) = field(node, "name").map(|name| last_constant(text_of(name, text))) else { return };
        let mixes_in = field(node, "body").map(named_children).unwrap_or_default().into_iter().any(|statement| {
            statement.kind() == "call"
                && field(statement, "method")
                    .is_some_and(|m| matches!(text_of(m, text), "include" | "extend" | "prepend"))
        });
        *self.classes.entry(name).or_default() |= field(node, "superclass").is_some() || mixes_in;
    }

    fn call(&mut self, node: Node<'_>, text: &'s str) {
        let defines = field(node, "receiver").is_none()
            && field(node, "method").is_some_and(|name| {
                matches!(
                    text_of(name, text),
                    "let" | "let!" | "subject" | "subject!" | "attr_reader" | "attr_accessor" | "define_method"
                )
            });
        if defines {
            let arguments = field(node, "arguments").map(named_children).unwrap_or_default();
            self.helpers.extend(arguments.into_iter().filter_map(|argument| literal_name(argument, text)));
        }
    }
}

/// The last name of `A::B::C`.
pub(super) fn last_constant(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path)
}

//! What a Julia suite defines and imports, gathered before its calls are judged.

use std::collections::{HashMap, HashSet};

use tree_sitter::Node;

use super::signature::{Defined, call_of, defined, last_name};
use crate::grammar::Parsed;
use crate::tree::{Each, Flow, Place, named_children, text_of, walk};

/// Names that a suite gives to things.
#[derive(Debug, Default)]
pub(super) struct SuiteFacts<'s> {
    /// Functions that it defines under a bare name.
    pub(super) functions: HashSet<&'s str>,
    /// Names that it imports from a module one by one; functions of these names are then extended, not replaced.
    pub(super) imported: HashSet<&'s str>,
    /// `using M: f as g`, `const g = M.f`, `g = f`: `g`, and the last name of what it stands for.
    pub(super) aliases: HashMap<&'s str, &'s str>,
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
                    "function_definition" | "assignment" => facts.definition(node, text),
                    "selected_import" => {
                        facts
                            .imported
                            .extend(named_children(node).into_iter().skip(1).filter_map(|n| last_name(n, text)));
                    }
                    "import_alias" => {
                        if let [of, name] = named_children(node)[..]
                            && let Some(of) = path_end(of, text)
                        {
                            facts.aliases.insert(text_of(name, text), of);
                        }
                    }
                    _ => {}
                }
                Flow::Into
            }),
        );
        facts
    }

    fn definition(&mut self, node: Node<'_>, text: &'s str) {
        let Some(head) = node.named_child(0) else { return };
        if let Some(call) = call_of(head) {
            if let Defined::Function { name, written } = defined(call, text)
                && written == name
            {
                self.functions.insert(name);
            }
        } else if node.kind() == "assignment"
            && head.kind() == "identifier"
            && let Some(value) = named_children(node).last()
            && let Some(of) = last_name(*value, text)
        {
            self.aliases.insert(text_of(head, text), of);
        }
    }

    /// Whether the suite replaces a bare name by a function of its own.
    pub(super) fn replaces(&self, name: &str) -> bool {
        self.functions.contains(name) && !self.imported.contains(name)
    }
}

/// The last name of an import: `f` of `Base.f`.
fn path_end<'s>(node: Node<'_>, text: &'s str) -> Option<&'s str> {
    let path = text_of(node, text);
    path.rsplit('.').next().filter(|name| !name.is_empty())
}

//! What a Go suite does with the focal function where it names it: call it, hand it on, or neither.

use tree_sitter::Node;

use super::invocation::{Search, strip};
use super::names::last_name;
use crate::tree::{field, named_children};

impl Search<'_, '_> {
    /// Whether the focal function, named at `node`, is called there or handed to something that may call it.
    pub(super) fn is_used(&self, node: Node<'_>, above: &[Node<'_>]) -> bool {
        let mut node = node;
        let mut above = above.iter().rev().copied();
        while let Some(parent) = above.next() {
            match parent.kind() {
                "parenthesized_expression" | "type_instantiation_expression" => {}
                "index_expression" if field(parent, "operand") == Some(node) => {}
                "call_expression" => return field(parent, "function") == Some(node),
                "argument_list" => {
                    return above.next().is_some_and(|call| match call.kind() {
                        "call_expression" => self.may_call(call, node),
                        _ => true,
                    });
                }
                "literal_element" => {
                    let Some(keyed) = above.next() else { return false };
                    return match (keyed.kind(), field(keyed, "key")) {
                        ("keyed_element", Some(key)) if key == parent => false,
                        ("keyed_element", Some(key)) => match key.named_child(0).filter(|k| k.kind() == "identifier") {
                            // A field of a struct: something must call that field.
                            Some(key) => self.may_be_field_value(node) && self.names.called.contains(self.text(key)),
                            None => self.may_be_field_value(node),
                        },
                        _ => self.may_be_field_value(node),
                    };
                }
                "return_statement" | "send_statement" => return self.may_be_field_value(node),
                "expression_list" => {
                    if above.next().is_none_or(|statement| statement.kind() != "return_statement") {
                        return false;
                    }
                    return self.may_be_field_value(node);
                }
                _ => return false,
            }
            node = parent;
        }
        false
    }

    /// A selector that is no call may name a field of a struct that happens to be called like the focal method.
    fn may_be_field_value(&self, node: Node<'_>) -> bool {
        node.kind() != "selector_expression" || !self.names.fields.contains(self.focal.name.as_str())
    }

    /// Whether the callee may call a function that it is given.
    fn may_call(&self, call: Node<'_>, argument: Node<'_>) -> bool {
        if !self.may_be_field_value(argument) {
            return false;
        }
        let Some(function) = field(call, "function").map(strip) else { return false };
        let name = last_name(function, self.text).unwrap_or_default();
        if function.kind() == "identifier" {
            if matches!(name, "len" | "cap" | "print" | "println" | "panic" | "delete" | "copy" | "close") {
                return false;
            }
            if self.local(name).is_none()
                && let Some(helper) = self.names.functions.get(name)
            {
                let arguments = field(call, "arguments").map(named_children).unwrap_or_default();
                return arguments.iter().position(|a| *a == argument).is_some_and(|i| helper.may_call(i));
            }
            return true;
        }
        let operand = field(function, "operand").map(strip);
        let path = operand
            .filter(|operand| operand.kind() == "identifier" && self.local(self.text(*operand)).is_none())
            .and_then(|operand| self.names.imports.get(self.text(operand)));
        match path {
            Some((_, "fmt" | "reflect" | "errors" | "log" | "runtime")) => false,
            Some((_, path)) if path.starts_with("github.com/stretchr/testify") => calls_its_argument(name),
            // `t.Run(name, f)` and `t.Cleanup(f)` call it, `t.Log(f)` does not.
            None if operand.is_some_and(|operand| self.is_foreign(operand)) => {
                matches!(name, "Run" | "Cleanup" | "Do" | "Go" | "HandleFunc" | "Handle" | "Func" | "Map")
                    || calls_its_argument(name)
            }
            _ => true,
        }
    }
}

/// Assertions that call the function they are given.
fn calls_its_argument(name: &str) -> bool {
    ["Panics", "NotPanics", "Eventually", "Never", "Condition"].iter().any(|beginning| name.starts_with(beginning))
}

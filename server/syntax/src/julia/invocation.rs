//! Whether a Julia suite calls the focal function.
//!
//! A call is told by name and, where nothing is spread or unknown, by the number of arguments. Which method of a name is
//! meant depends on types that a text does not show, so any that fits counts; coverage tells the rest.

use std::collections::HashSet;

use domain::{FocalFunction, Language};
use tree_sitter::Node;

use super::implicit::{operator_calls, stands_for, written_as};
use super::macro_name;
use super::signature::{Arity, Given, arity, call_of, given, last_name};
use super::suite_facts::SuiteFacts;
use crate::grammar::{Parsed, parsed};
use crate::tree::{Flow, Place, Visitor, field, named_children, text_of, walk};

pub(super) fn invokes(suite: &Parsed<'_>, focal: &FocalFunction) -> bool {
    let mut search = Search {
        text: suite.text,
        name: &focal.name,
        is_callable: focal.qualified_name.starts_with("(::"),
        arity: focal_arity(focal),
        facts: SuiteFacts::gather(suite),
        scopes: Vec::new(),
        found: false,
    };
    walk(suite.root(), &mut search);
    search.found
}

/// How many arguments the focal function takes; `None` when its head cannot be read.
fn focal_arity(focal: &FocalFunction) -> Option<Arity> {
    let head = focal.signature.trim();
    let whole = if head.starts_with("function") { format!("{head}\nend\n") } else { format!("{head} = 1\n") };
    let (_, parsed) = parsed(Language::Julia, &whole)?;
    let definition = parsed.root().named_child(0)?;
    if definition.has_error() {
        return None;
    }
    arity(call_of(definition.named_child(0)?)?)
}

struct Search<'s, 'f> {
    text: &'s str,
    name: &'f str,
    /// Whether the focal function is what happens when an object is called.
    is_callable: bool,
    arity: Option<Arity>,
    facts: SuiteFacts<'s>,
    /// Local variables, of the file outermost.
    scopes: Vec<HashSet<&'s str>>,
    found: bool,
}

/// A `@testset` makes a scope as well; its block is a plain node.
fn opens_scope(node: Node<'_>, text: &str) -> bool {
    match node.kind() {
        "source_file"
        | "module_definition"
        | "function_definition"
        | "arrow_function_expression"
        | "do_clause"
        | "let_statement"
        | "for_statement"
        | "while_statement"
        | "try_statement"
        | "comprehension_expression" => true,
        "assignment" => node.named_child(0).is_some_and(|left| call_of(left).is_some()),
        "macrocall_expression" => macro_name(node, text) == Some("testset"),
        _ => false,
    }
}

impl<'t> Visitor<'t> for Search<'_, '_> {
    fn enter(&mut self, place: &Place<'t, '_>) -> Flow {
        let node = place.node;
        if !node.is_named() {
            return Flow::Into;
        }
        if opens_scope(node, self.text) {
            self.scopes.push(HashSet::new());
        }
        self.declare(node);
        self.found |= match node.kind() {
            // Names in these are no calls.
            "using_statement" | "import_statement" | "export_statement" | "quote_statement" | "signature" => {
                return Flow::Skip;
            }
            "quote_expression" => self.is_reflected(place),
            "call_expression" | "broadcast_call_expression" => self.call(node, place),
            "identifier" | "operator" | "field_expression" => self.is_handed_over(node, place),
            "binary_expression" => self.binary(node),
            "unary_expression" => self.unary(node),
            "compound_assignment_expression" => self.updates(node),
            "assignment" => self.writes(node),
            kind => written_as(self.name, kind),
        } || written_as(self.name, node.kind());
        if self.found { Flow::Stop } else { Flow::Into }
    }

    fn leave(&mut self, place: &Place<'t, '_>) {
        if place.node.is_named() && opens_scope(place.node, self.text) {
            self.scopes.pop();
        }
    }
}

impl<'s> Search<'s, '_> {
    fn text(&self, node: Node<'_>) -> &'s str {
        text_of(node, self.text)
    }

    fn is_local(&self, name: &str) -> bool {
        self.scopes.iter().any(|scope| scope.contains(name))
    }

    /// Variables that a node brings into the innermost scope.
    fn declare(&mut self, node: Node<'_>) {
        let mut open: Vec<Node<'_>> = match node.kind() {
            "assignment" => match node.named_child(0) {
                Some(left) => match call_of(left) {
                    Some(call) => named_children(call).into_iter().skip(1).collect(),
                    None => vec![left],
                },
                None => return,
            },
            "let_binding" | "for_binding" | "catch_clause" | "arrow_function_expression" => {
                node.named_child(0).into_iter().collect()
            }
            "function_definition" => match node.named_child(0).and_then(call_of) {
                Some(call) => named_children(call).into_iter().skip(1).collect(),
                None => return,
            },
            "do_clause" => node.named_child(0).filter(|n| n.kind() == "argument_list").into_iter().collect(),
            _ => return,
        };
        while let Some(target) = open.pop() {
            match target.kind() {
                "identifier" => {
                    let name = self.text(target);
                    // `g = f` gives another name to the function, which is looked up by that.
                    if self.facts.aliases.get(name).is_none_or(|of| *of != self.name)
                        && let Some(scope) = self.scopes.last_mut()
                    {
                        scope.insert(name);
                    }
                }
                "argument_list" | "open_tuple" | "tuple_expression" | "parenthesized_expression" => {
                    open.extend(named_children(target));
                }
                "typed_expression" | "splat_expression" | "named_argument" | "named_field" => {
                    open.extend(target.named_child(0));
                }
                _ => {}
            }
        }
    }

    /// Whether a name at a place where a function may stand is that of the focal function.
    fn means_focal(&self, callee: Node<'_>) -> bool {
        match callee.kind() {
            "identifier" => {
                let word = self.text(callee);
                let alias = self.facts.aliases.get(word).is_some_and(|of| *of == self.name);
                (alias || word == self.name && !self.facts.replaces(word)) && !self.is_local(word)
            }
            "operator" => self.text(callee) == self.name,
            "field_expression" => {
                let is_of_object = field(callee, "value")
                    .is_some_and(|value| value.kind() == "identifier" && self.is_local(self.text(value)));
                last_name(callee, self.text) == Some(self.name) && !is_of_object
            }
            // `Foo{Int}(x)`, and `(f)(x)`.
            "parametrized_type_expression" | "parenthesized_expression" => {
                callee.named_child(0).is_some_and(|inner| self.means_focal(inner))
            }
            _ => false,
        }
    }

    fn fits(&self, given: Given) -> bool {
        self.arity.is_none_or(|arity| arity.fits(given))
    }

    fn call(&self, node: Node<'_>, place: &Place<'_, '_>) -> bool {
        let Some(callee) = node.named_child(0) else { return false };
        // The head of a short definition is no call.
        let is_head = place.parent().is_some_and(|parent| {
            matches!(parent.kind(), "where_expression" | "typed_expression")
                || parent.kind() == "assignment" && parent.named_child(0) == Some(node)
        });
        if is_head && place.above.iter().any(|above| above.kind() == "assignment" && is_head_of(*above, node)) {
            return false;
        }
        if self.is_callable {
            // The object's own constructor makes it; calling what a variable or another call holds may be the call.
            return match callee.kind() {
                "identifier" => self.is_local(self.text(callee)) && self.fits(given(node)),
                "call_expression" | "index_expression" | "field_expression" | "parenthesized_expression" => {
                    self.fits(given(node))
                }
                _ => false,
            };
        }
        if self.means_focal(callee) {
            return self.fits(given(node));
        }
        let called = last_name(callee, self.text).unwrap_or_default();
        !self.facts.replaces(called) && stands_for(self.name, called)
    }

    /// `map(f, xs)`, `sort(x, by = f)`, `x |> f`, `f ∘ g`: whoever gets a function may call it.
    fn is_handed_over(&self, node: Node<'_>, place: &Place<'_, '_>) -> bool {
        let Some(parent) = place.parent() else { return false };
        let is_value = match parent.kind() {
            "argument_list" => {
                let of_call = place.above.iter().rev().nth(1);
                let is_parameter = of_call.is_some_and(|call| {
                    matches!(
                        call.kind(),
                        "arrow_function_expression" | "do_clause" | "signature" | "function_definition"
                    ) || place.above.iter().any(|above| above.kind() == "assignment" && is_head_of(*above, *call))
                });
                !is_parameter
            }
            "named_argument" | "vector_expression" => {
                parent.named_child(0) != Some(node) || parent.kind() != "named_argument"
            }
            "tuple_expression" => place.above.iter().rev().nth(1).is_none_or(|n| n.kind() != "for_binding"),
            "binary_expression" => {
                let operator = parent.named_child(1).map_or("", |operator| self.text(operator));
                parent.named_child(1) != Some(node) && matches!(operator, "|>" | ".|>" | "∘" | "<|" | "=>")
            }
            _ => false,
        };
        // An operator inside of an expression is looked at with the expression.
        is_value && !self.is_callable && self.means_focal(node)
    }

    fn binary(&self, node: Node<'_>) -> bool {
        let operator = named_children(node).get(1).map_or("", |operator| self.text(*operator));
        operator_calls(self.name, operator) && self.fits(Given { positional: 2, ..Given::default() })
            // `1 + 2 + 3` is one call of three arguments, and `convert` takes other numbers.
            || operator_calls(self.name, operator) && !operator_is_name(self.name)
            || operator_calls(self.name, operator) && self.is_chain(node, operator)
    }

    fn is_chain(&self, node: Node<'_>, operator: &str) -> bool {
        let left = node.named_child(0);
        matches!(operator, "+" | "*" | "++")
            && left.is_some_and(|left| {
                left.kind() == "binary_expression"
                    && named_children(left).get(1).is_some_and(|inner| self.text(*inner) == operator)
            })
    }

    fn unary(&self, node: Node<'_>) -> bool {
        let operator = node.named_child(0).map_or("", |operator| self.text(operator));
        operator_calls(self.name, operator) && self.fits(Given { positional: 1, ..Given::default() })
    }

    /// `x += 1` calls `+`.
    fn updates(&self, node: Node<'_>) -> bool {
        let operator = named_children(node).get(1).map_or("", |operator| self.text(*operator));
        let indexed = node.named_child(0).is_some_and(|left| left.kind() == "index_expression");
        operator.strip_suffix('=').is_some_and(|operator| operator_calls(self.name, operator))
            || indexed && self.name == "setindex!"
            || operator == ".=" && matches!(self.name, "copyto!" | "broadcast!" | "materialize!")
    }

    /// `x[1] = 2` calls `setindex!`, `x.a = 1` calls `setproperty!`.
    fn writes(&self, node: Node<'_>) -> bool {
        node.named_child(0).is_some_and(|left| match left.kind() {
            "index_expression" => self.name == "setindex!",
            "field_expression" => self.name == "setproperty!",
            _ => false,
        })
    }

    /// `getfield(M, :f)(x)`: a quoted name as an argument of what looks names up.
    fn is_reflected(&self, place: &Place<'_, '_>) -> bool {
        let call = place.above.iter().rev().nth(1).filter(|call| call.kind() == "call_expression");
        let looks_up = call.and_then(|call| call.named_child(0)).and_then(|callee| last_name(callee, self.text));
        matches!(looks_up, Some("getfield" | "getproperty" | "getglobal"))
            && last_name(place.node, self.text) == Some(self.name)
    }
}

/// Whether a name consists of signs.
fn operator_is_name(name: &str) -> bool {
    !name.chars().any(|c| c.is_alphanumeric() || c == '_')
}

/// Whether `call` is what a short definition defines.
fn is_head_of(assignment: Node<'_>, call: Node<'_>) -> bool {
    assignment.named_child(0).and_then(call_of) == Some(call)
}

//! Whether a Ruby suite calls the focal method.

use std::collections::HashSet;

use domain::FocalFunction;
use tree_sitter::Node;

use super::implicit::{
    CORE_CONSTANTS, EXPECTATION_WORDS, FRAMEWORK_WORDS, NAMING_ASSERTIONS, SENDERS, matcher_calls, operator_calls,
    stands_for,
};
use super::literal_name;
use super::suite_facts::{SuiteFacts, last_constant};
use crate::grammar::Parsed;
use crate::tree::{Flow, Place, Visitor, field, named_children, text_of, walk};

pub(super) fn invokes(suite: &Parsed<'_>, focal: &FocalFunction) -> bool {
    let mut search = Search {
        text: suite.text,
        name: &focal.name,
        class: &focal.class_name,
        class_last: last_constant(&focal.class_name),
        on_class: !focal.class_name.is_empty() && !focal.qualified_name.contains('#'),
        in_module: focal.package == focal.class_name,
        facts: SuiteFacts::gather(suite),
        scopes: Vec::new(),
        found: false,
    };
    walk(suite.root(), &mut search);
    search.found
}

/// Local variables of a block, or of a body that does not see those around it.
struct Scope<'s> {
    names: HashSet<&'s str>,
    opaque: bool,
}

struct Search<'s, 'f> {
    text: &'s str,
    name: &'f str,
    class: &'f str,
    class_last: &'f str,
    /// Whether the method is called on the class or module itself.
    on_class: bool,
    /// Whether its owner is a module, which may be mixed into anything.
    in_module: bool,
    facts: SuiteFacts<'s>,
    scopes: Vec<Scope<'s>>,
    found: bool,
}

fn opens_scope(kind: &str) -> Option<bool> {
    match kind {
        "program" | "method" | "singleton_method" | "class" | "module" | "singleton_class" => Some(true),
        "block" | "do_block" | "lambda" => Some(false),
        _ => None,
    }
}

impl<'t> Visitor<'t> for Search<'_, '_> {
    fn enter(&mut self, place: &Place<'t, '_>) -> Flow {
        let node = place.node;
        if !node.is_named() {
            return Flow::Skip;
        }
        if let Some(opaque) = opens_scope(node.kind()) {
            self.scopes.push(Scope { names: HashSet::new(), opaque });
        }
        self.declares(node);
        self.found |= match node.kind() {
            "alias" | "undef" => return Flow::Skip,
            "identifier" => self.identifier(node, place),
            "call" => self.call(node, place),
            "element_reference" => self.element_reference(node, place),
            "binary" => self.binary(node),
            "unary" => self.unary(node),
            "block_argument" => self.block_argument(node),
            "interpolation" => self.name == "to_s" && self.class_last != "String",
            "when" => self.name == "===",
            "for" => self.name == "each",
            "class" => self.name == "inherited" && field(node, "superclass").is_some(),
            "hash_pattern" => self.name == "deconstruct_keys",
            "array_pattern" | "find_pattern" => self.name == "deconstruct",
            "splat_argument" => self.name == "to_a",
            "hash_splat_argument" => self.name == "to_hash",
            _ => false,
        };
        if self.found { Flow::Stop } else { Flow::Into }
    }

    fn leave(&mut self, place: &Place<'t, '_>) {
        if place.node.is_named() && opens_scope(place.node.kind()).is_some() {
            self.scopes.pop();
        }
    }
}

impl<'s> Search<'s, '_> {
    fn text(&self, node: Node<'_>) -> &'s str {
        text_of(node, self.text)
    }

    fn is_local(&self, name: &str) -> bool {
        for scope in self.scopes.iter().rev() {
            if scope.names.contains(name) {
                return true;
            }
            if scope.opaque {
                return false;
            }
        }
        false
    }

    /// Local variables come to be where they are first written, before the value that they get.
    fn declares(&mut self, node: Node<'_>) {
        let targets: Vec<Node<'_>> = match node.kind() {
            "assignment" | "operator_assignment" => field(node, "left").into_iter().collect(),
            "for" | "in_clause" => field(node, "pattern").into_iter().collect(),
            "method_parameters" | "block_parameters" | "lambda_parameters" | "exception_variable" | "array_pattern"
            | "find_pattern" | "hash_pattern" | "as_pattern" => named_children(node),
            _ => return,
        };
        let mut open = targets;
        while let Some(target) = open.pop() {
            match target.kind() {
                "identifier" => {
                    let name = self.text(target);
                    if let Some(scope) = self.scopes.last_mut() {
                        scope.names.insert(name);
                    }
                }
                "left_assignment_list"
                | "destructured_left_assignment"
                | "rest_assignment"
                | "destructured_parameter" => {
                    open.extend(named_children(target));
                }
                "optional_parameter"
                | "keyword_parameter"
                | "splat_parameter"
                | "hash_splat_parameter"
                | "block_parameter"
                | "as_pattern" => open.extend(field(target, "name")),
                "keyword_pattern" => {
                    let names = field(target, "value").or(field(target, "key"));
                    if let Some(key) = names.filter(|n| n.kind() == "hash_key_symbol") {
                        let name = self.text(key);
                        if let Some(scope) = self.scopes.last_mut() {
                            scope.names.insert(name);
                        }
                    } else {
                        open.extend(names);
                    }
                }
                _ => {}
            }
        }
    }

    /// A bare word: a local variable, or a call of a method of the test itself.
    fn identifier(&self, node: Node<'_>, place: &Place<'_, '_>) -> bool {
        let word = self.text(node);
        let Some(parent) = place.parent() else { return false };
        // Names of methods and parameters are looked at with the node that they belong to.
        let is_named_by_parent = ["method", "name"].iter().any(|f| field(parent, f) == Some(node));
        if is_named_by_parent || parent.kind() == "method_parameters" || self.is_local(word) {
            return false;
        }
        matcher_calls(self.name, word) || self.implies(word) || (word == self.name && self.bare_fits(word))
    }

    fn bare_fits(&self, word: &str) -> bool {
        !self.facts.helpers.contains(word) && (self.class.is_empty() || !FRAMEWORK_WORDS.contains(&word))
    }

    fn implies(&self, called: &str) -> bool {
        stands_for(self.name, called)
    }

    fn call(&self, node: Node<'_>, place: &Place<'_, '_>) -> bool {
        let receiver = field(node, "receiver");
        // `o.(1)` is `o.call(1)`.
        let called = field(node, "method").map_or("call", |name| self.text(name));
        let written = written(node, place);
        if written.is_some()
            && self.name.strip_suffix('=') == Some(called)
            && receiver.is_some_and(|r| self.receiver_fits(r))
        {
            return true;
        }
        if written == Some(Written::Only) {
            return false;
        }
        let arguments = field(node, "arguments").map(named_children).unwrap_or_default();
        let Some(receiver) = receiver else {
            return matcher_calls(self.name, called)
                || self.implies(called)
                || self.names_method(called, &arguments)
                || (called == self.name && self.bare_fits(called))
                || (called == "have_attributes" && self.has_key(&arguments))
                || (called == "new" && self.name == "initialize" && !self.facts.helpers.contains("new"));
        };
        if receiver.kind() == "self" && called == self.name {
            return self.bare_fits(called);
        }
        if self.name == "method_missing" {
            return !EXPECTATION_WORDS.contains(&self.root_word(receiver)) && self.receiver_fits(receiver);
        }
        if called == "new" && self.name == "initialize" {
            return self.constructs(receiver);
        }
        let ends_expectation =
            EXPECTATION_WORDS.contains(&self.root_word(receiver)) && matches!(called, "to" | "not_to" | "to_not");
        let is_meant = called == self.name || self.names_method(called, &arguments) || self.implies(called);
        is_meant && !ends_expectation && self.receiver_fits(receiver)
    }

    /// `o.send(:foo)`, `assert_predicate o, :foo?`, `reduce(:+)`.
    fn names_method(&self, called: &str, arguments: &[Node<'_>]) -> bool {
        let is_name = |argument: &Node<'_>| literal_name(*argument, self.text) == Some(self.name);
        (SENDERS.contains(&called) && arguments.first().is_some_and(is_name))
            || (NAMING_ASSERTIONS.contains(&called)
                && arguments
                    .iter()
                    .skip(usize::from(called.starts_with("assert") || called.starts_with("refute")))
                    .any(is_name))
    }

    /// `have_attributes(foo: 1)`.
    fn has_key(&self, arguments: &[Node<'_>]) -> bool {
        arguments.iter().any(|argument| {
            argument.kind() == "pair"
                && field(*argument, "key").is_some_and(|key| literal_name(key, self.text) == Some(self.name))
        })
    }

    /// The first word of a chain: `expect` of `expect(x).to`.
    fn root_word(&self, node: Node<'_>) -> &'s str {
        match node.kind() {
            "call" if field(node, "receiver").is_none() => field(node, "method").map_or("", |name| self.text(name)),
            "identifier" => self.text(node),
            _ => "",
        }
    }

    fn element_reference(&self, node: Node<'_>, place: &Place<'_, '_>) -> bool {
        let Some(object) = field(node, "object") else { return false };
        let written = written(node, place);
        let called = (self.name == "[]" && written != Some(Written::Only)) || (self.name == "[]=" && written.is_some());
        called && self.receiver_fits(object)
    }

    fn binary(&self, node: Node<'_>) -> bool {
        let operator = field(node, "operator").map_or("", |operator| self.text(operator));
        operator_calls(self.name, operator) && field(node, "left").is_some_and(|left| self.receiver_fits(left))
            || self.name == "coerce"
                && matches!(operator, "+" | "-" | "*" | "/" | "%" | "**")
                && field(node, "left").is_some_and(|left| matches!(left.kind(), "integer" | "float"))
    }

    fn unary(&self, node: Node<'_>) -> bool {
        let operator = field(node, "operator").map_or("", |operator| self.text(operator));
        let called = match operator {
            "-" => "-@",
            "+" => "+@",
            "not" => "!",
            other => other,
        };
        called == self.name && field(node, "operand").is_some_and(|operand| self.receiver_fits(operand))
    }

    /// `map(&:foo)`, and `to_proc` of `map(&object)`.
    fn block_argument(&self, node: Node<'_>) -> bool {
        node.named_child(0).is_some_and(|inner| match literal_name(inner, self.text) {
            Some(name) => name == self.name,
            None => self.name == "to_proc",
        })
    }

    /// Whether a receiver may be what the focal method is defined on.
    fn receiver_fits(&self, receiver: Node<'_>) -> bool {
        let receiver = inner(receiver);
        match receiver.kind() {
            "string" | "array" | "hash" | "integer" | "float" | "simple_symbol" | "symbol_array" | "string_array"
            | "regex" | "true" | "false" | "nil" | "range" | "subshell" | "chained_string" | "heredoc_beginning"
            | "lambda" => {
                self.class.is_empty() || CORE_CONSTANTS.contains(&self.class_last) && !self.class.contains("::")
            }
            "constant" | "scope_resolution" => self.constant_fits(self.text(receiver)),
            "identifier" if self.text(receiver) == "described_class" => self.on_class || self.in_module,
            _ => true,
        }
    }

    fn constant_fits(&self, written: &str) -> bool {
        let last = last_constant(written);
        if self.facts.constants.contains(written) {
            return true;
        }
        if last == self.class_last {
            return self.on_class || self.in_module;
        }
        if let Some(derives) = self.facts.classes.get(last) {
            return *derives && (self.on_class || self.in_module);
        }
        if !written.contains("::") && CORE_CONSTANTS.contains(&written) {
            return false;
        }
        self.in_module || (self.on_class && self.shares_namespace(written))
    }

    /// `A.new` for `A#initialize`; of another class only where it may inherit it.
    fn constructs(&self, receiver: Node<'_>) -> bool {
        let receiver = inner(receiver);
        if !matches!(receiver.kind(), "constant" | "scope_resolution") {
            return true;
        }
        let written = self.text(receiver);
        let last = last_constant(written);
        if last == self.class_last || self.facts.constants.contains(written) || self.in_module {
            return true;
        }
        match self.facts.classes.get(last) {
            Some(derives) => *derives,
            None => self.shares_namespace(written),
        }
    }

    /// Whether a constant lies in the same outermost module as the focal method's class, and so may be its subclass.
    fn shares_namespace(&self, written: &str) -> bool {
        let mut of_class = self.class.split("::");
        let mut of_written = written.trim_start_matches("::").split("::");
        let (first, other) = (of_class.next(), of_written.next());
        first == other && of_class.next().is_some() && of_written.next().is_some()
    }
}

/// How the left side of an assignment is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Written {
    /// `o.x = 1` calls `x=`.
    Only,
    /// `o.x += 1` calls `x` and `x=`.
    AfterReading,
}

fn written(node: Node<'_>, place: &Place<'_, '_>) -> Option<Written> {
    let parent = place.parent()?;
    match parent.kind() {
        "assignment" if field(parent, "left") == Some(node) => Some(Written::Only),
        "operator_assignment" if field(parent, "left") == Some(node) => Some(Written::AfterReading),
        "left_assignment_list" | "rest_assignment" | "destructured_left_assignment" => Some(Written::Only),
        _ => None,
    }
}

/// The expression inside parentheses.
fn inner(mut node: Node<'_>) -> Node<'_> {
    while node.kind() == "parenthesized_statements" && node.named_child_count() == 1 {
        let Some(only) = node.named_child(0) else { break };
        node = only;
    }
    node
}

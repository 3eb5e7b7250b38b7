//! Whether a PHP suite calls the focal function.

use domain::FocalFunction;
use tree_sitter::Node;

use super::implicit::{CALLERS, MOCK_WORDS, calls_of_function, is_called_by_iteration};
use super::names::{Names, OwnClass};
use super::{is_class_like, last_part, literal};
use crate::grammar::Parsed;
use crate::tree::{Flow, Place, Visitor, field, named_children, text_of, walk};

pub(super) fn invokes(suite: &Parsed<'_>, focal: &FocalFunction) -> bool {
    let mut search = Search {
        text: suite.text,
        name: focal.name.to_ascii_lowercase(),
        focal,
        arity: Arity::of(focal),
        names: Names::gather(suite),
        found: false,
    };
    walk(suite.root(), &mut search);
    search.found
}

/// How many arguments a function takes.
#[derive(Debug, Clone, Copy)]
struct Arity {
    least: usize,
    most: usize,
}

impl Arity {
    /// Read from the focal function's source; anything goes where that cannot be read.
    fn of(focal: &FocalFunction) -> Self {
        let any = Self { least: 0, most: usize::MAX };
        let wrapped = format!("class X {{ {} {{}} }}", focal.signature);
        let Some(tree) = crate::tree::parse(&tree_sitter_php::LANGUAGE_PHP_ONLY.into(), &wrapped) else { return any };
        let found = parameters(tree.root_node()).map(|list| (list.has_error(), named_children(list)));
        let Some((false, parameters)) = found else { return any };
        let mut arity = Self { least: 0, most: 0 };
        for parameter in parameters.iter().filter(|node| node.kind() != "comment") {
            if parameter.kind() == "variadic_parameter" {
                arity.most = usize::MAX;
            } else {
                arity.most = arity.most.saturating_add(1);
                if field(*parameter, "default_value").is_none() {
                    arity.least += 1;
                }
            }
        }
        if focal.source.contains("func_get_arg") {
            arity.most = usize::MAX;
        }
        arity
    }
}

/// The first list of parameters below a node.
fn parameters(root: Node<'_>) -> Option<Node<'_>> {
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        if node.kind() == "formal_parameters" {
            return Some(node);
        }
        open.extend(named_children(node).into_iter().rev());
    }
    None
}

struct Search<'s, 'f> {
    text: &'s str,
    /// In small letters: PHP does not tell names of functions and methods apart by case.
    name: String,
    focal: &'f FocalFunction,
    arity: Arity,
    names: Names,
    found: bool,
}

impl<'t> Visitor<'t> for Search<'_, '_> {
    fn enter(&mut self, place: &Place<'t, '_>) -> Flow {
        let node = place.node;
        if !node.is_named() {
            return Flow::Skip;
        }
        self.found |= match node.kind() {
            "attribute_list" | "comment" | "namespace_use_declaration" => return Flow::Skip,
            "function_call_expression" => self.function_call(node),
            _ if self.focal.class_name.is_empty() => false,
            "member_call_expression" | "nullsafe_member_call_expression" => self.member_call(node, place),
            "scoped_call_expression" => self.scoped_call(node, place),
            "object_creation_expression" => self.creation(node),
            "array_creation_expression" => self.callable(node),
            "member_access_expression" | "nullsafe_member_access_expression" => self.access(node, place, "__"),
            "subscript_expression" => self.access(node, place, "offset"),
            "cast_expression" => {
                self.name == "__tostring" && field(node, "type").is_some_and(|kind| self.text(kind).contains("tring"))
            }
            "encapsed_string" | "heredoc" | "echo_statement" | "print_intrinsic" => self.name == "__tostring",
            "binary_expression" => {
                self.name == "__tostring" && field(node, "operator").is_some_and(|operator| self.text(operator) == ".")
            }
            "clone_expression" => self.name == "__clone",
            "foreach_statement" | "variadic_unpacking" => is_called_by_iteration(&self.name),
            "yield_expression" => is_called_by_iteration(&self.name) && self.text(node).contains("from"),
            _ => false,
        };
        if self.found { Flow::Stop } else { Flow::Into }
    }
}

impl<'s> Search<'s, '_> {
    fn text(&self, node: Node<'_>) -> &'s str {
        text_of(node, self.text)
    }

    fn is_name(&self, written: &str) -> bool {
        written.eq_ignore_ascii_case(&self.name)
    }

    /// The name of what is called: written out, or as a literal string (`$o->{'foo'}()`).
    fn called(&self, node: Node<'_>) -> Option<String> {
        let name = field(node, "name")?;
        match name.kind() {
            "name" => Some(self.text(name).to_ascii_lowercase()),
            _ => literal(name, self.text).map(str::to_ascii_lowercase),
        }
    }

    /// Whether a call hands over a fitting number of arguments; `f(...)` and unpacked arguments always do.
    fn arity_fits(&self, call: Node<'_>) -> bool {
        let arguments = match field(call, "arguments") {
            Some(arguments) => named_children(arguments),
            None => named_children(call)
                .into_iter()
                .find(|child| child.kind() == "arguments")
                .map(named_children)
                .unwrap_or_default(),
        };
        let is_open = |argument: &Node<'_>| {
            argument.kind() == "variadic_placeholder"
                || argument.named_child(0).is_some_and(|inner| inner.kind() == "variadic_unpacking")
        };
        if arguments.iter().any(is_open) {
            return true;
        }
        let count = arguments.iter().filter(|argument| argument.kind() == "argument").count();
        self.arity.least <= count && count <= self.arity.most
    }

    fn function_call(&self, node: Node<'_>) -> bool {
        let Some(function) = field(node, "function") else { return false };
        let arguments = field(node, "arguments").map(named_children).unwrap_or_default();
        let first = arguments.first().and_then(|argument| named_children(*argument).last().copied());
        if !matches!(function.kind(), "name" | "qualified_name" | "relative_name") {
            return self.name == "__invoke" && !self.focal.class_name.is_empty();
        }
        let written = self.text(function);
        let bare = last_part(written).to_ascii_lowercase();
        let named = first.and_then(|first| literal(first, self.text)).filter(|_| CALLERS.contains(&bare.as_str()));
        if self.focal.class_name.is_empty() {
            return self.names.means_function(written, &self.focal.qualified_name) && self.arity_fits(node)
                || named.is_some_and(|name| {
                    name.trim_start_matches('\\').eq_ignore_ascii_case(&self.focal.qualified_name)
                });
        }
        let is_static = named
            .and_then(|name| name.rsplit_once("::"))
            .is_some_and(|(class, method)| self.is_name(method) && self.class_fits(class.trim_start_matches('\\')));
        is_static || calls_of_function(&self.name).contains(&bare.as_str())
    }

    fn member_call(&self, node: Node<'_>, place: &Place<'_, '_>) -> bool {
        let Some(object) = field(node, "object") else { return false };
        let Some(called) = self.called(node) else { return false };
        let receiver_fits = || self.receiver_fits(object, place);
        if called == "getmethod" || called == "invokemethod" || called == "callmethod" {
            return self.names_method(node);
        }
        if self.name == "__call" {
            return receiver_fits() && !called.starts_with("assert") && !called.starts_with("expect");
        }
        if calls_of_function(&self.name).contains(&called.as_str()) && called.starts_with("assert") {
            return true;
        }
        called == self.name && self.arity_fits(node) && receiver_fits()
    }

    /// An argument that is the focal function's name.
    fn names_method(&self, call: Node<'_>) -> bool {
        field(call, "arguments").map(named_children).unwrap_or_default().into_iter().any(|argument| {
            named_children(argument)
                .into_iter()
                .any(|value| literal(value, self.text).is_some_and(|name| self.is_name(name)))
        })
    }

    /// Whether an object may be what the focal method is defined on.
    fn receiver_fits(&self, object: Node<'_>, place: &Place<'_, '_>) -> bool {
        match object.kind() {
            "variable_name" if self.text(object) == "$this" => self.enclosing_class_fits(place),
            "string" | "encapsed_string" | "array_creation_expression" => false,
            "member_call_expression" | "nullsafe_member_call_expression" => {
                !self.called(object).is_some_and(|called| MOCK_WORDS.contains(&called.as_str()))
            }
            "parenthesized_expression" => object.named_child(0).is_none_or(|inner| self.receiver_fits(inner, place)),
            "object_creation_expression" => match created(object) {
                Some(class) if matches!(class.kind(), "name" | "qualified_name") => {
                    self.class_fits(&self.names.class(self.text(class)))
                }
                _ => true,
            },
            _ => true,
        }
    }

    /// Whether `$this`, `self` or `static` of the class around a call may have the focal method: not in a test case that
    /// neither inherits it nor uses its trait, and not where the class defines that method itself.
    fn enclosing_class_fits(&self, place: &Place<'_, '_>) -> bool {
        let Some(class) = place.above.iter().rev().find(|above| is_class_like(above.kind())) else { return true };
        self.own_class_fits(&self.names.own_class(*class, self.text))
    }

    fn own_class_fits(&self, own: &OwnClass) -> bool {
        if own.methods.contains(&self.name) {
            return false;
        }
        let trait_name = last_part(&self.focal.class_name).to_ascii_lowercase();
        own.traits.contains(&trait_name) || (!own.parent.is_empty() && self.class_fits(&own.parent))
    }

    /// Whether a class, by its full name, may have the focal method: it is the focal class, or one of the same project
    /// that may inherit it, or one of the suite that does.
    fn class_fits(&self, class: &str) -> bool {
        if class.eq_ignore_ascii_case(&self.focal.class_name) {
            return true;
        }
        if let Some(own) = self.names.own.get(&last_part(class).to_ascii_lowercase()) {
            return !own.parent.eq_ignore_ascii_case(class) && self.own_class_fits(own);
        }
        let root = |name: &str| name.split('\\').next().unwrap_or_default().to_ascii_lowercase();
        let outermost = root(&self.focal.class_name);
        let global = !self.focal.class_name.contains('\\');
        if class.starts_with("PHPUnit\\") && outermost != "phpunit" || class.ends_with("TestCase") {
            return false;
        }
        // In the namespace of the suite, without an import: perhaps forgotten.
        let forgotten = last_part(class).eq_ignore_ascii_case(last_part(&self.focal.class_name));
        forgotten || (!global && root(class) == outermost)
    }

    fn scoped_call(&self, node: Node<'_>, place: &Place<'_, '_>) -> bool {
        let Some(scope) = field(node, "scope") else { return false };
        let Some(called) = self.called(node) else { return false };
        if called == "fromcallable" && self.name != "fromcallable" {
            return false;
        }
        let scope_fits = || match scope.kind() {
            "relative_scope" => self.enclosing_class_fits(place) || self.text(scope) == "parent",
            "name" | "qualified_name" | "relative_name" => self.class_fits(&self.names.class(self.text(scope))),
            _ => true,
        };
        if self.name == "__callstatic" {
            return scope_fits();
        }
        if calls_of_function(&self.name).contains(&called.as_str()) && called.starts_with("assert") {
            return true;
        }
        called == self.name && self.arity_fits(node) && scope_fits()
    }

    fn creation(&self, node: Node<'_>) -> bool {
        let Some(class) = created(node) else { return false };
        if class.kind() == "anonymous_class" {
            let own = self.names.own_class(class, self.text);
            return self.name == "__construct" && self.own_class_fits(&own);
        }
        if !matches!(class.kind(), "name" | "qualified_name" | "relative_name") {
            return self.name == "__construct" && self.arity_fits(node);
        }
        let full = match self.text(class) {
            "self" | "static" | "parent" => return false,
            written => self.names.class(written),
        };
        if last_part(&full) == "ReflectionMethod" {
            return named_children(node).into_iter().filter(|child| child.kind() == "arguments").any(|arguments| {
                named_children(arguments).into_iter().any(|argument| {
                    argument
                        .named_child(0)
                        .and_then(|value| literal(value, self.text))
                        .is_some_and(|name| self.is_name(name.rsplit_once("::").map_or(name, |(_, method)| method)))
                })
            });
        }
        match self.name.as_str() {
            "__construct" => self.arity_fits(node) && self.class_fits(&full),
            "__destruct" => self.class_fits(&full),
            _ => false,
        }
    }

    /// `[$object, 'foo']` and `[Foo::class, 'foo']`.
    fn callable(&self, node: Node<'_>) -> bool {
        let elements: Vec<Node<'_>> =
            named_children(node).into_iter().filter(|child| child.kind() == "array_element_initializer").collect();
        let [owner, method] = elements.as_slice() else { return false };
        let (Some(owner), Some(method)) = (owner.named_child(0), method.named_child(0)) else { return false };
        let is_owner = match owner.kind() {
            "variable_name" | "member_access_expression" | "object_creation_expression" => self.text(owner) != "$this",
            "class_constant_access_expression" => owner.named_child(0).is_some_and(|class| {
                matches!(class.kind(), "name" | "qualified_name")
                    && self.class_fits(&self.names.class(self.text(class)))
            }),
            _ => false,
        };
        is_owner && literal(method, self.text).is_some_and(|name| self.is_name(name))
    }

    /// `$o->x` and `$o['x']` where they stand for `__get`, `offsetSet` and the like.
    fn access(&self, node: Node<'_>, place: &Place<'_, '_>, prefix: &str) -> bool {
        let Some(kind) = self.name.strip_prefix(prefix) else { return false };
        let Some(parent) = place.parent() else { return false };
        let object = field(node, "object").or_else(|| node.named_child(0));
        if object.is_none_or(|object| self.text(object) == "$this") {
            return false;
        }
        let is_target = matches!(parent.kind(), "assignment_expression" | "augmented_assignment_expression")
            && field(parent, "left") == Some(node);
        let function = match parent.kind() {
            "argument" => place
                .above
                .iter()
                .rev()
                .nth(2)
                .map_or("", |call| field(*call, "function").map_or("", |function| self.text(function))),
            _ => "",
        };
        match kind {
            "set" => is_target,
            "get" => !is_target || parent.kind() == "augmented_assignment_expression",
            "isset" | "exists" => {
                matches!(function, "isset" | "empty")
                    || parent.kind() == "binary_expression" && self.text(parent).contains("??")
            }
            "unset" => parent.kind() == "unset_statement",
            _ => false,
        }
    }
}

/// The class of `new …`.
fn created(node: Node<'_>) -> Option<Node<'_>> {
    named_children(node).into_iter().find(|child| !matches!(child.kind(), "arguments" | "comment"))
}

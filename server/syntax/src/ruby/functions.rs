//! Methods of a Ruby file with their modules, classes and visibility.

use domain::FocalFunction;
use tree_sitter::Node;

use super::{literal_name, returns};
use crate::functions::{code_lines, comments, head};
use crate::grammar::Parsed;
use crate::tree::{Each, Flow, Place, field, last_line_of, line_of, named_children, text_of, walk};
use crate::{DropReason, FoundFunction};

/// Methods that Ruby itself calls, whatever their visibility is.
const ALWAYS_REACHABLE: &[&str] = &[
    "initialize",
    "initialize_copy",
    "initialize_dup",
    "initialize_clone",
    "method_missing",
    "respond_to_missing?",
    "inherited",
    "included",
    "extended",
    "prepended",
    "method_added",
    "const_missing",
    "coerce",
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Visibility {
    Public,
    Hidden,
    /// `module_function`: callable on the module.
    OnModule,
}

/// A body in which methods are defined: of the file, a module, a class or `class << self`.
struct Scope<'t> {
    body: Node<'t>,
    /// `A::B`; empty for the file.
    name: String,
    /// Innermost module around, by its full name.
    module: String,
    head: String,
    /// Whether methods here are the class's own (`class << self`).
    singleton: bool,
    /// Whether the object of `class << object` has no name of its own.
    anonymous: bool,
}

pub(super) fn functions(parsed: &Parsed<'_>, path: &str) -> Vec<FoundFunction> {
    let mut file = File { text: parsed.text, path, found: Vec::new(), open: Vec::new() };
    let whole = Scope {
        body: parsed.root(),
        name: String::new(),
        module: String::new(),
        head: String::new(),
        singleton: false,
        anonymous: false,
    };
    file.open.push(whole);
    while let Some(scope) = file.open.pop() {
        file.scope(&scope);
    }
    file.found.sort_by_key(|(at, _)| *at);
    file.found.into_iter().map(|(_, found)| found).collect()
}

struct File<'t, 's> {
    text: &'s str,
    path: &'s str,
    /// With the byte at which each starts.
    found: Vec<(usize, FoundFunction)>,
    open: Vec<Scope<'t>>,
}

impl<'t, 's> File<'t, 's> {
    fn text(&self, node: Node<'_>) -> &'s str {
        text_of(node, self.text)
    }

    fn scope(&mut self, scope: &Scope<'t>) {
        let first = self.found.len();
        let mut visibility = Visibility::Public;
        // (name, singleton or not, what it becomes), said after the definitions.
        let mut later: Vec<(&'s str, bool, Visibility)> = Vec::new();
        let mut open = named_children(scope.body);
        open.reverse();
        while let Some(node) = open.pop() {
            match node.kind() {
                "method" | "singleton_method" => self.method(node, scope, visibility),
                "class" | "module" => self.class(node, scope),
                "singleton_class" => self.singleton_class(node, scope),
                // Definitions under a condition belong to the same class.
                "if" | "unless" | "then" | "else" | "elsif" | "begin" | "if_modifier" | "unless_modifier" => {
                    let mut inner = named_children(node);
                    inner.reverse();
                    open.extend(inner);
                }
                "identifier" => visibility = visibility_word(self.text(node)).unwrap_or(visibility),
                "call" => self.call(node, scope, &mut later),
                _ => self.nested(node, scope),
            }
        }
        for (name, singleton, becomes) in later {
            for (_, found) in &mut self.found[first..] {
                let is_singleton = found.focal.qualified_name == format!("{}.{name}", scope.name);
                if found.focal.name == name
                    && found.focal.class_name == scope.name
                    && is_singleton == (singleton || scope.singleton)
                {
                    apply(found, becomes);
                }
            }
        }
    }

    /// `private :a`, `private def a`, `private_class_method :a`; otherwise methods in it are nested in a block.
    fn call(&mut self, node: Node<'t>, scope: &Scope<'t>, later: &mut Vec<(&'s str, bool, Visibility)>) {
        let word = field(node, "method").map_or("", |name| self.text(name));
        let (becomes, on_class) = match word {
            "private_class_method" => (Some(Visibility::Hidden), true),
            "public_class_method" => (Some(Visibility::Public), true),
            _ => (visibility_word(word), false),
        };
        let Some(becomes) = becomes.filter(|_| field(node, "receiver").is_none()) else {
            return self.nested(node, scope);
        };
        let mut arguments = field(node, "arguments").map(named_children).unwrap_or_default();
        while let Some(argument) = arguments.pop() {
            match argument.kind() {
                "method" | "singleton_method" => {
                    self.method(argument, scope, if on_class { Visibility::Public } else { becomes });
                    if on_class && let Some((_, found)) = self.found.last_mut() {
                        apply(found, becomes);
                    }
                }
                "splat_argument" | "array" | "symbol_array" | "string_array" => {
                    arguments.extend(named_children(argument));
                }
                "bare_string" => later.push((self.text(argument), on_class, becomes)),
                _ => later.extend(literal_name(argument, self.text).map(|name| (name, on_class, becomes))),
            }
        }
    }

    fn class(&mut self, node: Node<'t>, scope: &Scope<'t>) {
        let (Some(name), Some(body)) = (field(node, "name"), field(node, "body")) else { return };
        let written = self.text(name);
        let name_text = match written.strip_prefix("::") {
            Some(absolute) => absolute.to_owned(),
            None if scope.name.is_empty() => written.to_owned(),
            None => format!("{}::{written}", scope.name),
        };
        let head_end = field(node, "superclass").unwrap_or(name).end_byte();
        let module = if node.kind() == "module" { name_text.clone() } else { scope.module.clone() };
        self.open.push(Scope {
            body,
            name: name_text,
            module,
            head: head(self.text, node.start_byte()..head_end, &comments(node)),
            singleton: false,
            anonymous: false,
        });
    }

    fn singleton_class(&mut self, node: Node<'t>, scope: &Scope<'t>) {
        let (Some(value), Some(body)) = (field(node, "value"), field(node, "body")) else { return };
        self.open.push(Scope {
            body,
            name: scope.name.clone(),
            module: scope.module.clone(),
            head: scope.head.clone(),
            singleton: true,
            anonymous: scope.anonymous || scope.singleton || !self.is_own_name(value, scope),
        });
    }

    fn is_own_name(&self, object: Node<'_>, scope: &Scope<'_>) -> bool {
        let written = self.text(object);
        !scope.name.is_empty()
            && (object.kind() == "self" || scope.name == written || scope.name.ends_with(&format!("::{written}")))
    }

    /// Methods somewhere below a node that is neither class nor method: their owner cannot be told.
    fn nested(&mut self, node: Node<'t>, scope: &Scope<'t>) {
        let mut inner = Vec::new();
        walk(
            node,
            &mut Each(|place: &Place<'t, '_>| {
                if matches!(place.node.kind(), "method" | "singleton_method") {
                    let broken = place.above.iter().any(Node::is_error);
                    inner.push((place.node, if broken { DropReason::SyntaxError } else { DropReason::Nested }));
                }
                Flow::Into
            }),
        );
        for (method, reason) in inner {
            self.record(method, scope, false, Some(reason));
        }
    }

    fn method(&mut self, node: Node<'t>, scope: &Scope<'t>, visibility: Visibility) {
        let object = field(node, "object");
        let anonymous = scope.anonymous || object.is_some_and(|object| !self.is_own_name(object, scope));
        let obstacle = anonymous.then_some(DropReason::Nested);
        self.record(node, scope, object.is_some() || scope.singleton, obstacle);
        // `private` on its own line says nothing about `def self.x`.
        if object.is_none()
            && let Some((_, found)) = self.found.last_mut()
        {
            apply(found, visibility);
        }
        for part in [field(node, "parameters"), field(node, "body")].into_iter().flatten() {
            self.nested(part, scope);
        }
        // Keep this one last: `private def` changes the visibility of the last one.
        let start = node.start_byte();
        if let Some(at) = self.found.iter().rposition(|(at, _)| *at == start) {
            let own = self.found.remove(at);
            self.found.push(own);
        }
    }

    fn record(&mut self, node: Node<'t>, scope: &Scope<'t>, singleton: bool, obstacle: Option<DropReason>) {
        let Some(name_node) = field(node, "name") else { return };
        let name: String = self.text(name_node).split_whitespace().collect();
        let qualified_name = match (scope.name.as_str(), singleton) {
            ("", _) => name.clone(),
            (class, true) => format!("{class}.{name}"),
            (class, false) => format!("{class}#{name}"),
        };
        let comments = comments(node);
        let head_end = field(node, "parameters").unwrap_or(name_node).end_byte();
        let is_test = name.starts_with("test_") && scope.head.contains("Test");
        let found = FoundFunction {
            class_signature: scope.head.clone(),
            code_lines: code_lines(node, self.text, &comments),
            returns: returns::returns(node, self.text),
            obstacle: if node.has_error() {
                Some(DropReason::SyntaxError)
            } else if is_test {
                Some(DropReason::Test)
            } else {
                obstacle
            },
            focal: FocalFunction {
                name,
                qualified_name,
                path: self.path.to_owned(),
                start_line: line_of(node),
                end_line: last_line_of(node),
                source: self.text(node).to_owned(),
                signature: head(self.text, node.start_byte()..head_end, &comments),
                class_name: scope.name.clone(),
                package: scope.module.clone(),
            },
        };
        self.found.push((node.start_byte(), found));
    }
}

fn visibility_word(word: &str) -> Option<Visibility> {
    match word {
        "private" | "protected" => Some(Visibility::Hidden),
        "public" => Some(Visibility::Public),
        "module_function" => Some(Visibility::OnModule),
        _ => None,
    }
}

fn apply(found: &mut FoundFunction, visibility: Visibility) {
    let focal = &mut found.focal;
    match visibility {
        Visibility::Public if found.obstacle == Some(DropReason::NotPublic) => found.obstacle = None,
        Visibility::Hidden if found.obstacle.is_none() && !ALWAYS_REACHABLE.contains(&focal.name.as_str()) => {
            found.obstacle = Some(DropReason::NotPublic);
        }
        Visibility::OnModule if !focal.class_name.is_empty() => {
            focal.qualified_name = format!("{}.{}", focal.class_name, focal.name);
        }
        _ => {}
    }
}

//! Whether a Go suite calls the focal function.

use std::collections::HashMap;

use domain::FocalFunction;
use tree_sitter::Node;

use super::implicit;
use super::names::{Import, Names, type_name};
use crate::grammar::Parsed;
use crate::tree::{Flow, Place, Visitor, field, named_children, text_of, walk};

pub(super) fn invokes(suite: &Parsed<'_>, focal: &FocalFunction) -> bool {
    let names = Names::gather(suite, focal);
    let is_method = !focal.class_name.is_empty();
    if is_method && names.calls_package_function(|path, name| implicit::stands_for(&focal.name, path, name)) {
        return true;
    }
    let mut search = Search { text: suite.text, focal, is_method, names, scopes: vec![HashMap::new()], found: false };
    walk(suite.root(), &mut search);
    search.found
}

/// What is known of a local name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Local<'s> {
    /// It holds the focal function.
    Focal,
    /// It holds something of the standard library or of an assertion library.
    Foreign,
    /// It is of a type that the suite declares.
    OfSuite(&'s str),
    /// Anything else.
    Unknown,
}

pub(super) struct Search<'s, 'f> {
    pub(super) text: &'s str,
    pub(super) focal: &'f FocalFunction,
    is_method: bool,
    pub(super) names: Names<'s>,
    scopes: Vec<HashMap<&'s str, Local<'s>>>,
    found: bool,
}

const SCOPES: &[&str] = &[
    "block",
    "func_literal",
    "function_declaration",
    "method_declaration",
    "function_type",
    "method_elem",
    "if_statement",
    "for_statement",
    "expression_switch_statement",
    "type_switch_statement",
    "select_statement",
    "expression_case",
    "type_case",
    "default_case",
    "communication_case",
];

impl<'t> Visitor<'t> for Search<'_, '_> {
    fn enter(&mut self, place: &Place<'t, '_>) -> Flow {
        let node = place.node;
        if SCOPES.contains(&node.kind()) {
            self.scopes.push(HashMap::new());
        }
        self.found |= match node.kind() {
            "import_declaration" => return Flow::Skip,
            "identifier" => self.is_focal_name(node, place) && self.is_used(node, place.above),
            "selector_expression" => self.is_focal_selector(node) && self.is_used(node, place.above),
            "type_conversion_expression" => self.is_generic_call(node),
            "call_expression" => self.calls_held_function(node),
            _ => false,
        };
        if self.found { Flow::Stop } else { Flow::Into }
    }

    fn leave(&mut self, place: &Place<'t, '_>) {
        let node = place.node;
        // Declared on leaving: what a name is set to is still outside its scope.
        match node.kind() {
            "short_var_declaration" | "assignment_statement" | "range_clause" | "receive_statement" => {
                self.assigned(node);
            }
            "var_spec" | "const_spec" | "parameter_declaration" | "variadic_parameter_declaration" => {
                self.declared(node);
            }
            _ => {}
        }
        if SCOPES.contains(&node.kind()) {
            self.scopes.pop();
        }
    }
}

impl<'s> Search<'s, '_> {
    pub(super) fn text(&self, node: Node<'_>) -> &'s str {
        text_of(node, self.text)
    }

    pub(super) fn local(&self, name: &str) -> Option<Local<'s>> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name).copied())
    }

    fn declare(&mut self, name: &'s str, local: Local<'s>) {
        if name != "_"
            && let Some(scope) = self.scopes.last_mut()
        {
            scope.insert(name, local);
        }
    }

    /// A declaration with names and perhaps a type or values.
    fn declared(&mut self, node: Node<'_>) {
        let names: Vec<_> = node.children_by_field_name("name", &mut node.walk()).filter(Node::is_named).collect();
        let values = field(node, "value").map(named_children).unwrap_or_default();
        let of_type = field(node, "type").map(|kind| self.of_type(kind));
        for (i, name) in names.iter().enumerate() {
            let value = values.get(i).or(if values.len() == 1 { values.first() } else { None });
            let held = value.map_or(Local::Unknown, |value| self.held(*value));
            let local = if held == Local::Focal { held } else { of_type.unwrap_or(held) };
            self.declare(self.text(*name), local);
        }
    }

    /// `a, b := …`, `a = …`, `for a, b := range …`, `case a := <-c`.
    fn assigned(&mut self, node: Node<'_>) {
        let declares = node.kind() != "assignment_statement";
        let left = field(node, "left").map(named_children).unwrap_or_default();
        let right = field(node, "right").map_or_else(Vec::new, |right| match right.kind() {
            "expression_list" => named_children(right),
            _ => vec![right],
        });
        for (i, name) in left.iter().enumerate().filter(|(_, name)| name.kind() == "identifier") {
            let value = right.get(i).or(if right.len() == 1 { right.first() } else { None });
            let local = value.map_or(Local::Unknown, |value| self.held(*value));
            let name = self.text(*name);
            if declares || self.local(name).is_none() {
                self.declare(name, local);
            } else if local == Local::Focal
                && let Some(scope) = self.scopes.iter_mut().rev().find(|scope| scope.contains_key(name))
            {
                scope.insert(name, local);
            }
        }
    }

    fn of_type(&self, kind: Node<'_>) -> Local<'s> {
        match type_name(kind, self.text) {
            Some((Some(package), name)) => match self.names.imports.get(package) {
                Some((Import::Foreign, path)) if !may_hold_ours(path, name) => Local::Foreign,
                _ => Local::Unknown,
            },
            Some((None, name)) if self.names.types.contains_key(name) => Local::OfSuite(name),
            _ => Local::Unknown,
        }
    }

    /// What an expression gives, as far as the suite shows.
    fn held(&self, value: Node<'_>) -> Local<'s> {
        let value = strip(value);
        if self.is_focal_value(value) {
            return Local::Focal;
        }
        match value.kind() {
            "composite_literal" => field(value, "type").map_or(Local::Unknown, |kind| self.of_type(kind)),
            "call_expression"
                if field(value, "function").is_some_and(|f| f.kind() == "identifier" && self.text(f) == "new") =>
            {
                let kind = field(value, "arguments").and_then(|arguments| arguments.named_child(0));
                match kind.map(|kind| (kind.kind(), self.text(kind))) {
                    Some(("identifier" | "type_identifier", name)) if self.names.types.contains_key(name) => {
                        Local::OfSuite(name)
                    }
                    Some(("qualified_type", _)) => kind.map_or(Local::Unknown, |kind| self.of_type(kind)),
                    Some(("selector_expression", _)) if kind.is_some_and(|kind| self.is_foreign(kind)) => {
                        Local::Foreign
                    }
                    _ => Local::Unknown,
                }
            }
            "identifier" => self.local(self.text(value)).unwrap_or(Local::Unknown),
            _ if self.is_foreign(value) => Local::Foreign,
            _ => Local::Unknown,
        }
    }

    /// Whether an expression surely gives something that is neither the focal function's type nor leads to one.
    pub(super) fn is_foreign(&self, expression: Node<'_>) -> bool {
        let mut node = strip(expression);
        loop {
            node = strip(match node.kind() {
                "identifier" => {
                    let name = self.text(node);
                    return match self.local(name) {
                        Some(local) => local == Local::Foreign,
                        None => {
                            matches!(self.names.imports.get(name), Some((Import::Foreign, path)) if *path != "reflect")
                        }
                    };
                }
                "call_expression" => match field(node, "function") {
                    // They give back what they are given.
                    Some(function) if matches!(self.text(function), "errors.Unwrap" | "errors.Join") => return false,
                    Some(function) => function,
                    None => return false,
                },
                "selector_expression" | "index_expression" | "slice_expression" => match field(node, "operand") {
                    Some(operand) => operand,
                    None => return false,
                },
                "composite_literal" | "type_assertion_expression" | "type_conversion_expression" => {
                    return field(node, "type").is_some_and(|kind| self.of_type(kind) == Local::Foreign);
                }
                "interpreted_string_literal" | "raw_string_literal" | "int_literal" => return true,
                _ => return false,
            });
        }
    }

    /// The bare name of a free function, where it is not something else.
    fn is_focal_name(&self, node: Node<'_>, place: &Place<'_, '_>) -> bool {
        let declares = place.parent().is_some_and(|parent| field(parent, "name") == Some(node));
        !self.is_method && !declares && self.is_focal_value(node)
    }

    fn is_focal_value(&self, node: Node<'_>) -> bool {
        match node.kind() {
            "identifier" => {
                let name = self.text(node);
                match self.local(name) {
                    Some(local) => local == Local::Focal,
                    None => !self.is_method && name == self.focal.name && !self.is_redeclared(name),
                }
            }
            "selector_expression" => self.is_focal_selector(node),
            "index_expression" | "type_instantiation_expression" if !self.is_method => {
                field(node, "operand").or(field(node, "type")).is_some_and(|n| {
                    matches!(n.kind(), "identifier" | "type_identifier")
                        && self.text(n) == self.focal.name
                        && self.local(self.focal.name.as_str()).is_none()
                        && !self.is_redeclared(&self.focal.name)
                })
            }
            _ => false,
        }
    }

    fn is_redeclared(&self, name: &str) -> bool {
        self.names.functions.contains_key(name) || self.names.types.contains_key(name)
    }

    /// `pkg.Name` of the focal function's package, or `x.Name` where `x` may be of the focal method's type.
    fn is_focal_selector(&self, node: Node<'_>) -> bool {
        if field(node, "field").is_none_or(|name| self.text(name) != self.focal.name) {
            return false;
        }
        let Some(operand) = field(node, "operand").map(strip) else { return false };
        let import = (operand.kind() == "identifier")
            .then(|| self.text(operand))
            .filter(|name| self.local(name).is_none())
            .and_then(|name| self.names.imports.get(name));
        match (import, self.is_method) {
            (Some((import, _)), false) => *import == Import::Own,
            (Some(_), true) | (None, false) => false,
            (None, true) => match self.held(operand) {
                Local::Foreign => false,
                Local::OfSuite(kind) => self.names.types.get(kind).is_none_or(|t| t.can_reach(&self.focal.name)),
                Local::Focal | Local::Unknown => true,
            },
        }
    }

    /// `doSort[int](a)`, which the grammar takes for a conversion.
    fn is_generic_call(&self, node: Node<'_>) -> bool {
        let Some(kind) = field(node, "type").filter(|kind| kind.kind() == "generic_type" && !self.is_method) else {
            return false;
        };
        match type_name(kind, self.text) {
            Some((Some(package), name)) => {
                name == self.focal.name && matches!(self.names.imports.get(package), Some((Import::Own, _)))
            }
            Some((None, name)) => name == self.focal.name && self.local(name).is_none() && !self.is_redeclared(name),
            None => false,
        }
    }

    /// `f(a)` after `f := doSort`, and `use(f)`.
    fn calls_held_function(&self, call: Node<'_>) -> bool {
        let holds = |node: Node<'_>| node.kind() == "identifier" && self.local(self.text(node)) == Some(Local::Focal);
        field(call, "function").map(strip).is_some_and(holds)
    }
}

/// Types of the standard library that may hold a value of the focal function's type: its interfaces.
fn may_hold_ours(path: &str, name: &str) -> bool {
    match path {
        "testing" => false,
        "io" => !matches!(name, "PipeReader" | "PipeWriter" | "SectionReader" | "LimitedReader"),
        "io/fs" | "hash" | "context" | "encoding" => true,
        "net/http" => {
            matches!(
                name,
                "Handler"
                    | "HandlerFunc"
                    | "ResponseWriter"
                    | "RoundTripper"
                    | "Flusher"
                    | "Hijacker"
                    | "Pusher"
                    | "FileSystem"
                    | "CookieJar"
            )
        }
        _ => matches!(
            name,
            "Interface"
                | "Stringer"
                | "GoStringer"
                | "Formatter"
                | "State"
                | "Scanner"
                | "Value"
                | "Getter"
                | "Conn"
                | "Listener"
                | "Addr"
                | "Error"
                | "Marshaler"
                | "Unmarshaler"
                | "Token"
                | "Handler"
                | "Locker"
                | "ReadWriter"
                | "Type"
                | "Source"
                | "Valuer"
                | "Driver"
                | "Signal"
        ),
    }
}

/// The expression inside parentheses, `&`, `*` and a spread.
pub(super) fn strip(mut node: Node<'_>) -> Node<'_> {
    while matches!(
        node.kind(),
        "parenthesized_expression"
            | "unary_expression"
            | "variadic_argument"
            | "literal_element"
            | "parenthesized_type"
            | "pointer_type"
    ) {
        let Some(inner) = field(node, "operand").or_else(|| node.named_child(0)) else { break };
        node = inner;
    }
    node
}

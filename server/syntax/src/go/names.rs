//! What a Go suite declares and imports, gathered before its calls are judged.

use std::collections::{HashMap, HashSet};

use domain::FocalFunction;
use tree_sitter::Node;

use crate::grammar::Parsed;
use crate::tree::{Each, Flow, Place, field, named_children, text_of, walk};

/// Whose package an import is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Import {
    /// The package of the focal function.
    Own,
    /// The standard library or a library of assertions: nothing in it is the focal function or returns its type.
    Foreign,
    /// Some other package; it may be one of the same project.
    Other,
}

/// A type that the suite itself declares.
#[derive(Debug, Default)]
pub(super) struct SuiteType<'s> {
    /// Methods that the suite gives it.
    methods: HashSet<&'s str>,
    /// Whether it may have methods of other types: an embedded field, an interface, an alias.
    inherits: bool,
}

impl SuiteType<'_> {
    /// Whether a call of `method` on it can reach a type that the suite does not declare.
    pub(super) fn can_reach(&self, method: &str) -> bool {
        self.inherits && !self.methods.contains(method)
    }
}

/// A function that the suite declares.
#[derive(Debug)]
pub(super) struct SuiteFunction<'s> {
    /// Names of its parameters, in order.
    parameters: Vec<&'s str>,
    /// Names that it calls or hands on as arguments.
    uses: HashSet<&'s str>,
}

impl SuiteFunction<'_> {
    /// Whether what is given as argument `i` may be called. The last parameter may be variadic.
    pub(super) fn may_call(&self, i: usize) -> bool {
        self.parameters.get(i).or(self.parameters.last()).is_some_and(|name| self.uses.contains(name))
    }
}

/// Everything that a suite declares at its top level, and the names of struct fields anywhere.
#[derive(Debug, Default)]
pub(super) struct Names<'s> {
    pub(super) imports: HashMap<&'s str, (Import, &'s str)>,
    /// Whether the focal function's package is imported with a dot.
    pub(super) types: HashMap<&'s str, SuiteType<'s>>,
    pub(super) functions: HashMap<&'s str, SuiteFunction<'s>>,
    /// Fields of structs and methods of interfaces.
    pub(super) fields: HashSet<&'s str>,
    /// Names in a call position: `f` of `f(…)`, `fn` of `x.fn(…)`; and identifiers among arguments.
    pub(super) called: HashSet<&'s str>,
    /// Functions of packages that are called: (path of the import, name).
    pub(super) package_calls: Vec<(&'s str, &'s str)>,
}

impl<'s> Names<'s> {
    pub(super) fn gather(suite: &Parsed<'s>, focal: &FocalFunction) -> Self {
        let text = suite.text;
        let mut names = Names::default();
        for node in named_children(suite.root()) {
            match node.kind() {
                "function_declaration" => names.function(node, text),
                "method_declaration" => names.method(node, text),
                _ => {}
            }
        }
        walk(
            suite.root(),
            &mut Each(|place: &Place<'_, '_>| {
                names.node(place.node, text, focal);
                Flow::Into
            }),
        );
        names
    }

    fn node(&mut self, node: Node<'_>, text: &'s str, focal: &FocalFunction) {
        match node.kind() {
            "import_spec" => self.import(node, text, focal),
            "type_spec" | "type_alias" => {
                let (Some(name), Some(kind)) = (field(node, "name"), field(node, "type")) else { return };
                let inherits = match kind.kind() {
                    "struct_type" => has_embedded_field(kind),
                    _ => true,
                };
                self.types.entry(text_of(name, text)).or_default().inherits |= inherits;
            }
            "field_declaration" | "method_elem" => {
                for name in node.children_by_field_name("name", &mut node.walk()) {
                    self.fields.insert(text_of(name, text));
                }
            }
            "call_expression" => {
                let Some(function) = field(node, "function") else { return };
                self.called.extend(last_name(function, text));
                if let Some((package, name)) = qualified(function, text)
                    && let Some((_, path)) = self.imports.get(package)
                {
                    self.package_calls.push((path, name));
                }
                let arguments = field(node, "arguments").map(named_children).unwrap_or_default();
                self.called.extend(arguments.into_iter().filter_map(|argument| last_name(argument, text)));
            }
            _ => {}
        }
    }

    fn import(&mut self, node: Node<'_>, text: &'s str, focal: &FocalFunction) {
        let Some(path) = field(node, "path").map(|path| text_of(path, text).trim_matches(['"', '`'])) else { return };
        let import = classify(path, focal);
        let alias = match field(node, "name").map(|name| text_of(name, text)) {
            Some("." | "_") => return,
            Some(alias) => alias,
            None if import == Import::Own => package_name(path, &focal.package),
            None => base_name(path),
        };
        self.imports.insert(alias, (import, path));
    }

    fn function(&mut self, node: Node<'_>, text: &'s str) {
        let Some(name) = field(node, "name") else { return };
        let mut parameters = Vec::new();
        for parameter in field(node, "parameters").map(named_children).unwrap_or_default() {
            let names = parameter
                .children_by_field_name("name", &mut parameter.walk())
                .map(|n| text_of(n, text))
                .collect::<Vec<_>>();
            parameters.extend(names);
        }
        let mut uses = HashSet::new();
        walk(
            node,
            &mut Each(|place: &Place<'_, '_>| {
                if place.node.kind() == "call_expression" {
                    let arguments = field(place.node, "arguments").map(named_children).unwrap_or_default();
                    uses.extend(
                        field(place.node, "function").into_iter().chain(arguments).filter_map(|n| root_name(n, text)),
                    );
                } else if place.node.kind() == "range_clause" {
                    // `for _, f := range fs` of a variadic parameter; what it does with `f` is taken on trust.
                    uses.extend(field(place.node, "right").and_then(|n| root_name(n, text)));
                }
                Flow::Into
            }),
        );
        self.functions.insert(text_of(name, text), SuiteFunction { parameters, uses });
    }

    fn method(&mut self, node: Node<'_>, text: &'s str) {
        let receiver = field(node, "receiver")
            .and_then(|list| named_children(list).into_iter().find_map(|n| field(n, "type")))
            .and_then(|kind| type_name(kind, text));
        if let (Some(name), Some((None, receiver))) = (field(node, "name"), receiver) {
            self.types.entry(receiver).or_default().methods.insert(text_of(name, text));
        }
    }

    /// Whether a call of a function of the standard library stands for a call of the method (see `implicit`).
    pub(super) fn calls_package_function(&self, of: impl Fn(&str, &str) -> bool) -> bool {
        self.package_calls.iter().any(|(path, name)| of(path, name))
    }
}

fn has_embedded_field(kind: Node<'_>) -> bool {
    named_children(kind)
        .into_iter()
        .flat_map(named_children)
        .any(|member| member.kind() == "field_declaration" && field(member, "name").is_none())
}

/// `pkg.Name` of a selector whose operand is a plain identifier.
fn qualified<'s>(function: Node<'_>, text: &'s str) -> Option<(&'s str, &'s str)> {
    if function.kind() != "selector_expression" {
        return None;
    }
    let operand = field(function, "operand").filter(|operand| operand.kind() == "identifier")?;
    Some((text_of(operand, text), text_of(field(function, "field")?, text)))
}

/// The last name of an identifier or selector.
pub(super) fn last_name<'s>(node: Node<'_>, text: &'s str) -> Option<&'s str> {
    match node.kind() {
        "identifier" => Some(text_of(node, text)),
        "selector_expression" => field(node, "field").map(|name| text_of(name, text)),
        "variadic_argument" | "parenthesized_expression" => last_name(node.named_child(0)?, text),
        _ => None,
    }
}

/// The first name of an expression that goes down through selectors, indices and the like.
fn root_name<'s>(mut node: Node<'_>, text: &'s str) -> Option<&'s str> {
    loop {
        node = match node.kind() {
            "identifier" => return Some(text_of(node, text)),
            "selector_expression" | "index_expression" | "slice_expression" => field(node, "operand")?,
            "variadic_argument" | "parenthesized_expression" => node.named_child(0)?,
            _ => return None,
        };
    }
}

/// The name of a type below pointers, slices, arrays, maps and channels, with its package where it has one.
pub(super) fn type_name<'s>(mut node: Node<'_>, text: &'s str) -> Option<(Option<&'s str>, &'s str)> {
    loop {
        node = match node.kind() {
            "type_identifier" => return Some((None, text_of(node, text))),
            "qualified_type" => {
                return Some((Some(text_of(field(node, "package")?, text)), text_of(field(node, "name")?, text)));
            }
            "generic_type" => field(node, "type")?,
            "pointer_type" | "parenthesized_type" => node.named_child(0)?,
            "slice_type" | "array_type" | "implicit_length_array_type" => field(node, "element")?,
            "map_type" | "channel_type" => field(node, "value")?,
            _ => return None,
        };
    }
}

fn classify(path: &str, focal: &FocalFunction) -> Import {
    let folder = focal.path.rsplit('/').nth(1).unwrap_or_default();
    let base = base_name(path);
    let is_own = path.split('/').next_back() == Some(focal.package.as_str())
        || base == focal.package
        || (!folder.is_empty() && folder == base);
    let first = path.split('/').next().unwrap_or_default();
    if is_own && first.contains('.') {
        Import::Own
    } else if !first.contains('.') || path.starts_with("github.com/stretchr/testify") {
        Import::Foreign
    } else if is_own {
        Import::Own
    } else {
        Import::Other
    }
}

/// The name under which a package is most probably used: its last path element without version and adornments.
fn base_name(path: &str) -> &str {
    let is_version =
        |part: &str| part.strip_prefix('v').is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()));
    let mut parts = path.rsplit('/');
    let mut last = parts.next().unwrap_or(path);
    if is_version(last) {
        last = parts.next().unwrap_or(last);
    }
    if let Some((name, version)) = last.rsplit_once('.')
        && (is_version(version) || version == "go")
    {
        last = name;
    }
    let last = last.strip_prefix("go-").unwrap_or(last);
    last.strip_suffix("-go").unwrap_or(last)
}

fn package_name<'s>(path: &'s str, package: &str) -> &'s str {
    // The package clause decides what an import without a name is called, whatever its path looks like.
    path.find(package)
        .filter(|_| !package.is_empty())
        .map_or_else(|| base_name(path), |at| &path[at..at + package.len()])
}

//! What a suite declares and imports, gathered before its calls are judged.

use std::collections::{HashMap, HashSet};

use tree_sitter::Node;

use super::implicit::{Forms, known};
use crate::tree::{Each, Flow, Place, field, named_children, text_of, walk};

/// The names of one suite.
#[derive(Debug, Default)]
pub(super) struct Names<'s> {
    /// What a name was imported from: `m` of `use std::cmp::max as m` is `std::cmp::max`.
    pub(super) imports: HashMap<&'s str, String>,
    /// Functions that the suite declares, outside of `impl`s.
    pub(super) functions: HashSet<&'s str>,
    /// Types and traits that it declares.
    pub(super) types: HashSet<&'s str>,
    /// Types that it writes traits for: (trait, type).
    pub(super) forms: Forms,
}

impl<'s> Names<'s> {
    pub(super) fn gather(root: Node<'_>, text: &'s str, macros: HashSet<String>) -> Self {
        let mut names = Names { forms: Forms { macros, ..Forms::default() }, ..Names::default() };
        walk(
            root,
            &mut Each(|place: &Place<'_, '_>| {
                names.node(place, text);
                Flow::Into
            }),
        );
        names
    }

    fn node(&mut self, place: &Place<'_, '_>, text: &'s str) {
        let node = place.node;
        let name = || field(node, "name").map(|name| text_of(name, text));
        match node.kind() {
            "use_declaration" => {
                if let Some(argument) = field(node, "argument") {
                    self.import(argument, "", text);
                }
            }
            "function_item" => {
                let owner = place.above.iter().rev().nth(1);
                let owned = owner.is_some_and(|above| matches!(above.kind(), "impl_item" | "trait_item"));
                self.functions.extend(name().filter(|_| !owned));
            }
            "struct_item" | "enum_item" | "union_item" | "type_item" | "trait_item" => self.types.extend(name()),
            "call_expression" => {
                let function = field(node, "function").filter(|function| function.kind() == "field_expression");
                let method = function.and_then(|function| field(function, "field"));
                self.forms.methods.extend(method.map(|method| text_of(method, text).to_owned()));
            }
            "binary_expression" | "compound_assignment_expr" => {
                let sign = field(node, "operator").map_or("", |sign| text_of(sign, text));
                self.forms.operators.extend(known(sign));
            }
            "unary_expression" => {
                let sign = node.child(0).map_or("", |sign| text_of(sign, text));
                self.forms.operators.extend(match sign {
                    "-" => Some("unary -"),
                    "!" => Some("unary !"),
                    "*" => Some("unary *"),
                    _ => None,
                });
            }
            "index_expression" => _ = self.forms.operators.insert("[]"),
            "try_expression" => _ = self.forms.operators.insert("?"),
            "for_expression" => _ = self.forms.operators.insert("for"),
            "await_expression" => _ = self.forms.operators.insert("await"),
            _ => {}
        }
    }

    /// The names that a `use` brings, below the path `above`.
    fn import(&mut self, node: Node<'_>, above: &str, text: &'s str) {
        let mut todo = vec![(node, above.to_owned())];
        while let Some((node, above)) = todo.pop() {
            let join = |path: &str| if above.is_empty() { path.to_owned() } else { format!("{above}::{path}") };
            match node.kind() {
                "identifier" | "scoped_identifier" | "crate" | "self" | "super" => {
                    let path = text_of(node, text);
                    let name = path.rsplit("::").next().unwrap_or(path);
                    // `use a::b::{self}` brings `b`.
                    let name = if path == "self" { "" } else { name };
                    if !name.is_empty() {
                        self.imports.insert(name, join(path));
                    }
                }
                "use_as_clause" => {
                    let (Some(path), Some(alias)) = (field(node, "path"), field(node, "alias")) else { continue };
                    self.imports.insert(text_of(alias, text), join(text_of(path, text)));
                }
                "scoped_use_list" => {
                    let path = field(node, "path").map_or("", |path| text_of(path, text));
                    if let Some(list) = field(node, "list") {
                        todo.push((list, join(path)));
                    }
                }
                "use_list" => todo.extend(named_children(node).into_iter().map(|child| (child, above.clone()))),
                _ => {}
            }
        }
    }
}

/// Whether a path leads into the standard library.
pub(super) fn is_foreign(path: &str) -> bool {
    matches!(path.trim_start_matches("::").split("::").next(), Some("std" | "core" | "alloc"))
}

/// Types that every suite has without importing them, and common ones of the standard library: a call on one of them is
/// no call of a method of the project's own types.
pub(super) const STANDARD: &[&str] = &[
    "Vec",
    "String",
    "Box",
    "Option",
    "Result",
    "Rc",
    "Arc",
    "RefCell",
    "Cell",
    "Mutex",
    "RwLock",
    "HashMap",
    "HashSet",
    "BTreeMap",
    "BTreeSet",
    "VecDeque",
    "BinaryHeap",
    "PathBuf",
    "Path",
    "OsString",
    "Duration",
    "Instant",
    "SystemTime",
    "Cow",
    "Ordering",
    "Cursor",
    "File",
    "Command",
    "i8",
    "i16",
    "i32",
    "i64",
    "i128",
    "isize",
    "u8",
    "u16",
    "u32",
    "u64",
    "u128",
    "usize",
    "f32",
    "f64",
    "bool",
    "char",
    "str",
];

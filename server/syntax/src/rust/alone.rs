//! What keeps a suite from being compiled into one program with others: code that acts outside of its own modules, and
//! code that can tell where it stands.

use std::collections::HashSet;

use domain::Language;
use tree_sitter::Node;

use super::functions::bare_type;
use crate::grammar::parsed;
use crate::tree::{Each, Flow, Place, field, line_of, named_children, text_of, walk};

/// Words of attributes that act on the whole program, or on the text behind an item.
const ATTRIBUTES: &[&str] = &[
    "macro_export",
    "macro_use",
    "global_allocator",
    "panic_handler",
    "used",
    "link",
    "link_name",
    "lang",
    "path",
    "ctor",
    "dtor",
];

/// Names through which code sees its own place: files and lines, names of modules, arguments of the process.
const PLACES: &[&str] = &[
    "include",
    "include_str",
    "include_bytes",
    "module_path",
    "type_name",
    "type_name_of_val",
    "Location",
    "Backtrace",
    "set_hook",
    "args_os",
    "asm",
    "naked_asm",
];

/// Text through which it does, where the words alone are too common.
const TEXTS: &[&str] = &["line!", "column!", "env::args", "current().name", "/proc"];

/// Words that, made by a macro, could act outside.
const TOKENS: &[&str] = &["impl", "extern", "macro_export", "macro_use"];

/// Macros that are called as items and only add items of their own.
const ITEM_MACROS: &[&str] = &["thread_local", "lazy_static", "proptest", "quickcheck", "macro_rules", "compile_error"];

/// Why a suite can share no program with others, in a few words; `None` when it can.
pub fn rust_alone(text: &str) -> Option<String> {
    let Some((_, parsed)) = parsed(Language::Rust, text) else { return Some("it cannot be read".to_owned()) };
    if parsed.root().has_error() {
        return Some("it may not end where it seems to".to_owned());
    }
    if let Some(piece) = TEXTS.iter().find(|piece| text.contains(*piece)) {
        return Some(format!("`{piece}` sees where it stands"));
    }
    let mut why = None;
    let macros = own_macros(parsed.root(), text);
    walk(
        parsed.root(),
        &mut Each(|place: &Place<'_, '_>| match reason(place, text, &macros) {
            Some(what) => {
                why = Some(format!("line {}: {what}", line_of(place.node)));
                Flow::Stop
            }
            None => Flow::Into,
        }),
    );
    why
}

fn own_macros<'s>(root: Node<'_>, text: &'s str) -> HashSet<&'s str> {
    let mut names = HashSet::new();
    walk(
        root,
        &mut Each(|place: &Place<'_, '_>| {
            if place.node.kind() == "macro_definition" {
                names.extend(field(place.node, "name").map(|name| text_of(name, text)));
            }
            Flow::Into
        }),
    );
    names
}

fn reason(place: &Place<'_, '_>, text: &str, macros: &HashSet<&str>) -> Option<String> {
    let node = place.node;
    let said = text_of(node, text);
    match node.kind() {
        "impl_item" => {
            (!is_of_own_kind(place, text)).then(|| "an `impl` for what the suite does not declare".to_owned())
        }
        "foreign_mod_item" | "extern_crate_declaration" | "extern_modifier" => Some("`extern`".to_owned()),
        "mod_item" => field(node, "body").is_none().then(|| "a module in another file".to_owned()),
        "attribute_item" | "inner_attribute_item" => {
            words(said).find(|word| ATTRIBUTES.contains(word)).map(|word| format!("the attribute `{word}`"))
        }
        "macro_invocation" => {
            let name = field(node, "macro").map_or("", |name| text_of(name, text));
            let name = name.rsplit("::").next().unwrap_or(name);
            let known = macros.contains(name) || ITEM_MACROS.contains(&name);
            let is_item = place.above.iter().rev().find(|above| above.kind() != "expression_statement");
            let is_item = is_item.is_some_and(|above| matches!(above.kind(), "source_file" | "declaration_list"));
            (name.contains("impl") || is_item && !known).then(|| format!("what `{name}!` adds is not known"))
        }
        _ if TOKENS.contains(&said) && place.above.iter().any(|above| above.kind() == "token_tree") => {
            Some(format!("`{said}` in a macro"))
        }
        kind if node.child_count() == 0 && kind.ends_with("identifier") && PLACES.contains(&said) => {
            Some(format!("`{said}` sees where it stands"))
        }
        _ => None,
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
}

/// Whether an `impl` is for a type, or of a trait, that the suite declares beside it or around it. Anything else could
/// change which method another suite calls.
fn is_of_own_kind(place: &Place<'_, '_>, text: &str) -> bool {
    let node = place.node;
    // A parameter hides a type of the same name.
    let parameters: HashSet<&str> = field(node, "type_parameters").map_or_else(HashSet::new, |list| {
        let mut names = HashSet::new();
        walk(
            list,
            &mut Each(|inner: &Place<'_, '_>| {
                if inner.node.kind() == "type_identifier" {
                    names.insert(text_of(inner.node, text));
                }
                Flow::Into
            }),
        );
        names
    });
    let own = |kind: Option<Node<'_>>, wanted: &[&str]| {
        kind.is_some_and(|kind| {
            let name = bare_type(kind, text);
            is_bare(kind) && !parameters.contains(name) && is_declared(name, wanted, place.above, text)
        })
    };
    own(field(node, "type"), &["struct_item", "enum_item", "union_item"]) || own(field(node, "trait"), &["trait_item"])
}

/// Whether a type is a name of its own, perhaps with arguments or behind a reference, and not a path.
fn is_bare(mut kind: Node<'_>) -> bool {
    loop {
        match kind.kind() {
            "type_identifier" => return true,
            "generic_type" | "reference_type" => match field(kind, "type") {
                Some(inner) => kind = inner,
                None => return false,
            },
            _ => return false,
        }
    }
}

/// Whether an item of this name stands in one of the lists around, up to the nearest module.
fn is_declared(name: &str, kinds: &[&str], above: &[Node<'_>], text: &str) -> bool {
    for list in above.iter().rev() {
        let declares = named_children(*list).into_iter().any(|item| {
            kinds.contains(&item.kind()) && field(item, "name").is_some_and(|own| text_of(own, text) == name)
        });
        if declares {
            return true;
        }
        if matches!(list.kind(), "mod_item" | "source_file") {
            return false;
        }
    }
    false
}

//! Test code inside Rust source files.

use std::ops::Range;

use domain::Language;
use tree_sitter::Node;

use super::attributes::Attributes;
use crate::grammar::parsed;
use crate::tree::{field, named_children, text_of};

/// Test code of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RustTestCode {
    /// Bytes of every item that only test builds have, with its attributes and comments of its own; ascending, apart,
    /// always on character boundaries.
    pub ranges: Vec<Range<usize>>,
    /// Names of modules in files of their own that only test builds have.
    pub modules: Vec<String>,
}

/// Finds what only test builds have, by attributes alone: names and bodies that sound like tests say nothing.
/// The whole of a file that begins with `#![cfg(test)]` is test code.
pub fn rust_test_code(text: &str) -> RustTestCode {
    let mut found = RustTestCode::default();
    let Some((_, tree)) = parsed(Language::Rust, text) else { return found };
    if Attributes::inner(tree.root(), text).for_tests() {
        found.ranges.push(0..text.len());
        return found;
    }
    let mut open = vec![tree.root()];
    while let Some(list) = open.pop() {
        items(list, text, &mut found, &mut open);
    }
    found.ranges.sort_by_key(|range| range.start);
    found
}

fn items<'t>(list: Node<'t>, text: &str, found: &mut RustTestCode, open: &mut Vec<Node<'t>>) {
    let mut attributes: Vec<Node<'t>> = Vec::new();
    // Attributes and doc comments belong to the item after them; other comments do not.
    let mut start = None;
    for node in named_children(list) {
        match node.kind() {
            "attribute_item" => {
                attributes.push(node);
                start.get_or_insert(node.start_byte());
                continue;
            }
            kind if kind.ends_with("comment") => {
                if text_of(node, text).starts_with("///") || !attributes.is_empty() {
                    start.get_or_insert(node.start_byte());
                }
                continue;
            }
            _ => {}
        }
        let of = Attributes::of(&attributes, text);
        if of.for_tests() || of.makes_test() {
            found.ranges.push(start.unwrap_or(node.start_byte())..node.end_byte());
            if node.kind() == "mod_item" && field(node, "body").is_none() {
                found.modules.extend(field(node, "name").map(|name| text_of(name, text).to_owned()));
            }
        } else if matches!(node.kind(), "mod_item" | "impl_item" | "trait_item") {
            open.extend(field(node, "body"));
        }
        attributes.clear();
        start = None;
    }
}

#[cfg(test)]
mod tests {
    use super::rust_test_code;

    fn removed(text: &str) -> Vec<&str> {
        rust_test_code(text).ranges.into_iter().map(|range| &text[range]).collect()
    }

    #[test]
    fn items_for_tests_are_found_to_the_byte() {
        let text = "// größer\nfn assert_größe() { assert!(true) }\n\n/// Überall\n#[cfg(test)]\nmod tests {\n    // ä\n}\nmod test_support { fn a() {} }\n\
                    impl A {\n    #[cfg(all(test, unix))]\n    fn only(&self) {}\n    fn kept(&self) {}\n}\n#[tokio::test]\nasync fn é() {}\n";
        assert_eq!(
            removed(text),
            [
                "/// Überall\n#[cfg(test)]\nmod tests {\n    // ä\n}",
                "#[cfg(all(test, unix))]\n    fn only(&self) {}",
                "#[tokio::test]\nasync fn é() {}"
            ]
        );
    }

    #[test]
    fn names_that_sound_like_tests_stay() {
        assert!(
            removed("mod latest { pub fn test_me() { assert!(1 > 0) } }\n#[cfg(feature = \"test\")]\nfn a() {}\n")
                .is_empty()
        );
    }

    #[test]
    fn modules_in_files_of_their_own() {
        let code = rust_test_code("mod a;\n#[cfg(test)]\nmod proofs;\n");
        assert_eq!(code.modules, ["proofs"]);
        assert_eq!(rust_test_code("#![cfg(test)]\nfn a() {}\n").ranges.first(), Some(&(0..24)));
    }
}

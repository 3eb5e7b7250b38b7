//! What the attributes before an item say.

use tree_sitter::Node;

use crate::tree::text_of;

/// Attributes of one item, without white space and without their brackets: `cfg(test)`, `test`, `ignore="slow"`.
pub(super) struct Attributes(Vec<String>);

impl Attributes {
    /// Those directly before a node (and comments between them).
    pub(super) fn before(node: Node<'_>, text: &str) -> Self {
        let mut found = Vec::new();
        let mut at = node.prev_named_sibling();
        while let Some(before) = at {
            match before.kind() {
                "attribute_item" => found.push(content(text_of(before, text), "#[")),
                kind if kind.ends_with("comment") => {}
                _ => break,
            }
            at = before.prev_named_sibling();
        }
        Self(found)
    }

    /// Those that were met before an item. Looking back from the item would take long deep inside of others.
    pub(super) fn of(nodes: &[Node<'_>], text: &str) -> Self {
        Self(nodes.iter().map(|node| content(text_of(*node, text), "#[")).collect())
    }

    /// The inner attributes at the beginning of a file or block.
    pub(super) fn inner(node: Node<'_>, text: &str) -> Self {
        let children = crate::tree::named_children(node);
        let inner = children.into_iter().filter(|child| child.kind() == "inner_attribute_item");
        Self(inner.map(|child| content(text_of(child, text), "#![")).collect())
    }

    fn any(&self, of: impl Fn(&str) -> bool) -> bool {
        self.0.iter().any(|attribute| of(attribute))
    }

    fn conditions(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|attribute| attribute.strip_prefix("cfg(")?.strip_suffix(')'))
    }

    /// Whether the item exists in test builds only.
    pub(super) fn for_tests(&self) -> bool {
        self.conditions().any(|condition| {
            let all = condition.strip_prefix("all(").map_or(condition, |inner| inner.trim_end_matches(')'));
            all.split(',').any(|part| part == "test")
        })
    }

    /// Whether it exists under other conditions than those of a test build.
    pub(super) fn conditional(&self) -> bool {
        self.conditions().any(|condition| condition != "test") || self.any(|a| a.starts_with("cfg_attr("))
    }

    /// Whether the item depends on the system or the processor.
    pub(super) fn platform_bound(&self) -> bool {
        const WORDS: &[&str] = &["windows", "unix", "miri", "wasm"];
        self.conditions().any(|condition| {
            condition.split(['(', ')', ',', '=']).any(|word| WORDS.contains(&word) || word.starts_with("target_"))
        })
    }

    /// `#[test]`, and attributes of test libraries that make a test of a function.
    pub(super) fn makes_test(&self) -> bool {
        self.any(|attribute| {
            let name = attribute.split(['(', '=']).next().unwrap_or(attribute);
            name == "test" || name.ends_with("::test")
        })
    }

    pub(super) fn ignored(&self) -> bool {
        self.any(|attribute| attribute == "ignore" || attribute.starts_with("ignore="))
    }

    pub(super) fn should_panic(&self) -> bool {
        self.any(|attribute| matches!(attribute.strip_prefix("should_panic"), Some(rest) if rest.is_empty() || rest.starts_with(['(', '='])))
    }
}

/// The inside of an attribute without white space (of its strings neither, which nobody looks at).
fn content(attribute: &str, open: &str) -> String {
    let dense: String = attribute.chars().filter(|c| !c.is_whitespace()).collect();
    dense.strip_prefix(open).unwrap_or(&dense).trim_end_matches(']').to_owned()
}

//! Test cases of RSpec, Minitest and test-unit suites.

use tree_sitter::Node;

use crate::StaticTest;
use crate::grammar::Parsed;
use crate::tree::{Flow, Place, Visitor, field, line_of, named_children, text_of, walk};

pub(super) fn test_cases(suite: &Parsed<'_>) -> Vec<StaticTest> {
    let mut search = Search { text: suite.text, open: Vec::new(), found: Vec::new() };
    walk(suite.root(), &mut search);
    search.found
}

/// Something around an example that decides on its name or on whether it runs.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Around {
    /// `describe` and the like, with its own part of the full description.
    Group { description: Vec<Part>, skipped: bool, exact: bool },
    /// A shared group: its examples run where it is included, under other names.
    Shared,
    /// A loop, a method or the like: how often and under what name its examples run is not written down.
    Computed,
    /// A class, with its name and whether it is a test class.
    Class { name: String, of_tests: bool },
}

/// A part of a description; constants are joined to what follows without a space when that begins with `#` or `.`.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Part {
    text: String,
    is_constant: bool,
}

struct Search<'t, 's> {
    text: &'s str,
    open: Vec<(Node<'t>, Around)>,
    found: Vec<StaticTest>,
}

const GROUPS: &[&str] = &[
    "describe",
    "context",
    "feature",
    "example_group",
    "fdescribe",
    "fcontext",
    "ffeature",
    "xdescribe",
    "xcontext",
    "xfeature",
];
const SHARED: &[&str] = &["shared_examples", "shared_examples_for", "shared_context"];
const EXAMPLES: &[&str] = &[
    "it",
    "specify",
    "example",
    "its",
    "scenario",
    "focus",
    "fit",
    "fspecify",
    "fexample",
    "fscenario",
    "xit",
    "xspecify",
    "xexample",
    "xscenario",
    "skip",
    "pending",
];
/// Blocks inside a group that hold no examples of their own.
const HOOKS: &[&str] = &["before", "after", "around", "let", "let!", "subject", "subject!", "setup", "teardown"];

impl<'t> Visitor<'t> for Search<'t, '_> {
    fn enter(&mut self, place: &Place<'t, '_>) -> Flow {
        let node = place.node;
        match node.kind() {
            "call" => return self.call(node),
            "class" | "module" => {
                let name = field(node, "name").map_or("", |name| text_of(name, self.text)).to_owned();
                let superclass = field(node, "superclass").map_or("", |parent| text_of(parent, self.text));
                let of_tests = ["Test", "Spec"].iter().any(|word| superclass.contains(word));
                self.open.push((node, Around::Class { name, of_tests }));
            }
            "method" => {
                self.method(node);
                self.open.push((node, Around::Computed));
            }
            "while" | "until" | "for" | "if" | "unless" => self.open.push((node, Around::Computed)),
            _ => {}
        }
        Flow::Into
    }

    fn leave(&mut self, place: &Place<'t, '_>) {
        if self.open.last().is_some_and(|(node, _)| *node == place.node) {
            self.open.pop();
        }
    }
}

impl<'t> Search<'t, '_> {
    fn call(&mut self, node: Node<'t>) -> Flow {
        let word = field(node, "method").map_or("", |name| text_of(name, self.text));
        let block = field(node, "block");
        let bare = field(node, "receiver").is_none();
        let of_rspec =
            field(node, "receiver").is_some_and(|receiver| matches!(text_of(receiver, self.text), "RSpec" | "::RSpec"));
        if (bare || of_rspec) && GROUPS.contains(&word) {
            if block.is_some() {
                let (description, exact) = self.description(node);
                let skipped = word.starts_with('x') || self.has_skip_metadata(node);
                self.open.push((node, Around::Group { description, skipped, exact }));
            }
        } else if (bare || of_rspec) && SHARED.contains(&word) {
            self.open.push((node, Around::Shared));
        } else if bare && EXAMPLES.contains(&word) && self.is_in_group() {
            self.example(node, word, block);
            return Flow::Skip;
        } else if bare && HOOKS.contains(&word) {
            return Flow::Skip;
        } else if block.is_some() {
            self.open.push((node, Around::Computed));
        }
        Flow::Into
    }

    fn is_in_group(&self) -> bool {
        self.open.iter().any(|(_, around)| matches!(around, Around::Group { .. } | Around::Shared))
    }

    fn example(&mut self, node: Node<'t>, word: &str, block: Option<Node<'t>>) {
        if self.open.iter().any(|(_, around)| *around == Around::Shared) {
            return;
        }
        let (mut parts, mut exact) = (Vec::new(), true);
        let mut skipped = word.starts_with('x') || matches!(word, "skip" | "pending");
        for (_, around) in &self.open {
            match around {
                Around::Group { description, skipped: all, exact: named } => {
                    parts.extend(description.iter().cloned());
                    skipped |= all;
                    exact &= named;
                }
                // A constant may mean another one inside a module.
                Around::Class { .. } | Around::Computed => exact = false,
                Around::Shared => {}
            }
        }
        let (own, named) = self.description(node);
        exact &= named && !own.is_empty() && word != "its";
        let mut name = joined(&parts);
        let own = joined(&own);
        if !name.is_empty() && !own.is_empty() {
            name.push(' ');
        }
        name.push_str(&own);
        let line = line_of(node);
        if own.is_empty() {
            let separator = if name.is_empty() { "" } else { " " };
            name = format!("{name}{separator}(line {line})");
        }
        skipped |=
            block.is_none() || self.has_skip_metadata(node) || block.is_some_and(|block| self.begins_with_skip(block));
        self.found.push(StaticTest { name, line, skipped, exact });
    }

    /// `def test_x` of a test class.
    fn method(&mut self, node: Node<'t>) {
        let name = field(node, "name").map_or("", |name| text_of(name, self.text));
        let Some((_, Around::Class { of_tests: true, .. })) = self.open.last() else { return };
        if !name.starts_with("test_") {
            return;
        }
        let classes: Vec<&str> = self
            .open
            .iter()
            .filter_map(|(_, around)| match around {
                Around::Class { name, .. } => Some(name.as_str()),
                _ => None,
            })
            .collect();
        let exact = classes.len() == self.open.len();
        let name = format!("{}#{name}", classes.join("::"));
        let skipped = field(node, "body").is_some_and(|body| self.begins_with_skip(body));
        self.found.push(StaticTest { name, line: line_of(node), skipped, exact });
    }

    /// The texts and constants at the beginning of the arguments, and whether they are all written out.
    fn description(&self, call: Node<'t>) -> (Vec<Part>, bool) {
        let mut parts = Vec::new();
        for argument in field(call, "arguments").map(named_children).unwrap_or_default() {
            match argument.kind() {
                "string" => {
                    let pieces = named_children(argument);
                    if !pieces.iter().all(|piece| piece.kind() == "string_content") {
                        return (parts, false);
                    }
                    let text: String = pieces.iter().map(|piece| text_of(*piece, self.text)).collect();
                    parts.push(Part { text, is_constant: false });
                }
                "constant" | "scope_resolution" => {
                    let text = text_of(argument, self.text).trim_start_matches("::").to_owned();
                    parts.push(Part { text, is_constant: true });
                }
                // Metadata come last.
                "pair" | "hash" | "simple_symbol" | "hash_splat_argument" | "block_argument" => break,
                _ => return (parts, false),
            }
        }
        (parts, true)
    }

    /// `:skip`, `skip: true`, `skip: "why"`; the same with `pending` and with `if: false`-like conditions left alone.
    fn has_skip_metadata(&self, call: Node<'t>) -> bool {
        let is_word = |node: Node<'_>| matches!(super::literal_name(node, self.text), Some("skip" | "pending"));
        field(call, "arguments").map(named_children).unwrap_or_default().into_iter().any(|argument| {
            match argument.kind() {
                "simple_symbol" => is_word(argument),
                "pair" => {
                    field(argument, "key").is_some_and(is_word)
                        && field(argument, "value").is_some_and(|value| !matches!(value.kind(), "false" | "nil"))
                }
                _ => false,
            }
        })
    }

    /// Whether a statement of the body itself, under no condition, is `skip` or `pending`.
    fn begins_with_skip(&self, body: Node<'t>) -> bool {
        let statements = field(body, "body").map_or_else(|| named_children(body), named_children);
        statements.into_iter().any(|statement| {
            let word = match statement.kind() {
                "identifier" => Some(statement),
                "call" if field(statement, "receiver").is_none() && field(statement, "block").is_none() => {
                    field(statement, "method")
                }
                _ => None,
            };
            word.is_some_and(|word| matches!(text_of(word, self.text), "skip" | "pending" | "omit"))
        })
    }
}

/// The parts as RSpec joins them.
fn joined(parts: &[Part]) -> String {
    let mut text = String::new();
    let mut after_constant = false;
    for part in parts {
        let close = after_constant && ["#", "::", "."].iter().any(|mark| part.text.starts_with(mark));
        if !text.is_empty() && !close {
            text.push(' ');
        }
        text.push_str(&part.text);
        after_constant = part.is_constant;
    }
    text
}

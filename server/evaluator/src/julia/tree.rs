//! The few questions about a suite's syntax tree that only placement and the signals ask.

use tree_sitter::{Node, Parser, Tree};

/// Parses Julia text; `None` only when the grammar cannot be set up. A text with mistakes still gives a tree.
pub(super) fn parse(text: &str) -> Option<Tree> {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_julia::LANGUAGE.into()).ok()?;
    parser.parse(text, None)
}

/// Calls `visit` for every named node, parents first; children are left out when it returns `false`.
pub(super) fn walk<'tree>(node: Node<'tree>, visit: &mut dyn FnMut(Node<'tree>) -> bool) {
    // An own stack, because suites may be nested more deeply than the thread's.
    let mut stack = vec![node];
    while let Some(node) = stack.pop() {
        if visit(node) {
            let first = stack.len();
            stack.extend(children(node));
            stack[first..].reverse();
        }
    }
}

/// Named children.
pub(super) fn children(node: Node<'_>) -> Vec<Node<'_>> {
    node.named_children(&mut node.walk()).collect()
}

/// The text of a node.
pub(super) fn source<'text>(node: Node<'_>, text: &'text str) -> &'text str {
    text.get(node.byte_range()).unwrap_or_default()
}

/// 1-based line of a node.
pub(super) fn line(node: Node<'_>) -> usize {
    node.start_position().row + 1
}

/// The written callee of a call: `Pkg.activate`.
pub(super) fn callee<'text>(node: Node<'_>, text: &'text str) -> Option<&'text str> {
    matches!(node.kind(), "call_expression" | "broadcast_call_expression")
        .then(|| node.named_child(0).map(|callee| source(callee, text)))?
}

/// The name of a macro call: `@testset`, `Test.@test` gives `@test`.
pub(super) fn macro_name<'text>(node: Node<'_>, text: &'text str) -> Option<&'text str> {
    if node.kind() != "macrocall_expression" {
        return None;
    }
    children(node).into_iter().find(|child| child.kind() == "macro_identifier").map(|name| source(name, text))
}

/// A `using` or `import`, taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Import<'text> {
    /// `Dates`, `.Dates`, `Base.Iterators`, as written.
    pub module: &'text str,
    /// Where `module` stands, in bytes.
    pub range: std::ops::Range<usize>,
    pub line: usize,
    /// Names behind the colon; `None` when there is none.
    pub names: Option<Vec<&'text str>>,
    /// Whether it is `using`.
    pub is_using: bool,
}

/// All `using` and `import` statements.
pub(super) fn imports<'text>(tree: &Tree, text: &'text str) -> Vec<Import<'text>> {
    let mut found = Vec::new();
    walk(tree.root_node(), &mut |node| {
        if !matches!(node.kind(), "using_statement" | "import_statement") {
            return true;
        }
        let is_using = node.kind() == "using_statement";
        for part in children(node) {
            let (module, names) = match part.kind() {
                "selected_import" => {
                    let inner = children(part);
                    let Some((module, names)) = inner.split_first() else { continue };
                    let name = |name: &Node<'_>| {
                        let name = if name.kind() == "import_alias" { children(*name).last().copied()? } else { *name };
                        Some(source(name, text))
                    };
                    (*module, Some(names.iter().filter_map(name).collect()))
                }
                "import_alias" => match part.named_child(0) {
                    Some(module) => (module, Some(Vec::new())),
                    None => continue,
                },
                _ => (part, None),
            };
            let (module, range) = (source(module, text), module.byte_range());
            found.push(Import { module, range, line: line(part), names, is_using });
        }
        false
    });
    found
}

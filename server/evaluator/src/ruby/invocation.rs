//! Whether a suite calls the focal method, also under another name that its own class gives it.

use domain::{FocalFunction, Language};
use tree_sitter::{Node, Tree};

use super::tree::{parse, source, symbol, walk};

/// Whether the suite calls the method by its name or by an alias.
pub(super) fn invokes(suite: &str, focal: &FocalFunction, file_text: &str) -> bool {
    let by = |name: &str| {
        let qualified = focal.qualified_name.strip_suffix(&focal.name).map(|head| format!("{head}{name}"));
        let renamed = FocalFunction {
            name: name.to_owned(),
            qualified_name: qualified.unwrap_or_else(|| focal.qualified_name.clone()),
            ..focal.clone()
        };
        syntax::invokes(Language::Ruby, suite, &renamed)
    };
    syntax::invokes(Language::Ruby, suite, focal)
        || parse(file_text).is_some_and(|tree| aliases(&tree, file_text, focal).iter().any(|name| by(name)))
}

/// Other names of the focal method: `alias`, `alias_method`, and what hands on to it in its own class.
fn aliases(tree: &Tree, text: &str, focal: &FocalFunction) -> Vec<String> {
    let Some(class) = class_around(tree, focal) else { return Vec::new() };
    let mut names = Vec::new();
    walk(class, &mut |node| {
        match node.kind() {
            "alias" => {
                let name = |field| node.child_by_field_name(field).and_then(|name| symbol_or_name(name, text));
                if let (Some(new), Some(old)) = (name("name"), name("alias"))
                    && old == focal.name
                {
                    names.push(new);
                }
            }
            "call" => names.extend(named_by_call(node, text, &focal.name)),
            _ => {}
        }
        // A class inside has methods of its own.
        node == class || !matches!(node.kind(), "class" | "module")
    });
    names
}

/// `alias_method :new, :old` and `def_delegator :target, :old, :new`; `delegate` and `def_delegators` keep the name.
fn named_by_call(call: Node<'_>, text: &str, old: &str) -> Option<String> {
    let method = source(call.child_by_field_name("method")?, text);
    let list = call.child_by_field_name("arguments")?;
    let mut cursor = list.walk();
    let names: Vec<_> = list.named_children(&mut cursor).map(|node| symbol(node, text)).collect();
    let (("alias_method", [new, from]) | ("def_delegator" | "def_instance_delegator", [_, from, new])) =
        (method, names.as_slice())
    else {
        return None;
    };
    (from.as_deref() == Some(old)).then(|| new.clone()).flatten()
}

fn symbol_or_name(node: Node<'_>, text: &str) -> Option<String> {
    symbol(node, text).or_else(|| Some(source(node, text).to_owned()))
}

/// The innermost class or module around the focal method.
fn class_around<'tree>(tree: &'tree Tree, focal: &FocalFunction) -> Option<Node<'tree>> {
    let (first, last) = (focal.start_line as usize, focal.end_line as usize);
    let mut found = None;
    walk(tree.root_node(), &mut |node| {
        let around = node.start_position().row < first && node.end_position().row + 1 >= last;
        if around && matches!(node.kind(), "class" | "module" | "singleton_class") {
            found = Some(node);
        }
        around
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruby::fixtures;

    const FILE: &str = "module Hashie\n  class Rash\n    def all(query)\n      query\n    end\n    alias every all\n    \
                        alias_method :each_match, :all\n    def_delegator :self, :all, :list\n    alias other some\n    \
                        class Inner\n      alias hidden all\n    end\n  end\nend\n";

    fn focal() -> FocalFunction {
        FocalFunction {
            name: "all".to_owned(),
            qualified_name: "Hashie::Rash#all".to_owned(),
            class_name: "Rash".to_owned(),
            start_line: 3,
            end_line: 5,
            ..fixtures::focal()
        }
    }

    #[test]
    fn aliases_of_the_same_class_count_as_calls() {
        assert_eq!(aliases(&parse(FILE).unwrap(), FILE, &focal()), ["every", "each_match", "list"]);
        for (suite, calls) in [
            ("it { expect(Hashie::Rash.new.all(1)).to eq 1 }", true),
            ("it { expect(Hashie::Rash.new.every(1)).to eq 1 }", true),
            ("it { expect(Hashie::Rash.new.each_match(1)).to eq 1 }", true),
            ("it { expect(Hashie::Rash.new.list(1)).to eq 1 }", true),
            ("it { expect(Hashie::Rash.new.other(1)).to eq 1 }", false),
            ("it { expect(Hashie::Rash.new.hidden(1)).to eq 1 }", false),
        ] {
            assert_eq!(invokes(suite, &focal(), FILE), calls, "{suite}");
        }
    }
}

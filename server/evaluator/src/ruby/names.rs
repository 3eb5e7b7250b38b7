//! Which tests of a suite can be named without running it, in the words in which the runner reports them.
//!
//! A pass needs a final record for each name given here, so only tests that the framework surely registers
//! count: an example whose description is one plain string literal and that stands under nothing but groups, all of
//! them without metadata (which may filter), or a `test_` method of a class of Minitest or Test::Unit at the top of the
//! file. Everything else
//! (loops, conditions, shared examples) is covered by the number of tests that the framework announces after loading.
//! The same holds for a suite that sets RSpec's filters (`filter_run focus: true`), and for `test_` methods of a class
//! that hides methods (`private`).

use std::collections::BTreeMap;

use tree_sitter::{Node, Tree};

use super::placement::Framework;
use super::tree::{literal, source, walk};

const GROUPS: [&str; 3] = ["describe", "context", "feature"];
const EXAMPLES: [&str; 7] = ["it", "specify", "example", "scenario", "xit", "fit", "pending"];

/// Longest name in bytes that is asked for; the runner cuts names to 300 characters.
const LONGEST: usize = 200;

/// Methods of RSpec's configuration by which a suite decides itself which examples run.
const FILTERS: [&str; 4] = ["filter_run", "inclusion_filter", "exclusion_filter", "only_failures"];

/// Calls after which a method of a class may not be one that Minitest sees.
const HIDING: [&str; 4] = ["private", "protected", "undef_method", "remove_method"];

/// Names that occur once.
pub(super) fn static_names(tree: &Tree, text: &str, framework: Framework) -> Vec<String> {
    let mut names = Vec::new();
    if framework == Framework::Rspec && sets_filters(tree, text) {
        return names;
    }
    let mut uses: BTreeMap<String, usize> = BTreeMap::new();
    walk(tree.root_node(), &mut |node| {
        if let Some((name, certain)) = named_test(node, text, framework) {
            *uses.entry(name.clone()).or_default() += 1;
            if certain {
                names.push(name);
            }
        }
        true
    });
    names.retain(|name| name.len() <= LONGEST && uses.get(name) == Some(&1) && is_reported_as_written(name));
    names
}

/// Whether the runner reports a description in the same characters: it strips the ends, and what Ruby makes of a
/// backslash depends on the kind of literal.
fn is_reported_as_written(name: &str) -> bool {
    !name.is_empty() && name.trim() == name && !name.contains(|c: char| c == '\\' || c.is_control())
}

/// Whether the suite sets filters anywhere.
fn sets_filters(tree: &Tree, text: &str) -> bool {
    let mut found = false;
    walk(tree.root_node(), &mut |node| {
        found |= node.kind() == "identifier" && FILTERS.iter().any(|filter| source(node, text).starts_with(filter));
        !found
    });
    found
}

/// Whether a class calls anything that takes methods away from Minitest.
fn hides_methods(class: Node<'_>, text: &str) -> bool {
    let mut found = false;
    walk(class, &mut |node| {
        found |= node.kind() == "undef" || node.kind() == "identifier" && HIDING.contains(&source(node, text));
        !found
    });
    found
}

/// The name of a test, and whether it is surely registered.
fn named_test(node: Node<'_>, text: &str, framework: Framework) -> Option<(String, bool)> {
    match framework {
        Framework::Rspec => {
            let (method, arguments) = call(node, text)?;
            if !EXAMPLES.contains(&method) || node.child_by_field_name("receiver").is_some() {
                return None;
            }
            let name = literal(*arguments.first()?, text)?;
            Some((name, arguments.len() == 1 && ancestors(node).all(|parent| is_group(parent, text))))
        }
        Framework::Minitest | Framework::TestUnit => {
            let base = if framework == Framework::Minitest { "Minitest::" } else { "Test::Unit::" };
            let name = (node.kind() == "method").then(|| node.child_by_field_name("name"))?;
            let name = source(name?, text);
            let class = ancestors(node).find(|parent| parent.kind() == "class")?;
            let class_name = source(class.child_by_field_name("name")?, text);
            let inherits = class
                .child_by_field_name("superclass")
                .is_some_and(|superclass| source(superclass, text).contains(base));
            if !name.starts_with("test_") || !inherits {
                return None;
            }
            let certain = ancestors(node).count() == 1 && !hides_methods(class, text);
            Some((format!("{class_name}#{name}"), certain))
        }
    }
}

/// Enclosing nodes that decide whether, and how often, a node is evaluated; plain sequences are left out.
fn ancestors(node: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let is_plain =
        |node: &Node<'_>| matches!(node.kind(), "program" | "body_statement" | "block_body" | "do_block" | "block");
    std::iter::successors(node.parent(), Node::parent).filter(move |parent| !is_plain(parent))
}

/// Whether a node is a group without metadata: `describe Thing, "text" do`.
fn is_group(node: Node<'_>, text: &str) -> bool {
    let Some((method, arguments)) = call(node, text) else { return false };
    let receiver = node.child_by_field_name("receiver").map(|receiver| source(receiver, text));
    GROUPS.contains(&method)
        && matches!(receiver, None | Some("RSpec" | "::RSpec"))
        && arguments.iter().all(|argument| matches!(argument.kind(), "string" | "constant" | "scope_resolution"))
}

/// Method and arguments of a call.
fn call<'tree, 'text>(node: Node<'tree>, text: &'text str) -> Option<(&'text str, Vec<Node<'tree>>)> {
    if node.kind() != "call" {
        return None;
    }
    let method = source(node.child_by_field_name("method")?, text);
    let arguments = node.child_by_field_name("arguments").map(|list| {
        let mut cursor = list.walk();
        list.named_children(&mut cursor).collect::<Vec<_>>()
    });
    Some((method, arguments.unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruby::tree::parse;

    fn names(text: &str, framework: Framework) -> Vec<String> {
        static_names(&parse(text).unwrap(), text, framework)
    }

    #[test]
    fn examples_under_plain_groups() {
        let suite = "RSpec.describe Hashie::Mash, 'x' do\n  let(:a) { 1 }\n  context('when') do\n    it 'one' do\n    end\n\
                     it(\"two\") { }\n    specify 'three'\n    xit 'four' do\n    end\n  end\nend\nit 'five' do\nend\n";
        assert_eq!(names(suite, Framework::Rspec), ["one", "two", "three", "four", "five"]);
    }

    #[test]
    fn what_may_not_be_registered_is_not_asked_for() {
        for suite in [
            "describe 'x' do\n  it { }\nend",
            "describe 'x' do\n  it \"a #{b}\" do\n  end\nend",
            "describe 'x' do\n  it 'a', :slow do\n  end\nend",
            "describe 'x', if: false do\n  it 'a' do\n  end\nend",
            "xdescribe 'x' do\n  it 'a' do\n  end\nend",
            "describe 'x' do\n  it 'a' do\n  end if Foo\nend",
            "describe 'x' do\n  if Foo\n    it 'a' do\n    end\n  end\nend",
            "describe 'x' do\n  [1].each do\n    it 'a' do\n    end\n  end\nend",
            "shared_examples 'x' do\n  it 'a' do\n  end\nend",
            "describe 'x' do\n  it 'a' do\n  end\n  context 'y' do\n    it 'a' do\n    end\n  end\nend",
            "def helper\n  it 'a' do\n  end\nend",
            "page.it 'a'",
            "RSpec.configure { |c| c.filter_run_when_matching :focus }\ndescribe 'x' do\n  fit 'a' do\n  end\n  it 'b' do\n  end\nend",
            "RSpec.configure do |c|\n  c.filter_run focus: true\nend\ndescribe 'x' do\n  it 'a' do\n  end\nend",
            "RSpec.configure { |c| c.exclusion_filter = { slow: true } }\ndescribe 'x' do\n  it 'a' do\n  end\nend",
        ] {
            assert_eq!(names(suite, Framework::Rspec), Vec::<String>::new(), "{suite}");
        }
    }

    #[test]
    fn descriptions_that_are_reported_in_other_characters_are_not_asked_for() {
        for suite in [r"it ' a' do; end", r"it 'a ' do; end", r"it ' ' do; end", r"it '' do; end", r"it 'a\'b' do; end"]
        {
            assert_eq!(names(suite, Framework::Rspec), Vec::<String>::new(), "{suite}");
        }
        assert_eq!(names("it 'a  b' do; end\nit \"é 🎉\" do; end", Framework::Rspec), ["a  b", "é 🎉"]);
    }

    #[test]
    fn methods_that_minitest_may_not_see_are_not_asked_for() {
        for hiding in
            ["  private\n", "  protected\n", "  private :test_a\n", "  undef test_a\n", "  undef_method :test_a\n"]
        {
            let suite = format!("class A < Minitest::Test\n{hiding}  def test_a\n  end\nend\n");
            assert_eq!(names(&suite, Framework::Minitest), Vec::<String>::new(), "{suite}");
        }
    }

    #[test]
    fn test_methods_of_top_level_classes() {
        let suite = "class A < Minitest::Test\n  def setup; end\n  def test_a\n  end\n  def test_b = 1\nend\n\
                     module M\n  class B < Minitest::Test\n    def test_c\n    end\n  end\nend\n\
                     class C\n  def test_d\n  end\nend\n";
        assert_eq!(names(suite, Framework::Minitest), ["A#test_a", "A#test_b"]);
    }
}

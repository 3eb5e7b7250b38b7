//! The Ruby rows of the conformance table of the reference's invocation check (xrepotest.md §3.6), and where ours differs.

use domain::{FocalFunction, Language};
use syntax::invokes;

/// A focal method by its qualified name; its outermost name is a module, the last a class.
fn focal(qualified: &str) -> FocalFunction {
    let (class_name, name) = qualified.split_once('#').or_else(|| qualified.split_once('.')).unwrap_or(("", qualified));
    FocalFunction {
        name: name.to_owned(),
        qualified_name: qualified.to_owned(),
        path: "lib/shop.rb".to_owned(),
        start_line: 1,
        end_line: 1,
        source: String::new(),
        signature: String::new(),
        class_name: class_name.to_owned(),
        package: class_name.rsplit_once("::").map_or("", |(module, _)| module).to_owned(),
    }
}

fn in_example(body: &str) -> String {
    format!("RSpec.describe Shop::Cart do\n  it 'x' do\n    {body}\n  end\nend\n")
}

fn check(focal_name: &str, suite: &str, expected: bool) {
    assert_eq!(invokes(Language::Ruby, suite, &focal(focal_name)), expected, "{focal_name} in:\n{suite}");
}

#[test]
fn rows_of_the_reference_table() {
    // (body, focal, the reference's answer, ours)
    let rows = [
        ("A.new(1)", "A#initialize", false, true),
        ("foo", "Shop::Cart#foo", true, true),
        ("foo = 1; foo", "Shop::Cart#foo", true, false),
        ("[1].each { |foo| foo }", "Shop::Cart#foo", true, false),
        ("o.send(:foo)", "Shop::Cart#foo", false, true),
        ("expect(o).to be_ok", "Shop::Cart#ok?", false, true),
        ("o.name = 1", "Shop::Cart#name=", false, true),
        ("o[1]", "Shop::Cart#[]", false, true),
        ("a == b", "Shop::Cart#==", false, true),
        ("allow(o).to receive(:foo)", "Shop::Cart#foo", false, false),
    ];
    for (body, name, _reference, ours) in rows {
        check(name, &in_example(body), ours);
    }
}

#[test]
fn calls() {
    for (body, expected) in [
        ("cart.foo", true),
        ("cart&.foo(1)", true),
        ("Shop::Cart.new.foo 1", true),
        ("expect { cart.foo }.to raise_error", true),
        ("expect(cart.foo).to eq 1", true),
        ("\"#{cart.foo}\"", true),
        ("puts <<~X\n    #{cart.foo}\n    X", true),
        ("cart.public_send('foo', 1)", true),
        ("cart.method(:foo).call", true),
        ("carts.map(&:foo)", true),
        ("cart.foo += 1", true),
        ("its(:foo) { is_expected.to eq 1 }", true),
        ("expect(cart).to have_attributes(foo: 1)", true),
        ("expect { x }.to change(cart, :foo)", true),
        ("foo(1)", true),
        ("self.foo", true),
        ("cart.foo = 1", false),
        ("cart.foos", false),
        ("'cart.foo'", false),
        ("# cart.foo", false),
        ("expect(cart).to receive(:foo).and_return(1)", false),
        ("cart.respond_to?(:foo)", false),
        ("instance_double(Shop::Cart, foo: 1)", false),
        ("[1, 2].foo", false),
        ("File.foo", false),
        ("Shop::Cart.foo", false),
        ("described_class.foo", false),
        ("bar { |x, (foo, y)| foo }", false),
        ("begin; rescue => foo; foo; end", false),
        ("foo, b = 1, 2; foo", false),
        ("->(foo) { foo }", false),
        ("foo = 1; def helper; end; foo", false),
    ] {
        check("Shop::Cart#foo", &in_example(body), expected);
    }
    let with_let = "describe 'x' do\n  let(:foo) { 1 }\n  it('y') { expect(foo).to eq 1 }\nend\n";
    check("Shop::Cart#foo", with_let, false);
    let with_helper = "describe 'x' do\n  def foo; 1; end\n  it('y') { expect(foo).to eq 1 }\nend\n";
    check("Shop::Cart#foo", with_helper, false);
}

#[test]
fn singleton_methods() {
    for (body, expected) in [
        ("Shop::Cart.load(1)", true),
        ("Cart.load 1", true),
        ("described_class.load", true),
        ("described_class.public_send(:load)", true),
        ("subject.load", true),
        ("YAML.load('x')", false),
        ("load 'x'", false),
    ] {
        check("Shop::Cart.load", &in_example(body), expected);
    }
}

#[test]
fn constructors() {
    for (body, expected) in [
        ("Shop::Cart.new", true),
        ("described_class.new(1)", true),
        ("Shop::BigCart.new", true),
        ("StringIO.new", false),
        ("Other.new", false),
    ] {
        check("Shop::Cart#initialize", &in_example(body), expected);
    }
    check("Shop::Cart#initialize", "class Mine < Shop::Cart\nend\nMine.new\n", true);
    check("Shop::Cart#initialize", "class Mine\nend\nMine.new\n", false);
}

#[test]
fn operators_and_conversions() {
    for (name, body, expected) in [
        ("Shop::Cart#[]=", "cart[1] = 2", true),
        ("Shop::Cart#[]", "cart[1] = 2", false),
        ("Shop::Cart#[]", "cart[1] ||= 2", true),
        ("Shop::Cart#[]=", "cart[1] ||= 2", true),
        ("Shop::Cart#==", "a != b", true),
        ("Shop::Cart#==", "expect(a).to eq(b)", true),
        ("Shop::Cart#==", "1 == b", false),
        ("Shop::Cart#<=>", "a < b", true),
        ("Shop::Cart#-@", "-cart", true),
        ("Shop::Cart#!", "not cart", true),
        ("Shop::Cart#call", "cart.(1)", true),
        ("Shop::Cart#to_s", "\"#{cart}\"", true),
        ("Shop::Cart#each", "for x in cart do end", true),
        ("Shop::Cart#each", "cart.map { |x| x }", true),
        ("Shop::Cart#key?", "expect(cart).to include(:a)", true),
        ("Shop::Cart#has_item?", "expect(cart).to have_item(1)", true),
        ("Shop::Cart#kind?", "expect(cart).to be_a_kind", true),
        ("Shop::Cart#ok?", "assert_predicate cart, :ok?", true),
        ("Shop::Cart#<", "assert_operator a, :<, b", true),
        ("Shop::Cart#+", "carts.inject(:+)", true),
        ("Shop::Cart#initialize_copy", "cart.dup", true),
        ("Shop::Cart#method_missing", "cart.anything", true),
        ("Shop::Cart#to", "expect(x).to eq 1", false),
        ("Shop::Cart#include", "expect([1]).to include(1)", false),
    ] {
        check(name, &in_example(body), expected);
    }
}

#[test]
fn modules_may_be_mixed_into_anything() {
    let mut module = focal("Shop::Helpers#price");
    module.package.clone_from(&module.class_name);
    for (body, expected) in [("Shop.price(1)", true), ("described_class.price", true), ("Math.price", false)] {
        assert_eq!(invokes(Language::Ruby, &in_example(body), &module), expected, "{body}");
    }
}

#[test]
fn top_level_methods() {
    check("foo", "it('x') { expect(foo(1)).to eq 2 }", true);
    check("foo", "foo = 3\nit('x') { foo }", false);
}

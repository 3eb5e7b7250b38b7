//! The control mutant of a Ruby method.

use domain::Language;
use syntax::{ControlError, control_mutant_ruby, focal_functions, parses};

const RAISE: &str = "::Kernel.raise(::Class.new(::Exception), 'assay: control')";

fn mutant(text: &str) -> Result<String, ControlError> {
    let focal = focal_functions(Language::Ruby, text, "a.rb").into_iter().next().unwrap().focal;
    control_mutant_ruby(text, &focal)
}

#[test]
fn every_way_to_write_a_method() {
    for (text, expected) in [
        ("def foo\n  1\nend\n", "def foo; R;\n  1\nend\n"),
        ("def foo(a, b = 1)\n  a\nend\n", "def foo(a, b = 1); R;\n  a\nend\n"),
        ("def foo a, b\n  a\nend\n", "def foo a, b; R;\n  a\nend\n"),
        ("def foo(a) # why\n  a\nend\n", "def foo(a); R; # why\n  a\nend\n"),
        ("def foo(\n  a:,\n  b:\n)\n  a\nend\n", "def foo(\n  a:,\n  b:\n); R;\n  a\nend\n"),
        ("def foo; 1; end\n", "def foo; R;; 1; end\n"),
        ("def foo(a) a end\n", "def foo(a); R; a end\n"),
        ("def foo; end\n", "def foo; R;; end\n"),
        ("def foo(a) = a + 1\n", "def foo(a) = (R; a + 1)\n"),
        ("def foo = bar rescue 1\n", "def foo = (R; bar rescue 1)\n"),
        ("def ==(o)\n  true\nend\n", "def ==(o); R;\n  true\nend\n"),
        ("def x=(v)\n  @x = v\nend\n", "def x=(v); R;\n  @x = v\nend\n"),
        ("class A\n  def self.foo(a)\n    a\n  end\nend\n", "class A\n  def self.foo(a); R;\n    a\n  end\nend\n"),
        ("class A\n  private def foo\n  end\nend\n", "class A\n  private def foo; R;\n  end\nend\n"),
        // Its own handlers must not catch the control.
        (
            "def foo\n  bar\nrescue Exception => e\n  1\nensure\n  close\nend\n",
            "def foo; R; begin;\n  bar\nrescue Exception => e\n  1\nensure\n  close\nend; end\n",
        ),
        ("def foo\n  <<~X\n    end\n  X\nend\n", "def foo; R;\n  <<~X\n    end\n  X\nend\n"),
    ] {
        let made = mutant(text).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(made, expected.replace('R', RAISE), "{text}");
        assert_eq!(made.lines().count(), text.lines().count(), "{text}");
        assert!(parses(Language::Ruby, &made).is_ok(), "{made}");
    }
}

#[test]
fn only_the_focal_method_changes() {
    let text =
        "class A\n  def foo\n    1\n  end\n  def bar\n    2\n  end\nend\nclass B\n  def foo\n    3\n  end\nend\n";
    let focal = focal_functions(Language::Ruby, text, "a.rb").remove(2).focal;
    assert_eq!(focal.qualified_name, "B#foo");
    let made = control_mutant_ruby(text, &focal).unwrap();
    let changed: Vec<usize> =
        text.lines().zip(made.lines()).zip(1..).filter(|((a, b), _)| a != b).map(|(_, n)| n).collect();
    assert_eq!(changed, [10]);
}

#[test]
fn refusals() {
    let focal = focal_functions(Language::Ruby, "def foo\n  1\nend\n", "a.rb").remove(0).focal;
    assert!(matches!(control_mutant_ruby("def bar\n  1\nend\n", &focal), Err(ControlError::NotFound { .. })));
    assert!(matches!(control_mutant_ruby("", &focal), Err(ControlError::NotFound { .. })));
    assert!(control_mutant_ruby("def foo\n  1 +\nend\n", &focal).is_err());
}

//! Methods of Ruby files, their owners and visibility, and the filter rules on them.

use domain::Language;
use syntax::{DropReason, ExtractionRules, FoundFunction, Returns, focal_functions};

const FILE: &str = r#"module Shop
  # A cart.
  class Cart < Base
    attr_reader :items

    def initialize(items = [])
      @items = items
    end

    def total(currency: :eur,
              round: true)
      sum = items.sum
      # comment
      round ? sum.round : sum
    end

    def self.load(path)
      return new if path.nil?
      new(File.read(path))
    end

    def name=(v) = @name = v

    def ==(other)
      other.items == items
    end

    class << self
      def build
        new
      end

      private

      def hidden_build; end
    end

    private def secret; end

    def open_one; end

    private

    def closed; end

    public

    def open_two; end

    def open_three; end
    def open_four; end
    private :open_three, "open_four"

    protected
    def guarded; end
    def respond_to_missing?(*); true; end
  end

  class Other::Thing
    define_method(:x) { def inner; end }

    def self.a; end
    def self.b; end
    private_class_method :a
    private_class_method def self.c; end
  end

  module Tools
    module_function

    def price(x)
      x
    end
  end
end

def free(x)
  x
end
"#;

fn found() -> Vec<FoundFunction> {
    focal_functions(Language::Ruby, FILE, "lib/shop.rb")
}

#[test]
fn owners_and_visibility() {
    let listed: Vec<(String, Option<DropReason>)> =
        found().into_iter().map(|f| (f.focal.qualified_name, f.obstacle)).collect();
    let private = Some(DropReason::NotPublic);
    let expected = [
        ("Shop::Cart#initialize", None),
        ("Shop::Cart#total", None),
        ("Shop::Cart.load", None),
        ("Shop::Cart#name=", None),
        ("Shop::Cart#==", None),
        ("Shop::Cart.build", None),
        ("Shop::Cart.hidden_build", private),
        ("Shop::Cart#secret", private),
        ("Shop::Cart#open_one", None),
        ("Shop::Cart#closed", private),
        ("Shop::Cart#open_two", None),
        ("Shop::Cart#open_three", private),
        ("Shop::Cart#open_four", private),
        ("Shop::Cart#guarded", private),
        ("Shop::Cart#respond_to_missing?", None),
        ("Shop::Other::Thing#inner", Some(DropReason::Nested)),
        ("Shop::Other::Thing.a", private),
        ("Shop::Other::Thing.b", None),
        ("Shop::Other::Thing.c", private),
        ("Shop::Tools.price", None),
        ("free", None),
    ];
    let listed: Vec<(&str, Option<DropReason>)> = listed.iter().map(|(name, why)| (name.as_str(), *why)).collect();
    assert_eq!(listed, expected);
}

#[test]
fn details() {
    let all = found();
    let total = &all[1];
    assert_eq!(total.focal.name, "total");
    assert_eq!(total.focal.class_name, "Shop::Cart");
    assert_eq!(total.focal.package, "Shop");
    assert_eq!(total.class_signature, "class Cart < Base");
    assert_eq!(total.focal.signature, "def total(currency: :eur, round: true)");
    assert_eq!((total.focal.start_line, total.focal.end_line), (10, 15));
    assert_eq!(total.code_lines, 5);
    // The `=` is part of the name; the reference's text rule would cut here.
    assert_eq!(all[3].focal.signature, "def name=(v)");
    assert_eq!(all[19].focal.package, "Shop::Tools");
    assert_eq!(all[20].focal.class_name, "");
}

#[test]
fn what_counts_as_returning() {
    for (body, expected) in [
        ("return 1 if x\n@a = 1", Returns::Explicit),
        ("items.each { |i| return i if i.ok? }", Returns::Explicit),
        ("f = lambda { return 1 }\n@a = f", Returns::Nothing),
        ("f = ->(x) { return x }\n@a = f", Returns::Nothing),
        ("x + 1", Returns::LastExpression),
        ("@a ||= compute", Returns::LastExpression),
        ("@a = compute", Returns::Nothing),
        ("h[:a] = 1", Returns::Nothing),
        ("puts x", Returns::Nothing),
        ("raise 'x'", Returns::Nothing),
        ("$stderr.puts x", Returns::Nothing),
        ("items.each { |i| use(i) }", Returns::Nothing),
        ("items.each_with_object({}) { |i, h| h[i] = 1 }", Returns::LastExpression),
        ("while x do y end", Returns::Nothing),
        ("if x then @a = 1 else @b = 2 end", Returns::Nothing),
        ("if x then @a = 1 else b end", Returns::LastExpression),
        ("case x\nwhen 1 then puts 1\nelse 2\nend", Returns::LastExpression),
        ("x if y", Returns::LastExpression),
        ("nil", Returns::Nothing),
        ("", Returns::Nothing),
        ("compute\nrescue => e\n@e = e", Returns::LastExpression),
        ("begin\n@a = 1\nensure\nb\nend", Returns::Nothing),
        ("super", Returns::LastExpression),
        ("def inner\nreturn 1\nend", Returns::Nothing),
    ] {
        let text = format!("class A\n  def m\n{body}\n  end\nend\n");
        assert_eq!(focal_functions(Language::Ruby, &text, "a.rb")[0].returns, expected, "{body}");
    }
}

#[test]
fn rules() {
    let rules = ExtractionRules::for_language(Language::Ruby).unwrap();
    let lines = "    x += 1\n".repeat(7);
    let text = format!("class A\n  def m(x)\n{lines}    x\n  end\nend\n");
    let ten = &focal_functions(Language::Ruby, &text, "lib/a.rb")[0];
    assert_eq!((ten.code_lines, rules.reason(ten)), (10, None));
    let in_specs = &focal_functions(Language::Ruby, &text, "spec/a_helper.rb")[0];
    assert_eq!(rules.reason(in_specs), Some(DropReason::Test));
    let nine = &focal_functions(Language::Ruby, &text.replacen("    x += 1\n", "\n", 1), "lib/a.rb")[0];
    assert_eq!(rules.reason(nine), Some(DropReason::TooShort));
    // The reference's stricter rule is a matter of configuration.
    let reference = ExtractionRules { returns: Returns::Explicit, ..rules };
    assert_eq!(reference.reason(ten), Some(DropReason::NoReturn));
}

#[test]
fn broken_text_never_panics() {
    for text in [
        "class A\n  def m(\nend",
        "def",
        "class A; private def",
        "module",
        "private *",
        "\u{0}",
        "class << self; def a; end",
    ] {
        let _ = focal_functions(Language::Ruby, text, "a.rb");
    }
}

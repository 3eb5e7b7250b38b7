//! The PHP rows of the conformance table of the reference's invocation check (xrepotest.md §3.6), and where ours differs.

use domain::{FocalFunction, Language};
use syntax::invokes;

/// A focal function by its qualified name and head.
fn focal(qualified: &str, signature: &str) -> FocalFunction {
    let (class_name, name) = qualified.split_once("::").unwrap_or(("", qualified));
    let owner = if class_name.is_empty() { name } else { class_name };
    FocalFunction {
        name: name.rsplit('\\').next().unwrap().to_owned(),
        qualified_name: qualified.to_owned(),
        path: "src/Cart.php".to_owned(),
        start_line: 1,
        end_line: 1,
        source: String::new(),
        signature: signature.to_owned(),
        class_name: class_name.to_owned(),
        package: owner.rsplit_once('\\').map_or("", |(namespace, _)| namespace).to_owned(),
    }
}

fn in_test(body: &str) -> String {
    format!(
        "<?php\nnamespace Tests;\nuse Shop\\Cart;\nuse PHPUnit\\Framework\\TestCase;\nclass CartTest extends TestCase {{\n    \
         public function testX(): void {{\n        {body}\n    }}\n    private function parse($x) {{}}\n}}\n"
    )
}

fn check(focal: &FocalFunction, suite: &str, expected: bool) {
    assert_eq!(invokes(Language::Php, suite, focal), expected, "{} in:\n{suite}", focal.qualified_name);
}

#[test]
fn rows_of_the_reference_table() {
    // (body, focal, head, the reference's answer, ours)
    let rows = [
        ("new Cart(1);", "Shop\\Cart::__construct", "public function __construct($a)", false, true),
        ("$this->assertEquals($parse, 1);", "Shop\\Cart::parse", "public function parse($a)", true, false),
        ("$o->Parse(1);", "Shop\\Cart::parse", "public function parse($a)", false, true),
        ("$x = (string) $o;", "Shop\\Cart::__toString", "public function __toString(): string", false, true),
        ("$x = $o['a'];", "Shop\\Cart::offsetGet", "public function offsetGet($a)", false, true),
        ("call_user_func([$o, 'parse']);", "Shop\\Cart::parse", "public function parse()", false, true),
    ];
    for (body, name, head, _reference, ours) in rows {
        check(&focal(name, head), &in_test(body), ours);
    }
    // Without a tag the reference sees no code at all; placement adds it, and ours reads such a text as code.
    check(&focal("Shop\\Cart::parse", "function parse()"), "use Shop\\Cart;\n(new Cart)->parse();\n", true);
}

#[test]
fn method_calls() {
    let parse = focal("Shop\\Cart::parse", "public function parse(string $text, int $flags = 0): array");
    for (body, expected) in [
        ("$cart->parse('x');", true),
        ("$cart?->parse('x', 1);", true),
        ("(new Cart)->parse('x');", true),
        ("(new \\Shop\\Cart())->parse('x');", true),
        ("$this->cart->parse('x');", true),
        ("self::make()->parse('x');", true),
        ("$f = $cart->parse(...);", true),
        ("$cart->parse(...$arguments);", true),
        ("$cart->parse(flags: 1, text: 'x');", true),
        ("$cart->{'parse'}('x');", true),
        ("array_map([$cart, 'parse'], []);", true),
        ("$f = \\Closure::fromCallable([$cart, 'parse']);", true),
        ("$m = new \\ReflectionMethod(Cart::class, 'parse');", true),
        ("$m = (new \\ReflectionClass($cart))->getMethod('parse');", true),
        ("\"{$cart->parse('x')}\";", true),
        ("$cart->parse();", false),
        ("$cart->parse('x', 1, 2);", false),
        ("$cart->parser('x');", false),
        ("$cart->parse;", false),
        ("'$cart->parse(1)';", false),
        ("// $cart->parse('x')", false),
        ("$this->parse('x');", false),
        ("$mock->method('parse')->willReturn([]);", false),
        ("$mock->expects($this->once())->method('parse');", false),
        ("(new \\DateTime)->parse('x');", false),
        ("Other::parse('x');", false),
        ("parse('x');", false),
        ("['a', 'parse'];", false),
    ] {
        check(&parse, &in_test(body), expected);
    }
}

#[test]
fn static_calls_and_inheritance() {
    let from = focal("Shop\\Cart::from", "public static function from($a)");
    for (body, expected) in [
        ("Cart::from(1);", true),
        ("\\Shop\\Cart::from(1);", true),
        ("\\Shop\\Big\\Cart::from(1);", true),
        ("$class::from(1);", true),
        ("call_user_func('Shop\\Cart::from', 1);", true),
        ("array_map([Cart::class, 'from'], [1]);", true),
        ("self::from(1);", false),
        ("\\DateTime::from(1);", false),
        ("Cart::other(1);", false),
    ] {
        check(&from, &in_test(body), expected);
    }
    let child = "<?php\nuse Shop\\Cart;\nclass Mine extends Cart { function x() { return parent::from(1); } }\n";
    check(&from, child, true);
    let own = "<?php\nclass Mine { static function from($a) {} }\nMine::from(1);\n";
    check(&from, own, false);
}

#[test]
fn traits_are_used_by_test_classes() {
    let price = focal("Shop\\Pricing::price", "public function price($a)");
    let with = |line: &str| {
        format!(
            "<?php\nuse Shop\\Pricing;\nclass PricingTest extends PHPUnit\\Framework\\TestCase {{ {line} function testX() {{ $this->price(1); }} }}\n"
        )
    };
    check(&price, &with("use Pricing;"), true);
    check(&price, &with(""), false);
    check(&price, "<?php\n$o = new class { use \\Shop\\Pricing; };\n$o->price(1);\n", true);
}

#[test]
fn free_functions_are_found_through_imports() {
    let free = focal("Shop\\price", "function price(int $a)");
    for (suite, expected) in [
        ("<?php\nuse function Shop\\price;\nprice(1);\n", true),
        ("<?php\nuse function Shop\\price as cost;\ncost(1);\n", true),
        ("<?php\nuse function Shop\\{price, other};\nprice(1);\n", true),
        ("<?php\nuse Shop;\nShop\\price(1);\n", true),
        ("<?php\n\\Shop\\price(1);\n", true),
        ("<?php\nnamespace Shop;\nprice(1);\n", true),
        ("<?php\nnamespace Shop;\narray_map(price(...), [1]);\n", true),
        ("<?php\ncall_user_func('Shop\\price', 1);\n", true),
        ("<?php\nnamespace Tests;\nprice(1);\n", false),
        ("<?php\nuse function Other\\price;\nprice(1);\n", false),
        ("<?php\nnamespace Shop;\nfunction price($a) {}\nprice(1);\n", false),
        ("<?php\n$o->price(1);\n", false),
        ("<?php\n'price(1)';\n", false),
    ] {
        check(&free, suite, expected);
    }
}

#[test]
fn magic_methods() {
    for (name, body, expected) in [
        ("__invoke", "$cart(1);", true),
        ("__invoke", "($this->cart)(1);", true),
        ("__get", "$x = $cart->total;", true),
        ("__get", "$cart->total = 1;", false),
        ("__get", "$x = $this->total;", false),
        ("__set", "$cart->total = 1;", true),
        ("__set", "$x = $cart->total;", false),
        ("__isset", "isset($cart->total);", true),
        ("__unset", "unset($cart->total);", true),
        ("__call", "$cart->anything();", true),
        ("__call", "$this->assertTrue(true);", false),
        ("__callStatic", "Cart::anything();", true),
        ("__clone", "clone $cart;", true),
        ("__toString", "\"$cart\";", true),
        ("offsetSet", "$cart['a'] = 1;", true),
        ("offsetExists", "isset($cart['a']);", true),
        ("offsetUnset", "unset($cart['a']);", true),
        ("count", "count($cart);", true),
        ("count", "$this->assertCount(1, $cart);", true),
        ("getIterator", "foreach ($cart as $item) {}", true),
        ("getIterator", "iterator_to_array($cart);", true),
        ("jsonSerialize", "json_encode($cart);", true),
        ("__construct", "new \\DateTime('now');", false),
        ("__construct", "new class extends Cart {};", true),
    ] {
        let head = format!("public function {name}()");
        let head = if name == "__construct" { "public function __construct($a = 1)".to_owned() } else { head };
        check(&focal(&format!("Shop\\Cart::{name}"), &head), &in_test(body), expected);
    }
}

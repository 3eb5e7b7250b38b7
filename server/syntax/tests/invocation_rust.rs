//! The Rust rows of the conformance table of the reference's invocation check (xrepotest.md §3.6), and where ours
//! differs.

use domain::{FocalFunction, Language};
use syntax::invokes;

/// A focal function by its qualified name: `add`, `Cart::total`, `<Cart as From<u8>>::from`.
fn focal(qualified: &str) -> FocalFunction {
    let (owner, name) = qualified.rsplit_once("::").unwrap_or(("", qualified));
    let class = owner.trim_start_matches('<').split(" as ").next().unwrap_or_default();
    FocalFunction {
        name: name.to_owned(),
        qualified_name: qualified.to_owned(),
        path: "src/cart.rs".to_owned(),
        start_line: 1,
        end_line: 1,
        source: String::new(),
        signature: String::new(),
        class_name: class.to_owned(),
        package: String::new(),
    }
}

fn in_test(body: &str) -> String {
    format!(
        "#[cfg(test)]\nmod tests {{\n    use super::*;\n    use std::collections::HashMap;\n\n    #[test]\n    fn it() {{\n        {body}\n    }}\n}}\n"
    )
}

fn check(name: &str, body: &str, expected: bool) {
    assert_eq!(invokes(Language::Rust, &in_test(body), &focal(name)), expected, "{name} in: {body}");
}

#[test]
fn rows_of_the_reference_table() {
    // (body, focal, the reference's answer, ours)
    let rows = [
        ("let v: Vec<u8> = Vec::new(); assert!(v.is_empty());", "Cart::new", true, false),
        ("assert_eq!(add(1,2),3);", "add", true, true),
        ("let add = 3; assert_eq!(add, 3);", "add", true, false),
        ("let s = format!(\"{}\", x);", "<Cart as Display>::fmt", false, true),
        ("let s = x.to_string();", "<Cart as fmt::Display>::fmt", false, true),
        ("let c: Cart = y.into();", "<Cart as From<u8>>::from", false, true),
        ("let c = a + b;", "<Cart as Add>::add", false, true),
        ("for x in it { let _ = x; }", "<Cart as Iterator>::next", false, true),
        ("{ let _c = Cart::new(); }", "<Cart as Drop>::drop", false, true),
    ];
    for (body, name, _reference, ours) in rows {
        check(name, body, ours);
    }
}

#[test]
fn free_functions() {
    for (body, expected) in [
        ("add(1, 2);", true),
        ("super::add(1, 2);", true),
        ("crate::cart::add::<u8>(1, 2);", true),
        ("add::<u8>(1, 2);", true),
        ("let f = add; assert_eq!(f(1, 2), 3);", true),
        ("let v: Vec<u8> = xs.iter().map(add).collect();", true),
        ("assert!(matches!(add(1, 2), 3));", true),
        ("assert!(vec![vec![add(1, 2)]].len() == 1);", true),
        ("let r = std::panic::catch_unwind(|| add(1, 2));", true),
        ("std::cmp::add(1, 2);", false),
        ("x.add(1);", false),
        ("Cart::add(1);", false),
        ("let add = |a: u8, b: u8| a + b; add(1, 2);", false),
        ("// add(1, 2)\nlet s = \"add(1, 2)\";", false),
        ("let s = Sums { add: 1 }; let _ = s.add;", false),
    ] {
        check("add", body, expected);
    }
}

#[test]
fn the_suites_own_function_is_not_the_focal_one() {
    let own = "#[cfg(test)]\nmod tests {\n    fn add(a: u8, b: u8) -> u8 { a + b }\n    #[test]\n    fn it() { assert_eq!(add(1, 2), 3); }\n}\n";
    assert!(!invokes(Language::Rust, own, &focal("add")));
    let foreign = "use std::cmp::max;\n#[test]\nfn it() { max(1, 2); }\n";
    assert!(!invokes(Language::Rust, foreign, &focal("max")));
    let renamed = "use super::{add as plus};\n#[test]\nfn it() { plus(1, 2); }\n";
    assert!(invokes(Language::Rust, renamed, &focal("add")));
    assert!(!invokes(Language::Rust, "use super::add;\n#[test]\nfn it() {}\n", &focal("add")));
}

#[test]
fn methods() {
    for (name, body, expected) in [
        ("Cart::total", "let c = Cart::new(); assert_eq!(c.total(), 0);", true),
        ("Cart::total", "assert_eq!(Cart::total(&c), 0);", true),
        ("Cart::total", "assert_eq!(<Cart>::total(&c), 0);", true),
        ("Cart::total", "let s = String::new(); s.total();", false),
        ("Cart::total", "\"text\".total();", false),
        ("Cart::total", "Other::total(&c);", false),
        ("Cart::new", "let c = Cart::<u8>::new();", true),
        ("Cart::new", "let c = crate::cart::Cart::new();", true),
        ("Cart::new", "let m: HashMap<u8, u8> = HashMap::new();", false),
        ("<Cart as Shape>::area", "Shape::area(&c);", true),
        ("<Cart as Shape>::area", "<Cart as Shape>::area(&c);", true),
        ("<Cart as Shape>::area", "5.area();", true),
        ("<Cart as FromStr>::from_str", "let c: Cart = \"1\".parse().unwrap();", true),
        ("<Cart as PartialEq>::eq", "assert_eq!(a, b);", true),
        ("<Cart as Index<usize>>::index", "let x = c[0];", true),
    ] {
        check(name, body, expected);
    }
}

//! Functions of Rust files and the filter rules on them.

use domain::Language;
use syntax::{DropReason, ExtractionRules, FoundFunction, Returns, focal_functions};

const FILE: &str = r#"//! Things.

/// Looks for an item.
#[inline]
pub(crate) fn find<'a, I>(
    items: &'a [I], // what
    name: &str,
) -> Option<&'a I>
where
    I: Named,
{
    /* a comment
       is no code */
    for item in items {
        if item.name() == name {
            return Some(item);
        }
    }

    None
}

impl<T> Cart<T> {
    fn total(&self) -> u32 { self.items.len() as u32 }
    const fn empty() -> u32 { 0 }
}

impl<T> From<Vec<T>> for Cart<T> {
    fn from(items: Vec<T>) -> Self {
        fn helper() -> u8 { 1 }
        Cart { items }
    }
}

impl From<u8> for Cart<u8> {
    fn from(item: u8) -> Self { Cart { items: vec![item] } }
}

pub trait Named {
    fn name(&self) -> &str;
    fn shout(&self) -> String { self.name().to_uppercase() }
}

mod inner {
    pub async fn load(path: &str) -> usize { path.len() }
    #[cfg(target_os = "windows")]
    fn registry() -> u8 { 1 }
    #[cfg(feature = "extra")]
    fn extra() -> u8 { 1 }
}

#[cfg(all(test, feature = "std"))]
mod checks {
    fn helper() -> u8 { 1 }
    mod deep { fn helper() -> u8 { 1 } }
}

#[test]
fn works() { assert!(true) }

fn print(a: u8) { println!("{a}"); }

fn forever() -> ! { loop {} }

fn main() {}

fn broken() -> u8 { let = 1; 2 }
"#;

fn found() -> Vec<FoundFunction> {
    focal_functions(Language::Rust, FILE, "src/cart.rs")
}

fn one(name: &str) -> FoundFunction {
    found().into_iter().find(|f| f.focal.qualified_name == name).unwrap_or_else(|| panic!("no {name}"))
}

#[test]
fn names_keep_types_traits_and_modules_apart() {
    let names: Vec<_> = found().iter().map(|f| f.focal.qualified_name.clone()).collect();
    let expected = [
        "find",
        "Cart::total",
        "Cart::empty",
        "<Cart<T> as From<Vec<T>>>::from",
        "<Cart<T> as From<Vec<T>>>::helper",
        "<Cart<u8> as From<u8>>::from",
        "Named::shout",
        "inner::load",
        "inner::registry",
        "inner::extra",
        "checks::helper",
        "checks::deep::helper",
        "works",
        "print",
        "forever",
        "main",
        "broken",
    ];
    assert_eq!(names, expected);
}

#[test]
fn a_function_as_it_is_offered() {
    let found = one("find");
    assert_eq!((found.focal.start_line, found.focal.end_line), (5, 21), "from its head, not from its attributes");
    assert_eq!(
        found.focal.signature,
        "pub(crate) fn find<'a, I>(items: &'a [I], name: &str) -> Option<&'a I> where I: Named,"
    );
    assert_eq!(found.code_lines, 14);
    assert_eq!((found.returns, found.obstacle), (Returns::Explicit, None));
    assert!(found.focal.source.starts_with("pub(crate) fn find") && found.focal.source.ends_with("None\n}"));
    let from = one("<Cart<T> as From<Vec<T>>>::from");
    assert_eq!((from.focal.class_name.as_str(), from.focal.name.as_str()), ("Cart", "from"));
    assert_eq!(from.class_signature, "impl<T> From<Vec<T>> for Cart<T>");
    assert_eq!(one("Named::shout").focal.class_name, "Named");
}

#[test]
fn what_keeps_functions_from_being_tasks() {
    for (name, expected) in [
        ("find", None),
        ("inner::load", None),
        ("inner::extra", None),
        ("Cart::empty", Some(DropReason::CompileTime)),
        ("<Cart<T> as From<Vec<T>>>::helper", Some(DropReason::Nested)),
        ("inner::registry", Some(DropReason::Platform)),
        ("checks::helper", Some(DropReason::Test)),
        ("checks::deep::helper", Some(DropReason::Test)),
        ("works", Some(DropReason::Test)),
        ("main", Some(DropReason::NotCallable)),
        ("broken", Some(DropReason::SyntaxError)),
    ] {
        assert_eq!(one(name).obstacle, expected, "{name}");
    }
}

#[test]
fn q3_a_tail_expression_gives_a_value_too() {
    let rules = ExtractionRules { min_code_lines: 1, ..ExtractionRules::for_language(Language::Rust).unwrap() };
    let reference = ExtractionRules { returns: Returns::Explicit, ..rules.clone() };
    let total = one("Cart::total");
    assert_eq!(total.returns, Returns::LastExpression);
    assert_eq!((rules.reason(&total), reference.reason(&total)), (None, Some(DropReason::NoReturn)));
    for name in ["print", "forever"] {
        assert_eq!(rules.reason(&one(name)), Some(DropReason::NoReturn), "{name}");
    }
    assert_eq!(ExtractionRules::for_language(Language::Rust).unwrap().reason(&total), Some(DropReason::TooShort));
}

#[test]
fn files_of_tests_are_left_out() {
    let rules = ExtractionRules::for_language(Language::Rust).unwrap();
    for (path, expected) in [
        ("src/number/complete.rs", None),
        ("src/number/tests.rs", Some(DropReason::Test)),
        ("tests/json.rs", Some(DropReason::Test)),
        ("benches/json.rs", Some(DropReason::Test)),
        ("vendor/x/src/lib.rs", Some(DropReason::ExcludedPath)),
    ] {
        assert_eq!(rules.path_reason(path), expected, "{path}");
    }
    let whole = focal_functions(Language::Rust, "#![cfg(windows)]\nfn f() -> u8 { 1 }\n", "src/a.rs");
    assert_eq!(whole[0].obstacle, Some(DropReason::Platform));
}

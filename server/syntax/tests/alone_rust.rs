//! Which suites can share one program with others.

use syntax::{rust_alone, rust_suite};

fn module(items: &str) -> String {
    format!(
        "#[cfg(test)]\nmod tests {{\n    use super::*;\n{items}\n    #[test]\n    fn works() {{ assert!(go()); }}\n}}\n"
    )
}

#[test]
fn what_could_act_on_other_suites_is_built_alone() {
    for (items, why) in [
        ("    impl Parser for u8 { fn parse(&self) {} }", "does not declare"),
        ("    impl Focal { fn more(&self) {} }", "does not declare"),
        ("    impl<T> Parser for T { fn parse(&self) {} }", "does not declare"),
        (
            "    struct Own;\n    impl From<Own> for String { fn from(_: Own) -> String { String::new() } }",
            "does not declare",
        ),
        ("    struct Own;\n    impl super::Own { fn more(&self) {} }", "does not declare"),
        ("    struct Own;\n    impl<Own> Parser for Own { fn parse(&self) {} }", "does not declare"),
        (
            "    mod other { pub struct Own; }\n    use other::Own;\n    impl Own { fn more(&self) {} }",
            "does not declare",
        ),
        ("    fn inside() { impl Focal { fn more(&self) {} } }", "does not declare"),
        ("    #[macro_export]\n    macro_rules! helper { () => {} }", "`macro_export`"),
        ("    #[cfg_attr(test, macro_use)]\n    mod macros {}", "`macro_use`"),
        ("    macro_rules! more { ($t:ty) => { impl Parser for $t {} } }", "`impl` in a macro"),
        ("    implement_parser!(u8);", "`implement_parser!`"),
        ("    fn inside() { impl_parser!(u8); }", "`impl_parser!`"),
        ("    extern \"C\" { fn abs(x: i32) -> i32; }", "`extern`"),
        ("    extern crate alloc;", "`extern`"),
        ("    pub extern \"C\" fn callback() {}", "`extern`"),
        ("    #[global_allocator]\n    static A: System = System;", "`global_allocator`"),
        ("    #[panic_handler]\n    fn handler() {}", "`panic_handler`"),
        ("    #[path = \"other.rs\"]\n    mod other {}", "`path`"),
        ("    mod other;", "another file"),
        ("    const TEXT: &str = include_str!(\"complete.rs\");", "`include_str`"),
        ("    fn place() -> u32 { line!() }", "`line!`"),
        ("    fn place() -> &'static str { module_path!() }", "`module_path`"),
        ("    fn place() -> &'static str { std::any::type_name::<Focal>() }", "`type_name`"),
        ("    fn place() -> usize { std::env::args().count() }", "`env::args`"),
        ("    fn place() { std::panic::set_hook(Box::new(|_| {})); }", "`set_hook`"),
        ("    fn open( {", "may not end"),
    ] {
        let said = rust_alone(&module(items));
        assert!(said.as_ref().is_some_and(|said| said.contains(why)), "{items}: {said:?}");
    }
}

#[test]
fn what_stays_inside_can_share() {
    for items in [
        "",
        "    struct Own;\n    impl Own { fn more(&self) {} }\n    impl Parser for Own { fn parse(&self) {} }\n    impl Parser for &Own {}",
        "    #[derive(Debug)]\n    struct Own<T>(T);\n    impl<T: Clone> Clone for Own<T> { fn clone(&self) -> Self { Own(self.0.clone()) } }",
        "    trait More { fn more(&self) {} }\n    impl More for u8 {}\n    impl<T> More for Vec<T> {}",
        "    fn inside() { struct Own; impl Drop for Own { fn drop(&mut self) {} } }",
        "    macro_rules! check { ($a:expr) => { assert!($a) } }\n    macro_rules! make { ($n:ident) => { #[test] fn $n() { check!(go()) } } }\n    make!(one);",
        "    thread_local! { static SEEN: Cell<u8> = Cell::new(0); }",
        "    fn lines() { let (line, column) = (1, 2); assert_eq!(line + column, 3, \"extern crate impl\"); }",
    ] {
        assert_eq!(rust_alone(&module(items)), None, "{items}");
    }
}

#[test]
fn modules_that_paths_lead_to_are_known() {
    let in_paths = |text: &str| rust_suite(text).unwrap().items[0].in_paths;
    assert!(!in_paths("mod tests { fn a() { let tests = [1]; for t in tests { check(t, \"tests::a\"); } } }"));
    for text in [
        "mod tests { mod b { fn a() { super::super::tests::help(); } } fn help() {} }",
        "mod tests { mod b { use crate::number::tests; } }",
        "mod tests { mod b { pub(in super::super::tests) fn a() {} } }",
        "mod tests { fn a() { assert!(crate::tests ::help()); } fn help() {} }",
    ] {
        assert!(in_paths(text), "{text}");
    }
}

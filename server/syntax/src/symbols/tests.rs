use domain::Language;

use super::{SymbolKind, names_in, symbols};
use crate::focal_functions;

fn defined(language: Language, text: &str) -> Vec<(String, SymbolKind, u32, u32)> {
    symbols(language, text).into_iter().map(|s| (s.name, s.kind, s.start_line, s.end_line)).collect()
}

fn names(language: Language, text: &str, of: &str) -> (Vec<String>, Vec<String>, Vec<String>) {
    let focal = focal_functions(language, text, "f").into_iter().find(|f| f.focal.name == of).unwrap().focal;
    let found = names_in(language, text, &focal);
    (found.parameters, found.calls, found.conditions)
}

#[test]
fn go() {
    let text = "package p\n\ntype Box struct {\n\tn int\n}\n\nconst (\n\tA = 1\n\tB = 2\n)\n\nvar top = 1\n\n\
                func (b *Box) Grow(by Size) int {\n\tlocal := 1\n\tif b.n > A {\n\t\treturn strings.Count(\"\", \"\")\n\t}\n\
                \treturn helper(local)\n}\n";
    let expected = [
        ("Box", SymbolKind::Type, 3, 5),
        ("A", SymbolKind::Constant, 8, 8),
        ("B", SymbolKind::Constant, 9, 9),
        ("top", SymbolKind::Constant, 12, 12),
        ("Grow", SymbolKind::Function, 14, 20),
    ];
    assert_eq!(defined(Language::Go, text), expected.map(|(n, k, a, b)| (n.to_owned(), k, a, b)));
    let (parameters, calls, conditions) = names(Language::Go, text, "Grow");
    assert_eq!(parameters, ["Box", "b", "by", "Size"]);
    assert_eq!(calls, ["Count", "helper"]);
    assert_eq!(conditions, ["b", "n", "A"]);
}

#[test]
fn rust() {
    let text = "pub struct Größe<T> {\n    n: T,\n}\n\nconst MAX: u32 = 1;\n\nimpl Größe<u32> {\n    fn grow(&self, by: Step) -> u32 {\n        \
                if by.size > MAX { return Vec::<u8>::with_capacity(1).len() as u32; }\n        helper::deep(by)\n    }\n}\n";
    let expected =
        [("Größe", SymbolKind::Type, 1, 3), ("MAX", SymbolKind::Constant, 5, 5), ("grow", SymbolKind::Function, 8, 11)];
    assert_eq!(defined(Language::Rust, text), expected.map(|(n, k, a, b)| (n.to_owned(), k, a, b)));
    let (parameters, calls, conditions) = names(Language::Rust, text, "grow");
    assert_eq!(parameters, ["Größe", "by", "Step"]);
    assert_eq!(calls, ["len", "with_capacity", "deep"]);
    assert_eq!(conditions, ["by", "size", "MAX"]);
}

#[test]
fn ruby() {
    let text = "module Outer\n  LIMIT = 3\n  class Inner < Base\n    def grow(by = Step.new)\n      return shrink if by > LIMIT\n      Other.make(by)\n    end\n  end\nend\n";
    let expected = [
        ("Outer", SymbolKind::Type, 1, 9),
        ("LIMIT", SymbolKind::Constant, 2, 2),
        ("Inner", SymbolKind::Type, 3, 8),
        ("grow", SymbolKind::Function, 4, 7),
    ];
    assert_eq!(defined(Language::Ruby, text), expected.map(|(n, k, a, b)| (n.to_owned(), k, a, b)));
    let (parameters, calls, conditions) = names(Language::Ruby, text, "grow");
    assert_eq!(parameters, ["Inner", "by", "Step", "new"]);
    assert!(calls.contains(&"shrink".to_owned()) && calls.contains(&"make".to_owned()));
    assert_eq!(conditions, ["by", "LIMIT"]);
}

#[test]
fn php() {
    let text = "<?php\nnamespace A;\n\nclass Box extends Base\n{\n    const MAX = 1;\n\n    public function grow(Step $by): int\n    {\n        if ($by->size > self::MAX) {\n            return new Other($by);\n        }\n        return $this->helper(strlen('a'));\n    }\n}\n";
    let expected =
        [("Box", SymbolKind::Type, 4, 15), ("MAX", SymbolKind::Constant, 6, 6), ("grow", SymbolKind::Function, 8, 14)];
    assert_eq!(defined(Language::Php, text), expected.map(|(n, k, a, b)| (n.to_owned(), k, a, b)));
    let (parameters, calls, conditions) = names(Language::Php, text, "grow");
    assert_eq!(parameters, ["Box", "Step", "by"]);
    assert_eq!(calls, ["Other", "helper", "strlen"]);
    assert_eq!(conditions, ["by", "size", "MAX"]);
}

#[test]
fn julia() {
    let text = "module M\nstruct Box{T} <: Base\n    n::T\nend\nconst MAX = 1\nabstract type Shape end\nfunction grow(b::Box, by)\n    if by > MAX\n        return shrink(b)\n    end\n    Base.length(b)\nend\nend\n";
    let expected = [
        ("Box", SymbolKind::Type, 2, 4),
        ("MAX", SymbolKind::Constant, 5, 5),
        ("Shape", SymbolKind::Type, 6, 6),
        ("grow", SymbolKind::Function, 7, 12),
    ];
    assert_eq!(defined(Language::Julia, text), expected.map(|(n, k, a, b)| (n.to_owned(), k, a, b)));
    let (parameters, calls, conditions) = names(Language::Julia, text, "grow");
    assert_eq!(parameters, ["grow", "b", "Box", "by"]);
    assert!(calls.contains(&"shrink".to_owned()) && calls.contains(&"length".to_owned()));
    assert_eq!(conditions, ["by", "MAX"]);
}

#[test]
fn a_function_that_is_not_there_names_nothing() {
    let text = "package p\n\nfunc A() int {\n\treturn B()\n}\n";
    let mut focal = focal_functions(Language::Go, text, "f").remove(0).focal;
    focal.start_line = 2;
    assert_eq!(names_in(Language::Go, text, &focal), super::FocalNames::default());
}

//! Functions of PHP files, and why some are no tasks.

use domain::Language;
use syntax::{DropReason, ExtractionRules, FoundFunction, Returns, control_insertion_php, focal_functions, parses};

fn found(text: &str) -> Vec<FoundFunction> {
    focal_functions(Language::Php, text, "src/Shop.php")
}

/// A body of so many lines between its braces.
fn lines(n: usize) -> String {
    (0..n).map(|i| format!("        $a{i} = {i};\n")).collect()
}

#[test]
fn names_namespaces_and_heads() {
    let text = "<?php\nnamespace League\\Csv;\n\nfinal class Reader extends AbstractCsv implements A\n{\n    \
        #[Pure]\n    public static function from(string $x, int ...$rest): self\n    {\n        return new self;\n    }\n}\n\
        trait T { public function t() { return 1; } }\nenum E: string { case A = 'a'; public function e(): int { return 1; } }\n\
        function free(int $a = 1) { yield $a; }\n";
    let all = found(text);
    let names: Vec<_> = all.iter().map(|f| f.focal.qualified_name.as_str()).collect();
    assert_eq!(names, ["League\\Csv\\Reader::from", "League\\Csv\\T::t", "League\\Csv\\E::e", "League\\Csv\\free"]);
    let from = &all[0];
    assert_eq!(from.class_signature, "final class Reader extends AbstractCsv implements A");
    assert_eq!(from.focal.signature, "public static function from(string $x, int ...$rest): self");
    assert_eq!((from.focal.start_line, from.focal.end_line), (6, 10));
    assert_eq!((from.focal.class_name.as_str(), from.focal.package.as_str()), ("League\\Csv\\Reader", "League\\Csv"));
    assert_eq!(all[3].focal.class_name, "");
    assert!(all.iter().all(|f| f.returns == Returns::Explicit && f.obstacle.is_none()), "{all:?}");
}

#[test]
fn blocks_of_namespaces_and_the_global_one() {
    let text = "<?php\nnamespace A { function f() { return 1; } }\nnamespace { function g() { return 1; } class C { function m() { return 1; } } }\n";
    let names: Vec<_> = found(text).into_iter().map(|f| f.focal.qualified_name).collect();
    assert_eq!(names, ["A\\f", "g", "C::m"]);
}

#[test]
fn what_is_no_task() {
    let rules = ExtractionRules::for_language(Language::Php).unwrap();
    let body = lines(10);
    let method = |head: &str, body: &str| format!("<?php\nabstract class A {{\n    {head}\n    {{\n{body}    }}\n}}\n");
    let full = format!("{body}        return $a1;\n");
    for (text, reason) in [
        (method("public function ok()", &full), None),
        (method("function implicitlyPublic()", &full), None),
        (method("final public static function ok()", &full), None),
        (method("private function f()", &full), Some(DropReason::NotPublic)),
        (method("protected static function f()", &full), Some(DropReason::NotPublic)),
        (method("public function getTotal()", &full), Some(DropReason::Accessor)),
        (method("public function setTotal()", &full), Some(DropReason::Accessor)),
        (method("public function getaway()", &full), None),
        (method("public function __construct()", &full), Some(DropReason::ReservedPrefix)),
        (method("public function _f()", &full), Some(DropReason::ReservedPrefix)),
        (method("public function f()", "        return 1;\n"), Some(DropReason::TooShort)),
        (method("public function f()", &body), Some(DropReason::NoReturn)),
        (method("public function f()", &format!("{body}        return;\n")), Some(DropReason::NoReturn)),
        (
            method("public function f()", &format!("{body}        $f = function () {{ return 1; }};\n")),
            Some(DropReason::NoReturn),
        ),
        (method("public function f()", &format!("{body}        yield 1;\n")), None),
        ("<?php\nabstract class A { abstract public function f(); }\n".to_owned(), Some(DropReason::NotCallable)),
        ("<?php\ninterface I { public function f(int $a); }\n".to_owned(), Some(DropReason::NotCallable)),
        (method("public function f()", &format!("{body}        return 1 +;\n")), Some(DropReason::SyntaxError)),
    ] {
        let all = found(&text);
        assert_eq!(rules.reason(&all[0]), reason, "{text}");
    }
    let nested = format!(
        "<?php\nfunction f() {{ function g() {{\n{full} }} return new class {{ function h() {{\n{full} }} }}; }}\n"
    );
    let reasons: Vec<_> = found(&nested).iter().map(|f| (f.focal.name.clone(), f.obstacle)).collect();
    assert_eq!(
        reasons,
        [
            ("f".to_owned(), None),
            ("g".to_owned(), Some(DropReason::Nested)),
            ("h".to_owned(), Some(DropReason::Nested))
        ]
    );
    for path in ["vendor/a/B.php", "tests/A.php", "src/Test/A.php", "src/ReaderTest.php", "src/TestCase.php"] {
        assert!(rules.path_reason(path).is_some(), "{path}");
    }
    assert_eq!(rules.path_reason("src/Tester.php"), None);
}

#[test]
fn comments_and_blank_lines_do_not_count() {
    let text =
        "<?php\nfunction f()\n{\n    // one\n    # two\n    /* three\n       four */\n\n    return 1; // five\n}\n";
    assert_eq!(found(text)[0].code_lines, 4);
}

#[test]
fn the_control_mutant_throws_before_anything_else_on_the_same_line() {
    for (text, expected) in [
        ("<?php\nfunction f()\n{\n    return 1;\n}\n", "<?php\nfunction f()\n{C\n    return 1;\n}\n"),
        ("<?php\nfunction f() { return 1; }\n", "<?php\nfunction f() {C return 1; }\n"),
        (
            "<?php\nclass A {\n  public function m(int $a): int { // why\n    try { return 1; } catch (\\Throwable) { return 2; }\n  }\n}\n",
            "<?php\nclass A {\n  public function m(int $a): int {C // why\n    try { return 1; } catch (\\Throwable) { return 2; }\n  }\n}\n",
        ),
    ] {
        let focal = found(text).remove(0).focal;
        let (at, inserted) = control_insertion_php(text, &focal).unwrap();
        let mut made = text.to_owned();
        made.insert_str(at, inserted);
        assert_eq!(made, expected.replace('C', " throw new \\Error('assay: control');"));
        assert_eq!(made.lines().count(), text.lines().count());
        assert!(parses(Language::Php, &made).is_ok(), "{made}");
    }
}

#[test]
fn what_cannot_be_broken_is_said() {
    let focal = found("<?php\nfunction f()\n{\n    return 1;\n}\n").remove(0).focal;
    for text in ["", "<?php\nfunction g()\n{\n    return 1;\n}\n", "<?php\n\nfunction f()\n{\n    return 1;\n}\n"] {
        let error = control_insertion_php(text, &focal).unwrap_err();
        assert_eq!(error.to_string(), "no PHP function `f` on lines 2-5 of the file");
    }
    assert!(control_insertion_php("<?php\nfunction f()\n{\n    return 1 +;\n}\n", &focal).is_err());
}

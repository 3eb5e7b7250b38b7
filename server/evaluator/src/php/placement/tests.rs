use super::*;
use crate::php::fixtures::csv;

fn placed(suite: &str) -> Placed {
    place(suite, &csv()).unwrap_or_else(|error| panic!("{error}:\n{suite}"))
}

const CLASS: &str = "class ReaderTest extends \\PHPUnit\\Framework\\TestCase { public function testX() {} }\n";

#[test]
fn an_ordinary_suite_stays_as_it_is() {
    let suite = "<?php\n\ndeclare(strict_types=1);\n\nnamespace Tests;\n\nuse League\\Csv\\Reader;\nuse PHPUnit\\Framework\\TestCase;\n\n\
                 final class ReaderTest extends TestCase\n{\n    public function testA(): void {}\n}\n";
    let placed = placed(suite);
    assert_eq!((placed.text.as_str(), placed.file.as_str()), (suite, "ReaderTest.php"));
    assert_eq!(placed.static_names, ["Tests\\ReaderTest::testA"]);
    assert!(placed.notes.is_empty() && placed.signals.is_empty(), "{placed:?}");
}

#[test]
fn every_line_keeps_its_number() {
    for suite in [
        format!("Here is the test:\n\n<?php\n\n{CLASS}"),
        format!("\u{feff}<?php\r\n{CLASS}"),
        format!("namespace A;\n{CLASS}"),
        format!("<?php\nnamespace A;\ndeclare(strict_types=1);\n{CLASS}"),
        format!("<?php\nrequire_once(\n  __DIR__ . '/../vendor/autoload.php'\n);\n{CLASS}"),
        format!("<?php\n{CLASS}?>\n"),
        "<?php\nnamespace A;\nclass ReaderTest extends TestCase {}\n".to_owned(),
    ] {
        let placed = placed(&suite);
        assert_eq!(
            placed.text.lines().count(),
            suite.trim_end().lines().count().max(placed.text.trim_end().lines().count())
        );
        let line = |text: &str| text.lines().position(|line| line.contains("class ReaderTest")).unwrap();
        assert_eq!(line(&placed.text), line(&suite), "{}", placed.text);
        assert!(placed.text.starts_with("<?php"), "{}", placed.text);
        assert!(!placed.notes.is_empty());
        assert!(syntax::parses(Language::Php, &placed.text).is_ok(), "{}", placed.text);
    }
}

#[test]
fn q32_imports_and_uses_of_one_name_stay() {
    let suite = "<?php\nuse Exception;\nuse DateTime;\nclass ReaderTest extends \\PHPUnit\\Framework\\TestCase {\n    use Helps;\n    \
                 public function testX() { throw new Exception('x'); }\n}\ntrait Helps {}\n";
    assert_eq!(placed(suite).text, suite);
}

#[test]
fn q33_the_name_comes_from_the_test_class_and_not_from_a_comment_or_its_base() {
    for suite in [
        format!("<?php\n// Test class for Reader\n{CLASS}"),
        format!("<?php\n/** class Wrong */\n{CLASS}"),
        format!("<?php\nabstract class BaseTest extends \\PHPUnit\\Framework\\TestCase {{}}\n{CLASS}"),
        format!("<?php\nclass Helper {{}}\n{CLASS}class Another {{}}\n"),
        format!("<?php\n$x = 'class Wrong';\n$y = Reader::class;\n{CLASS}"),
        format!("<?php\nnamespace A {{\n{CLASS}}}\n"),
        "<?php\nclass ReaderTest extends Base { function testX() {} }\nabstract class Base extends \\PHPUnit\\Framework\\TestCase {}\n"
            .to_owned(),
        "<?php\nfinal class ReaderTest extends \\My\\DatabaseTestCase { function testX() {} }\n".to_owned(),
    ] {
        assert_eq!(placed(&suite).file, "ReaderTest.php", "{suite}");
    }
    assert_eq!(placed("<?php\nclass Größe extends \\A\\TestCase { function testX() {} }\n").file, "SuiteTest.php");
}

#[test]
fn q34_the_suite_is_alone_in_a_fresh_folder() {
    let placed = placed(&format!("<?php\n{CLASS}"));
    assert!(!placed.file.contains('/') && !placed.text.contains("vendor"), "{placed:?}");
}

#[test]
fn autoloaders_are_left_out_in_every_form() {
    for load in [
        "require __DIR__ . '/../vendor/autoload.php';",
        "require_once(__DIR__ . \"/../vendor/autoload.php\");",
        "include 'vendor/autoload.php';",
        "@include_once dirname(__DIR__) . '/vendor/autoload.php';",
        "$loader = require __DIR__.'/../../../vendor/autoload.php';",
        "if (file_exists('x')) { require_once 'autoload.php'; }",
    ] {
        let placed = placed(&format!("<?php\n{load}\n{CLASS}"));
        assert!(!placed.text.contains("autoload.php") && placed.text.contains("true"), "{}", placed.text);
        assert!(placed.notes[0].starts_with("Line 2: "), "{:?}", placed.notes);
        assert!(syntax::parses(Language::Php, &placed.text).is_ok(), "{}", placed.text);
    }
    let data = format!("<?php\n$x = 'vendor/autoload.php';\n{CLASS}");
    assert_eq!(placed(&data).text, data);
}

#[test]
fn files_of_the_repository_are_loaded_from_where_they_are() {
    let placed_text = |load: &str| placed(&format!("<?php\n{load};\n{CLASS}")).text;
    assert!(
        placed_text("require_once __DIR__ . '/../src/Reader.php'").contains("require_once '/repo/csv/src/Reader.php';")
    );
    assert!(placed_text("require '../../src/A/B.php'").contains("require_once '/repo/csv/src/A/B.php';"));
    for kept in ["require '/repo/csv/src/Reader.php'", "require 'helpers.php'", "require $file"] {
        assert!(placed_text(kept).contains(kept), "{kept}");
    }
}

#[test]
fn a_missing_import_of_the_framework_is_added() {
    for (head, line) in [
        ("<?php\n", "<?php use PHPUnit\\Framework\\TestCase;"),
        ("<?php\nnamespace A\\B;\n", "namespace A\\B; use PHPUnit\\Framework\\TestCase;"),
        ("<?php\ndeclare(strict_types=1);\n", "declare(strict_types=1); use PHPUnit\\Framework\\TestCase;"),
        ("<?php\nnamespace A {\n", "namespace A { use PHPUnit\\Framework\\TestCase;"),
    ] {
        let close = if head.ends_with("{\n") { "}\n" } else { "" };
        let placed = placed(&format!("{head}class ReaderTest extends TestCase {{ function testX() {{}} }}\n{close}"));
        assert!(placed.text.lines().any(|have| have == line), "{}", placed.text);
        assert_eq!(placed.notes, ["`use PHPUnit\\Framework\\TestCase;` was added."]);
    }
    for suite in [
        "<?php\nuse PHPUnit\\Framework\\TestCase;\nclass ATest extends TestCase {}\n",
        "<?php\nuse PHPUnit\\Framework\\{TestCase, Assert};\nclass ATest extends TestCase {}\n",
        "<?php\nuse My\\Base as TestCase;\nclass ATest extends TestCase {}\n",
        "<?php\nclass ATest extends \\PHPUnit\\Framework\\TestCase {}\n",
        "<?php\nclass ATest extends Framework\\TestCase {}\n",
    ] {
        assert_eq!(placed(suite).text, suite);
    }
}

#[test]
fn strict_types_come_first() {
    let moved = placed(&format!("<?php\nnamespace A;\ndeclare(strict_types=1);\n{CLASS}"));
    assert!(moved.text.starts_with("<?php declare(strict_types=1);\nnamespace A;\n\nclass"), "{}", moved.text);
    let twice = placed(&format!("<?php\ndeclare(strict_types=1);\ndeclare(strict_types = 1);\n{CLASS}"));
    assert!(twice.text.starts_with("<?php declare(strict_types=1);\n\n\nclass"), "{}", twice.text);
    let commented = format!("<?php\n// why\n/* x */ declare(strict_types=1);\n{CLASS}");
    assert_eq!(placed(&commented).text, commented);
}

#[test]
fn tags_in_strings_stay() {
    let suite = format!("<?php\n$code = <<<'CODE'\n<?php\necho 1;\n?>\nCODE;\n$b = '<?php';\n{CLASS}");
    assert_eq!(placed(&suite).text, suite);
    let two = placed(&format!("<?php\nnamespace A;\n?>\n<?php\n{CLASS}"));
    assert_eq!(two.text.matches("<?php").count(), 1, "{}", two.text);
}

#[test]
fn a_tag_in_a_string_is_not_the_start() {
    let suite = format!("use League\\Csv\\Reader;\n\n{CLASS}$code = <<<'CODE'\n<?php\necho 1;\nCODE;\n");
    assert_eq!(placed(&suite).text, format!("<?php {suite}"));
}

#[test]
fn text_that_does_not_parse_is_placed_as_far_as_it_can_be() {
    for broken in
        ["<?php\n?>\n<?php\n<?php\n", "<?php\n$a = [\n<?php\n?>\n<?php\n", "<?php\ndeclare(strict_types=1)\n<?php\n"]
    {
        for at in 0..CLASS.len() {
            let Some(piece) = CLASS.get(..at) else { continue };
            let _ = place(&format!("{broken}{piece}{broken}{CLASS}"), &csv());
        }
    }
}

#[test]
fn what_cannot_be_placed_is_said() {
    for (suite, why) in [
        ("", "empty"),
        (" \n\u{feff}\n", "no class"),
        ("<?php\nit('adds', function () { expect(1)->toBe(1); });\n", "Pest"),
        ("<?php\nuses(TestCase::class);\ntest('adds', fn () => expect(1)->toBe(1));\n", "Pest"),
        ("<?php\necho 1;\n", "no class"),
        ("RSpec.describe 'x' do\n  it('y') { expect(1).to eq 1 }\nend\n", "no class"),
        ("<?php\nabstract class ATest extends \\PHPUnit\\Framework\\TestCase {}\n", "no concrete test class"),
        ("<?php\nclass Reader {}\n", "no concrete test class"),
    ] {
        let error = place(suite, &csv()).unwrap_err();
        assert!(error.0.contains(why), "{error}: {suite}");
    }
}

#[test]
fn tests_that_may_have_other_names_are_not_asked_for() {
    let suite = "<?php\nuse PHPUnit\\Framework\\Attributes\\DataProvider;\nclass ATest extends \\PHPUnit\\Framework\\TestCase {\n\
                 public static function all() { return [[1]]; }\n#[DataProvider('all')] public function testA($a) {}\n\
                 /** @dataProvider all */ public function testB($a) {}\npublic function testC() {}\n}\n";
    assert_eq!(placed(suite).static_names, ["ATest::testC"]);
}

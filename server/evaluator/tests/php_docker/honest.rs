//! Suites as models write them, for a function of league-csv that tells a byte order mark from the start of a text.

use domain::{Control, MutantStatus, Outcome, TaskWork, TestCaseStatus};

use super::support::{describe, image, run, with_suites};

async fn work() -> TaskWork {
    image().await.task("csv", "League\\Csv\\Bom::tryFromSequence").await
}

/// A test that passes and notices a broken function.
const GOOD: &str =
    "public function testUtf8(): void { $this->assertSame(Bom::Utf8, Bom::tryFromSequence(\"\\xEF\\xBB\\xBFabc\")); }";

fn suite(body: &str) -> String {
    format!(
        "<?php\n\nuse League\\Csv\\Bom;\nuse PHPUnit\\Framework\\TestCase;\n\nfinal class BomTest extends TestCase\n{{\n    {body}\n}}\n"
    )
}

#[tokio::test]
async fn an_honest_suite_passes_with_its_lines_and_its_mutants() {
    let work = work().await;
    assert_eq!(work.repository.version, "9.23.0", "the line numbers below are of this version");
    let lines = |text: &str| {
        let at = work.file_text.lines().position(|line| line.contains(text)).unwrap_or_else(|| panic!("{text}"));
        at as u32 + 1
    };
    let body = format!(
        "{GOOD}\n    public function testNothing(): void\n    {{\n        self::assertNull(Bom::tryFromSequence('abc'));\n    }}\n"
    );
    let result = run(&with_suites(work.clone(), &[&suite(&body)])).await.remove(0);
    assert_eq!(result.outcome, Outcome::Passed, "{}", describe(&result));
    let evidence = &result.evidence;
    assert!(evidence.invokes && evidence.compiles);
    assert_eq!(evidence.control, Control::Noticed, "{}", describe(&result));
    let covered = &evidence.coverage.as_ref().unwrap().covered;
    assert!(covered.contains(&lines("foreach (self::cases() as $bom)")), "{covered:?}");
    assert!(!covered.contains(&(lines("if (!is_string($str)") + 1)), "{covered:?}");
    let tests: Vec<_> = evidence.tests.iter().map(|test| (test.name.as_str(), test.status)).collect();
    assert_eq!(
        tests,
        [("BomTest::testUtf8", TestCaseStatus::Passed), ("BomTest::testNothing", TestCaseStatus::Passed)]
    );
    let reference = evidence.reference.clone().unwrap();
    assert!(reference.csr && reference.tpr && reference.ir, "{reference:?}");
    let mutation = evidence.mutation.as_ref().unwrap_or_else(|| panic!("{}", describe(&result)));
    let killed = mutation.results.iter().filter(|mutant| mutant.status == MutantStatus::Killed).count();
    let survived = mutation.results.iter().filter(|mutant| mutant.status == MutantStatus::Survived).count();
    assert_eq!(mutation.results.len(), work.mutants.valid.len());
    assert!(killed >= 3 && survived >= 1 && mutation.measured && !mutation.reads_source, "{mutation:?}");
    for mutant in &mutation.results {
        println!("{mutant:?}");
    }
    println!("baseline and control: {} ms", result.millis);
}

#[tokio::test]
async fn suites_in_every_usual_form_pass_and_notice() {
    let method = |head: &str, tail: &str| format!("{head}\nclass BomTest extends TestCase {{ {GOOD} }}\n{tail}");
    let provider = suite(
        "public static function marks(): array { return ['utf-8' => [\"\\xEF\\xBB\\xBF\", Bom::Utf8], [\"\\xFE\\xFF\", Bom::Utf16Be]]; }\n    \
         #[\\PHPUnit\\Framework\\Attributes\\DataProvider('marks')]\n    public function testMarks(string $text, Bom $mark): void { $this->assertSame($mark, Bom::tryFromSequence($text)); }\n    \
         /** @dataProvider marks */\n    public function testOld(string $text, Bom $mark): void { $this->assertSame($mark, Bom::tryFromSequence($text)); }",
    );
    let mocks = suite(
        "public function testMock(): void\n    {\n        $text = $this->createMock(\\Stringable::class);\n        \
         $text->expects($this->once())->method('__toString')->willReturn(\"\\xFE\\xFF\");\n        \
         $this->assertSame(Bom::Utf16Be, Bom::tryFromSequence($text));\n    }",
    );
    let attribute = suite(
        "#[\\PHPUnit\\Framework\\Attributes\\Test]\n    public function it_finds_a_mark(): void { $this->assertNotNull(Bom::tryFromSequence(\"\\xEF\\xBB\\xBF\")); }",
    );
    let depends = suite(&format!(
        "{GOOD}\n    #[\\PHPUnit\\Framework\\Attributes\\Depends('testUtf8')]\n    public function testAfter(): void {{ $this->assertTrue(true); }}\n    \
         public static function setUpBeforeClass(): void {{ echo 'once'; }}\n    protected function tearDown(): void {{ fwrite(STDERR, 'x'); }}"
    ));
    let isolated = suite(&format!("#[\\PHPUnit\\Framework\\Attributes\\RunInSeparateProcess]\n    {GOOD}"));
    let prints = suite(
        "public function testPrints(): void { echo 'a'; print 'b'; fwrite(STDOUT, 'c'); fwrite(STDERR, 'd'); \
         file_put_contents('php://stderr', 'e'); $this->assertNotNull(Bom::tryFromSequence(\"\\xEF\\xBB\\xBF\")); }",
    );
    let only_expects_nothing = suite(
        "public function testDoesNotThrow(): void { $this->expectNotToPerformAssertions(); Bom::tryFromSequence('x'); }",
    );
    let opens = suite(
        "public function testFiles(): void { $file = tempnam(sys_get_temp_dir(), 'x'); file_put_contents($file, \"\\xEF\\xBB\\xBFa\"); \
         $this->assertSame(Bom::Utf8, Bom::tryFromSequence(new SplFileObject($file))); unlink($file); \
         $this->assertSame(Bom::Utf8, Bom::tryFromSequence(fopen('data:,%EF%BB%BF', 'r'))); }",
    );
    let suites = [
        method(
            "<?php\ndeclare(strict_types=1);\nnamespace Tests\\Unit;\nuse League\\Csv\\Bom;\nuse PHPUnit\\Framework\\TestCase;",
            "",
        ),
        method("<?php\nnamespace League\\Csv;\nuse PHPUnit\\Framework\\TestCase;", "?>\n"),
        method("<?php\nnamespace Tests {\nuse League\\Csv\\Bom;\nuse PHPUnit\\Framework\\TestCase;", "}\n"),
        method("use League\\Csv\\Bom;", ""),
        method(
            "\u{feff}<?php\r\nrequire_once __DIR__ . '/../vendor/autoload.php';\r\nuse League\\Csv\\Bom;\r\nuse PHPUnit\\Framework\\TestCase;",
            "",
        ),
        method(
            "Here is the suite:\n<?php\nnamespace A;\ndeclare(strict_types=1);\nuse Exception;\nuse League\\Csv\\Bom;\nuse PHPUnit\\Framework\\TestCase;",
            "",
        ),
        method(
            "<?php\n// Test class for Bom\nuse League\\Csv\\Bom;\nuse PHPUnit\\Framework\\TestCase;\ntrait Helps {}\nabstract class BaseTest extends TestCase { use Helps; }",
            "class OtherTest extends BaseTest { function testOther() { self::assertTrue(true); } }\n",
        ),
        provider,
        mocks,
        attribute,
        depends,
        isolated,
        prints,
        only_expects_nothing,
        opens,
    ];
    let suites: Vec<&str> = suites.iter().map(String::as_str).collect();
    let mut work = with_suites(work().await, &suites);
    work.mutants = domain::TaskMutants::default();
    let results = run(&work).await;
    let wrong: Vec<_> = results
        .iter()
        .zip(&suites)
        .filter(|(result, _)| (result.outcome, result.evidence.control) != (Outcome::Passed, Control::Noticed))
        .map(|(result, suite)| format!("{}\ncontrol {}\n{suite}", describe(result), result.evidence.control))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert_eq!(results[6].evidence.tests.len(), 2, "every concrete class is run");
    assert_eq!(results[7].evidence.tests[0].name, "BomTest::testMarks with data set \"utf-8\"");
    let log = &results[12].evidence.log;
    assert!(["a", "b", "c", "d", "e"].iter().all(|piece| log.contains(piece)), "{log}");
    assert!(results.iter().all(|result| !result.evidence.coverage.as_ref().unwrap().covered.is_empty()));
}

#[tokio::test]
async fn suites_that_do_not_pass() {
    let expected = [
        (suite("public function testWrong(): void { $this->assertSame(Bom::Utf8, Bom::tryFromSequence('abc')); }"), Outcome::TestFailed, "BomTest::testWrong"),
        (suite("public function testErrs(): void { Bom::tryFromSequence(); }"), Outcome::TestFailed, "BomTest::testErrs"),
        (suite(&format!("protected function setUp(): void {{ throw new \\Exception('x'); }}\n    {GOOD}")), Outcome::TestFailed, ""),
        (suite(&format!("public static function setUpBeforeClass(): void {{ throw new \\Exception('x'); }}\n    {GOOD}")), Outcome::TestFailed, "outside"),
        (suite(&format!("public static function tearDownAfterClass(): void {{ throw new \\Exception('x'); }}\n    {GOOD}")), Outcome::TestFailed, "outside"),
        (suite(&format!("public static function none(): array {{ throw new \\Exception('x'); }}\n    /** @dataProvider none */\n    public function testX($a) {{}}\n    {GOOD}")), Outcome::TestFailed, "outside"),
        (suite("public function testOld(): void { $this->setExpectedException('Exception'); }"), Outcome::TestFailed, ""),
        (suite("public function testX(): void { $this->assertSame(1, ); + }"), Outcome::CompileError, "syntax error"),
        (suite("public function testX(): void {} public function testX(): void {}"), Outcome::CompileError, "Cannot redeclare"),
        ("<?php\nclass BomTest extends League\\Csv\\TestCase { function testX() {} }\n".to_owned(), Outcome::CompileError, "League\\Csv\\TestCase"),
        ("<?php\nthrow new Exception('no');\nclass BomTest extends PHPUnit\\Framework\\TestCase { function testX() {} }\n".to_owned(), Outcome::CompileError, "no"),
        (suite("public function testSkips(): void { $this->markTestSkipped('no'); }"), Outcome::NoTests, ""),
        (suite("public function testLater(): void { $this->markTestIncomplete('no'); }"), Outcome::NoTests, ""),
        (suite("public function testNothing(): void { Bom::tryFromSequence('x'); }"), Outcome::NoTests, ""),
        (suite(&format!("public static function setUpBeforeClass(): void {{ self::markTestSkipped('no'); }}\n    {GOOD}")), Outcome::NoTests, ""),
        (suite("public function helper(): void {}"), Outcome::NoTests, "no test"),
        ("<?php\nit('finds a mark', fn () => expect(1)->toBe(1));\n".to_owned(), Outcome::InvalidSuite, "Pest"),
        (suite("public function testFatal(): void { eval('abstract final class X {}'); }"), Outcome::TestFailed, ""),
        (suite("public function testMemory(): void { $a = []; while (true) { $a[] = str_repeat('x', 1 << 20) . count($a); } }"), Outcome::TestFailed, "testMemory"),
    ];
    let suites: Vec<&str> = expected.iter().map(|(suite, ..)| suite.as_str()).collect();
    let results = run(&with_suites(work().await, &suites)).await;
    let mut wrong = Vec::new();
    for ((suite, outcome, words), result) in expected.iter().zip(&results) {
        if result.outcome != *outcome || !result.reason.contains(words) {
            wrong.push(format!("expected {outcome} with {words:?}: {}\n{suite}", describe(result)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    // the reference lets pass what asserts nothing or skips everything.
    for result in &results[11..15] {
        assert!(result.evidence.reference.clone().unwrap().tpr, "{}", describe(result));
    }
    assert!(!results[7].evidence.reference.clone().unwrap().csr && results[8].evidence.reference.clone().unwrap().csr);
}

#[tokio::test]
async fn a_suite_that_does_not_call_the_function_passes_but_not_validly() {
    let idle = suite("public function testCases(): void { $this->assertCount(5, Bom::cases()); }");
    let result = run(&with_suites(work().await, &[&idle])).await.remove(0);
    assert_eq!(
        (result.outcome, result.evidence.control),
        (Outcome::Passed, Control::Unnoticed),
        "{}",
        describe(&result)
    );
    assert!(!result.evidence.invokes && result.evidence.coverage.as_ref().unwrap().covered.is_empty());
}

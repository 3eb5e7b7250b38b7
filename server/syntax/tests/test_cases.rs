//! Test cases that can be seen in the text of a suite.

use domain::Language;
use syntax::test_cases;

fn listed(language: Language, suite: &str) -> Vec<(String, u32, bool, bool)> {
    test_cases(language, suite).into_iter().map(|t| (t.name, t.line, t.skipped, t.exact)).collect()
}

#[test]
fn go() {
    let suite = r#"package p

import "testing"

func TestPlain(t *testing.T) {}
func Test(t *testing.T)      {}
func Test_under(_ *testing.T) {}
func TestÄ(*testing.T)       {}
func Testify(t *testing.T)   {}
func TestMain(m *testing.M)  {}
func TestTwo(t, u *testing.T) {}
func TestArgs(t *testing.T, n int) {}
func TestResult(t *testing.T) int { return 1 }
func TestValue(t testing.T) {}
func TestGeneric[T any](t *testing.T) {}
func (s *suite) TestMethod(t *testing.T) {}
func BenchmarkX(b *testing.B) {}
func ExampleX() {}
func TestSkipped(t *testing.T) {
	t.Skip("later")
}
func TestMaybe(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
}
// func TestComment(t *testing.T) {}
"#;
    let names: Vec<_> = listed(Language::Go, suite);
    let expected = [
        ("TestPlain", 5, false),
        ("Test", 6, false),
        ("Test_under", 7, false),
        ("TestÄ", 8, false),
        ("TestSkipped", 19, true),
        ("TestMaybe", 22, false),
    ];
    assert_eq!(names.len(), expected.len(), "{names:?}");
    for ((name, line, skipped, exact), (n, l, s)) in names.iter().zip(expected) {
        assert_eq!((name.as_str(), *line, *skipped, *exact), (n, l, s, true));
    }
}

#[test]
fn rspec() {
    let suite = r#"require 'spec_helper'
RSpec.describe Shop::Cart do
  before { it 'is no example' }

  describe '#total' do
    it('sums') { expect(1).to eq 1 }
    context 'when empty' do
      specify "is zero" do
        expect(0).to eq 0
      end
    end
    xit 'later' do
    end
    it 'has no block'
    it 'skips', skip: true do
    end
    it 'skips inside' do
      skip 'why'
    end
    it "computes #{1 + 1}" do
    end
    it { is_expected.to be_ok }
  end

  [1, 2].each do |n|
    it 'loops' do
    end
  end

  shared_examples 'a thing' do
    it('is shared') { }
  end

  xdescribe 'off' do
    example('y') { }
  end
end
"#;
    let expected = [
        ("Shop::Cart#total sums", 6, false, true),
        ("Shop::Cart#total when empty is zero", 8, false, true),
        ("Shop::Cart#total later", 12, true, true),
        ("Shop::Cart#total has no block", 14, true, true),
        ("Shop::Cart#total skips", 15, true, true),
        ("Shop::Cart#total skips inside", 17, true, true),
        ("Shop::Cart#total (line 20)", 20, false, false),
        ("Shop::Cart#total (line 22)", 22, false, false),
        ("Shop::Cart loops", 26, false, false),
        ("Shop::Cart off y", 35, true, true),
    ];
    let found = listed(Language::Ruby, suite);
    let found: Vec<_> = found.iter().map(|(n, l, s, e)| (n.as_str(), *l, *s, *e)).collect();
    assert_eq!(found, expected);
}

#[test]
fn minitest() {
    let suite = "require 'minitest/autorun'\nclass TestCart < Minitest::Test\n  def setup; end\n  def test_total\n    assert true\n  end\n\n  def test_off\n    skip\n  end\n  def helper; end\nend\nclass Plain\n  def test_x; end\nend\n";
    let found = listed(Language::Ruby, suite);
    let found: Vec<_> = found.iter().map(|(n, l, s, e)| (n.as_str(), *l, *s, *e)).collect();
    assert_eq!(found, [("TestCart#test_total", 4, false, true), ("TestCart#test_off", 8, true, true)]);
}

#[test]
fn phpunit() {
    let suite = "<?php
namespace Tests\\Unit;
use PHPUnit\\Framework\\TestCase;
abstract class Base extends TestCase {
    public function testInherited() {}
}
final class CartTest extends Base {
    public function testSums(): void { $this->assertTrue(true); }
    #[\\PHPUnit\\Framework\\Attributes\\Test]
    public function sums_too(): void {}
    /** @test */
    public function annotated() {}
    /** Sums.
     *  @dataProvider pairs
     */
    public function testPairs(int $a) {}
    #[DataProvider('pairs'), Group('x')]
    public function testMorePairs(int $a) {}
    public function testLater() { $this->markTestSkipped('later'); }
    private function testHidden() {}
    public static function pairs() { return []; }
}
class Helper { public function testNothing() {} }
if (true) { class LaterTest extends \\PHPUnit\\Framework\\TestCase { function testX() {} } }
";
    let found = listed(Language::Php, suite);
    let found: Vec<_> = found.iter().map(|(n, l, s, e)| (n.as_str(), *l, *s, *e)).collect();
    let expected = [
        ("Tests\\Unit\\CartTest::testSums", 8, false, true),
        ("Tests\\Unit\\CartTest::sums_too", 9, false, true),
        ("Tests\\Unit\\CartTest::annotated", 12, false, true),
        ("Tests\\Unit\\CartTest::testPairs", 16, false, false),
        ("Tests\\Unit\\CartTest::testMorePairs", 17, false, false),
        ("Tests\\Unit\\CartTest::testLater", 19, true, true),
        ("Tests\\Unit\\LaterTest::testX", 24, false, false),
    ];
    assert_eq!(found, expected);
}

#[test]
fn nothing_to_find() {
    for text in ["", "it", "describe do", "it 'x' do\nend", "\u{fffd}", "package p\nfunc Test"] {
        assert!(listed(Language::Ruby, text).is_empty(), "{text:?}");
        assert!(listed(Language::Go, text).is_empty(), "{text:?}");
    }
}

#[test]
fn julia() {
    let suite = r#"using Test
@test 1 == 1
@testset "plain" begin
    @test f(1) == 1
    @testset "inner" begin
        @test true
    end
end
@testset "in a loop $i" for i in 1:3
    @test true
end
@testset "loops" for i in 1:3
    @test true
end
@testset "only under a condition" begin
    if x
        @test true
    end
end
@testset begin
    @test_throws ErrorException f(2)
end
@testset "twice" begin
    @test true
end
@testset "twice" begin
    @test true
end
@testset MySet "of a type" begin
    @test true
end
@testset "later" begin
    @test_skip f(3)
    @test_broken f(4)
end
# @testset "comment" begin end
function helper()
    @testset "in a function" begin
        @test true
    end
end
"#;
    let listed = listed(Language::Julia, suite);
    let named: Vec<_> =
        listed.iter().map(|(name, line, skipped, exact)| (name.as_str(), *line, *skipped, *exact)).collect();
    assert_eq!(
        named,
        [
            ("top level", 2, false, true),
            ("plain", 3, false, true),
            ("(computed, line 9)", 9, false, false),
            ("loops", 12, false, false),
            ("only under a condition", 15, false, false),
            ("test set", 20, false, true),
            ("twice", 23, false, false),
            ("twice", 26, false, false),
            ("of a type", 29, false, false),
            ("later", 32, true, true),
        ]
    );
    let wrapped = "module T\nusing Test\n@testset \"a\" begin\n    @test true\nend\nend";
    assert_eq!(listed_names(wrapped), ["a"]);
}

fn listed_names(suite: &str) -> Vec<String> {
    test_cases(Language::Julia, suite).into_iter().map(|case| case.name).collect()
}

//! Suites cut out of tests; the files are written for these tests.

use domain::{FocalFunction, Language};
use syntax::{UpstreamFile, parses, upstream_suite};

fn focal(path: &str, name: &str, end_line: u32) -> FocalFunction {
    FocalFunction {
        name: name.into(),
        qualified_name: name.into(),
        path: path.into(),
        start_line: 1,
        end_line,
        source: String::new(),
        signature: String::new(),
        class_name: String::new(),
        package: "pick".into(),
    }
}

fn file(path: &str, text: &str) -> UpstreamFile {
    UpstreamFile { path: path.into(), text: text.into() }
}

const FIRST: &str = r#"package pick

import (
	"strings"
	"testing"

	yaml "example.org/go-yaml.v3"
)

type stub struct{ n int }

func (s stub) Value() int { return limit + s.n }

func TestPick(t *testing.T) {
	if pick(stub{1}.Value()) != "x" {
		fail(t)
	}
}

func TestOther(t *testing.T) {
	_ = strings.ToUpper("pick")
	yaml.Use()
}
"#;

const SECOND: &str = r#"package pick

import "testing"

const limit = 3

func fail(t *testing.T) { t.Helper(); t.Fatal("no") }

func unused() {}
"#;

#[test]
fn go_tests_come_with_what_they_need_and_nothing_else() {
    let files = [
        file("a/pick_test.go", FIRST),
        file("a/help_test.go", SECOND),
        file("a/only_test.go", "//go:build windows\n\npackage pick\n\nfunc TestW(t *T) { pick(1) }\n"),
        file("b/pick_test.go", &FIRST.replace("TestPick", "TestElsewhere")),
    ];
    let suite = upstream_suite(Language::Go, &files, &focal("a/pick.go", "pick", 9)).unwrap();
    assert_eq!(parses(Language::Go, &suite), Ok(()));
    for part in ["func TestPick", "type stub", "func (s stub) Value", "const limit", "func fail", "\"testing\""] {
        assert!(suite.contains(part), "{part} is missing:\n{suite}");
    }
    for part in ["TestOther", "unused", "strings", "yaml", "TestW", "TestElsewhere"] {
        assert!(!suite.contains(part), "{part} is too much:\n{suite}");
    }
    assert_eq!(upstream_suite(Language::Go, &files, &focal("a/pick.go", "absent", 9)), None);
}

/// The package of a name is not the variable of that name, and what `init` sets is there when a test asks for it.
#[test]
fn go_suites_import_what_they_use_and_are_initialised() {
    let text = r#"package pick

import (
	"path"
	"testing"
)

var root, other *node

func init() { root = newNode() }

func init() { other = newNode() }

func newNode() *node { return &node{} }

func TestPick(t *testing.T) {
	for _, path := range []string{"a"} {
		pick(root, path)
	}
}

func TestJoin(t *testing.T) { other.set(path.Join("a")) }
"#;
    let files = [file("a/pick_test.go", text)];
    let suite = upstream_suite(Language::Go, &files, &focal("a/pick.go", "pick", 9)).unwrap();
    assert!(suite.contains("func init() { root = newNode() }") && suite.contains("func newNode()"), "{suite}");
    assert!(!suite.contains("\"path\""), "{suite}");
}

#[test]
fn the_smallest_ruby_file_that_calls_it() {
    let long = "describe Pick do\n  it 'a' do\n    expect(Pick.new.pick(1)).to eq 1\n  end\n\n\n\nend\n";
    let short = "describe Pick do\n  it('b') { expect(Pick.new.pick(2)).to eq 2 }\nend\n";
    let none = "describe Pick do\n  it('c') { expect(1).to eq 1 }\nend\n";
    let files = [file("spec/a.rb", long), file("spec/b.rb", short), file("spec/c.rb", none)];
    let focal = FocalFunction {
        class_name: "Pick".into(),
        qualified_name: "Pick#pick".into(),
        ..focal("lib/pick.rb", "pick", 3)
    };
    assert_eq!(upstream_suite(Language::Ruby, &files, &focal).as_deref(), Some(short));
}

#[test]
fn the_file_that_is_named_after_the_source_comes_first() {
    let calls = "describe Pick do\n  it('a') { Pick.new.pick }\nend\n";
    let longer = format!("{calls}# more\n");
    let files = [("spec/a_spec.rb", calls), ("spec/deep/pick_spec.rb", longer.as_str())]
        .map(|(path, text)| UpstreamFile { path: path.into(), text: text.into() });
    let focal = domain::FocalFunction {
        class_name: "Pick".into(),
        qualified_name: "Pick#pick".into(),
        ..focal("lib/pick.rb", "pick", 3)
    };
    assert_eq!(upstream_suite(Language::Ruby, &files, &focal).as_deref(), Some(longer.as_str()));
}

const PERIODS: &str = r#"module PeriodTests

using Test
using Dates: pick

include("shapes.jl")

limit = 3

isdefined(Main, :Helper) || @eval Main include(joinpath("testhelpers", "Helper.jl"))
using .Main.Helper

quoted = quote
    @test pick(2) == 2
end

check(x) = @test other(x)

macro same(x)
    :(@test $x == 1)
end

@testset "pick" begin
    @test pick(limit) == 1
end

@testset "other" begin
    @test other(limit) == 2
end

for n in 1:2
    @test pick(n) == n
end

@test other(1) == 2
check(2)
@same other(2)

end
"#;

#[test]
fn julia_tests_come_with_all_of_their_file_that_is_no_test() {
    let files = [
        file("test/a.jl", "using Test\n@test pick(1) == 1\n@test pick(2) == 1\n@test pick(3) == 1\n"),
        file("test/pick.jl", PERIODS),
        file("test/shapes.jl", "struct Shape end\n"),
    ];
    let focal = FocalFunction { signature: "pick(x)".into(), ..focal("src/pick.jl", "pick", 3) };
    let suite = upstream_suite(Language::Julia, &files, &focal).unwrap();
    assert_eq!(parses(Language::Julia, &suite), Ok(()));
    for part in [
        "using Test\n",
        "using Dates: pick\n",
        "struct Shape end\n",
        "limit = 3",
        "quoted = quote",
        "check(x) =",
        "macro same",
        "@testset \"pick\"",
        "for n in 1:2",
    ] {
        assert!(suite.contains(part), "{part} is missing:\n{suite}");
    }
    for part in ["include(", ".Main.Helper", "\"other\"", "@test other(1)", "\ncheck(2)", "\n@same", "PeriodTests"] {
        assert!(!suite.contains(part), "{part} is too much:\n{suite}");
    }
}

#[test]
fn julia_suites_end_where_they_would_get_long() {
    let set = |name: u32| format!("@testset \"{name}\" begin\n{}end\n", "    @test pick(1) == 1\n".repeat(70));
    let all: String = (1..=5).map(set).collect();
    let files = [file("test/pick.jl", &format!("using Test\n{all}"))];
    let focal = FocalFunction { signature: "pick(x)".into(), ..focal("src/pick.jl", "pick", 3) };
    let suite = upstream_suite(Language::Julia, &files, &focal).unwrap();
    assert_eq!(suite.matches("@testset").count(), 2, "72 lines each");
}

#[test]
fn rust_tests_in_a_file_of_their_own_come_back_into_their_module() {
    let source = "#[cfg(test)]\nmod tests;\n\npub fn pick(n: u8) -> u8 {\n    n\n}\n";
    let tests = "use super::*;\n\n#[test]\nfn picks() {\n    assert_eq!(pick(1), 1);\n}\n";
    let files = [file("src/bits/mod.rs", source), file("src/bits/tests.rs", tests), file("src/tests.rs", "fn no() {}")];
    let focal = FocalFunction { start_line: 4, ..focal("src/bits/mod.rs", "pick", 6) };
    let suite = upstream_suite(Language::Rust, &files, &focal).unwrap();
    assert_eq!(suite, format!("#[cfg(test)]\nmod tests {{\n{tests}\n}}\n\n"));
    assert_eq!(parses(Language::Rust, &suite), Ok(()));
    let beside = [file("src/bits.rs", source), file("src/bits/tests.rs", tests)];
    let focal = FocalFunction { path: "src/bits.rs".into(), ..focal };
    assert_eq!(upstream_suite(Language::Rust, &beside, &focal).as_deref(), Some(suite.as_str()));
}

const SPEC: &str = "require 'spec_helper'

describe Reader do
  it('reads') { expect(Reader.new.method_missing(:a)).to eq 1 }
end
";

/// Of the files that call a method, the one that names its class; shared examples and configuration come along.
#[test]
fn ruby_suites_are_about_the_class_and_bring_their_helpers() {
    let short = "describe(Other) { it('misses') { Other.new.method_missing(:a) } }\n";
    let files = [
        file("spec/other_spec.rb", short),
        file("spec/readers_spec.rb", &SPEC.replace("Reader", "BulkReader")),
        file("spec/access_spec.rb", SPEC),
        file("spec/support/shared.rb", "shared_examples('reads') { it('x') { } }\n"),
        file(
            "spec/spec_helper.rb",
            "require 'simplecov'\nSimpleCov.start\nRSpec.configure do |c|\n  c.after { ENV.delete('A') }\nend\ndef path = 1\n",
        ),
    ];
    let reader = FocalFunction { class_name: "Lib::Reader".into(), ..focal("lib/reading.rb", "method_missing", 9) };
    let suite = upstream_suite(Language::Ruby, &files, &reader).unwrap();
    assert!(suite.ends_with(SPEC), "{suite}");
    for part in ["shared_examples('reads')", "c.after { ENV.delete('A') }", "def path"] {
        assert!(suite.contains(part), "{part} is missing:\n{suite}");
    }
    assert!(!suite.contains("simplecov") && !suite.contains("SimpleCov"), "{suite}");
}

const PHP_TEST: &str = r"<?php

declare(strict_types=1);

namespace Tests\Pick;

use Pick\Pick;
use Tests\AbstractTestCase;

final class PickTest extends AbstractTestCase
{
    use MakesThings;

    public function testPick(): void
    {
        $this->assertSame(1, Pick::pick($this->thing()));
    }
}
";

#[test]
fn php_suites_bring_the_classes_of_their_folder() {
    let files = [
        file("tests/Pick/PickTest.php", PHP_TEST),
        file(
            "tests/Pick/MakesThings.php",
            "<?php\nnamespace Tests\\Pick;\n\ntrait MakesThings { function thing() { return 1; } }\n",
        ),
        file(
            "tests/AbstractTestCase.php",
            "<?php\n\ndeclare(strict_types=1);\n\nnamespace Tests;\n\nuse PHPUnit\\Framework\\TestCase;\n\nabstract class AbstractTestCase extends TestCase {}\n",
        ),
        file("tests/Other/MakesThings.php", "<?php\nnamespace Tests\\Other;\n\ntrait MakesThings {}\n"),
        file("tests/Pick/Unused.php", "<?php\nnamespace Tests\\Pick;\n\nclass Unused {}\n"),
    ];
    let focal = FocalFunction {
        class_name: "Pick".into(),
        qualified_name: "Pick\\Pick::pick".into(),
        signature: "public static function pick($n)".into(),
        ..focal("src/Pick.php", "pick", 3)
    };
    let suite = upstream_suite(Language::Php, &files, &focal).unwrap();
    assert_eq!(parses(Language::Php, &suite), Ok(()));
    assert!(suite.starts_with("<?php\ndeclare(strict_types=1);\n"), "{suite}");
    let places: Vec<_> = ["abstract class AbstractTestCase", "trait MakesThings", "final class PickTest"]
        .map(|part| suite.find(part).unwrap_or_else(|| panic!("{part} is missing:\n{suite}")))
        .into();
    assert!(places[2] > places[0] && places[2] > places[1], "{suite}");
    for (part, times) in [("<?php", 1), ("declare(", 1), ("trait MakesThings", 1), ("Unused", 0), ("Tests\\Other", 0)] {
        assert_eq!(suite.matches(part).count(), times, "{part}\n{suite}");
    }
}

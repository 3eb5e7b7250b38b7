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

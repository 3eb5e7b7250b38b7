//! The conformance table of the reference's invocation check (xrepotest.md §3.6), row by row.

use domain::Language::{self, Go, Julia, Php, Ruby, Rust};
use syntax::reference_invokes;

fn go(body: &str) -> String {
    format!("package m\n\nimport \"testing\"\n\nfunc TestX(t *testing.T) {{\n{body}\n}}\n")
}

fn rust(body: &str) -> String {
    format!("#[test]\nfn t() {{\n{body}\n}}\n")
}

fn php(body: &str) -> String {
    format!("<?php\nclass XTest extends TestCase {{ public function testX() {{ {body} }} }}\n")
}

fn julia(body: &str) -> String {
    format!("@testset \"x\" begin\n{body}\nend\n")
}

fn ruby(body: &str) -> String {
    format!("describe 'x' do\n  it 'y' do\n    {body}\n  end\nend\n")
}

#[test]
fn the_conformance_table() {
    let table: Vec<(Language, String, &str, bool)> = vec![
        (Go, go("x := doSort(a)\n_ = x"), "doSort", true),
        (Go, go("x := doSort[int](a)\n_ = x"), "doSort", false),
        (Go, go("doSort[int,string](a,b)"), "doSort", true),
        (Go, go("t.Run(\"x\", nil)"), "Run", true),
        (Go, go("use(doSort)"), "doSort", true),
        (Go, go("t.Run(\"x\", func(t *testing.T) { doSort := 1; _ = doSort })"), "doSort", true),
        (Go, format!("{}\nfunc doSort(a int) int {{ return a }}\n", go("doSort(1)")), "doSort", true),
        (Go, go("f := doSort; f(a)"), "doSort", false),
        (Go, go("// doSort(a)\nx := \"doSort(a)\"\n_ = x"), "doSort", false),
        (Go, "package m\nfunc TestX(t *testing.T) {\n\tx := doSort(a)\n\tif x {".to_owned(), "doSort", true),
        (Rust, rust("let v: Vec<u8> = Vec::new();"), "new", true),
        (Rust, rust("assert_eq!(add(1,2),3);"), "add", true),
        (Rust, rust("let add=3; assert_eq!(add,3);"), "add", true),
        (Rust, rust("let s = format!(\"{}\",x); let u = x.to_string();"), "fmt", false),
        (Rust, rust("let x: X = y.into();"), "from", false),
        (Rust, rust("let c = a + b;"), "add", false),
        (Rust, rust("for x in it {}"), "next", false),
        (Julia, julia("f = 1"), "f", true),
        (Julia, julia("@test Base.iterate(d) == 1"), "Base.iterate", true),
        (Julia, julia("@test iterate(d) == 1"), "Base.iterate", true),
        (Julia, "for x in d\nend\n".to_owned(), "Base.iterate", false),
        (Julia, julia("@test counts(d) == 1"), "StatsBase.counts", false),
        (Julia, julia("@test StatsBase.counts(d) == 1"), "StatsBase.counts", true),
        (Julia, julia("@test Foo{Int}(d) == 1"), "Foo{T}", false),
        (Julia, julia("c = a + b"), "+", false),
        (Php, php("$x = new Foo(1);"), "__construct", false),
        (Php, php("$this->assertEquals($parse,1);"), "parse", true),
        (Php, php("$o->Parse(1);"), "parse", false),
        (Php, php("$s = (string)$o;"), "__toString", false),
        (Php, php("$s = $o[\"a\"];"), "offsetGet", false),
        (Php, php("call_user_func([$o,\"parse\"]);"), "parse", false),
        (Php, "class X { function t() { $o->parse(1); } }".to_owned(), "parse", false),
        (Ruby, ruby("A.new(1)"), "initialize", false),
        (Ruby, ruby("foo"), "foo", true),
        (Ruby, ruby("foo = 1"), "foo", true),
        (Ruby, ruby("[1].each { |foo| 1 }"), "foo", true),
        (Ruby, ruby("o.send(:foo)"), "foo", false),
        (Ruby, ruby("expect(o).to be_ok"), "ok?", false),
        (Ruby, ruby("o.name = 1"), "name=", false),
        (Ruby, ruby("o[1]"), "[]", false),
        (Ruby, ruby("a == b"), "==", false),
        (Ruby, ruby("allow(o).to receive(:foo)"), "foo", false),
    ];
    let wrong: Vec<String> = table
        .iter()
        .filter(|(language, suite, name, expected)| reference_invokes(*language, suite, name) != *expected)
        .map(|(language, suite, name, expected)| format!("{language}: {name} should be {expected} in\n{suite}"))
        .collect();
    assert!(wrong.is_empty(), "{} of {} rows differ:\n{}", wrong.len(), table.len(), wrong.join("\n"));
}

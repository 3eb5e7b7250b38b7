//! Which suites can share a binary.

use syntax::sharing_go;

const TEST: &str = "func TestA(t *testing.T) { helper() }\n\nfunc helper() {}\n";

fn suite(imports: &str, body: &str) -> String {
    format!("package p\n\nimport (\n\t\"testing\"\n{imports}\n)\n\n{TEST}\n{body}\n")
}

#[test]
fn ordinary_suites_share_and_say_what_they_declare_and_use() {
    let text = suite(
        "\t\"errors\"\n\thttp2 \"net/http\"\n\t\"net/http/httptest\"\n\t\"x.io/own\"",
        "type pair struct{ left, right int }\n\nfunc (p *pair) sum() int { return p.left }\n\n\
         type list[T any] []T\n\nfunc (l list[T]) size() int { return len(l) }\n\n\
         const (\n\tone = iota\n\t_\n)\n\nvar (\n\terrX = errors.New(\"x\")\n\ttable = map[string]func() int{\"a\": func() int { return own.Do() }}\n\
         \tlater = func() { panic(1) }\n\ta, b = make([]int, 3), string([]byte(\"x\"))\n)\n\nvar _ pair",
    );
    let sharing = sharing_go(&text).unwrap();
    let declares: Vec<&str> = sharing.declares.iter().map(String::as_str).collect();
    assert_eq!(declares, ["TestA", "a", "b", "errX", "helper", "later", "list", "one", "pair", "table"]);
    for used in ["TestA", "left", "own", "http2", "Do", "T", "errors", "httptest"] {
        assert!(sharing.uses.contains(used), "{used}: {:?}", sharing.uses);
    }
    let loud: Vec<&str> = sharing.loud.iter().map(String::as_str).collect();
    assert_eq!(loud, ["net/http", "x.io/own"]);
}

#[test]
fn what_could_reach_another_suite_is_built_alone() {
    let table = [
        ("", "func init() {}", "init"),
        ("", "func TestMain(m *testing.M) {}", "TestMain"),
        ("\t_ \"time/tzdata\"", "", "starts"),
        ("\t\"C\"", "", "cgo"),
        ("", "//go:noinline\nfunc f() {}", "directives"),
        ("", "//line other.go:3\nfunc f() {}", "directives"),
        ("", "/*line other.go:3*/ func f() {}", "directives"),
        ("", "var x = helper2()\n\nfunc helper2() int { return 1 }", "call"),
        ("", "var x = func() int { return 1 }()", "call"),
        ("", "var x = []int{len(\"a\"), f()}", "call"),
        ("\terrors \"x.io/errors\"", "var x = errors.New(\"x\")", "call"),
        ("", "var x = <-c", "call"),
        ("", "var (\n\ta = 1\n\tb = f(a)\n)", "call"),
        ("", "func (c *Command) extra() {}", "methods"),
        ("", "func (Command) extra() {}", "methods"),
        ("", "type other = Command\n\nfunc (o *other) extra() {}", "methods"),
        ("", "func min(a, b int) int { return a }", "predeclared"),
        ("", "type error interface{}", "predeclared"),
        ("\t\"os/exec\"", "", "program"),
        ("\t\"syscall\"", "", "program"),
        ("\t\"golang.org/x/sys/unix\"", "", "program"),
        ("\t\"runtime/debug\"", "", "program"),
        ("\t\"debug/elf\"", "", "program"),
        ("\t\"os\"", "func f() string { return os.Args[0] }", "program"),
        ("\t\"os\"", "func f() { os.Executable() }", "program"),
        ("", "func f() { testing.AllocsPerRun(1, helper) }", "program"),
        ("\t\"runtime\"", "func f() { runtime.FuncForPC(0) }", "program"),
        ("", "func f() string { return \"p_test.TestA\" }", "names"),
        ("", "func f() string { return `/proc/self/exe` }", "names"),
        ("", "func f() { if {\n", "parse"),
    ];
    for (imports, body, word) in table {
        let why = sharing_go(&suite(imports, body)).expect_err(body);
        assert!(why.contains(word), "{imports} {body}: {why}");
    }
    // The same inside of functions, or of a type of its own, reaches nobody.
    for body in [
        "func f() { var x = helper2(); min := x; _ = min }\n\nfunc helper2() int { return 1 }",
        "type own struct{}\n\nfunc (o *own) init() {}",
        "// go: this is no directive, and this no //line\nfunc f() {}",
        "func f() { type error int }",
    ] {
        assert!(sharing_go(&suite("\t\"runtime\"", body)).is_ok(), "{body}");
    }
}

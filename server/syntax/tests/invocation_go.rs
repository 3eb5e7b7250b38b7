//! The Go rows of the conformance table of the reference's invocation check (xrepotest.md §3.6), and where ours differs.

use domain::{FocalFunction, Language};
use syntax::invokes;

/// A focal function by its qualified name, in `store/cart.go` of package `store`.
fn focal(qualified: &str) -> FocalFunction {
    let (class_name, name) = qualified.rsplit_once('.').unwrap_or(("", qualified));
    FocalFunction {
        name: name.to_owned(),
        qualified_name: qualified.to_owned(),
        path: "store/cart.go".to_owned(),
        start_line: 1,
        end_line: 1,
        source: String::new(),
        signature: String::new(),
        class_name: class_name.to_owned(),
        package: "store".to_owned(),
    }
}

const IMPORTS: &str = r#"
import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"sort"
	"testing"

	"example.org/shop/store"
	other "example.org/lib/misc"
	"github.com/stretchr/testify/assert"
)
"#;

fn in_test(body: &str) -> String {
    format!("package store\n{IMPORTS}\nfunc TestIt(t *testing.T) {{\n{body}\n}}\n")
}

fn check(focal_name: &str, suite: &str, expected: bool) {
    assert_eq!(invokes(Language::Go, suite, &focal(focal_name)), expected, "{focal_name} in:\n{suite}");
}

#[test]
fn rows_of_the_reference_table() {
    // (body, focal, the reference's answer, ours)
    let rows = [
        ("x := doSort(a)", "doSort", true, true),
        // The reference misses it: the grammar takes it for a type conversion.
        ("x := doSort[int](a)", "doSort", false, true),
        ("doSort[int,string](a,b)", "doSort", true, true),
        // `t` is a *testing.T, whatever the focal method is called.
        ("t.Run(\"x\", nil)", "Runner.Run", true, false),
        // `fmt` prints a function, it does not call it.
        ("t.Run(\"x\", func(t *testing.T) { fmt.Println(doSort) })", "doSort", true, false),
        ("t.Run(\"x\", func(t *testing.T) { doSort := 1; _ = doSort })", "doSort", true, false),
        ("t.Run(\"x\", func(t *testing.T) { c := cfg{doSort: 1}; _ = c })", "doSort", true, false),
        ("f := doSort; f(a)", "doSort", false, true),
        ("s := \"doSort(a)\" // doSort(a)", "doSort", false, false),
    ];
    for (body, name, _reference, ours) in rows {
        check(name, &in_test(body), ours);
    }
    // The test declares a function of that name itself and calls its own; the reference says true.
    check("doSort", &format!("{}\nfunc doSort(a []int) []int {{ return a }}\n", in_test("doSort(a)")), false);
    // A truncated text is read as far as it goes, as by the reference.
    check("doSort", "package store\nfunc TestIt(t *testing.T) {\n\tx := doSort(a)\n\tif x", true);
}

#[test]
fn free_functions() {
    for (body, expected) in [
        ("go doSort(a)", true),
        ("defer doSort(a)", true),
        ("(doSort)(a)", true),
        ("assert.Equal(t, 1, doSort(a))", true),
        ("store.doSort(a)", true),
        ("x := store.doSort[int](a)", true),
        ("other.doSort(a)", false),
        ("x.doSort(a)", false),
        ("doSortAll(a)", false),
        ("doSort := func(a []int) {}; doSort(a)", false),
        ("doSort := doSort(a); _ = doSort", true),
        ("func(doSort func()) { doSort() }(nil)", false),
        ("for _, doSort := range fs { doSort() }", false),
        ("if doSort := f(); doSort != nil { doSort() }\ndoSort(a)", true),
        ("var doSort func(); doSort()", false),
        ("_ = doSort", false),
        ("if doSort == nil {}", false),
        ("f := doSort; _ = f", false),
        ("var f func([]int); f = doSort; f(a)", true),
        ("f := doSort[int]; f(a)", true),
        ("sort.Slice(a, doSort)", true),
        ("h := http.HandlerFunc(doSort); h.ServeHTTP(w, r)", true),
        ("r.Use(doSort)", true),
        ("assert.NotNil(t, doSort)", false),
        ("assert.Panics(t, doSort)", true),
        ("t.Run(\"x\", doSort)", true),
        ("t.Log(doSort)", false),
        ("x := reflect.ValueOf(doSort)", false),
        ("ts := []struct{fn func()}{{fn: doSort}}; for _, tt := range ts { tt.fn() }", true),
        ("ts := []struct{fn func()}{{fn: doSort}}; _ = ts", false),
        ("fs := map[string]func(){\"a\": doSort}; fs[\"a\"]()", true),
    ] {
        check("doSort", &in_test(body), expected);
    }
}

#[test]
fn helpers_of_the_suite_that_get_the_function() {
    let calls = "\nfunc use(f func([]int) []int) { f(nil) }\n";
    check("doSort", &(in_test("use(doSort)") + calls), true);
    let ignores = "\nfunc use(f func([]int) []int) { }\n";
    check("doSort", &(in_test("use(doSort)") + ignores), false);
}

#[test]
fn methods() {
    for (body, expected) in [
        ("c.Find(a)", true),
        ("c := &Cart{}; c.Find(a)", true),
        ("NewCart().Find(a)", true),
        ("(*Cart).Find(c, a)", true),
        ("f := c.Find; f(a)", true),
        ("Find(a)", false),
        ("store.Find(a)", false),
        ("assert.Find(t)", false),
        ("var b bytes.Buffer; b.Find(a)", false),
        ("b := bytes.NewBuffer(nil); b.Find(a)", false),
        ("b := new(bytes.Buffer); b.Find(a)", false),
        ("r := httptest.NewRecorder(); r.Header().Find(a)", false),
        ("func(w http.ResponseWriter, r *http.Request) { w.Find() }(nil, nil)", true),
        ("func(w http.ResponseWriter, r *http.Request) { r.Find() }(nil, nil)", false),
        ("var w io.Writer = c; w.Find()", true),
        ("x := c.Find", false),
        ("s := \"c.Find()\"", false),
    ] {
        check("Cart.Find", &in_test(body), expected);
    }
    let fake = "\ntype fake struct{ n int }\nfunc (f *fake) Find() {}\n";
    check("Cart.Find", &(in_test("f := &fake{}; f.Find()") + fake), false);
    check("Cart.Find", &(in_test("var f fake; f.Find()") + fake), false);
    let embeds = "\ntype mine struct{ Cart }\n";
    check("Cart.Find", &(in_test("f := mine{}; f.Find()") + embeds), true);
}

#[test]
fn methods_behind_an_interface_of_the_standard_library() {
    check("byAge.Less", &in_test("sort.Sort(byAge(a))"), true);
    check("byAge.Less", &in_test("sort.Ints(a)"), false);
    check("Cart.String", &in_test("s := fmt.Sprintf(\"%v\", c)"), true);
    check("mux.ServeHTTP", &in_test("s := httptest.NewServer(m)"), true);
    check("reader.Read", &in_test("b, _ := io.ReadAll(r)"), true);
}

#[test]
fn shadowed_packages() {
    check("doSort", &in_test("store := helper{}; store.doSort(a)"), false);
    check("Cart.Find", &in_test("store := NewStore(); store.Find(a)"), true);
}

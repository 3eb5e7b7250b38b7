//! Mutants as functions beside the focal one.

use domain::{FocalFunction, Language, Mutant};
use syntax::{GoCopies, examples_go, focal_functions, mutant_functions_go, mutants, switch_mutants_go, test_cases};

fn focal(text: &str, name: &str) -> FocalFunction {
    let found = focal_functions(Language::Go, text, "a.go").into_iter().map(|found| found.focal);
    found.into_iter().find(|focal| focal.name == name).unwrap()
}

/// The file with a switch for the first mutant of the function.
fn switched(function: &str) -> Option<String> {
    let text = format!("package p\n\n{function}\n");
    let focal = focal(&text, "F");
    let all = mutants(Language::Go, &text, &focal);
    let names = GoCopies { prefix: "assayM", switch: "AssayS" };
    let switched = switch_mutants_go(&text, &focal, &[&all[0]], &names)?;
    assert_eq!(syntax::parses(Language::Go, &switched), Ok(()), "{switched}");
    Some(switched)
}

#[test]
fn heads_of_all_forms_are_called_with_what_they_were_given() {
    for (head, call) in [
        ("func F(a, b int, rest ...string) bool", "return assayM0(a, b, rest...);"),
        ("func (s *Set) F(a int) (n int, err error)", "return s.assayM0(a);"),
        ("func F[K comparable, V any](m map[K]V)", "assayM0[K, V](m); return;"),
        ("func (s *Set[T]) F(x T)", "s.assayM0(x); return;"),
        // What has no name gets one.
        ("func (Set) F(int, ...string) bool", "return assayReceiver0.assayM0(assayArgument0, assayArgument1...);"),
        ("func (_ Set) F(_ int, b string) bool", "return assayReceiver0.assayM0(assayArgument0, b);"),
        ("func F(/* none */)", "assayM0(); return;"),
    ] {
        let text = switched(&format!("{head} {{\n\tg()\n}}")).unwrap();
        assert!(text.contains(&format!("switch AssayS {{ case 1: {call} }};")), "{text}");
    }
    let text = switched("func (Set) F(int, ...string) bool {\n\tg()\n}").unwrap();
    assert!(
        text.contains("func (assayReceiver0 Set) F(assayArgument0 int, assayArgument1 ...string) bool {"),
        "{text}"
    );
    assert!(text.ends_with("func (Set) assayM0(int, ...string) bool {\n\t\n}\n"), "{text}");
}

#[test]
fn what_looks_at_the_call_stack_is_not_copied() {
    for (body, expected) in [
        ("recover(); g()", false),
        ("defer func() { recover() }(); g()", true),
        ("runtime.Callers(0, nil); g()", false),
        ("g(recoverAll())", true),
    ] {
        assert_eq!(switched(&format!("func F() {{\n\t{body}\n}}")).is_some(), expected, "{body}");
    }
    assert_eq!(switched("func F[_ any]() {\n\tg()\n}"), None, "it can't be called by name");
}

#[test]
fn functions_are_copied_with_their_change() {
    let text = "package p\n\nfunc F(a int) int { return a + 1 }\n";
    let focal = focal(text, "F");
    let all = mutants(Language::Go, text, &focal);
    let list: Vec<&Mutant> = all.iter().collect();
    let functions = mutant_functions_go(text, &focal, &list, "m").unwrap();
    assert_eq!(functions.len(), all.len());
    for (mutant, function) in all.iter().zip(functions) {
        let whole = mutant.apply(text).unwrap();
        assert_eq!(whole.replace("F(", &format!("m{}(", mutant.number)), format!("package p\n\n{function}\n"));
    }
    let mut elsewhere = focal.clone();
    elsewhere.start_line = 1;
    assert!(mutant_functions_go(text, &elsewhere, &list, "m").is_err());
}

#[test]
fn examples_say_what_they_print() {
    let suite = "package p\n\nfunc ExampleA() {\n\tfmt.Println(1) // not: Output: 0\n\t// Output: 1\n}\n
func ExampleB() {\n\t// Unordered output:\n\t// b\n\t//   a\n}\n
func ExampleC() {\n\tf()\n\t/* output:\n x\n*/\n}\n
func ExampleSilent() {\n\t// prints nothing\n\tf()\n}\n
func ExampleEarlier() {\n\t// Output: 1\n\tf()\n\n\t// done\n}\n
func ExampleEmpty() {\n\t// Output:\n}\n
func Examples() {\n\t// Output: 1\n}\n
func ExampleOf(t *testing.T) {\n\t// Output: 1\n}\n";
    let found: Vec<_> = examples_go(suite).into_iter().map(|e| (e.name, e.output, e.unordered)).collect();
    let expected =
        [("ExampleA", "1", false), ("ExampleB", "b\n  a", true), ("ExampleC", "x", false), ("ExampleEmpty", "", false)];
    assert_eq!(found, expected.map(|(name, output, unordered)| (name.to_owned(), output.to_owned(), unordered)));
    let tests: Vec<_> = test_cases(Language::Go, suite).into_iter().map(|test| test.name).collect();
    assert_eq!(tests, ["ExampleA", "ExampleB", "ExampleC", "ExampleEmpty"]);
}

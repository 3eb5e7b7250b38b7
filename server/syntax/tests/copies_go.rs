//! Mutants as functions beside the focal one.

use domain::{FocalFunction, Language, Mutant};
use syntax::{
    GoCopies, GoProbe, GoWeave, examples_go, focal_functions, instrument_go, mutant_functions_go, mutants, test_cases,
    weave_go,
};

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
    let probe = GoProbe { counters: "hits", control: "broken" };
    let woven = weave_go(&text, &[GoWeave { focal: &focal, probe, copies: Some((&[&all[0]], names)) }]).unwrap();
    assert_eq!(syntax::parses(Language::Go, &woven.text), Ok(()), "{}", woven.text);
    assert_eq!(woven.plain.is_some(), woven.text.contains("switch AssayS"));
    woven.plain.is_some().then_some(woven.text)
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
        assert!(text.contains(&format!("{{ switch AssayS {{ case 1: {call} }}; if broken ")), "{text}");
    }
    let text = switched("func (Set) F(int, ...string) bool {\n\tg()\n}").unwrap();
    assert!(
        text.contains("func (assayReceiver0 Set) F(assayArgument0 int, assayArgument1 ...string) bool {"),
        "{text}"
    );
    assert!(text.ends_with("func (Set) assayM0(int, ...string) bool {\n\t\n}\n"), "{text}");
}

/// Lines stay where they are, mutants pass no probe, and each function has its own names.
#[test]
fn several_functions_of_a_file_are_woven_at_once() {
    let text = "package p\n\nfunc F(a int) int {\n\treturn a + 1\n}\n\nfunc G() {\n\tF(1)\n\tF(2)\n}\n";
    let focals = [focal(text, "F"), focal(text, "G")];
    let all = focals.each_ref().map(|focal| mutants(Language::Go, text, focal));
    let lists = all.each_ref().map(|all| all.iter().collect::<Vec<&Mutant>>());
    let weave = |n: usize, [counters, control, prefix, switch]: [&'static str; 4]| GoWeave {
        focal: &focals[n],
        probe: GoProbe { counters, control },
        copies: Some((&lists[n], GoCopies { prefix, switch })),
    };
    let both = weave_go(text, &[weave(0, ["h0", "c0", "m0x", "s0"]), weave(1, ["h1", "c1", "m1x", "s1"])]).unwrap();
    assert_eq!(both.probes, [1, 2]);
    let woven = both.text;
    assert_eq!(syntax::parses(Language::Go, &woven), Ok(()), "{woven}");
    let lines: Vec<&str> = woven.lines().collect();
    assert!(lines[2].starts_with("func F(a int) int { switch s0 { case 1: return m0x0(a);"), "{woven}");
    assert!(lines[2].ends_with("}; if c0 { panic(\"assay: control\") };"), "{woven}");
    assert_eq!(lines[3], "\th0[0]=1; return a + 1");
    assert!(lines[6].contains("case 1: m1x0(); return;"), "{woven}");
    assert_eq!((lines[7], lines[8]), ("\th1[0]=1; F(1)", "\th1[1]=1; F(2)"));
    assert_eq!(woven.matches("\nfunc m0x").count(), all[0].len());
    assert_eq!(woven.matches("\nfunc m1x").count(), all[1].len());
    // Without copies, one function after the other gives the same.
    let probe = |counters, control| GoProbe { counters, control };
    let first = instrument_go(text, &focals[0], &probe("h0", "c0")).unwrap().text;
    let second = instrument_go(&first, &focals[1], &probe("h1", "c1")).unwrap().text;
    assert_eq!(both.plain.as_ref(), Some(&second));
    let plain = |n: usize, probe| GoWeave { focal: &focals[n], probe, copies: None };
    let woven = weave_go(text, &[plain(0, probe("h0", "c0")), plain(1, probe("h1", "c1"))]).unwrap();
    assert_eq!((woven.text, woven.plain), (second, None));
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

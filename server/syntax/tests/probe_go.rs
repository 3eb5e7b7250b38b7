//! Counters and the control mutant in a Go function.

use domain::{FocalFunction, Language};
use syntax::{GoProbe, InstrumentError, Instrumented, focal_functions, instrument_go, parses};

const FILE: &str = include_str!("fixtures/walk.go");

fn focal(text: &str, name: &str) -> FocalFunction {
    let found = focal_functions(Language::Go, text, "walk.go");
    found.into_iter().map(|f| f.focal).find(|f| f.name == name).unwrap()
}

fn instrumented(text: &str, name: &str) -> Instrumented {
    let probe = GoProbe { counters: "hits", control: "broken()" };
    instrument_go(text, &focal(text, name), &probe).unwrap()
}

/// Takes every inserted piece out again.
fn without_probe(text: &str, statements: usize) -> String {
    let mut text = text.replace(" if broken() { panic(\"assay: control\") };", "");
    for i in (0..statements).rev() {
        text = text.replace(&format!("hits[{i}]=1; "), "");
    }
    text
}

#[test]
fn every_statement_is_counted_on_its_line() {
    let made = instrumented(FILE, "walk");
    // Counted by hand in the fixture, whose statements are marked with `// n` in the order of the counters.
    let marked: Vec<u32> = FILE.lines().zip(1..).filter(|(line, _)| line.ends_with("// n")).map(|(_, n)| n).collect();
    assert_eq!(made.executable_lines(), marked);
    assert_eq!(made.lines.len(), 27);
    assert_eq!(made.text.lines().count(), FILE.lines().count());
    for (i, line) in made.lines.iter().enumerate() {
        let text = made.text.lines().nth(*line as usize - 1).unwrap();
        let label = made.text.lines().nth(*line as usize - 2).unwrap();
        let counter = format!("hits[{i}]=1;");
        assert!(text.contains(&counter) || label.contains(&counter), "{counter} not near line {line}: {text}");
    }
    assert!(parses(Language::Go, &made.text).is_ok());
}

#[test]
fn nothing_but_insertions() {
    let made = instrumented(FILE, "walk");
    let restored = without_probe(&made.text, made.lines.len());
    // `else if` gets braces of its own.
    assert_eq!(restored.replace("else { if", "else if").replace("} } }", "}"), FILE);
    assert!(made.text.contains("{ if broken() { panic(\"assay: control\") };"));
    assert!(made.text.contains("hits[3]=1; Loop:"));
}

#[test]
fn one_liners_and_methods() {
    let text = "package p\n\nfunc (c *C) one(a int) int { return a }\nfunc one(a int) int {return a; }\n";
    let method = focal(text, "one");
    let probe = GoProbe { counters: "h", control: "x" };
    let made = instrument_go(text, &method, &probe).unwrap();
    assert!(made.text.contains("int { if x { panic(\"assay: control\") }; h[0]=1; return a }"), "{}", made.text);
    assert_eq!(made.lines, [3]);
    let function = FocalFunction { start_line: 4, end_line: 4, ..method };
    let made = instrument_go(text, &function, &probe).unwrap();
    assert!(made.text.contains("int { if x { panic(\"assay: control\") };h[0]=1; return a; }"), "{}", made.text);
}

#[test]
fn refusals() {
    let probe = GoProbe { counters: "h", control: "x" };
    let text = "package p\n\nfunc empty() {}\nfunc bad() int {\n\treturn 1 +\n}\n";
    let base = FocalFunction { name: "empty".to_owned(), ..focal("package p\n\nfunc f() int { return 1 }\n", "f") };
    assert_eq!(instrument_go(text, &base, &probe), Err(InstrumentError::NoStatement(3)));
    let gone = FocalFunction { name: "gone".to_owned(), ..base };
    assert!(matches!(instrument_go(text, &gone, &probe), Err(InstrumentError::NotFound { .. })));
}

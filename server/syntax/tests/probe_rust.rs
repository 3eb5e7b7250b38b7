//! Counters, the control and the mutants in a Rust function.

use domain::{FocalFunction, Language, Mutant, MutationOperator};
use syntax::{InsertionKind, InstrumentError, focal_functions, instrument_rust, parses};

const FILE: &str = include_str!("fixtures/walk_rust.txt");

fn focal(text: &str, name: &str) -> FocalFunction {
    let found = focal_functions(Language::Rust, text, "src/walk.rs");
    found.into_iter().map(|f| f.focal).find(|f| f.name == name).unwrap()
}

/// A mutant of the first `original` in the text.
fn mutant(text: &str, number: u16, original: &str, replacement: &str) -> Mutant {
    let start = text.find(original).unwrap_or_else(|| panic!("no {original}"));
    Mutant {
        number,
        operator: MutationOperator::Relational,
        line: 1,
        start: start as u32,
        end: (start + original.len()) as u32,
        replacement: replacement.to_owned(),
    }
}

#[test]
fn every_statement_is_counted_on_its_line() {
    let made = instrument_rust(FILE, &focal(FILE, "walk"), "h", &[]).unwrap();
    // Counted by hand in the fixture, whose statements are marked with `// n`.
    let marked: Vec<u32> = FILE.lines().zip(1..).filter(|(line, _)| line.ends_with("// n")).map(|(_, n)| n).collect();
    assert_eq!(made.executable_lines(), marked, "{}", made.text(FILE));
    let text = made.text(FILE);
    assert_eq!(text.lines().count(), FILE.lines().count());
    for (i, line) in made.lines.iter().enumerate() {
        let near: Vec<&str> = text.lines().skip(*line as usize - 2).take(2).collect();
        assert!(near.concat().contains(&format!("::h::hit({i});")), "counter {i} not near line {line}");
    }
    assert!(parses(Language::Rust, &text).is_ok(), "{text}");
    assert!(text.contains("Result<u32, String> { ::h::enter();\n"));
    assert!(text.contains("} else { ::h::hit(") && text.contains("0 => { ::h::hit("));
}

#[test]
fn nothing_but_insertions_without_line_breaks() {
    let mutants = [mutant(FILE, 0, "> 10", ">= 10"), mutant(FILE, 1, "total += 2;", "")];
    let made = instrument_rust(FILE, &focal(FILE, "walk"), "h", &mutants).unwrap();
    assert!(made.insertions.iter().all(|i| !i.text.contains('\n')));
    assert!(made.insertions.windows(2).all(|pair| pair[0].at <= pair[1].at));
    assert_eq!(made.insertions.iter().filter(|i| i.kind == InsertionKind::Entry).count(), 1);
    let (text, mut restored, mut at, mut longer) = (made.text(FILE), String::new(), 0, 0);
    for insertion in &made.insertions {
        restored.push_str(&text[at..insertion.at + longer]);
        at = insertion.at + longer + insertion.text.len();
        assert_eq!(&text[insertion.at + longer..at], insertion.text);
        longer += insertion.text.len();
    }
    restored.push_str(&text[at..]);
    assert_eq!(restored, FILE);
}

#[test]
fn mutants_are_choices_around_the_smallest_piece() {
    let text = "fn f(a: i32, b: i32) -> i32 {\n    if a > 1 && b < 2 {\n        log(a);\n    }\n    a + b * 3\n}\n";
    for (original, replacement, expected) in [
        ("> 1", ">= 1", "if (match ::h::mutant() { 7 => { a >= 1 } _ => { a > 1 } }) && b < 2 {"),
        ("&&", "||", "if (match ::h::mutant() { 7 => { a > 1 || b < 2 } _ => { a > 1 && b < 2 } }) {"),
        ("a > 1 && b < 2", "!(a > 1 && b < 2)", "if (match ::h::mutant() { 7 => { !(a > 1 && b < 2) } _ => {"),
        ("* 3", "* 4", "a + (match ::h::mutant() { 7 => { b * 4 } _ => { b * 3 } })"),
        ("log(a);", "", "match ::h::mutant() { 7 => {  } _ => { log(a); } }"),
        ("a + b * 3", "Default::default()", "(match ::h::mutant() { 7 => { Default::default() } _ => { a + b * 3 } })"),
    ] {
        let made = instrument_rust(text, &focal(text, "f"), "h", &[mutant(text, 7, original, replacement)]).unwrap();
        let got = made.text(text);
        assert!(got.contains(expected), "{original}: {got}");
        assert!(made.left_out.is_empty() && parses(Language::Rust, &got).is_ok(), "{got}");
    }
}

#[test]
fn mutants_inside_each_other_and_of_one_piece_stand_together() {
    let text = "fn f(a: i32) -> bool {\n    a + 1 > 2\n}\n";
    let all = [
        mutant(text, 0, "> 2", ">= 2"),
        mutant(text, 1, "> 2", "< 2"),
        mutant(text, 2, "+", "-"),
        mutant(text, 3, "1", "2"),
    ];
    let got = instrument_rust(text, &focal(text, "f"), "h", &all).unwrap().text(text);
    assert!(
        got.contains("0 => { a + 1 >= 2 } 1 => { a + 1 < 2 } _ => { (match ::h::mutant() { 2 => { a - 1 }"),
        "{got}"
    );
    assert!(parses(Language::Rust, &got).is_ok(), "{got}");
}

#[test]
fn what_the_compiler_evaluates_is_chosen_as_a_whole() {
    let text =
        "fn f(a: i32) -> i32 {\n    match a { // c\n        1..=5 => 7,\n        _ => [0; 4].len() as i32,\n    }\n}\n";
    let pattern = instrument_rust(text, &focal(text, "f"), "h", &[mutant(text, 0, "5", "6")]).unwrap().text(text);
    let arm = "0 => { match a {           1..=6 => 7,         _ => [0; 4].len() as i32,     } } _ => { match a { // c";
    assert!(pattern.contains(arm), "{pattern}");
    let length = instrument_rust(text, &focal(text, "f"), "h", &[mutant(text, 0, "4]", "5]")]).unwrap().text(text);
    assert!(length.contains("0 => { [0; 5] } _ => { [0; 4] }"), "{length}");
    let raw = "fn f() -> usize {\n    g(r\"a\n b\") + 1\n}\n";
    let made =
        instrument_rust(raw, &focal(raw, "f"), "h", &[mutant(raw, 4, "+", "-"), mutant(raw, 5, "1", "0")]).unwrap();
    assert_eq!(made.left_out, [4], "a raw string with a line break cannot be repeated on one line");
}

#[test]
fn refusals() {
    let text = "fn empty() {}\nconst fn early() -> u8 { 1 }\nfn f() -> u8 { 1 }\n";
    let refused = |name: &str| instrument_rust(text, &focal(text, name), "h", &[]).unwrap_err();
    assert_eq!(refused("empty"), InstrumentError::NoStatement(1));
    assert_eq!(refused("early"), InstrumentError::SyntaxError(2));
    let gone = FocalFunction { name: "gone".to_owned(), ..focal(text, "f") };
    assert!(matches!(instrument_rust(text, &gone, "h", &[]), Err(InstrumentError::NotFound { .. })));
}

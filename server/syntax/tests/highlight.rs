//! Colouring never loses or invents a character, whatever the text is.

use domain::{Language, SourceLine, TokenClass};
use syntax::{highlight, parses};

fn text_of(lines: &[SourceLine]) -> Vec<String> {
    lines.iter().map(|line| line.spans.iter().map(|span| span.text.as_str()).collect()).collect()
}

fn class_of(lines: &[SourceLine], text: &str) -> Option<TokenClass> {
    lines.iter().flat_map(|line| &line.spans).find(|span| span.text.trim() == text).map(|span| span.class)
}

#[test]
fn go_and_ruby() {
    let lines =
        highlight(Language::Go, "package p\n\n// why\nfunc Find(s string) int {\n\treturn len(s) + 42 // x\n}\n", 10);
    assert_eq!(lines.iter().map(|l| l.number).collect::<Vec<_>>(), [10, 11, 12, 13, 14, 15]);
    assert_eq!(class_of(&lines, "func"), Some(TokenClass::Keyword));
    assert_eq!(class_of(&lines, "Find"), Some(TokenClass::Function));
    assert_eq!(class_of(&lines, "string"), Some(TokenClass::Type));
    assert_eq!(class_of(&lines, "42"), Some(TokenClass::Number));
    assert_eq!(class_of(&lines, "// why"), Some(TokenClass::Comment));
    let lines = highlight(Language::Ruby, "def foo(a)\n  \"x #{a}\" # y\nend", 1);
    assert_eq!(lines.len(), 3);
    assert_eq!(class_of(&lines, "def"), Some(TokenClass::Keyword));
    assert_eq!(class_of(&lines, "# y"), Some(TokenClass::Comment));
    assert_eq!(class_of(&lines, "foo"), Some(TokenClass::Function));
    assert_eq!(class_of(&lines, "a"), Some(TokenClass::Variable));
}

#[test]
fn every_text_comes_out_whole() {
    let go = include_str!("fixtures/walk.go");
    let ruby = "class Ä\n  # ü\n  def foo(x) = \"#{x} ß\"\n  X = <<~Y\n    z\n  Y\nend\n";
    let mut texts =
        vec![String::new(), "\n".to_owned(), "\r\n".to_owned(), "a\r\nb".to_owned(), "\0\u{feff}\u{202e}".to_owned()];
    for text in [go, ruby] {
        texts.extend((0..text.len()).step_by(7).filter_map(|end| text.get(..end)).map(str::to_owned));
        texts.extend((0..text.len()).step_by(13).filter_map(|start| text.get(start..)).map(str::to_owned));
    }
    for text in &texts {
        for language in Language::ALL {
            let expected: Vec<String> =
                text.split_terminator('\n').map(|line| line.trim_end_matches('\r').to_owned()).collect();
            assert_eq!(text_of(&highlight(*language, text, 1)), expected, "{language} {text:?}");
        }
    }
}

#[test]
fn large_and_hostile_texts() {
    let long = "x = 1\n".repeat(5_002);
    assert!(highlight(Language::Ruby, &long, 1).iter().flat_map(|l| &l.spans).all(|s| s.class == TokenClass::Plain));
    let wide = "a".repeat(200_001);
    assert_eq!(text_of(&highlight(Language::Go, &wide, 1)), [wide]);
    for open in ["(", "[", "{", "def x;", "\"#{", "if x\n", "func() {", "*&-!"] {
        let deep = open.repeat(60_000 / open.len());
        for language in [Language::Go, Language::Ruby] {
            assert!(!highlight(language, &deep, 1).is_empty());
            let _ = parses(language, &deep);
        }
    }
    assert_eq!(highlight(Language::Go, "a\nb", u32::MAX).len(), 2);
}

#[test]
fn where_a_text_does_not_parse() {
    assert_eq!(parses(Language::Go, "package p\n\nfunc f() {\n}\n"), Ok(()));
    assert_eq!(parses(Language::Ruby, "def a\n  1\nend\n"), Ok(()));
    let (line, message) = parses(Language::Go, "package p\n\nfunc f() {\n\tx := := 1\n}\n").unwrap_err();
    assert_eq!(line, 4, "{message}");
    assert!(parses(Language::Ruby, "class A\n  def a\n").is_err());
    assert!(parses(Language::Go, "Here is the test you asked for.").is_err());
    assert_eq!(parses(Language::Php, "<?php\n$a = 1;\n"), Ok(()));
    assert_eq!(parses(Language::Php, "<?php\n\n$a = ;\n").unwrap_err().0, 3);
}

//! Whatever the text is, every question is answered and none panics.

use domain::Language;
use syntax::{
    GoProbe, control_insertion_php, control_mutant_ruby, focal_functions, instrument_go, instrument_rust, invokes,
    mutants, parses, rust_suite, test_cases,
};

const GO: &str =
    concat!(include_str!("fixtures/walk.go"), "\nfunc TestWalk(t *testing.T) { f := walk; f(nil, nil, 1) }\n");
const RUBY: &str = "module A\n  class B < C\n    def foo(x, *y, z: 1) = x\n    private def bar; rescue => e; end\n  end\nend\n\
    describe A::B do\n  let(:o) { A::B.new }\n  it \"x #{o}\" do\n    a, (b, *c) = o.foo, 1\n    o.name ||= [1].map(&:foo)\n  end\nend\n";

const PHP: &str = "<?php\nnamespace A;\nuse B\\{C, function d};\nfinal class E extends C {\n  use F;\n  #[G(1)]\n  public function h(?int $a = 1, ...$b): array { return [$this, 'h', fn ($x) => $x?->y(...), <<<X\n   {$a['z']}\n  X]; }\n}\n\
    class HTest extends TestCase { /** @test */ function i() { (new E)->h(1); E::h(); isset($e['a']->b); match (1) { default => d(1) }; } }\n";

const RUST: &str = "use a::{b as c, *};\nimpl<T> D for E<T> where T: F {\n  fn g(&self, x: u8) -> u8 { 'l: for i in 0..x { match i { 1 | 2 if x > 1 => break 'l, _ => {} } }\n    if let Some(y) = self.h(r#\"\"#) { return y + 1; } else if x == 3 { vec![x; 2].iter().map(|z| z * 2).sum() } else { k!(x < 1) } }\n}\n\
    #![allow(q)]\n#[cfg(test)]\nmod tests { use super::*; #[test] #[should_panic] fn t() -> Result<(), E> { assert_eq!(E.g(1), 2); Ok(()) } #[tokio::test] async fn u() {} }\nfn main() {}\n";

fn ask_everything(text: &str) {
    let walk = focal_functions(Language::Go, GO, "walk.go").remove(0).focal;
    let method = focal_functions(Language::Ruby, RUBY, "a.rb").remove(0).focal;
    let php = focal_functions(Language::Php, PHP, "E.php").remove(0).focal;
    let rust = focal_functions(Language::Rust, RUST, "e.rs").remove(0).focal;
    if let Some(suite) = rust_suite(text) {
        assert!(suite.tests.iter().all(|test| text[test.body.clone()].starts_with('{')));
        assert!(suite.items.iter().all(|item| text.is_char_boundary(item.range.end)));
    }
    for language in Language::ALL {
        let _ = parses(*language, text);
        let _ = test_cases(*language, text);
        for focal in [&walk, &method, &php, &rust] {
            let _ = invokes(*language, text, focal);
        }
        for found in focal_functions(*language, text, "a/b") {
            assert!(found.focal.start_line <= found.focal.end_line);
            assert!(text.contains(&found.focal.source));
            let _ = instrument_go(text, &found.focal, &GoProbe { counters: "c", control: "x" });
            let _ = control_mutant_ruby(text, &found.focal);
            let _ = control_insertion_php(text, &found.focal);
            let all = mutants(Language::Rust, text, &found.focal);
            if let Ok(made) = instrument_rust(text, &found.focal, "h", &all) {
                assert_eq!(made.text(text).lines().count(), text.lines().count());
            }
        }
    }
}

#[test]
fn pieces_of_code() {
    for text in [GO, RUBY, PHP, RUST] {
        for at in (0..text.len()).step_by(17) {
            ask_everything(text.get(..at).unwrap_or_default());
            ask_everything(text.get(at..).unwrap_or_default());
        }
    }
}

#[test]
fn scrambled_code() {
    // A small generator of our own: the texts are the same in every run.
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let words: Vec<&str> = GO
        .split_inclusive([' ', '\n'])
        .chain(RUBY.split_inclusive([' ', '\n']))
        .chain(PHP.split_inclusive([' ', '\n']))
        .chain(RUST.split_inclusive([' ', '\n']))
        .collect();
    for _ in 0..60 {
        let text: String = (0..=next(60)).map(|_| words[next(words.len())]).collect();
        ask_everything(&text);
    }
}

#[test]
fn an_upload_of_nothing_but_brackets() {
    for piece in [
        "(",
        "[",
        "def a;",
        "func(){",
        "if a {",
        "\"#{",
        "a.",
        "<?php if(",
        "<?php [",
        "<?php function a(){",
        "a!(",
        "|x| {",
        "mod a{",
    ] {
        ask_everything(&piece.repeat(12_000 / piece.len()));
    }
}

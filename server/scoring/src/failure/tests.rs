//! Single rules on short texts of our own; `server/evaluator/tests/failures` has whole suites and real logs.

use super::*;

fn failed<'a>(language: Language, outcome: Outcome, log: &'a str, symbols: &'a Symbols) -> Failed<'a> {
    Failed {
        language,
        outcome,
        reason: "the reason",
        compiles: outcome != Outcome::CompileError,
        invokes: true,
        covered: Some(3),
        control: Control::NotRun,
        flaky: false,
        suite: "",
        log,
        messages: Vec::new(),
        symbols,
        reference: None,
    }
}

fn ours(failed: &Failed<'_>) -> (FailureMode, Option<Hallucination>, String) {
    let found = classify(failed, Rules::Ours).expect("a failure");
    (found.mode, found.hallucination, found.line)
}

fn known(language: Language, source: &str) -> Symbols {
    let mut symbols = Symbols::default();
    symbols.add_source(language, source);
    symbols
}

#[test]
fn q_44_our_own_outcome_decides_before_any_text() {
    let symbols = Symbols::default();
    for (outcome, mode) in [
        (Outcome::Timeout, FailureMode::TimeoutResource),
        (Outcome::OutOfMemory, FailureMode::TimeoutResource),
        (Outcome::OutputLimit, FailureMode::TimeoutResource),
        (Outcome::NoTests, FailureMode::DesignMocking),
        (Outcome::InvalidSuite, FailureMode::SyntaxCompilation),
    ] {
        let slot = failed(Language::Go, outcome, "undefined: x\npanic: runtime error", &symbols);
        assert_eq!(ours(&slot), (mode, None, "the reason".to_owned()), "{outcome}");
    }
    let ours_alone = failed(Language::Go, Outcome::InfraError, "panic: runtime error", &symbols);
    assert_eq!(classify(&ours_alone, Rules::Ours), None);
    assert_eq!(classify(&ours_alone, Rules::Reference), None);
}

#[test]
fn every_error_of_a_compiler_counts() {
    let symbols = Symbols::default();
    let log = "$ compile (exit 1, 9 ms)\na_test.go:3:2: declared and not used: x\na_test.go:4:2: undefined: Helper\n";
    let slot = failed(Language::Go, Outcome::CompileError, log, &symbols);
    let line = "a_test.go:4:2: undefined: Helper".to_owned();
    assert_eq!(ours(&slot), (FailureMode::ApiHallucination, Some(Hallucination::NonExistentApi), line));

    let log = "error[E0308]: mismatched types\n --> src/lib.rs:1:2\nerror[E0432]: unresolved import `rstest`\n \
               | ^ use of unresolved module or unlinked crate `rstest`\nerror: aborting due to 2 previous errors\n";
    let slot = failed(Language::Rust, Outcome::CompileError, log, &symbols);
    assert_eq!(ours(&slot).1, Some(Hallucination::PhantomLibrary));
}

#[test]
fn q_45_what_the_repository_has_is_no_hallucination() {
    let cases = [
        (Language::Go, Outcome::CompileError, "a_test.go:3:2: undefined: Command", "type Command struct {"),
        (
            Language::Rust,
            Outcome::CompileError,
            "error[E0433]: failed to resolve: use of undeclared type `Rash`",
            "pub struct Rash;",
        ),
        (Language::Ruby, Outcome::TestFailed, "NameError: uninitialized constant Rash", "  class Rash < Hash"),
        (
            Language::Php,
            Outcome::TestFailed,
            "Error: Class \"Tests\\Reader\" not found",
            "final class Reader implements X",
        ),
        (
            Language::Julia,
            Outcome::TestFailed,
            "Error During Test at x:1\n  Expression: tons(1)\n  UndefVarError: `tons` not defined",
            "tons(c::Period) = 1",
        ),
    ];
    for (language, outcome, text, source) in cases {
        let nothing = Symbols::default();
        let symbols = known(language, source);
        let slot = |symbols| {
            let log = if outcome == Outcome::CompileError { text } else { "" };
            let mut slot = failed(language, outcome, log, symbols);
            slot.messages = vec![text];
            ours(&slot).0
        };
        assert_eq!(slot(&nothing), FailureMode::ApiHallucination, "{language}");
        assert_eq!(slot(&symbols), FailureMode::SyntaxCompilation, "{language}");
    }
}

#[test]
fn most_failed_tests_decide() {
    let symbols = Symbols::default();
    let mut slot = failed(Language::Ruby, Outcome::TestFailed, "", &symbols);
    let unknown = "NoMethodError: undefined method `x' for an instance of Hash";
    slot.messages = vec!["expected: 1\n     got: 2", unknown, "expected nothing"];
    assert_eq!(ours(&slot).0, FailureMode::LogicAssertion);
    // One against one: what weighs more.
    slot.messages.pop();
    let said = (FailureMode::ApiHallucination, Some(Hallucination::NonExistentApi), unknown.to_owned());
    assert_eq!(ours(&slot), said);
}

#[test]
fn words_in_an_expectation_decide_nothing() {
    let symbols = Symbols::default();
    for (language, text) in [
        (Language::Ruby, "expected NameError with message matching /undefined/, got #<KeyError: key not found>"),
        (Language::Php, "Failed asserting that 'TypeError: Class \"X\" not found' is null."),
        (
            Language::Julia,
            "Test Failed at x.jl:7\n  Expression: s == \"UndefVarError: x\"\n   Evaluated: \"\" == \"x\"",
        ),
        (Language::Go, "a_test.go:3: undefined: runtime error: nil pointer dereference"),
    ] {
        let mut slot = failed(language, Outcome::TestFailed, "", &symbols);
        slot.messages = vec![text];
        assert_eq!(ours(&slot).0, FailureMode::LogicAssertion, "{language}");
    }
}

#[test]
fn a_pass_that_is_not_valid_is_a_fault_of_its_design() {
    let symbols = Symbols::default();
    let rule = |change: fn(&mut Failed<'_>)| {
        let mut slot = failed(Language::Go, Outcome::Passed, "", &symbols);
        slot.control = Control::Noticed;
        change(&mut slot);
        classify(&slot, Rules::Ours).map(|found| (found.mode, found.rule))
    };
    let design = |rule: &str| Some((FailureMode::DesignMocking, rule.to_owned()));
    assert_eq!(rule(|_| ()), None);
    assert_eq!(rule(|slot| slot.flaky = true), design("pass.flaky"));
    assert_eq!(rule(|slot| slot.invokes = false), design("pass.never_calls"));
    assert_eq!(rule(|slot| slot.covered = Some(0)), design("pass.covers_nothing"));
    assert_eq!(rule(|slot| slot.control = Control::Unnoticed), design("pass.notices_nothing"));
}

#[test]
fn a_crash_is_of_memory_or_of_the_suite() {
    let symbols = Symbols::default();
    let slot = failed(Language::Go, Outcome::Crashed, "$ baseline\nfatal error: stack overflow\n", &symbols);
    assert_eq!(ours(&slot), (FailureMode::TypeMemory, None, "fatal error: stack overflow".to_owned()));
    let slot = failed(Language::Go, Outcome::Crashed, "$ baseline (exit 0, 3 ms)\nbye\n", &symbols);
    assert_eq!(ours(&slot), (FailureMode::DesignMocking, None, "the reason".to_owned()));
}

/// The reference's decisions, from its lists in xrepotest.md §5.3 to §5.8.
#[test]
fn the_reference_decides_by_its_patterns() {
    use FailureMode as M;
    use Hallucination as H;
    let symbols = Symbols::default();
    let compile = Outcome::CompileError;
    let test = Outcome::TestFailed;
    for (language, outcome, log, want) in [
        (Language::Go, compile, "x_test.go:3:2: undefined: Foo", (M::ApiHallucination, Some(H::NonExistentApi))),
        // an unused import before it hides it, because the first error line says nothing of it.
        (Language::Go, compile, "x_test.go:1:2: \"fmt\" imported and not used", (M::SyntaxCompilation, None)),
        (Language::Go, compile, "x.go:3:2: cannot use 1 as string value in argument", (M::TypeMemory, None)),
        (Language::Go, compile, "x.go:9:1: syntax error: unexpected EOF", (M::SyntaxCompilation, None)),
        (Language::Go, test, "--- FAIL: TestX\npanic: runtime error: nil of type *T", (M::TypeMemory, None)),
        (Language::Go, test, "--- FAIL: TestX\n    x_test.go:3: got 1", (M::LogicAssertion, None)),
        // a type that is only not imported is a missing library to it.
        (
            Language::Rust,
            compile,
            "error[E0433]: failed to resolve: use of undeclared type `HashMap`",
            (M::ApiHallucination, Some(H::PhantomLibrary)),
        ),
        (Language::Rust, compile, "error[E0308]: mismatched types", (M::TypeMemory, None)),
        (Language::Rust, test, "assertion `left == right` failed\nassertion failed", (M::LogicAssertion, None)),
        (
            Language::Julia,
            test,
            "MethodError: no method matching f()",
            (M::ApiHallucination, Some(H::SignatureMismatch)),
        ),
        (Language::Julia, compile, "UndefVarError: x not defined", (M::SyntaxCompilation, None)),
        (Language::Php, test, "Error: Class \"A\\B\" not found", (M::ApiHallucination, Some(H::PhantomLibrary))),
        (Language::Php, test, "Failed asserting that 1 is 2.", (M::LogicAssertion, None)),
        (Language::Ruby, test, "NoMethodError: undefined method `x'", (M::ApiHallucination, Some(H::NonExistentApi))),
        (Language::Ruby, test, "ZeroDivisionError: divided by 0", (M::TypeMemory, None)),
    ] {
        let slot = failed(language, outcome, log, &symbols);
        let found = classify(&slot, Rules::Reference).unwrap_or_else(|| panic!("{log}"));
        assert_eq!((found.mode, found.hallucination), want, "{language}: {log}");
    }
    // a timeout is whatever its log looks like.
    let slot = failed(Language::Go, Outcome::Timeout, "panic: test timed out after 1s, type x", &symbols);
    assert_eq!(classify(&slot, Rules::Reference).unwrap().mode, M::TypeMemory);
    // A pass is looked at for its coverage only, in dynamic languages.
    let mut slot = failed(Language::Ruby, Outcome::Passed, "", &symbols);
    assert_eq!(classify(&slot, Rules::Reference), None);
    slot.covered = Some(1);
    assert_eq!(classify(&slot, Rules::Reference).unwrap().mode, M::DesignMocking);
}

#[test]
fn names_are_found_before_definitions() {
    let go = known(Language::Go, "func (c *Command) Find(args []string) {\nfunc stripFlags(\ntype Command struct {");
    assert!(["Find", "stripFlags", "Command"].iter().all(|name| go.contains(name)) && !go.contains("args"));
    let rust = known(Language::Rust, "pub(crate) fn digit1<T>(\nmacro_rules! alt {\n    pub const fn of() {");
    assert!(["digit1", "alt", "of"].iter().all(|name| rust.contains(name)));
    let ruby = known(Language::Ruby, "module Hashie\n  class Rash\n    def self.[](x)\n    def fetch?(y)");
    assert!(["Hashie", "Hashie::Rash", "fetch?"].iter().all(|name| ruby.contains(name)));
    let julia = known(Language::Julia, "days(x) = 3\nfunction tons(x)\nstruct CompoundPeriod\n  f(x) == 2");
    assert!(["days", "tons", "CompoundPeriod"].iter().all(|name| julia.contains(name)) && !julia.contains("f"));
    let php = known(Language::Php, "namespace League\\Csv;\nenum Bom: string\n    public static function tryFrom(");
    assert!(["League", "League\\Csv\\Bom", "tryFrom"].iter().all(|name| php.contains(name)));
}

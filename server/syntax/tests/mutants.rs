//! What is changed, by language: every mutant of small functions, written out by hand.

use std::collections::BTreeSet;

use domain::{FocalFunction, Language};

/// Mutants of the function on the lines `first..=last` as `operator: line before -> line after`, without indentation.
#[track_caller]
fn check(language: Language, text: &str, name: &str, (start_line, end_line): (u32, u32), expected: &[&str]) {
    let focal = FocalFunction {
        name: name.into(),
        qualified_name: name.into(),
        path: "src/file".into(),
        start_line,
        end_line,
        source: String::new(),
        signature: String::new(),
        class_name: String::new(),
        package: String::new(),
    };
    let found: BTreeSet<String> = syntax::mutants(language, text, &focal)
        .iter()
        .map(|m| format!("{} {}: {} -> {}", m.line, m.operator, m.original(text).unwrap(), m.replacement))
        .collect();
    let expected: BTreeSet<String> = expected.iter().map(|&text| text.to_owned()).collect();
    let missing: Vec<_> = expected.difference(&found).collect();
    let surplus: Vec<_> = found.difference(&expected).collect();
    assert!(missing.is_empty() && surplus.is_empty(), "missing {missing:#?}\nsurplus {surplus:#?}");
}

const GO: &str = r#"package p

func (s *Set[T]) Take(n, m int, rest ...string) (out []string, ok bool, err error) {
	if n <= 0 || !s.open {
		return nil, false, errors.New("closed")
	}
	for i := 0; i < n; i++ {
		s.count += n << 2
		if i == m {
			continue
		}
	}
	defer s.close()
	_ = rest
	return rest, f(func() Point { return s.at }), nil
}
"#;

#[test]
fn go() {
    check(
        Language::Go,
        GO,
        "Take",
        (3, 16),
        &[
            "4 relational: <= -> >",
            "4 boundary: <= -> <",
            "4 logical: || -> &&",
            "4 negation: !s.open -> s.open",
            "4 negation: n <= 0 || !s.open -> !(n <= 0 || !s.open)",
            "4 constant: 0 -> 1",
            "4 statement_deletion: if n <= 0 || !s.open {\n\t\treturn nil, false, errors.New(\"closed\")\n\t} -> ",
            // `nil` is the zero value already.
            "5 return_value: false -> true",
            "5 return_value: errors.New(\"closed\") -> nil",
            "5 constant: \"closed\" -> \"\"",
            // The step of the loop stays: counting down only runs into the limit.
            "7 relational: < -> >=",
            "7 boundary: < -> <=",
            "7 constant: 0 -> 1",
            "7 statement_deletion: for i := 0; i < n; i++ {\n\t\ts.count += n << 2\n\t\tif i == m {\n\t\t\tcontinue\n\t\t}\n\t} -> ",
            "8 arithmetic: += -> -=",
            "8 arithmetic: << -> >>",
            "8 constant: 2 -> 3",
            "8 statement_deletion: s.count += n << 2 -> ",
            // The condition is one comparison: its operator turns it round. `continue` goes where control goes anyway.
            "9 relational: == -> !=",
            "9 statement_deletion: if i == m {\n\t\t\tcontinue\n\t\t} -> ",
            "13 statement_deletion: defer s.close() -> ",
            // `_ = rest` does nothing.
            "15 return_value: rest -> nil",
            "15 return_value: f(func() Point { return s.at }) -> true",
            "15 return_value: f(func() Point { return s.at }) -> false",
            "15 return_value: s.at -> *new(Point)",
        ],
    );
}

#[test]
fn go_zero_values_and_cases() {
    let text = "package p\n\nfunc F(k Kind) (Kind, string, float64, pkg.T, map[string]int) {\n\tswitch k {\n\tcase A:\n\t\tx--\n\t\tbreak\n\tdefault:\n\t\tx &^= 0x0f\n\t}\n\tfor open() {\n\t\tch <- 'a'\n\t}\n\treturn k, name(), 1.5, t, m\n}\n";
    check(
        Language::Go,
        text,
        "F",
        (3, 15),
        &[
            "4 statement_deletion: switch k {\n\tcase A:\n\t\tx--\n\t\tbreak\n\tdefault:\n\t\tx &^= 0x0f\n\t} -> ",
            "6 arithmetic: -- -> ++",
            "6 statement_deletion: x-- -> ",
            "9 arithmetic: &^= -> &=",
            "9 constant: 0x0f -> 0x10",
            "9 statement_deletion: x &^= 0x0f -> ",
            "11 negation: open() -> !(open())",
            "11 statement_deletion: for open() {\n\t\tch <- 'a'\n\t} -> ",
            "12 constant: 'a' -> 'b'",
            "12 statement_deletion: ch <- 'a' -> ",
            "14 return_value: k -> *new(Kind)",
            "14 return_value: name() -> \"\"",
            "14 return_value: 1.5 -> 0",
            "14 constant: 1.5 -> 2.5",
            "14 return_value: t -> *new(pkg.T)",
            "14 return_value: m -> nil",
        ],
    );
}

const RUST: &str = r#"impl Reader {
    #[inline]
    pub fn read(&mut self, n: usize) -> Result<usize, Error> {
        let mut left = n - 1;
        while left >= 10 && !self.done {
            left /= 2;
            self.step(b"x", 'c');
        }
        if let Some(1) = self.next() {
            return Ok(left);
        }
        debug_assert!(left != 3, "left {}", 5);
        match left {
            0 | 7 if self.odd() => Err(Error::new("odd")),
            _ => { log(); Ok(self.0 as usize) }
        }
    }
}
"#;

#[test]
fn rust() {
    check(
        Language::Rust,
        RUST,
        "read",
        // The lines of a focal function may hold its attributes.
        (2, 17),
        &[
            "4 arithmetic: - -> +",
            "4 constant: 1 -> 0",
            "4 constant: 1 -> 2",
            "5 relational: >= -> <",
            "5 boundary: >= -> >",
            "5 constant: 10 -> 11",
            "5 logical: && -> ||",
            "5 negation: !self.done -> self.done",
            "5 negation: left >= 10 && !self.done -> !(left >= 10 && !self.done)",
            "5 statement_deletion: while left >= 10 && !self.done {\n            left /= 2;\n            self.step(b\"x\", 'c');\n        } -> ",
            "6 arithmetic: /= -> *=",
            "6 constant: 2 -> 3",
            "6 statement_deletion: left /= 2; -> ",
            "7 constant: b\"x\" -> b\"\"",
            "7 constant: 'c' -> 'd'",
            "7 statement_deletion: self.step(b\"x\", 'c'); -> ",
            // A condition that binds names can't be negated.
            "9 constant: 1 -> 0",
            "9 constant: 1 -> 2",
            "9 statement_deletion: if let Some(1) = self.next() {\n            return Ok(left);\n        } -> ",
            "10 return_value: Ok(left) -> Ok(0)",
            "12 relational: != -> ==",
            "12 constant: 3 -> 4",
            "12 constant: \"left {}\" -> \"\"",
            "12 constant: 5 -> 6",
            "12 statement_deletion: debug_assert!(left != 3, \"left {}\", 5); -> ",
            "14 constant: 0 -> 1",
            "14 constant: 7 -> 8",
            "14 negation: self.odd() -> !(self.odd())",
            "14 return_value: Err(Error::new(\"odd\")) -> Ok(0)",
            "14 constant: \"odd\" -> \"\"",
            "15 statement_deletion: log(); -> ",
            // The 0 of `self.0` is a name.
            "15 return_value: Ok(self.0 as usize) -> Ok(0)",
        ],
    );
}

#[test]
fn rust_values_by_type() {
    for (kind, value, expected) in [
        ("bool", "f()", &["true", "false"][..]),
        ("bool", "true", &["false"]),
        ("u8", "f()", &["0"]),
        ("f64", "f()", &["0.0"]),
        ("String", "f()", &["String::new()"]),
        ("&'static str", "f()", &["\"\""]),
        ("&[u8]", "f()", &["&[]"]),
        ("&mut T", "f()", &[]),
        ("Option<T>", "f()", &["None"]),
        ("Option<T>", "None", &["Some(Default::default())"]),
        ("std::io::Result<()>", "f()", &["Ok(())"]),
        ("Result<Vec<T>, E>", "f()", &["Ok(Vec::new())"]),
        ("IResult<I, O>", "f()", &[]),
        ("impl Fn()", "f()", &[]),
        ("Self", "f()", &["Default::default()"]),
        ("Option<T>", "unreachable!()", &[]),
    ] {
        let text = format!("fn f() -> {kind} {{\n    {value}\n}}\n");
        let focal = FocalFunction {
            name: "f".into(),
            qualified_name: "f".into(),
            path: "a.rs".into(),
            start_line: 1,
            end_line: 3,
            source: String::new(),
            signature: String::new(),
            class_name: String::new(),
            package: String::new(),
        };
        let mut found: Vec<String> = syntax::mutants(Language::Rust, &text, &focal)
            .into_iter()
            .filter(|m| m.operator == domain::MutationOperator::ReturnValue)
            .map(|m| m.replacement)
            .collect();
        found.sort();
        let mut expected = expected.to_vec();
        expected.sort_unstable();
        assert_eq!(found, expected, "{kind} {value}");
    }
}

#[test]
fn what_changes_nothing_is_no_mutant() {
    for (language, text, lines, unwanted) in [
        // Texts are joined; another operator would only be a type error.
        (Language::Go, "package p\nfunc f(s string) string {\n\treturn s + \"a\" + s\n}\n", (2, 4), "arithmetic"),
        (Language::Ruby, "def f(s)\n  g(s + 'a')\nend\n", (1, 3), "arithmetic"),
        (Language::Julia, "function f(s)\n    \"a\" * s\nend\n", (1, 3), "arithmetic"),
        (Language::Go, "package p\nfunc f(x int) int {\n\tx += 0\n\treturn x / 1\n}\n", (2, 5), "arithmetic"),
        (Language::Rust, "fn f(x: i32) -> i32 {\n    x * 1 + 0\n}\n", (1, 3), "arithmetic"),
        (
            Language::Go,
            "package p\nfunc f() {\n\tfor {\n\t\tif g() {\n\t\t\tcontinue\n\t\t}\n\t}\n}\n",
            (2, 8),
            "continue ->",
        ),
        (Language::Julia, "function f(x)\n    while true\n        continue\n    end\nend\n", (1, 5), "continue ->"),
        (Language::Php, "<?php\nfunction f($x) {\n    while (true) { g(); continue; }\n}\n", (2, 4), "continue; ->"),
    ] {
        let focal = FocalFunction {
            name: "f".into(),
            qualified_name: "f".into(),
            path: "a".into(),
            start_line: lines.0,
            end_line: lines.1,
            source: String::new(),
            signature: String::new(),
            class_name: String::new(),
            package: String::new(),
        };
        for mutant in syntax::mutants(language, text, &focal) {
            let shown = format!("{}: {} -> {}", mutant.operator, mutant.original(text).unwrap(), mutant.replacement);
            assert!(!shown.contains(unwanted), "{language}: {shown}");
        }
    }
}

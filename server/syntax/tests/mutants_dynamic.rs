//! What is changed in Ruby, PHP and Julia: every mutant of small functions, written out by hand.

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

const RUBY: &str = r#"class Box
  def fill?(items, max: 3)
    @count = 0
    left = max - 1
    left = 2 if items.empty? && max != 4
    items.each do |item|
      next unless item.ok?
      @names << "a#{item}"
      left -= 1
    end
    return false if left <= 0.5
    case left
    when 1 then warn('low')
    else
      @label ||= ""
    end
  end
end
"#;

#[test]
fn ruby() {
    check(
        Language::Ruby,
        RUBY,
        "fill?",
        (2, 17),
        &[
            "3 constant: 0 -> 1",
            "3 statement_deletion: @count = 0 -> nil",
            "4 arithmetic: - -> +",
            "4 constant: 1 -> 0",
            "4 constant: 1 -> 2",
            // The first assignment of `left` stays, the second may go.
            "5 constant: 2 -> 3",
            "5 logical: && -> ||",
            "5 relational: != -> ==",
            "5 constant: 4 -> 5",
            "5 negation: items.empty? && max != 4 -> !(items.empty? && max != 4)",
            "5 statement_deletion: left = 2 if items.empty? && max != 4 -> nil",
            "6 statement_deletion: items.each do |item|\n      next unless item.ok?\n      @names << \"a#{item}\"\n      left -= 1\n    end -> nil",
            "7 negation: item.ok? -> !(item.ok?)",
            "7 statement_deletion: next unless item.ok? -> nil",
            // `<<` appends.
            "8 constant: \"a#{item}\" -> \"\"",
            "8 statement_deletion: @names << \"a#{item}\" -> nil",
            "9 arithmetic: -= -> +=",
            "9 constant: 1 -> 0",
            "9 constant: 1 -> 2",
            "9 statement_deletion: left -= 1 -> nil",
            "11 return_value: false -> true",
            "11 relational: <= -> >",
            "11 boundary: <= -> <",
            "11 constant: 0.5 -> 1.5",
            "11 statement_deletion: return false if left <= 0.5 -> nil",
            "12 statement_deletion: case left\n    when 1 then warn('low')\n    else\n      @label ||= \"\"\n    end -> nil",
            "13 constant: 1 -> 0",
            "13 constant: 1 -> 2",
            // A method with a question mark answers true or false.
            "13 return_value: warn('low') -> true",
            "13 return_value: warn('low') -> false",
            "13 constant: 'low' -> \"\"",
            "13 statement_deletion: warn('low') -> nil",
            "15 logical: ||= -> &&=",
            "15 constant: \"\" -> \"mutant\"",
            "15 return_value: @label ||= \"\" -> true",
            "15 return_value: @label ||= \"\" -> false",
            "15 statement_deletion: @label ||= \"\" -> nil",
        ],
    );
}

#[test]
fn ruby_methods_of_one_line_and_constructors() {
    let text = "class A\n  def self.twice(x) = x * 2\n  def initialize(x)\n    @x = x\n  end\nend\n";
    check(
        Language::Ruby,
        text,
        "twice",
        (2, 2),
        &["2 arithmetic: * -> /", "2 constant: 2 -> 3", "2 return_value: x * 2 -> nil"],
    );
    // Nobody sees what a constructor returns.
    check(Language::Ruby, text, "initialize", (3, 5), &["4 statement_deletion: @x = x -> nil"]);
}

const PHP: &str = r#"<?php
final class Reader
{
    #[Pure]
    public function read(array $rows, int $from = 1): ?string
    {
        $text = '';
        for ($i = $from; $i < 9; $i++) {
            if (isset($rows[$i]) and $rows[$i] !== null) {
                $text .= "a";
                continue;
            }
            $this->skip($i);
        }
        if ($from) return null;
        elseif ($i == 2) echo 'x';
        return $i >= 3 ? $text : null;
    }
}
"#;

#[test]
fn php() {
    check(
        Language::Php,
        PHP,
        "read",
        (5, 18),
        &[
            "7 constant: '' -> \"mutant\"",
            "8 relational: < -> >=",
            "8 boundary: < -> <=",
            "8 constant: 9 -> 10",
            "8 statement_deletion: for ($i = $from; $i < 9; $i++) {\n            if (isset($rows[$i]) and $rows[$i] !== null) {\n                $text .= \"a\";\n                continue;\n            }\n            $this->skip($i);\n        } -> ",
            "9 logical: and -> or",
            "9 relational: !== -> ===",
            "9 negation: (isset($rows[$i]) and $rows[$i] !== null) -> (!(isset($rows[$i]) and $rows[$i] !== null))",
            "9 statement_deletion: if (isset($rows[$i]) and $rows[$i] !== null) {\n                $text .= \"a\";\n                continue;\n            } -> ",
            "10 arithmetic: .= -> =",
            "10 constant: \"a\" -> \"\"",
            "10 statement_deletion: $text .= \"a\"; -> ",
            "11 statement_deletion: continue; -> ",
            "13 statement_deletion: $this->skip($i); -> ",
            "15 negation: ($from) -> (!($from))",
            "15 return_value: null -> \"\"",
            "15 statement_deletion: if ($from) return null;\n        elseif ($i == 2) echo 'x'; -> ",
            "16 relational: == -> !=",
            "16 constant: 2 -> 3",
            "16 constant: 'x' -> \"\"",
            "16 statement_deletion: echo 'x'; -> ;",
            "17 relational: >= -> <",
            "17 boundary: >= -> >",
            "17 constant: 3 -> 4",
            "17 return_value: $i >= 3 ? $text : null -> null",
        ],
    );
}

#[test]
fn php_values_by_type() {
    for (kind, value, expected) in [
        ("", "$x", &["null"][..]),
        ("", "null", &["true"]),
        (": bool", "$x", &["true", "false"]),
        (": bool", "TRUE", &["false"]),
        (": int", "$x", &["0"]),
        (": string|false", "$x", &["\"\""]),
        (": array", "$x", &["[]"]),
        (": ?Foo", "$x", &["null"]),
        (": ?Foo", "null", &[]),
        (": static", "$this", &[]),
        (": mixed", "null", &["true"]),
    ] {
        let text = format!("<?php\nfunction f($x){kind}\n{{\n    return {value};\n}}\n");
        let expected: Vec<String> =
            expected.iter().map(|other| format!("4 return_value: {value} -> {other}")).collect();
        check(Language::Php, &text, "f", (2, 5), &expected.iter().map(String::as_str).collect::<Vec<_>>());
    }
}

const JULIA: &str = r#"module M
function Base.take!(s::Stack{Int,1}, n::Int = 3)::Union{Nothing,Int}
    left = n - 1
    s.open ≥ 2 || return nothing
    for x in s
        x === nothing && continue
        left += x ÷ 2
        @debug "left" left
    end
    while !s.done
        s.at = [i .+ 1 for i in s if i != :a]
        break
    end
    if isempty(s)
        left = -4
    else
        try
            push!(s, 'c')
        catch err
            rethrow()
        end
    end
    left < 0.5 ? "low" : left
end
short(x::Int) = x == 1 && true
end
"#;

#[test]
fn julia() {
    check(
        Language::Julia,
        JULIA,
        "take!",
        (2, 24),
        &[
            "3 arithmetic: - -> +",
            "3 constant: 1 -> 0",
            "3 constant: 1 -> 2",
            "4 relational: ≥ -> <",
            "4 boundary: ≥ -> >",
            "4 constant: 2 -> 3",
            "4 logical: || -> &&",
            "4 return_value: nothing -> true",
            "4 statement_deletion: s.open ≥ 2 || return nothing -> nothing",
            "5 statement_deletion: for x in s\n        x === nothing && continue\n        left += x ÷ 2\n        @debug \"left\" left\n    end -> nothing",
            "6 relational: === -> !==",
            "6 logical: && -> ||",
            "6 statement_deletion: x === nothing && continue -> nothing",
            "7 arithmetic: += -> -=",
            "7 arithmetic: ÷ -> *",
            "7 constant: 2 -> 3",
            "7 statement_deletion: left += x ÷ 2 -> nothing",
            "8 constant: \"left\" -> \"\"",
            "8 statement_deletion: @debug \"left\" left -> nothing",
            "10 negation: !s.done -> s.done",
            "10 statement_deletion: while !s.done\n        s.at = [i .+ 1 for i in s if i != :a]\n        break\n    end -> nothing",
            "11 arithmetic: .+ -> .-",
            "11 constant: 1 -> 0",
            "11 constant: 1 -> 2",
            "11 relational: != -> ==",
            "11 statement_deletion: s.at = [i .+ 1 for i in s if i != :a] -> nothing",
            "12 statement_deletion: break -> nothing",
            "14 negation: isempty(s) -> !(isempty(s))",
            "14 statement_deletion: if isempty(s)\n        left = -4\n    else\n        try\n            push!(s, 'c')\n        catch err\n            rethrow()\n        end\n    end -> nothing",
            "15 arithmetic: -4 -> 4",
            "15 constant: 4 -> 5",
            "15 statement_deletion: left = -4 -> nothing",
            "17 statement_deletion: try\n            push!(s, 'c')\n        catch err\n            rethrow()\n        end -> nothing",
            "18 constant: 'c' -> 'd'",
            "18 statement_deletion: push!(s, 'c') -> nothing",
            "20 statement_deletion: rethrow() -> nothing",
            "23 relational: < -> >=",
            "23 boundary: < -> <=",
            "23 constant: 0.5 -> 1.5",
            "23 constant: \"low\" -> \"\"",
            "23 return_value: \"low\" -> nothing",
            "23 return_value: left -> nothing",
        ],
    );
    check(
        Language::Julia,
        JULIA,
        "short",
        (25, 25),
        &[
            "25 relational: == -> !=",
            "25 constant: 1 -> 0",
            "25 constant: 1 -> 2",
            "25 logical: && -> ||",
            "25 constant: true -> false",
            "25 return_value: x == 1 && true -> nothing",
        ],
    );
}

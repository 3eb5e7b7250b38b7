use domain::{FocalFunction, Language, Mutant};

use super::{dialect, generate, mutants};

/// One function per language that uses most of what can be changed, and what stands before and behind it.
const SAMPLES: &[(Language, &str, &str, &str)] = &[
    (
        Language::Rust,
        "pub fn other(x: u32) -> u32 { x + 1 }\n\n",
        "pub fn focal(values: &[i64], limit: i64) -> Option<i64> {\n    let mut sum = 0;\n    for (i, v) in values.iter().enumerate() {\n        if *v > limit && i != 3 {\n            return None;\n        }\n        sum += v * 2;\n    }\n    if sum == 0 { None } else { Some(sum - 1) }\n}",
        "\n\nmod tail { fn focal() -> bool { true } }\n",
    ),
    (
        Language::Julia,
        "other(x) = x + 1\n\n",
        "function focal(values, limit)\n    sum = 0\n    for v in values\n        if v > limit && sum != 3\n            return nothing\n        end\n        sum += v * 2\n    end\n    push!(values, sum)\n    sum == 0 ? -1 : sum - 1\nend",
        "\n\nlast(x) = x * 2\n",
    ),
    (
        Language::Go,
        "package p\n\nfunc Other(x int) int { return x + 1 }\n\n",
        "func focal(values []int, limit int) (int, error) {\n\tsum := 0\n\tfor i := 0; i < len(values); i++ {\n\t\tif values[i] > limit && i != 3 {\n\t\t\treturn 0, nil\n\t\t}\n\t\tsum += values[i] * 2\n\t}\n\trecord(sum)\n\treturn sum - 1, fail(\"late\")\n}",
        "\n\nfunc Last() bool { return true }\n",
    ),
    (
        Language::Ruby,
        "def other(x)\n  x + 1\nend\n\n",
        "def focal(values, limit = 3)\n  sum = 0\n  values.each do |v|\n    return nil if v > limit && sum != 3\n    sum += v * 2\n  end\n  store(sum)\n  sum == 0 ? \"none\" : sum - 1\nend",
        "\n\ndef last\n  true\nend\n",
    ),
    (
        Language::Php,
        "<?php\nfunction other($x) { return $x + 1; }\n\n",
        "function focal(array $values, int $limit = 3): ?int {\n    $sum = 0;\n    foreach ($values as $i => $v) {\n        if ($v > $limit && $i !== 3) {\n            return null;\n        }\n        $sum += $v * 2;\n    }\n    store($sum);\n    return $sum - 1;\n}",
        "\n\nfunction last() { return true; }\n",
    ),
];

fn focal(before: &str, source: &str) -> FocalFunction {
    let start_line = before.matches('\n').count() as u32 + 1;
    FocalFunction {
        name: "focal".into(),
        qualified_name: "focal".into(),
        path: "src/a".into(),
        start_line,
        end_line: start_line + source.matches('\n').count() as u32,
        source: source.into(),
        signature: String::new(),
        class_name: String::new(),
        package: String::new(),
    }
}

#[test]
fn every_mutant_changes_only_the_body_and_parses() {
    for (language, before, source, after) in SAMPLES {
        let text = [*before, source, after].concat();
        let found = mutants(*language, &text, &focal(before, source));
        assert!(found.len() >= 12, "{language}: {found:?}");
        let head = before.len() + source.find('\n').unwrap();
        let mut texts = std::collections::HashSet::from([text.clone()]);
        for (i, mutant) in found.iter().enumerate() {
            assert_eq!(mutant.number as usize, i);
            let changed = mutant.apply(&text).unwrap();
            assert!(changed.starts_with(&text[..head]) && changed.ends_with(after), "{language}: {mutant:?}");
            assert_eq!(mutant.line as usize, text[..mutant.start as usize].matches('\n').count() + 1);
            let tree = crate::tree::parse(&(dialect(*language).grammar)(), &changed).unwrap();
            assert!(!tree.root_node().has_error(), "{language}: {mutant:?}\n{changed}");
            assert!(texts.insert(changed), "{language}: twice {mutant:?}");
        }
    }
}

#[test]
fn the_first_mutants_are_the_same_however_many_are_asked_for() {
    for (language, before, source, after) in SAMPLES {
        let text = [*before, source, after].concat();
        let all = mutants(*language, &text, &focal(before, source));
        assert_eq!(all, mutants(*language, &text, &focal(before, source)));
        for most in [0, 1, 7, all.len()] {
            assert_eq!(generate(dialect(*language), &text, &focal(before, source), most), all[..most], "{language}");
        }
    }
}

#[test]
fn the_place_in_the_file_changes_nothing() {
    for (language, before, source, after) in SAMPLES {
        let moved = format!("{before}\n\n\n");
        let relative = |before: &str| {
            let text = [before, source, after].concat();
            mutants(*language, &text, &focal(before, source))
                .into_iter()
                .map(|m| (m.operator, m.start as usize - before.len(), m.replacement))
                .collect::<Vec<_>>()
        };
        assert_eq!(relative(before), relative(&moved), "{language}");
    }
}

#[test]
fn operators_and_lines_take_turns_and_constants_come_last() {
    use domain::MutationOperator as Op;
    for (language, before, source, after) in SAMPLES {
        let text = [*before, source, after].concat();
        let found = mutants(*language, &text, &focal(before, source));
        let first_constant = found.iter().position(|m| m.operator == Op::Constant).unwrap();
        assert!(found[first_constant..].iter().all(|m| m.operator == Op::Constant), "{language}");
        let (others, _) = found.split_at(first_constant);
        let lines: std::collections::BTreeSet<u32> = others.iter().map(|m| m.line).collect();
        // Later ones may pass their turn: when all of their lines had two and another line had none.
        let first: std::collections::BTreeSet<Op> = others.iter().take(3).map(|m| m.operator).collect();
        assert_eq!(first.len(), 3, "{language}: {others:?}");
        let mut per_line = std::collections::BTreeMap::<u32, usize>::new();
        for mutant in others {
            let count = per_line.entry(mutant.line).or_default();
            *count += 1;
            let third = *count > 2;
            assert!(!third || per_line.len() == lines.len(), "{language}: {mutant:?} before every line had its turn");
        }
    }
}

#[test]
fn text_that_does_not_hold_the_function_has_no_mutants() {
    for (language, before, source, after) in SAMPLES {
        let text = [*before, source, after].concat();
        let mut elsewhere = focal(before, source);
        elsewhere.start_line += 2;
        assert_eq!(mutants(*language, &text, &elsewhere), Vec::<Mutant>::new(), "{language}");
        assert_eq!(mutants(*language, "", &focal(before, source)), Vec::<Mutant>::new());
        assert_eq!(mutants(*language, "\0\u{feff}((((", &focal(before, source)), Vec::<Mutant>::new());
    }
}

#[test]
fn broken_code_elsewhere_in_the_file_does_not_matter() {
    for (language, before, source, after) in SAMPLES {
        let whole = mutants(*language, &[*before, source, after].concat(), &focal(before, source));
        let broken = format!("{after}\n)]}} ((\n");
        let found = mutants(*language, &[*before, source, &broken].concat(), &focal(before, source));
        assert!(found.len() * 10 >= whole.len() * 9, "{language}: {} of {}", found.len(), whole.len());
    }
}

#[test]
fn huge_and_deep_functions_end_quickly() {
    let start = std::time::Instant::now();
    for (language, open, close) in [
        (Language::Go, "package p\nfunc focal(x int) bool {\nreturn ", "\n}\n"),
        (Language::Rust, "fn focal(x: i32) -> bool {\n", "\n}\n"),
        (Language::Julia, "function focal(x)\n", "\nend\n"),
        (Language::Ruby, "def focal(x)\n", "\nend\n"),
        (Language::Php, "<?php\nfunction focal($x) {\nreturn ", ";\n}\n"),
    ] {
        for inner in [vec!["x + 1"; 5_000].join(" == "), "(".repeat(5_000) + "x" + &")".repeat(5_000)] {
            let text = [open, &inner, close].concat();
            let lines = text.matches('\n').count() as u32;
            let first = if open.starts_with("package") || open.starts_with("<?php") { 2 } else { 1 };
            let mut function = focal("", "");
            (function.start_line, function.end_line) = (first, lines);
            assert!(mutants(language, &text, &function).len() <= super::MAX_MUTANTS);
        }
    }
    assert!(start.elapsed() < std::time::Duration::from_mins(15), "{:?}", start.elapsed());
}
